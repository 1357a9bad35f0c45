import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { projectRoot } from '../../src/platform/config/project-root.js';

const run = promisify(execFile);
const client = join(projectRoot, 'client');

/** The client as one minified module, as a browser would load it. */
export async function bundledClient(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [join(client, 'src', 'client.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    target: 'es2022',
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file');
  return file.contents;
}

/** A folder in which the client is installed as an integrator installs it, beside the packages that recipes use. */
export async function folderWithClient(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'integration-'));
  const installed = join(folder, 'node_modules', 'data-access-client');
  await mkdir(installed, { recursive: true });
  for (const name of ['package.json', 'README.md']) await cp(join(client, name), join(installed, name));
  // `npm run lint` checks its types, which takes most of the time of a build.
  await run(process.execPath, [compiler, '-p', client, '--outDir', join(installed, 'dist'), '--noCheck']);
  for (const name of ['csv-parse', '@types']) {
    await symlink(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

/** The lines that the compiler writes about a file of an integrator under `strict`; none if it compiles. */
export async function compileErrors(folder: string, files: readonly string[]): Promise<string[]> {
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--skipLibCheck',
  ];
  return run(process.execPath, [compiler, ...options, ...files], { cwd: folder }).then(
    () => [],
    (error: unknown) => (error as { readonly stdout: string }).stdout.match(/^.*: error TS.*$/gm) ?? [String(error)],
  );
}

/** The programs in client/README.md by the heading above them. */
export async function recipes(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(client, 'README.md'), 'utf8');
  const found = [...text.matchAll(/^#+ ([^\n]+)\n(?:(?!^#)[^])*?^```ts\n([^]*?)^```$/gm)];
  return new Map(found.map(([, heading = '', program = '']) => [heading, program]));
}

/** Writes a program in TypeScript into a folder so that Node 20 can run it. @returns its file */
export async function writeProgram(folder: string, name: string, source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  const file = join(folder, `${name}.js`);
  await writeFile(file, code);
  return file;
}
