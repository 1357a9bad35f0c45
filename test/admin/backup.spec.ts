import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { divideMigrations, rebuildSchema } from '../../src/platform/database/schema-rebuild.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { enrich } from '../support/records/company-api.js';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, startProgram } from '../support/service/programs.js';
import { silentLog } from '../support/service/silent-log.js';
import { dropDatabase, execute, withSession } from '../support/service/test-server.mjs';
import { startTestService, type TestService } from '../support/service/test-service.js';

const server = process.env.TEST_SERVER_URL ?? '';

interface Summary {
  readonly tables: number;
  readonly rows: number;
}

let service: TestService;
let client: { readonly baseUrl: string; readonly apiKey: string };
let folder: string;
let empty: { readonly name: string; readonly url: string };
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
const restored = new CommandLine(() => ({ DATABASE_URL: empty.url }));

const companies = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({
    website: `${prefix}${number}.example`,
    name: `Company\t${number} \\ "quoted"\nÜ`,
  }));

const file = (name: string): string => join(folder, name);

/** Rows of the restored database. */
async function rowsOf(sql: string): Promise<unknown> {
  return (await execute(empty.url, sql)).rows;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
  service = await startTestService();
  client = await service.clientOf('acme');
  await admin.answerOf(['import', 'companies', '-'], { stdin: ndjson(companies('first', 300)) });
  await admin.answerOf(['company', 'distinct', 'first0.example', 'first1.example']);
  await admin.answerOf(['backup', file('first.zip')]);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  const name = (process.env.TEST_TEMPLATE ?? '').replace('template', randomBytes(6).toString('hex'));
  const url = new URL(server);
  url.pathname = name;
  empty = { name, url: url.href };
  await execute(server, `create database ${name} template template0`);
});

afterEach(() => dropDatabase(server, empty.name));

describe('A backup that was written while requests were charged and a file was imported', () => {
  it('has all of one moment: the ledger agrees with the accounts, and numbers go on where they were', async () => {
    const writing = new AbortController();
    const charges = Array.from({ length: 4 }, async () => {
      for (let number = 0; !writing.signal.aborted; number += 1)
        await enrich(client, { companies: [{ website: `first${number % 300}.example` }], fields: ['name'] });
    });
    const importing = admin.answerOf(['import', 'companies', '-'], { stdin: ndjson(companies('second', 2_000)) });
    const summaries: Summary[] = [];
    for (let number = 0; number < 3; number += 1)
      summaries.push(await admin.answerOf<Summary>(['backup', file(`busy${number}.zip`)]));
    writing.abort();
    await Promise.all([...charges, importing]);
    expect(summaries.at(-1)?.rows).toBeGreaterThan(summaries[0]?.rows ?? 0);

    const summary = await restored.answerOf<Summary>(['restore', file('busy2.zip')]);
    expect(summary).toMatchObject({ rows: summaries[2]?.rows, tables: summaries[2]?.tables, left_out: [] });
    expect(await restored.answerOf(['ledger', 'verify'])).toEqual({ archive: null, discrepancies: [] });
    const database = await Database.open({ databaseUrl: empty.url, dataDir: '' }, silentLog);
    const again = await startTestService({ sharing: { database, databaseUrl: empty.url } });
    try {
      expect(await creditDiscrepancies(database.pool)).toEqual([]);
      const request = { companies: [{ website: 'first7.example' }], fields: ['name'] };
      const answer = await enrich({ baseUrl: again.baseUrl, apiKey: client.apiKey }, request);
      expect(answer).toMatchObject({
        status: 200,
        body: { results: [{ data: { name: companies('first', 8)[7]?.name } }] },
      });
      const more = await restored.answerOf(['import', 'companies', '-'], { stdin: ndjson(companies('third', 10)) });
      expect(more).toMatchObject({ inserted: 10, rejected: 0 });
      expect(await creditDiscrepancies(database.pool)).toEqual([]);
    } finally {
      await again.close();
      await database.onApplicationShutdown();
    }
  });
});

