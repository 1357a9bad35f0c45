import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { differenceTo, guessedEffect, migrationFolder } from '../../scripts/schema-engine.mjs';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { migrate } from '../../src/platform/database/migrations.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startProgram } from '../support/service/programs.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';

const functionFiles = async () => (await readdir('prisma/functions')).sort();
const shipped = async () => [
  ...(await readdir('prisma/migrations')).filter((name) => /^\d{14}_/.test(name)).sort(),
  ...(await functionFiles()).map((name) => `functions/${name}`),
];
const planEnum = 'enum PlanType {\n  trial\n}\n\n';
const planModel = 'model Plan {\n  id String @id\n  type PlanType\n}\n\n';
const uniqueModel = 'model Plan {\n  id String @id\n  name String @unique\n}\n\n';
/** Adds a model that refers to a tenant. @param onDelete what happens to its records when the tenant is deleted */
const planOfTenant = (onDelete: string) =>
  `model Plan {\n  id String @id\n  tenant Tenant @relation(fields: [id], references: [id], onDelete: ${onDelete})\n}\n\nmodel Tenant {\n  plan Plan?`;
/** Adds a relation from tenants to tenants. @param field the field that refers to the other tenant */
const parentOfTenant = (field: string) =>
  `model Tenant {\n  parent Tenant? @relation("parts", fields: [${field}], references: [id])\n  parts Tenant[] @relation("parts")`;
const schemaText = () => readFile('prisma/schema.prisma', 'utf8');

let name: string;
let url: string;

/** A database without migrations. */
beforeEach(async () => {
  const { TEST_SERVER_URL: server, TEST_TEMPLATE: template } = process.env;
  if (server === undefined || template === undefined) return;
  name = template.replace('template', randomBytes(6).toString('hex'));
  await execute(server, `create database ${name}`);
  const own = new URL(server);
  own.pathname = name;
  url = own.href;
});

afterEach(async () => {
  const { TEST_SERVER_URL: server } = process.env;
  if (server !== undefined) await dropDatabase(server, name);
});

async function query(sql: string): Promise<Record<string, unknown>[]> {
  return (await execute(url, sql)).rows;
}

async function history(): Promise<unknown[]> {
  const rows = await query('select migration_name from _prisma_migrations order by started_at, migration_name');
  return rows.map((row) => row.migration_name);
}

