import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the project: the nearest folder above this module that contains a `package.json`. It is searched for, because the
 * module may lie in `src/` or in `dist/`.
 */
export const projectRoot = nearestPackage(import.meta.dirname);

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

/** The version of the service, from `package.json`. */
export const { version } = manifest;

function nearestPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestPackage(dirname(folder));
}
