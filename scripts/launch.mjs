// Prepares the checkout and becomes the built program.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** @param {string} program name of a file in `dist` */
export async function launch(program) {
  if (major < 20 || (major === 20 && minor < 19)) {
    process.stderr.write(`Node 20.19 or newer is needed; this is ${process.versions.node}\n`);
    process.exit(1);
  }
  const parent = process.ppid;
  try {
    await prepare();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  // npm was told to stop meanwhile, and its shell has not passed that on; src/run.ts sees to what comes later.
  if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) process.exit(1);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(join(root, 'dist', program)).href);
}
