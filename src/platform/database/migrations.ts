import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { singleLine } from '../errors/command-error.js';
import { projectRoot } from '../config/project-root.js';
import { advisoryLocks } from './advisory-locks.js';
import { transactionOn } from './transaction.js';

/** The table in which Prisma's own command line keeps the applied migrations. */
const createHistory = `
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

/** A migration, or a file of functions: then the name begins with `functions/`, and each of its versions is applied once. */
interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const isFunctions = (name: string): boolean => name.startsWith('functions/');

/** A database that does not fit this build; the message is one readable line. */
export class MigrationError extends Error {}

/**
 * Applies the migrations that the database lacks, then the functions that have changed, each file in its own transaction,
 * and returns their names. One process does it at a time; the others wait and find nothing left to do.
 *
 * The folder and the history table are Prisma's; only the engine is not, because the one that comes in npm packages
 * splits a file at every semicolon and so cannot create functions.
 *
 * @throws MigrationError when the database does not answer or was migrated by a newer build, or when an applied migration
 * has since been edited
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await client.query(createHistory);
    const history = await readHistory(client);
    const pending = [
      ...pendingMigrations(await readMigrations(), history),
      ...pendingFunctions(await readFunctions(), history),
    ];
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
    await client.connect();
    return client;
  } catch (error) {
    throw new MigrationError(`The database cannot be reached: ${singleLine(error)}`, { cause: error });
  }
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await transactionOn(client, async () => {
      await client.query(sql);
      await client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         values ($1, $2, $3, now(), 1)`,
        [randomUUID(), checksum, name],
      );
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error });
  }
}

function pendingMigrations(migrations: readonly Migration[], history: readonly Applied[]): Migration[] {
  const applied = new Map(
    history.flatMap(({ name, checksum }) => (isFunctions(name) ? [] : [[name, checksum] as const])),
  );
  const known = new Set(migrations.map((migration) => migration.name));
  const foreign = [...applied.keys()].find((name) => !known.has(name));
  if (foreign !== undefined) {
    throw new MigrationError(
      `The database was migrated by a newer version (${foreign}); run that version or restore a backup`,
    );
  }
  const edited = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (edited !== undefined) throw new MigrationError(`Migration ${edited.name} was edited after it had been applied`);
  return migrations.filter((migration) => !applied.has(migration.name));
}

/** Each version once: an older process that starts again must not bring back what a newer one has replaced. */
function pendingFunctions(files: readonly Migration[], history: readonly Applied[]): Migration[] {
  return files.filter(
    (file) => !history.some(({ name, checksum }) => name === file.name && checksum === file.checksum),
  );
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select migration_name as name, checksum from _prisma_migrations
      where finished_at is not null and rolled_back_at is null`,
  );
  return rows;
}

async function readMigrations(): Promise<Migration[]> {
  const folder = join(projectRoot, 'prisma', 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readSql(name, join(folder, name, 'migration.sql'))));
}

async function readFunctions(): Promise<Migration[]> {
  const folder = join(projectRoot, 'prisma', 'functions');
  return Promise.all((await readdir(folder)).sort().map((file) => readSql(`functions/${file}`, join(folder, file))));
}

async function readSql(name: string, path: string): Promise<Migration> {
  const sql = await readFile(path, 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
