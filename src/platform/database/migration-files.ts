import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../config/project-root.js';

/** The table in which Prisma's own command-line tool records which migrations were applied. */
export const createHistory = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/**
 * A SQL file: a migration, or the definitions of SQL functions. The name of a file of functions begins with `functions/`. When
 * such a file is changed, it is applied again.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const isFunctions = (name: string): boolean => name.startsWith('functions/');

/** The statement that records in the history that a file was applied, and its values. */
export function historyLine({ name, sql, checksum }: Migration): [statement: string, values: unknown[]] {
  // The time of the migration is `clock_timestamp()` and not the start of the transaction. The transaction may have waited for the lock
  // after its start, while another process applied a file.
  return [
    `insert into _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
     values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), 1)`,
    [randomUUID(), checksum, name, effectOf(sql)],
  ];
}

/**
 * What a migration does to the parts of the schema that earlier builds use: it only `adds` to them, or it `removes` some. The
 * first line of the file says so, `-- adds` or `-- removes`. An earlier build still runs on a database if all migrations that the
 * build does not know only add.
 */
function effectOf(sql: string): string | null {
  return /^-- (adds|removes)\b/.exec(sql)?.[1] ?? null;
}

/** The migrations of this build, in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const folder = join(projectRoot, 'prisma', 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readSql(name, join(folder, name, 'migration.sql'))));
}

/** The files of functions of this build. */
export async function readFunctions(): Promise<Migration[]> {
  const folder = join(projectRoot, 'prisma', 'functions');
  return Promise.all((await readdir(folder)).sort().map((file) => readSql(`functions/${file}`, join(folder, file))));
}

async function readSql(name: string, path: string): Promise<Migration> {
  const sql = await readFile(path, 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
