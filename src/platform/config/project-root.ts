import { fileURLToPath } from 'node:url';

/** The folder that holds `package.json`; the same from `src/` under test and from `dist/` when built. */
export const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));