describe('admin backup', () => {
  // About 50 MB, so that a signal comes while they are written.
  beforeAll(() =>
    service.database.pool.query(
      `insert into worker_process (id, host, seen_at)
         select gen_random_uuid(), string_agg(md5(line || '-' || part), ''), now()
           from generate_series(1, 40000) as line, generate_series(1, 40) as part group by line`,
    ),
  );

  afterAll(() => service.database.pool.query('delete from worker_process where length(host) > 1000'));

  it('writes a file that only its owner can read, and leaves no other file', async () => {
    expect((await stat(file('first.zip'))).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.startsWith('first'))).toEqual(['first.zip']);
  });

  it('replaces no file, and says in the log that it was refused', async () => {
    await writeFile(file('taken.zip'), 'mine');
    const ended = await admin.run(['backup', file('taken.zip')]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/taken\.zip exists already/) });
    expect(await readFile(file('taken.zip'), 'utf8')).toBe('mine');
    expect(await admin.answerOf(['log', '--limit', '1'])).toMatchObject([{ command: 'backup', outcome: 'refused' }]);
  });

  it.each([
    ['SIGTERM', ['SIGTERM']],
    ['SIGHUP', ['SIGHUP']],
    ['Ctrl-C', ['SIGINT']],
    ['Ctrl-C in npm, which sends the signal a second time', ['SIGINT', 'SIGINT']],
  ] as const)('ends in the middle of a table and leaves no file after %s', async (_, signals) => {
    const inFolder = (): Promise<string[]> => readdir(folder).then((names) => names.toSorted());
    const before = await inFolder();
    const program = startProgram(['dist/admin.js', 'backup', file('ended.zip')], {
      env: { DATABASE_URL: service.databaseUrl },
    });
    const ending = endOf(program);
    await eventually(async () => {
      const name = (await inFolder()).find((each) => each.endsWith('.unfinished'));
      return name !== undefined && (await stat(file(name))).size > 1_000_000;
    }, 60_000);
    for (const signal of signals) {
      program.kill(signal);
      await sleep(20);
    }
    expect(await ending).toEqual({ code: 1, stdout: '', stderr: 'Interrupted; no backup was written\n' });
    expect(await inFolder()).toEqual(before);
  });

  it('names the folder that does not exist', async () => {
    const ended = await admin.run(['backup', file('none/a.zip')]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Cannot write .*none\/a\.zip: ENOENT/) });
  });
});

