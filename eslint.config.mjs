import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const readsEnvironment = "MemberExpression[object.name='process'][property.name='env']";

export default tseslint.config(
  { ignores: ['dist', 'coverage', 'node_modules', 'src/generated', '.data'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // It wants an instance of a class wherever a class happens to be the parameter's type.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    // One reads it, the other hands it to the programs that it starts.
    ignores: [
      'src/platform/config/config.ts',
      'src/platform/database/embedded/program.ts',
      '**/*.spec.ts',
      '**/*.fixture.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: readsEnvironment, message: 'The environment is read in config.ts.' },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    ignores: ['*.config.ts'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      ecmaVersion: 2024,
      globals: Object.fromEntries(
        [
          'process',
          'console',
          'performance',
          'URL',
          'fetch',
          'setTimeout',
          'clearTimeout',
          'setInterval',
          'clearInterval',
          'WebAssembly',
          'Buffer',
        ].map((name) => [name, 'readonly']),
      ),
    },
  },
);