describe('The migrations', () => {
  it('produce exactly the tables that the Prisma schema describes', async () => {
    await migrate(url);
    expect(await differenceTo(url, await schemaText())).toBe('');
  });

  it('are created with a later time stamp than the existing ones, even if the clock is slow', () => {
    const now = new Date('2026-01-02T03:04:05Z');
    expect(migrationFolder(['20250101000000_initial', 'migration_lock.toml'], 'add', now)).toBe('20260102030405_add');
    expect(migrationFolder(['20260102030406_initial'], 'add', now)).toBe('20260102030407_add');
  });

  it('run once, even if several processes start at the same time', async () => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);
    // The processes take turns: each file is applied by the process that gets the lock first.
    expect(applied.flat().sort()).toEqual((await shipped()).sort());
    expect(await history()).toEqual(await shipped());
  });

  it('change nothing when they run a second time', async () => {
    expect(await migrate(url)).toEqual(await shipped());
    expect(await migrate(url)).toEqual([]);
  });

  it('are applied to the database of an older version, except those that it already has', async () => {
    const [first = '', ...later] = await shipped();
    await migrate(url);
    await query(`create schema aside; alter table _prisma_migrations set schema aside; drop schema public cascade;
       create schema public; alter table aside._prisma_migrations set schema public;
       delete from _prisma_migrations where migration_name <> '${first}'`);
    await query(await readFile(join('prisma/migrations', first, 'migration.sql'), 'utf8'));
    expect(await migrate(url)).toEqual(later);
  });

  it('name no table and no column by a reserved word, which a dump for a later version of PostgreSQL may leave unquoted', async () => {
    await migrate(url);
    const reserved = await query(
      `select named.name from pg_get_keywords() word
         join (select table_name as name from information_schema.tables where table_schema = 'public'
                union select column_name from information_schema.columns where table_schema = 'public') named
           on named.name = word.word
        where word.catcode in ('R', 'T')`,
    );
    expect(reserved).toEqual([]);
  });

  it('create no triggers, and only the function that an index uses, because the others are in files of their own', async () => {
    await migrate(url);
    const files = await Promise.all(
      (await functionFiles()).map((name) => readFile(join('prisma/functions', name), 'utf8')),
    );
    const written = [...files.join('\n').matchAll(/^CREATE OR REPLACE FUNCTION (\w+)/gm)].map(([, it]) => it);
    const stored = await query(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace order by name`,
    );
    expect([...written, 'fold_case'].sort()).toEqual(stored.map((row) => row.name));
    const migrations = await readdir('prisma/migrations', { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of migrations.filter((entry) => entry.name.endsWith('.sql')))
      expect(await readFile(join(parentPath, name), 'utf8')).not.toMatch(/\bcreate (or replace )?trigger\b/i);
  });

  it('create the functions of this version once, and do not replace those of a later version', async () => {
    await migrate(url);
    const earlier = `create or replace function prospecting_job_id(number bigint) returns bigint language sql immutable strict
                     as 'select number'`;
    await query(`${earlier}; delete from _prisma_migrations where migration_name = 'functions/prospecting.sql'`);
    expect(await migrate(url)).toEqual(['functions/prospecting.sql']);
    expect(await query('select prospecting_job_id(1) as id')).not.toEqual([{ id: '1' }]);
    await query(`${earlier}; insert into _prisma_migrations (id, checksum, migration_name, finished_at)
                 values ('later', 'of a later version', 'functions/prospecting.sql', now())`);
    expect(await migrate(url)).toEqual([]);
    expect(await query('select prospecting_job_id(1) as id')).toEqual([{ id: '1' }]);
  });
});

/**
 * Runs `work` while another session holds the lock of migrations. `work` gets that session, and can use it to release the lock.
 */
async function whileLocked(work: (holder: pg.Client, pid: number) => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: url, application_name: 'the other process' });
  await holder.connect();
  try {
    const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock($1)', [
      advisoryLocks.migration,
    ]);
    await work(holder, rows[0]?.pid ?? 0);
  } finally {
    await holder.end();
  }
}

describe('A migration that has to wait for another process', () => {
  it('logs one line that names the session with the lock, and continues when the lock is free', async () => {
    await whileLocked(async (holder, pid) => {
      const warnings: string[] = [];
      const migrated = migrate(url, { log: { warn: (line) => warnings.push(line) } });
      await eventually(() => warnings.length > 0);
      await sleep(500);
      expect(warnings).toEqual([
        expect.stringMatching(
          new RegExp(
            `^Another process migrates the database; waiting up to 300 s for PostgreSQL session ${pid} ` +
              String.raw`\(application "the other process", client 127\.0\.0\.1, idle, since \d{4}-\d\d-\d\dT[\d:.]+Z\)$`,
          ),
        ),
      ]);
      await holder.query('select pg_advisory_unlock($1)', [advisoryLocks.migration]);
      expect(await migrated).toEqual(await shipped());
    });
  });

  it('gives up after its time limit, with a message of one line that names this session and says what to do', async () => {
    await whileLocked(async (_, pid) => {
      await expect(migrate(url, { limitMs: 300 })).rejects.toThrow(
        new RegExp(
          `^Another process has held the lock for migrations for 0.3 s: PostgreSQL session ${pid} .*pg_terminate_backend`,
        ),
      );
    });
    expect(await migrate(url)).toEqual(await shipped());
  });

  it('ends when the process is to stop, and leaves no open session in the database', async () => {
    await whileLocked(async (holder) => {
      const stop = new AbortController();
      const migrated = migrate(url, { stopping: stop.signal });
      const others = `select from pg_stat_activity where application_name = 'data-access-service migration'
                         and datname = current_database()`;
      await eventually(async () => (await holder.query(others)).rowCount === 1);
      stop.abort(new Error('it is to stop'));
      await expect(migrated).rejects.toThrow('it is to stop');
      await eventually(async () => (await holder.query(others)).rowCount === 0);
    });
  });
});

describe('A running migration', () => {
  /**
   * Runs `work` while the file `functions/prospecting.sql` has to be applied again, and another session has locked a table that
   * the file changes.
   */
  const whileTheTableIsLocked = async (work: (reader: pg.Client) => Promise<void>): Promise<void> => {
    await migrate(url);
    await query(`delete from _prisma_migrations where migration_name = 'functions/prospecting.sql'`);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    try {
      await reader.query('begin; lock table prospecting_job in access exclusive mode');
      await work(reader);
    } finally {
      await reader.end();
    }
  };

  it('is cancelled and rolled back when the process is to stop', async () => {
    await whileTheTableIsLocked(async (reader) => {
      const stop = new AbortController();
      const migrated = migrate(url, { stopping: stop.signal });
      const waiting = 'select from pg_locks where not granted and relation = $1::regclass';
      await eventually(async () => (await reader.query(waiting, ['prospecting_job'])).rowCount === 1);
      stop.abort();
      await expect(migrated).rejects.toThrow(
        /functions\/prospecting.sql failed and was rolled back: canceling statement/,
      );
      expect((await reader.query(waiting, ['prospecting_job'])).rowCount).toBe(0);
    });
    expect(await migrate(url)).toEqual(['functions/prospecting.sql']);
  });

  it('holds its lock only within a transaction, so that the lock does not stay with a session of a pooler', async () => {
    await whileTheTableIsLocked(async (reader) => {
      const migrated = migrate(url);
      const holder = `select session.state, session.xact_start is not null as transaction from pg_locks held
          join pg_stat_activity session using (pid)
         where held.locktype = 'advisory' and held.granted and held.objid = ${advisoryLocks.migration}
           and held.database = (select oid from pg_database where datname = current_database())`;
      const ask = () => query(holder);
      await eventually(async () => (await ask()).length > 0);
      expect(await ask()).toEqual([{ state: 'active', transaction: true }]);
      await reader.query('rollback');
      await migrated;
      expect(await ask()).toEqual([]);
    });
  });
});

describe('A process that is killed', () => {
  const migrating = `select from pg_stat_activity where application_name = 'data-access-service migration'
                        and datname = current_database()`;
  const kill = async (program: ReturnType<typeof startProgram>): Promise<void> => {
    program.kill('SIGKILL');
    await once(program, 'close');
  };
  const start = () => startProgram(['dist/admin.js', 'migrate'], { env: { DATABASE_URL: url } });

  it('while it waits for another process leaves a database that the next process can migrate', async () => {
    await whileLocked(async (holder) => {
      const program = start();
      await eventually(async () => (await holder.query(migrating)).rowCount === 1, 60_000);
      await kill(program);
    });
    expect(await migrate(url)).toEqual(await shipped());
  });

  it('within a migration file leaves the files before it, and a process that waits already applies this file', async () => {
    await migrate(url);
    await query(
      `delete from _prisma_migrations where migration_name in ('functions/api_keys.sql', 'functions/prospecting.sql')`,
    );
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    try {
      await reader.query('begin; lock table prospecting_job in access exclusive mode');
      const program = start();
      const blocked = `select from pg_locks where not granted and relation = 'prospecting_job'::regclass`;
      await eventually(async () => (await query(blocked)).length === 1, 60_000);
      const next = migrate(url);
      await eventually(async () => (await query(migrating)).length === 2);
      await kill(program);
      expect(await history()).toContain('functions/api_keys.sql');
      expect(await history()).not.toContain('functions/prospecting.sql');
      await reader.query('rollback');
      expect(await next).toEqual(['functions/prospecting.sql']);
    } finally {
      await reader.end();
    }
  });
});

describe('A database of a newer version', () => {
  const next = '29990101000000_next';
  const apply = (effect: string) =>
    query(
      `insert into _prisma_migrations (id, checksum, migration_name, logs, finished_at) values ('x', '', '${next}', ${effect}, now())`,
    );

  it("is used when a migration that this version does not know says 'adds'", async () => {
    await migrate(url);
    await apply(`'adds'`);
    expect(await migrate(url)).toEqual([]);
  });

  it.each([`'removes'`, 'null'])(
    'is refused when a migration that this version does not know says %s',
    async (effect) => {
      await migrate(url);
      await apply(effect);
      await expect(migrate(url)).rejects.toThrow(/^[^\n]*newer version \(29990101000000_next\)[^\n]*$/);
    },
  );

  it('can be checked, because each migration since 25 November 2026 is stored with the note that it adds or removes', async () => {
    await migrate(url);
    const rows = await query(
      `select migration_name from _prisma_migrations
        where migration_name > '20261125' and migration_name not like 'functions/%'
          and coalesce(logs, '') not in ('adds', 'removes')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('The comparison with the schema', () => {
  it.each([
    ['has an additional field', 'model Tenant {', 'model Tenant {\n  plan String?', 'ADD COLUMN     "plan" TEXT'],
    ['lacks a field', /^ {2}ticker .*$/m, '', 'DROP COLUMN "ticker"'],
    ['has another type of a field', /^( {2}name +)String$/m, '$1String?', 'ALTER COLUMN "name" DROP NOT NULL'],
    ['lacks an index', /^ {2}@@index\(\[tenantId\]\)$/m, '', 'DROP INDEX "api_key_tenant_id_idx"'],
    ['has an additional value of an enum', 'enum QueryScope {', 'enum QueryScope {\n  team', `ADD VALUE 'team'`],
    ['deletes referring rows in another way', 'onDelete: Cascade', 'onDelete: Restrict', 'ON DELETE RESTRICT'],
  ])('rejects a schema that %s', async (_, from, to, missing) => {
    await migrate(url);
    const schema = await schemaText();
    const altered = schema.replace(from, to);
    expect(altered === schema).toBe(false);
    expect(await differenceTo(url, altered)).toContain(missing);
  });

  it('rejects a database that was changed by hand', async () => {
    await migrate(url);
    await query('alter table tenant drop column name');
    expect(await differenceTo(url, await schemaText())).toContain('ADD COLUMN     "name" TEXT NOT NULL');
  });
});

describe('The guess of what a new migration does', () => {
  it.each([
    ['adds', 'a new optional field', 'model Tenant {', 'model Tenant {\n  plan String?'],
    ['adds', 'a new field with a default', 'model Tenant {', 'model Tenant {\n  isTrial Boolean @default(false)'],
    ['adds', 'a new index', 'model Tenant {', 'model Tenant {\n  @@index([name])'],
    ['adds', 'a new enum and a new model', 'enum QueryScope {', `${planEnum}${planModel}enum QueryScope {`],
    ['adds', 'a new model with a unique field', 'enum QueryScope {', `${uniqueModel}enum QueryScope {`],
    ['adds', 'a new model that refers to an existing one', 'model Tenant {', planOfTenant('Cascade')],
    ['adds', 'a relation by a new field', 'model Tenant {', `${parentOfTenant('parentId')}\n  parentId String?`],
    ['removes', 'a relation by an existing field', 'model Tenant {', parentOfTenant('callbackUrl')],
    ['removes', 'a new model that keeps a tenant from deletion', 'model Tenant {', planOfTenant('Restrict')],
    [
      'removes',
      'a new model that keeps a tenant from deletion by NO ACTION',
      'model Tenant {',
      planOfTenant('NoAction'),
    ],
    ['removes', 'a new unique index', 'model Tenant {', 'model Tenant {\n  @@unique([name])'],
    ['removes', 'a new field that needs a value', 'model Tenant {', 'model Tenant {\n  plan String'],
    ['removes', 'a new value of an enum', 'enum QueryScope {', 'enum QueryScope {\n  team'],
    ['removes', 'a field that may now be null', /^( {2}name +)String$/m, '$1String?'],
    ['removes', 'another type of a field', /^( {2}employeeCount +)Int\?/m, '$1BigInt?'],
    [
      'removes',
      'another name of an index',
      /^ {2}@@index\(\[tenantId\]\)$/m,
      '  @@index([tenantId], map: "by_tenant")',
    ],
    ['removes', 'one field less', /^ {2}ticker .*$/m, ''],
  ])('is "%s" if the schema has %s', async (effect, _, from, to) => {
    await migrate(url);
    const schema = await schemaText();
    const altered = schema.replace(from, to);
    expect(altered === schema).toBe(false);
    expect(guessedEffect(await differenceTo(url, altered))).toBe(effect);
  });
});

describe('The migration to the journal of imports', () => {
  const migration = '20261129130000_imports';

  /** Makes the database of the version before the migration. */
  async function migrateToEarlier(): Promise<void> {
    await migrate(url);
    await query(`create schema aside; alter table _prisma_migrations set schema aside; drop schema public cascade;
       create schema public; alter table aside._prisma_migrations set schema public;
       delete from _prisma_migrations where migration_name >= '${migration}'`);
    for (const earlier of (await shipped()).filter((name) => name < migration))
      await query(await readFile(join('prisma/migrations', earlier, 'migration.sql'), 'utf8'));
  }

  it('keeps the imports of an earlier version, computes how many of their records were unchanged, and finds the import of an upload if only one fits', async () => {
    await migrateToEarlier();
    const counts = { read: 10, inserted: 1, updated: 2, joined: 3, rejected: 1, warnings: 5 };
    await query(`insert into past_import (kind, file, source, outcome, ended_at, counts) values
      ('persons', 'old.csv', 'Fair', 'complete', now(), '${JSON.stringify(counts)}'), ('companies', 'killed.csv', 'Fair', null, null, '{}')`);
    await query(`insert into past_import (kind, file, source, account_name)
      select 'companies', file, 'Fair', 'operator API' from unnest('{single.csv,twins.csv,twins.csv}'::text[]) as file`);
    await query(`insert into import_upload (id, state, kind, file, size_bytes, is_dry_run, host)
      select gen_random_uuid(), 'complete', 'companies', file, 1, false, 'here' from unnest('{single.csv,twins.csv,twins.csv}'::text[]) as file`);
    await query(
      `update import_upload set started_at = now() - interval '1 minute', ended_at = now() + interval '1 minute'`,
    );
    await migrate(url);
    const admin = new CommandLine(() => ({ DATABASE_URL: url }));
    const list = await admin.answerOf<object[]>(['import', 'list']);
    expect(list.slice(-2)).toMatchObject([
      { import_id: 2, file: 'killed.csv', outcome: 'not ended', read: 0, unchanged: 0 },
      { import_id: 1, file: 'old.csv', source: 'Fair', outcome: 'complete', ...counts, unchanged: 3 },
    ]);
    expect(await query('select file, import_id::int from import_upload order by file')).toEqual([
      { file: 'single.csv', import_id: 3 },
      { file: 'twins.csv', import_id: null },
      { file: 'twins.csv', import_id: null },
    ]);
    await admin.run(['import', 'companies', '-'], { stdin: 'website\nnew.example\n' });
    expect(await admin.answerOf(['import', 'list', '--limit', '1'])).toMatchObject([{ import_id: 6, unchanged: 0 }]);
  });
});

describe('A migration', () => {
  it('is rolled back and named in one line if it fails', async () => {
    await query('create table signal (id int)');
    await expect(migrate(url)).rejects.toThrow(
      /^Migration \d{14}_initial failed and was rolled back: relation "signal" already exists$/,
    );
    expect(await history()).toEqual([]);
    expect(await query(`select 1 from pg_class where relname = 'tenant'`)).toEqual([]);
    await query('drop table signal');
    expect(await migrate(url)).toEqual(await shipped());
  });

  it('is refused if it was edited after it had been applied', async () => {
    await migrate(url);
    const [first = ''] = await shipped();
    await query(`update _prisma_migrations set checksum = repeat('0', 64) where migration_name = '${first}'`);
    await expect(migrate(url)).rejects.toThrow(
      new RegExp(`^Migration ${first} was edited after it had been applied: restore the file`),
    );
  });

  it('is refused on a database from before the first release, and the message says to use a new database', async () => {
    await query(`create table _prisma_migrations (id varchar(36) primary key, checksum varchar(64) not null,
      finished_at timestamptz, migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
      started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`);
    const earlier = ['20261120180000_initial', '20261122094238_contact_places', 'functions/credit_ledger.sql'];
    for (const name of earlier) {
      await query(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
                   values ('${name.slice(0, 30)}', '', '${name}', now())`);
    }
    await expect(migrate(url)).rejects.toThrow(
      /^[^\n]*a build from before the first release \(20261120180000_initial\)[^\n]*DATABASE_URL to an empty database, or DATA_DIR to a new folder[^\n]*$/,
    );
    expect(await history()).toHaveLength(earlier.length);
  });

  it.each([
    ['whose first schema is not public', 'svc, public', 'create schema svc', /its first schema is "svc"/],
    ['of which no schema exists', 'svc', '', /none of its schemas exists/],
  ])('is refused with a search_path %s, before anything is created', async (_, path, sql, words) => {
    await query(`${sql}; alter role current_user in database ${name} set search_path = ${path}`);
    await expect(migrate(url)).rejects.toThrow(words);
    await expect(migrate(url)).rejects.toThrow(/^[^\n]* set search_path = public;[^\n]*$/);
    const tables = `select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`;
    expect(await query(tables)).toEqual([]);
    const database = new URL(url);
    database.searchParams.set('options', '-c search_path=public');
    expect(await migrate(database.href)).toEqual(await shipped());
  });

  it('is refused if a newer version has migrated the database without saying that it only adds', async () => {
    await migrate(url);
    await query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', '', '29990101000000_next', now())`,
    );
    await expect(migrate(url)).rejects.toThrow(/^[^\n]*newer version \(29990101000000_next\)[^\n]*$/);
  });
});
