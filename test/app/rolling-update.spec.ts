import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { Folders } from '../platform/embedded-postgres-support.js';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { type RequestOutcomes, sendUntil } from '../support/http/load-client.js';
import { RunningService, runProgram, singleLine } from '../support/service/programs.js';
import { endOfRun, startRun } from '../support/prospecting/prospecting.js';
import { ReplicatedPostgres } from '../support/outages/replicated-postgres.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { execute } from '../support/service/test-server.mjs';

const folders = new Folders();
let home: TestDatabase;
let apiKey: string;
const services: RunningService[] = [];
/** The migrations of later builds so far, which a still later one has, too. */
const migrations = new Map<string, string>();
const commands = new CommandLine(() => ({ DATABASE_URL: home.url }));

/** A later build of the project: the same programs, and a migration more. */
async function laterBuild(migration: string, sql: string): Promise<string> {
  const folder = await folders.make();
  for (const name of ['dist', 'prisma', 'package.json']) {
    await cp(join(projectRoot, name), join(folder, name), { recursive: true });
  }
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  migrations.set(migration, sql);
  for (const [name, text] of migrations) {
    await mkdir(join(folder, 'prisma/migrations', name));
    await writeFile(join(folder, 'prisma/migrations', name, 'migration.sql'), text);
  }
  return folder;
}

const env = () => ({
  DATABASE_URL: home.url,
  SEED: 'off',
  MIGRATE: 'off',
  RATE_PER_SECOND: '100000',
  RATE_BURST_LIMIT: '1000000',
});

async function startBuild(folder = projectRoot): Promise<RunningService> {
  const service = await RunningService.start(env(), [join(folder, 'dist/main.js')]);
  services.push(service);
  return service;
}

function load(service: RunningService): { readonly stop: () => Promise<RequestOutcomes> } {
  const outcomes: RequestOutcomes = { answered: 0, refused: 0, failed: [] };
  let isOver = false;
  const body = JSON.stringify({ companies: [{ website: 'acme.example' }], fields: ['name'] });
  const sent = sendUntil(() => isOver, { url: `${service.baseUrl}/v1/company/enrich`, apiKey, body }, outcomes);
  return {
    stop: async () => {
      isOver = true;
      await sent;
      return outcomes;
    },
  };
}

beforeAll(async () => {
  home = await createTestDatabase();
  await commands.answerOf(['migrate']);
  await commands.answerOf(['tenant', 'create', 'acme']);
  ({ api_key: apiKey } = await commands.answerOf<{ api_key: string }>(['key', 'create', 'acme']));
  await commands.answerOf(['credits', 'grant', 'acme', 'data_access', '1000000']);
});

afterAll(async () => {
  await Promise.all(services.map((service) => service.end()));
  await home.drop();
  await folders.remove();
});

describe('Two builds on one database', () => {
  it('lose no request during an update whose migration only adds, nor when the earlier build is started again', async () => {
    const later = await laterBuild('29990101000000_next', '-- adds\nalter table tenant add column plan text;\n');
    const before = await startBuild();
    const duringMigration = load(before);
    const migrated = await runProgram([join(later, 'dist/admin.js'), 'migrate'], { env: env() });
    expect(migrated).toEqual({ code: 0, stdout: '{"applied":["29990101000000_next"]}\n', stderr: '' });
    const after = await startBuild(later);
    const onBoth = load(after);
    const [first, second] = [await duringMigration.stop(), await onBoth.stop()];
    expect([first.failed, second.failed]).toEqual([[], []]);
    expect(Math.min(first.answered, second.answered)).toBeGreaterThan(0);
    await Promise.all([before.end(), after.end()]);
    const again = load(await startBuild());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await again.stop()).toMatchObject({ failed: [] });
  });

  it('are not possible after a migration that removes something: the earlier build does not start', async () => {
    const later = await laterBuild('29990102000000_removal', '-- removes\nalter table tenant drop column plan;\n');
    const migrated = await runProgram([join(later, 'dist/admin.js'), 'migrate'], { env: env() });
    expect(migrated).toMatchObject({ code: 0, stdout: '{"applied":["29990102000000_removal"]}\n' });
    const ended = await runProgram(['dist/main.js'], { env: { ...env(), PORT: '0' } });
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(/migrated by a newer version \(29990102000000_removal\)/)),
    });
  });
});

