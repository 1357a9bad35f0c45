import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders, query } from '../platform/embedded-postgres-support.js';
import { call } from '../support/http.js';
import { RunningService, runProgram } from '../support/programs.js';

type Environment = Record<string, string | null>;

interface ComposeFile {
  readonly 'x-environment': Environment;
  readonly services: Record<string, { readonly volumes?: string[] }>;
}

const folders = new Folders();
const databases: EmbeddedPostgres[] = [];

afterAll(async () => {
  for (const database of databases) await database.stop();
  await folders.remove();
});

async function readCompose(): Promise<ComposeFile> {
  return load(await readFile(join(projectRoot, 'docker-compose.yml'), 'utf8')) as ComposeFile;
}

describe('docker-compose.yml succeeds', () => {
  it('in mounting existing files', async () => {
    const { services } = await readCompose();
    const mounted = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((each) => each.startsWith('.')),
    );
    expect(mounted.length).toBeGreaterThan(0);
    for (const each of mounted) expect((await stat(join(projectRoot, each.split(':')[0] ?? ''))).isFile()).toBe(true);
  });

  it('with any character in the database password', async () => {
    const password = `p/@#?:% "'$x\\`;
    const port = await portOfDatabaseWith(password);
    const { 'x-environment': environment } = await readCompose();
    const passed = (name: string) => environment[name]?.replace(/\$\{POSTGRES_PASSWORD:-\w+\}/, () => password) ?? '';
    const DATABASE_URL = passed('DATABASE_URL').replace('@postgres:5432/', `@127.0.0.1:${port}/`);
    const env = { DATABASE_URL, PGPASSWORD: passed('PGPASSWORD'), DATA_DIR: await folders.make(), HOST: '127.0.0.1' };
    const service = await RunningService.start({ ...env, SEED: 'off' });
    const well = { status: 'ok', queue: { backend: 'postgres', status: 'ok' } };
    expect((await call(`${service.baseUrl}/health`)).body).toMatchObject(well);
    const tenant = await runProgram(['scripts/admin.mjs', 'tenant', 'create', 'acme'], { env });
    expect(tenant).toMatchObject({ code: 0, stderr: '' });
    expect(await service.end()).toMatchObject({ code: 0, stderr: '' });
  });
});

/** Starts a database server whose role `das` has the password. */
async function portOfDatabaseWith(password: string): Promise<string> {
  const dataDir = await folders.make();
  const database = await startEmbeddedPostgres({ dataDir, durability: 'none', log: () => undefined });
  databases.push(database);
  const { url } = database;
  await query(url, `alter role das password '${password.replaceAll("'", "''")}'`);
  return new URL(url).port;
}