describe('admin restore', () => {
  it('restores into an empty database all tables as they were, and logs itself', async () => {
    await restored.answerOf(['restore', file('first.zip')]);
    expect(await rowsOf('select count(*)::int as companies from company')).toEqual([{ companies: 300 }]);
    expect(await rowsOf('select count(*)::int as verdicts from company_distinction')).toEqual([{ verdicts: 1 }]);
    expect(await restored.answerOf(['migrate'])).toEqual({ applied: [] });
    expect(await restored.answerOf(['log', '--limit', '3'])).toMatchObject([
      { command: 'migrate', outcome: 'done' },
      { command: 'restore', outcome: 'done', details: { file: file('first.zip') } },
      { command: 'backup' },
    ]);
  });

  it('leaves the same columns, indexes, constraints, functions and triggers as migrations alone', async () => {
    await restored.answerOf(['restore', file('first.zip')]);
    expect(await shapeOf(empty.url)).toEqual(await shapeOf(service.databaseUrl));
  });

  it('refuses a database that is not empty, and replaces it with --replace', async () => {
    await restored.answerOf(['tenant', 'create', 'globex']);
    const ended = await restored.run(['restore', file('first.zip')]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The database is not empty: .* --replace/) });
    expect(await rowsOf('select id from tenant')).toEqual([{ id: 'globex' }]);
    await restored.answerOf(['restore', file('first.zip'), '--replace']);
    expect(await rowsOf('select id from tenant')).toEqual([{ id: 'acme' }]);
  });

  it('refuses a database that the service uses', async () => {
    const ended = await admin.run(['restore', file('first.zip'), '--replace']);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/in use by \d+ sessions.*stop all processes/),
    });
  });

  it('refuses a database with tables of another program, and drops none of them', async () => {
    await execute(empty.url, 'create table invoice (id int)');
    const ended = await restored.run(['restore', file('first.zip'), '--replace']);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/tables of another program, such as invoice/),
    });
    expect(await rowsOf('select * from invoice')).toEqual([]);
  });

  it('refuses to drop a table that an operator has added beside those of the service', async () => {
    await restored.answerOf(['migrate']);
    await execute(empty.url, 'create table invoice (id int)');
    const ended = await restored.run(['restore', file('first.zip')]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringMatching(/does not have \(invoice\)/) });
    expect(await rowsOf('select * from invoice')).toEqual([]);
  });

  describe.each([
    ['was cut off', (whole: Buffer) => whole.subarray(0, whole.length - 2_000), /damaged, or was cut off/],
    ['has a changed byte', (whole: Buffer) => flipped(whole), /is damaged: the part tables/],
    ['is another file', () => Buffer.from('website\nacme.example\n'), /is not a backup/],
    ['is empty', () => Buffer.alloc(0), /is not a backup/],
  ] as const)('of a file that %s', (_, spoil, message) => {
    it('is refused before anything is changed', async () => {
      await restored.answerOf(['tenant', 'create', 'globex']);
      await writeFile(file('spoilt.zip'), spoil(await readFile(file('first.zip'))));
      const ended = await restored.run(['restore', file('spoilt.zip'), '--replace']);
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
      expect(await rowsOf('select id from tenant')).toEqual([{ id: 'globex' }]);
    });
  });

  it('with another pepper leaves the database as it was', async () => {
    await restored.answerOf(['tenant', 'create', 'globex']);
    const env = { API_KEY_PEPPER: 'another pepper of sufficient length' };
    const ended = await restored.run(['restore', file('first.zip'), '--replace'], { env });
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Nothing was restored\. API_KEY_PEPPER is not/),
    });
    expect(await rowsOf('select id from tenant')).toEqual([{ id: 'globex' }]);
  });
});

describe('The tables of a backup of an earlier version', () => {
  it('get the form that this version needs', async () => {
    const all = await execute(
      service.databaseUrl,
      `select migration_name as name, checksum from _prisma_migrations where migration_name not like 'functions/%' order by 1`,
    );
    const known = (all.rows as { name: string; checksum: string }[]).slice(0, -6);
    const parts = await divideMigrations(known);
    if (typeof parts === 'string') throw new Error(parts);
    expect(parts.missing).toHaveLength(6);
    await withSession(empty.url, async (session) => {
      await session.query('begin');
      await rebuildSchema(session, parts, async () => {
        await session.query(`insert into tenant (id, name) values ('early', 'Early')`);
      });
      await session.query('commit');
    });
    expect(await shapeOf(empty.url)).toEqual(await shapeOf(service.databaseUrl));
    expect(await rowsOf('select id, note from tenant')).toEqual([{ id: 'early', note: null }]);
    expect(await restored.answerOf(['migrate'])).toEqual({ applied: [] });
  });

  it('are not restored if a migration is unknown to this version', async () => {
    expect(await divideMigrations([{ name: '29990101000000_later', checksum: 'a' }])).toBe('29990101000000_later');
  });
});

/** Changes a byte of the compressed rows of a table, which begin some bytes behind the first mention of its name. */
function flipped(whole: Buffer): Buffer {
  const changed = Buffer.from(whole);
  const place = whole.indexOf('tables/company.copy') + 200;
  changed[place] = (changed[place] ?? 0) ^ 0xff;
  return changed;
}

async function shapeOf(url: string): Promise<unknown> {
  const { rows } = await execute(
    url,
    `select 'column' as kind, concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as thing
       from information_schema.columns where table_schema = 'public'
     union all select 'index', indexdef from pg_indexes where schemaname = 'public'
     union all select 'constraint', concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select 'trigger', pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
     union all select 'function', pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
     order by 1, 2`,
  );
  return rows;
}
