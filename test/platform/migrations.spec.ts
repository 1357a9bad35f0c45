import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { differenceTo, migrationFolder } from '../../scripts/schema-engine.mjs';
import { migrate } from '../../src/platform/database/migrations.js';
import { dropDatabase, execute } from '../support/test-server.mjs';

const functionFiles = async () => (await readdir('prisma/functions')).sort();
const shipped = async () => [
  ...(await readdir('prisma/migrations')).filter((name) => /^\d{14}_/.test(name)).sort(),
  ...(await functionFiles()).map((name) => `functions/${name}`),
];
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

describe('The migrations succeed', () => {
  it('in producing the schema', async () => {
    await migrate(url);
    expect(await differenceTo(url, await schemaText())).toBe('');
  });

  it('with a later time stamp than the existing ones, even if the clock is slow', () => {
    const now = new Date('2026-01-02T03:04:05Z');
    expect(migrationFolder(['20250101000000_initial', 'migration_lock.toml'], 'add', now)).toBe('20260102030405_add');
    expect(migrationFolder(['20260102030406_initial'], 'add', now)).toBe('20260102030407_add');
  });

  it('once in concurrent processes', async () => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);
    expect(applied.flat()).toEqual(await shipped());
    expect(await history()).toEqual(await shipped());
  });

  it('without a change the second time', async () => {
    expect(await migrate(url)).toEqual(await shipped());
    expect(await migrate(url)).toEqual([]);
  });

  it('after an older version', async () => {
    const [first = '', ...later] = await shipped();
    await migrate(url);
    await query(`create schema aside; alter table _prisma_migrations set schema aside; drop schema public cascade;
       create schema public; alter table aside._prisma_migrations set schema public;
       delete from _prisma_migrations where migration_name <> '${first}'`);
    await query(await readFile(join('prisma/migrations', first, 'migration.sql'), 'utf8'));
    expect(await migrate(url)).toEqual(later);
  });

  it('without functions, which are all in the files of functions', async () => {
    await migrate(url);
    const files = await Promise.all(
      (await functionFiles()).map((name) => readFile(join('prisma/functions', name), 'utf8')),
    );
    const written = [...files.join('\n').matchAll(/^CREATE OR REPLACE (?:FUNCTION|TRIGGER) (\w+)/gm)].map(
      ([, it]) => it,
    );
    const stored = await query(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
        union all select tgname from pg_trigger where not tgisinternal order by name`,
    );
    expect(written.sort()).toEqual(stored.map((row) => row.name));
  });

  it('in creating the functions of this version once, and do not overwrite later ones', async () => {
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

describe('The comparison with the schema rejects', () => {
  it.each([
    ['has a field more', 'model Tenant {', 'model Tenant {\n  plan String?', 'ADD COLUMN     "plan" TEXT'],
    ['has a field less', /^ {2}ticker .*$/m, '', 'DROP COLUMN "ticker"'],
    ['has another type', /^( {2}name +)String$/m, '$1String?', 'ALTER COLUMN "name" DROP NOT NULL'],
    ['has an index less', /^ {2}@@index\(\[tenantId\]\)$/m, '', 'DROP INDEX "api_key_tenant_id_idx"'],
    ['has a value more', 'enum QueryScope {', 'enum QueryScope {\n  team', `ADD VALUE 'team'`],
    ['refers in another way', 'onDelete: Cascade', 'onDelete: Restrict', 'ON DELETE RESTRICT'],
  ])('a schema that %s', async (_, from, to, missing) => {
    await migrate(url);
    const schema = await schemaText();
    const altered = schema.replace(from, to);
    expect(altered === schema).toBe(false);
    expect(await differenceTo(url, altered)).toContain(missing);
  });

  it('a database that was changed by hand', async () => {
    await migrate(url);
    await query('alter table tenant drop column name');
    expect(await differenceTo(url, await schemaText())).toContain('ADD COLUMN     "name" TEXT NOT NULL');
  });
});

describe('The migrations are rejected', () => {
  it('after a failure, which one line names, and rolled back', async () => {
    await query('create table signal (id int)');
    await expect(migrate(url)).rejects.toThrow(
      /^Migration \d{14}_initial failed and was rolled back: relation "signal" already exists$/,
    );
    expect(await history()).toEqual([]);
    expect(await query(`select 1 from pg_class where relname = 'tenant'`)).toEqual([]);
    await query('drop table signal');
    expect(await migrate(url)).toEqual(await shipped());
  });

  it('if one was edited after its application', async () => {
    await migrate(url);
    const [first = ''] = await shipped();
    await query(`update _prisma_migrations set checksum = repeat('0', 64) where migration_name = '${first}'`);
    await expect(migrate(url)).rejects.toThrow(new RegExp(`^Migration ${first} was edited after it had been applied$`));
  });

  it('if a newer version has migrated the database', async () => {
    await migrate(url);
    await query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', '', '29990101000000_next', now())`,
    );
    await expect(migrate(url)).rejects.toThrow(/^[^\n]*newer version \(29990101000000_next\)[^\n]*$/);
  });
});
