import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReplicatedPostgres } from '../support/outages/replicated-postgres.js';
import { installedProgram } from '../support/outages/server-programs.js';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';

const run = promisify(execFile);

function describeWithPrograms(name: string, tests: () => void): void {
  const [dump, restore] = ['pg_dump', 'pg_restore'].map(installedProgram);
  if (ReplicatedPostgres.isInstalled() && dump !== undefined && restore !== undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no PostgreSQL with pg_dump and pg_restore)`, tests);
}

const person = {
  ...{ network_url: 'network.com/in/joerg', full_name: 'JÖRG MÜLLER', company_website: 'acme.test' },
  emails: [{ address: 'joerg@acme.test' }],
};

describeWithPrograms('A dump of the PostgreSQL of this machine, restored into the embedded PostgreSQL,', () => {
  const name = (process.env.TEST_TEMPLATE ?? '').replace('template', randomBytes(6).toString('hex'));
  const restored = new URL(process.env.TEST_SERVER_URL ?? '');
  restored.pathname = name;
  const admin = new CommandLine(() => ({ DATABASE_URL: restored.href }));

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dump-'));
    const server = await ReplicatedPostgres.startPrimary();
    try {
      await execute(server.url(), 'create database das');
      const before = new CommandLine(() => ({ DATABASE_URL: server.url('das') }));
      await before.answerOf(['tenant', 'create', 'acme']);
      await before.answerOf(['import', 'persons', '-'], { stdin: ndjson([person]) });
      const file = join(folder, 'das.dump');
      await run(installedProgram('pg_dump') ?? '', ['--format=custom', '--file', file, '--dbname', server.url('das')]);
      await execute(process.env.TEST_SERVER_URL ?? '', `create database ${name} template template0`);
      const options = ['--no-owner', '--exit-on-error', '--dbname', restored.href];
      await run(installedProgram('pg_restore') ?? '', [...options, file]);
    } finally {
      await server.close();
      await rm(folder, { recursive: true });
    }
  });

  afterAll(() => dropDatabase(process.env.TEST_SERVER_URL ?? '', name));

  it('keeps the log of operators and the past imports, and lacks no migration', async () => {
    expect(await admin.answerOf(['migrate'])).toMatchObject({ applied: [] });
    const by = { system_user: userInfo().username };
    expect(await admin.answerOf(['log'])).toMatchObject([
      { command: 'migrate', ...by },
      { command: 'import persons', ...by },
      { command: 'tenant create', ...by },
    ]);
    expect(await admin.answerOf(['import', 'list'])).toMatchObject([{ kind: 'persons', inserted: 1, ...by }]);
  });

  it('lets imports find the stored persons by profile page, address and name', async () => {
    const records = [
      { ...person, job_title: 'CEO' },
      { full_name: person.full_name, emails: person.emails, job_title: 'CFO' },
      { full_name: 'Jörg Müller', company_website: 'acme.test', job_title: 'CTO' },
    ];
    for (const record of records) {
      const summary = await admin.answerOf(['import', 'persons', '-'], { stdin: ndjson([record]) });
      expect(summary).toMatchObject({ inserted: 0, updated: 1, rejected: 0 });
    }
  });
});
