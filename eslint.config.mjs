import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const environmentIsRead = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'The environment is read in config.ts.',
};

const statement =
  '/^\\s*(select|insert into|update [a-z$]|delete from|with [a-z]+ as|create (temp )?table|declare|fetch|set local|begin|commit|rollback|listen|analyze)\\b/';
const message =
  'SQL stands in .reader files (prepared reads of a request or a run) and in .sql files, with the reason why.';
const sqlIsWritten = [
  { selector: `Literal[value=${statement}]`, message },
  { selector: `TemplateElement[value.raw=${statement}]`, message },
  { selector: "CallExpression[callee.property.name='query']", message },
  { selector: 'MemberExpression[property.name=/^\\$(query|execute)Raw/]', message },
];

/** What calls Prisma is a `.repository`. */
const prismaIsCalled = {
  selector: "MemberExpression[property.name='prisma'], ObjectPattern > Property[key.name='prisma']",
  message: 'Prisma is called in .repository files.',
};

/** A `.sql` file says in its first line what it needs SQL for. */
const sqlReason = {
  create: (context) => ({
    Program(node) {
      const [first] = context.sourceCode.getAllComments();
      const isSaid = first?.loc.start.line === 1 && /^ SQL for .*\.$/.test(first.value);
      if (!isSaid) context.report({ node, message: 'The first line says why: // SQL for <what Prisma cannot do>.' });
    },
  }),
};

/** One reads the environment, the other hands it to the programs that it starts. */
const notRestricted = [
  'src/platform/config/config.ts',
  'src/platform/database/embedded/program.ts',
  '**/*.spec.ts',
  '**/*.fixture.ts',
];

export default tseslint.config(
  {
    ignores: ['dist', 'client/dist', 'coverage', 'node_modules', 'src/generated', '.data'],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/naming-convention': [
        'error',
        { selector: 'variable', modifiers: ['const', 'global'], format: ['camelCase', 'PascalCase', 'snake_case'] },
      ],
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
  // `.reader` and `.sql` files and the database's own folder hold SQL, `.repository` files call Prisma, the others do neither.
  {
    files: ['src/**/*.ts'],
    ignores: notRestricted,
    rules: { 'no-restricted-syntax': ['error', environmentIsRead, prismaIsCalled, ...sqlIsWritten] },
  },
  {
    files: ['src/**/*.repository.ts'],
    rules: { 'no-restricted-syntax': ['error', environmentIsRead, ...sqlIsWritten] },
  },
  {
    files: ['src/**/*.{reader,sql}.ts'],
    rules: { 'no-restricted-syntax': ['error', environmentIsRead, prismaIsCalled] },
  },
  {
    files: ['src/platform/database/**/*.ts'],
    ignores: notRestricted,
    rules: { 'no-restricted-syntax': ['error', environmentIsRead] },
  },
  {
    files: ['src/**/*.sql.ts'],
    plugins: { storage: { rules: { 'sql-reason': sqlReason } } },
    rules: { 'storage/sql-reason': 'error' },
  },
  {
    files: ['**/*.ts'],
    ignores: ['*.config.ts'],
    rules: {
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
    },
  },
  { files: ['client/src/generated/**'], rules: { 'max-lines': 'off' } },
  // They import what a test generates beside copies of them.
  {
    files: ['test/generators/programs/*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false } },
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
          'AbortSignal',
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