const describeWithServer = ReplicatedPostgres.isInstalled() ? describe : describe.skip;

describeWithServer('A service whose role may only read and write', () => {
  /** The SQL of docs/scale.md: what a superuser runs, and what the owner runs after the first migration; with other names. */
  async function documentedRights(): Promise<{ asSuperuser: string[]; asOwner: string }> {
    const page = await readFile(join(projectRoot, 'docs/scale.md'), 'utf8');
    const [block = ''] = /^create role das_owner [^]*?(?=```)/m.exec(page) ?? [];
    const renamed = block
      .replaceAll(/\bdas_owner\b/g, 'owning')
      .replaceAll(/\bdas\b/g, 'serving')
      .replaceAll('…', 'secret')
      .replace('create database serving', 'create database service');
    const [first = '', second = ''] = renamed.split('-- In the database');
    const statements = first.match(/^create .*?;/gm) ?? [];
    const grants = second.match(/^(grant|alter) .*?;/gm) ?? [];
    expect([statements.length, grants.length]).toEqual([3, 8]);
    return { asSuperuser: statements, asOwner: grants.join('\n') };
  }

  it('the service needs only the rights that the SQL of docs/scale.md gives to its role, to import, enrich, prospect, prune and erase', async () => {
    const server = await ReplicatedPostgres.startPrimary();
    const { asSuperuser, asOwner } = await documentedRights();
    for (const statement of asSuperuser) await execute(server.url(), statement);
    const urlOf = (role: string): string => {
      const url = new URL(server.url('service'));
      [url.username, url.password] = [role, 'secret'];
      return url.href;
    };
    const migrated = await runProgram(['dist/admin.js', 'migrate'], { env: { DATABASE_URL: urlOf('owning') } });
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    await execute(urlOf('owning'), asOwner);
    const intrusion = execute(urlOf('serving'), 'create table public.intruder (id int)');
    await expect(intrusion).rejects.toThrow('permission denied');
    const asRole = new CommandLine(() => ({ DATABASE_URL: urlOf('serving'), MIGRATE: 'off' }));
    await asRole.answerOf(['tenant', 'create', 'acme']);
    const { api_key: key } = await asRole.answerOf<{ api_key: string }>(['key', 'create', 'acme']);
    for (const feature of ['data_access', 'prospecting'])
      await asRole.answerOf(['credits', 'grant', 'acme', feature, '10']);
    const page = 'https://www.network.com/company/acme';
    const company = JSON.stringify({ website: 'acme.example', name: 'Acme', network_url: page });
    const person = JSON.stringify({
      ...{ network_url: 'https://www.network.com/in/ada', full_name: 'Ada', job_title: 'CTO' },
      company_network_url: page,
    });
    expect(await asRole.answerOf(['import', 'companies', '-'], { stdin: company })).toMatchObject({ inserted: 1 });
    expect(await asRole.answerOf(['import', 'persons', '-'], { stdin: person })).toMatchObject({ inserted: 1 });
    const service = await RunningService.start({ DATABASE_URL: urlOf('serving'), MIGRATE: 'off', SEED: 'off' });
    services.push(service);
    expect((await fetch(`${service.baseUrl}/ready`)).status).toBe(200);
    expect(await (await fetch(`${service.baseUrl}/health`)).json()).toMatchObject({ status: 'ok' });
    const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
    const headers = { 'Idempotency-Key': 'one' };
    const answer = await call(`${service.baseUrl}/v1/company/enrich`, { apiKey: key, body, headers });
    expect(answer).toMatchObject({ status: 200, body: { results: [{ matched: true }] } });
    const client = { baseUrl: service.baseUrl, apiKey: key };
    const run = await startRun(client, { network_url: page });
    expect(await endOfRun(client, run, 60_000)).toMatchObject({ status: 'success' });
    await service.end();
    expect(await asRole.answerOf(['ledger', 'verify'])).toMatchObject({ discrepancies: [] });
    await asRole.answerOf(['prune', '--runs-before', '2026-01-01']);
    await asRole.answerOf(['erase', 'person', 'https://www.network.com/in/ada']);
    await server.close();
  });
});
