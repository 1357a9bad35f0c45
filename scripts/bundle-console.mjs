// Bundles the console into `dist/console-bundle`: the pages, and the files that they load. The names of the files have a hash, and each
// file is also there in compressed form. The screen for lists is loaded when it is opened, the reader of files when a list is opened or an
// operator chooses a file for an import, and the reader of archives only for a workbook or an archive. All other screens are loaded at
// once, for two reasons. Loaded when they are opened, they would make the page hardly smaller, because most of their code is shared. And a
// page that is open while a new version of the service is installed keeps working, because only files need further scripts of the old
// version.
import { copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

const folder = join(root, 'dist', 'console-bundle');
const assets = join(folder, 'assets');
await rm(assets, { recursive: true, force: true });
await mkdir(assets, { recursive: true });
const common = {
  absWorkingDir: root,
  outdir: join('dist', 'console-bundle', 'assets'),
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  // What is imported on demand, such as the reader of workbooks, becomes a file of its own.
  splitting: true,
  format: 'esm',
  target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
  // JSX becomes calls of Preact's `h`, which takes children as arguments: `h('p', null, text)`. The automatic runtime of JSX names them
  // in an object instead, `jsx('p', { children: text })`, with which the scripts are 200 bytes larger.
  inject: [join('console', 'src', 'jsx.ts')],
  tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'jsxNode', jsxFragmentFactory: 'jsxGroup' } },
  alias: { 'data-access-client': './client/src/client.ts' },
  minify: true,
  metafile: true,
  logLevel: 'warning',
};
// The page for operators has a script and a style sheet of its own, so that tenants do not load them. The two pages are built separately.
// Built together, they would share a file, for which tenants would have to wait, too.
const builds = await Promise.all([
  build({ ...common, entryPoints: { console: 'console/src/main.tsx', style: 'console/src/style.css' } }),
  build({
    ...common,
    entryPoints: { operate: 'console/src/operate/main.tsx', 'operate-style': 'console/src/operate/style.css' },
  }),
]);
const outputs = builds.flatMap(({ metafile }) => Object.entries(metafile.outputs));
const built = (entry) => outputs.find(([, { entryPoint }]) => entryPoint === entry)[0];
/** The paths of the scripts that a script imports statically, and of those that these import. The browser needs all of them at once. */
function importedBy(script) {
  const { imports } = outputs.find(([path]) => path === script)[1];
  const direct = imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path);
  return [...new Set(direct.flatMap((path) => [path, ...importedBy(path)]))];
}
const picture = await readFile(join(root, 'console', 'src', 'icon.svg'));
const icon = `icon-${createHash('sha256').update(picture).digest('hex').slice(0, 8)}.svg`;
await copyFile(join(root, 'console', 'src', 'icon.svg'), join(assets, icon));
for (const name of await readdir(assets)) {
  const content = await readFile(join(assets, name));
  await writeFile(join(assets, `${name}.gz`), gzipSync(content, { level: 9 }));
  await writeFile(join(assets, `${name}.br`), brotliCompressSync(content));
}
const page = await readFile(join(root, 'console', 'index.html'), 'utf8');
for (const [file, folderOf] of [
  ['index.html', 'console/src'],
  ['operate.html', 'console/src/operate'],
]) {
  const script = built(`${folderOf}/main.tsx`);
  const preloads = importedBy(script).map(
    (path) => `<link rel="modulepreload" href="{{base}}assets/${basename(path)}" />`,
  );
  const named = {
    icon,
    script: basename(script),
    style: basename(built(`${folderOf}/style.css`)),
    preloads: preloads.join('\n    '),
  };
  await writeFile(
    join(folder, file),
    page.replace(/\{\{(icon|style|script|preloads)\}\}/g, (_, name) => named[name]),
  );
}
