// Builds the client, and packs it into the file that is named, if one is. `npm install file:…/client` runs this, and so does the build
// of the service.
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
  // The types, too, are read as CommonJS because of this file.
  await writeFile(join(dist, 'cjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/**
 * Packs what {@link buildClient} has built. npm gives all files one date, so the same sources give the same bytes.
 * @param {string} file the path of the package, such as `dist/client.tgz`
 */
export async function packClient(file) {
  const folder = await mkdtemp(`${file}-`);
  try {
    for (const name of ['dist', 'README.md', 'LICENSE'])
      await cp(join(client, name), join(folder, name), { recursive: true });
    // npm would warn integrators of the scripts, which build from sources that the package does not have.
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

/** Checks no types: `npm run lint` does, and it takes most of the time. */
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
