import { execFile } from 'node:child_process';
import { mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, transform } from 'esbuild';
import { projectRoot } from '../../../src/platform/config/project-root.js';

const run = promisify(execFile);
const client = join(projectRoot, 'client');

/** The client as one minified module, in the form in which a browser would load it. */
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

/**
 * Creates a folder with the client, which npm installs from a service, as users of the client do. The folder also has the packages that
 * the programs of the README use.
 * @param baseUrl the address of the service
 */
export async function folderWithClient(baseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'integration-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await install(folder, `${baseUrl}/client.tgz`);
  for (const name of ['csv-parse', '@types']) {
    await symlink(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}

/** Installs a package into a folder. @param source a URL, or `file:` and a path */
export async function install(folder: string, source: string): Promise<void> {
  await npm(folder, 'install', '--no-audit', '--no-fund', source);
}

/** Runs npm in a folder with the settings of that folder. The variables with which `npm test` passes on its own settings are removed. */
export async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));
  return (await run('npm', args, { cwd: folder, env })).stdout;
}

const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

/**
 * Compiles files with the option `strict`. @returns the error messages of the compiler, one in each line
 * @param resolution the options of the compiler that decide how it finds packages
 */
export async function compileErrors(
  folder: string,
  files: readonly string[],
  resolution: readonly string[] = ['--module', 'nodenext'],
): Promise<string[]> {
  const options = ['--noEmit', '--strict', '--target', 'es2023', ...resolution, '--types', 'node', '--skipLibCheck'];
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

/** Compiles a TypeScript program to JavaScript that Node 20 can run, and writes it into a folder. @returns the path of the file */
export async function writeProgram(folder: string, name: string, source: string): Promise<string> {
  const { code } = await transform(source, { loader: 'ts', format: 'esm', target: 'node20' });
  const file = join(folder, `${name}.js`);
  await writeFile(file, code);
  return file;
}
