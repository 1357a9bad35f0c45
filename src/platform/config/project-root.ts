import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds `package.json`; the same from `src/` under test and from `dist/` when built. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

/** The version of the service, as `package.json` has it. */
export const { version } = manifest;
