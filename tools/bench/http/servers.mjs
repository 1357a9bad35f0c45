import { join } from 'node:path';
import { root } from '../../../scripts/prepare.mjs';
import { tenant } from '../data/world.mjs';
import { startProgram } from '../load/program.mjs';
import { admin, startService } from '../load/service.mjs';
import { compileTutorialServer } from './compile-tutorial.mjs';

/** More than a benchmark can use up. */
const grant = '1000000000';

/** (a): the built service with everything on. @param {string[]} flags of `node` */
export async function openService(world, flags = []) {
  const { api_key: apiKey } = await admin(world.settings, 'key', 'create', tenant);
  await admin(world.settings, 'credits', 'grant', tenant, 'data_access', grant);
  const service = await startService({ ...world.settings, LOG_LEVEL: 'info' }, flags);
  return { ...service, apiKey, postmaster: world.postmaster };
}

/** (b): the limit. */
export function openBareServer(world) {
  return openServer(world, join(root, 'tools', 'bench', 'http', 'bare-server.mjs'));
}

/** (c): what tutorials teach. */
export async function openTutorialServer(world) {
  return openServer(world, await compileTutorialServer());
}

async function openServer(world, program) {
  const { PATH, HOME, TMPDIR } = process.env;
  // As a team would run it, so that Express and others leave their checks for developers out.
  const settings = { DATABASE_URL: world.databaseUrl, TENANT: tenant, NODE_ENV: 'production' };
  const server = await startProgram([program], { PATH, HOME, TMPDIR, ...settings });
  const baseUrl = await server.said(/"url":"([^"]+)"[^\n]*"listening"/);
  return { baseUrl, apiKey: null, pid: server.pid, postmaster: world.postmaster, close: server.close };
}
