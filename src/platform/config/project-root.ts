import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder that holds `package.json`: the nearest above this module, which lies in `src/` or in `dist/`. */
export const projectRoot = nearestPackage(import.meta.dirname);

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

/** The version of the service, as `package.json` has it. */
export const { version } = manifest;

function nearestPackage(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : nearestPackage(dirname(folder));
}
