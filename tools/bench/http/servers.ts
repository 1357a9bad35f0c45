import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { transformFile } from '@swc/core';
import { root } from '../../../scripts/prepare.mjs';
import { tenant, type World } from '../data/world.js';
import { serverFlags, startProgram } from '../load/program.js';
import { admin, createKey, type Server, startService } from '../load/service.js';

/** A server that uses the PostgreSQL of a benchmark. */
export interface DatabaseServer extends Server {
  /** The id of PostgreSQL's main process; null on other systems than Linux. */
  readonly postmaster: number | null;
}

/** The credits of the tenant, more than a benchmark can use up. */
const grant = '1000000000';
const source = join(root, 'tools', 'bench', 'http');
/** The folder of the compiled servers. It is in `dist`, where the servers find packages and the built database client. */
const target = join(root, 'dist', 'bench');

/** Starts the built service with all its features. @param flags options of `node` */
export async function openService(world: World, flags: readonly string[] = []): Promise<DatabaseServer> {
  const apiKey = await createKey(world.settings, tenant);
  await admin(world.settings, 'credits', 'grant', tenant, 'data_access', grant);
  const service = await startService({ ...world.settings, LOG_LEVEL: 'info' }, flags);
  return { ...service, apiKey, postmaster: world.postmaster };
}

/** Starts the bare server, which shows the highest possible throughput. */
export async function openBareServer(world: World): Promise<DatabaseServer> {
  return openServer(world, await compile(join(source, 'bare-server.ts')));
}

/** Starts the server that is written as the tutorials of the frameworks teach. */
export async function openTutorialServer(world: World): Promise<DatabaseServer> {
  const folder = join(source, 'tutorial-server');
  for (const name of await readdir(folder)) await compile(join(folder, name));
  return openServer(world, join(target, 'main.js'));
}

/**
 * Compiles a file before the server starts. Loader hooks would compile it when it is imported, but they would take memory of the measured
 * process.
 * @returns the path of the program
 */
async function compile(path: string): Promise<string> {
  const { code } = await transformFile(path, { cwd: root, configFile: join(root, '.swcrc') });
  const program = join(target, `${basename(path, '.ts')}.js`);
  await mkdir(target, { recursive: true });
  await writeFile(program, code);
  return program;
}

async function openServer(world: World, program: string): Promise<DatabaseServer> {
  const { PATH, HOME, TMPDIR } = process.env;
  // The environment is that of production, so that Express and other packages leave out their checks for developers.
  const settings = { DATABASE_URL: world.databaseUrl, TENANT: tenant, NODE_ENV: 'production' };
  const { output, pid, close } = await startProgram([...serverFlags, program], { PATH, HOME, TMPDIR, ...settings });
  const baseUrl = await output(/"url":"([^"]+)"[^\n]*"listening"/);
  return { baseUrl, apiKey: null, pid, postmaster: world.postmaster, close };
}
