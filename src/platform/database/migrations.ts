import { createHash, randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { oneLine } from '../errors/error-message.js';
import { projectRoot } from '../config/project-root.js';
import { advisoryLocks } from './advisory-locks.js';
import { transactionOn } from './transaction.js';

/** The table that Prisma's own command line keeps, so that either may be used on the same database. */
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

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A database that does not fit this build; the message is one readable line. */
export class MigrationError extends Error {}

/**
 * Applies the migrations that the database lacks, each in a transaction of its own, and returns their names. One
 * process does it at a time; the others wait and find nothing left to do.
 *
 * The folder and the history table are Prisma's; only the engine is not, because the one that comes in npm packages
 * splits a migration at every semicolon and so cannot create functions.
 *
 * @throws MigrationError when the database does not answer or was migrated by a newer build, or when an applied migration
 * has since been edited
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await client.query(createHistory);
    const pending = pendingOf(await readMigrations(), await readHistory(client));
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
    throw new MigrationError(`The database cannot be reached: ${oneLine(error)}`, { cause: error });
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

function pendingOf(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
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

async function readHistory(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `select migration_name as name, checksum from _prisma_migrations
      where finished_at is not null and rolled_back_at is null`,
  );
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function readMigrations(): Promise<Migration[]> {
  const folder = join(projectRoot, 'prisma', 'migrations');
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}
