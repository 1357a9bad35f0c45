// Builds the client into `client/dist`: `node client/scripts/package.mjs [FILE]`. If a file is named, it also packs the built
// client into that file, for example `dist/client.tgz`. The build of the service runs this script, and so does `npm install
// file:…/client`.
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const client = join(import.meta.dirname, '..');
const project = join(client, '..');

/** Builds `client/dist`: modules for `import`, and in `client/dist/cjs` the same modules in CommonJS for `require`. */
async function buildClient() {
  const dist = join(client, 'dist');
  await rm(dist, { recursive: true, force: true });
  const commonJs = ['--module', 'commonjs', '--moduleResolution', 'bundler', '--verbatimModuleSyntax', 'false'];
  await Promise.all([compile(dist), compile(join(dist, 'cjs'), commonJs)]);
  // This `package.json` makes Node and TypeScript read the modules and types in `dist/cjs` as CommonJS.
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/**
 * Packs what {@link buildClient} has built. npm gives every file in a package the same fixed date, so equal sources give an equal
 * package, byte for byte.
 * @param {string} file the path of the package, such as `dist/client.tgz`
 */
export async function packClient(file) {
  const folder = await mkdtemp(`${file}-`);
  try {
    for (const name of ['dist', 'README.md', 'LICENSE'])
      await cp(join(client, name), join(folder, name), { recursive: true });
    // The `scripts` of package.json are left out of the package. They build the client from its sources, which are not in the
    // package, and npm would warn everybody who installs it that it has such scripts.
    const { scripts: _, ...manifest } = JSON.parse(await readFile(join(client, 'package.json'), 'utf8'));
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    const cli = process.env.npm_execpath;
    const [program, ...first] = cli?.endsWith('.js') ? [process.execPath, cli] : ['npm'];
    const shell = program === 'npm' && process.platform === 'win32';
    const { stdout } = await run(program, [...first, 'pack', '--json', '--pack-destination', '.'], {
      cwd: folder,
      shell,
    });
    const [{ filename }] = JSON.parse(stdout);
    await rename(join(folder, filename), file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Compiles the client. Types are not checked here, because that takes most of the time of a compilation, and `npm run lint` checks
 * them anyway.
 */
async function compile(folder, options = []) {
  await mkdir(folder, { recursive: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', client, '--noCheck', '--outDir', folder, ...options]);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await buildClient();
    const [file] = process.argv.slice(2);
    if (file !== undefined) await packClient(file);
  } catch (error) {
    const advice = error.code === 'MODULE_NOT_FOUND' ? `run npm ci in ${project} first` : error.stdout || error.message;
    process.stderr.write(`The client cannot be built: ${advice}\n`);
    process.exit(1);
  }
}
