import type pg from 'pg';
import { never } from '../async/with-timeout.js';
import type { Log } from '../log/log.js';
import { awaitLock, LockTimeout, type LockWait } from './advisory-locks.js';
import {
  createHistory,
  historyLine,
  isFunctions,
  type Migration,
  readFunctions,
  readMigrations,
} from './migration-files.js';
import { closeSession, openSession, unreachable, withSession } from './sessions.js';
import { transactionOn } from './transaction.js';

/**
 * The error when a database cannot be reached, does not fit this build, or cannot be migrated. The message is one line for the
 * operator.
 */
class MigrationError extends Error {}

const migrating = { name: 'migration', connectMs: 10_000 } as const;

/** How long a process waits, by default, for another process that migrates the database, in milliseconds. */
const waitMs = 300_000;

/** Settings that turn PostgreSQL's time limits off. Waiting for the lock and applying a migration may take long. */
const patient = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 } as const;

export interface MigrationOptions {
  /** The log that gets a line if this process has to wait for another process. */
  readonly log?: Pick<Log, 'warn'>;
  /** A signal. When it aborts, the wait for another process ends, or the migration under way is cancelled and rolled back. */
  readonly stopping?: AbortSignal;
  /** How long to wait for another process that migrates the database, in milliseconds. */
  readonly limitMs?: number;
}

/**
 * Applies the migrations that the database lacks, and then the files of functions that have changed. Each file is applied in a
 * transaction of its own. Only one process applies files at a time. Other processes wait, and then find that nothing is left to
 * do.
 *
 * The folder of migrations and the table with their history have the form that Prisma uses, but Prisma's own engine is not used.
 * The engine in npm packages splits a file at every semicolon, and so it cannot create functions.
 * @returns the names of the files that were applied
 * @throws MigrationError when the database does not answer, has its tables in another schema, or was migrated by a newer build or
 * by one from before the first release; when a migration fails, or was edited after it was applied; or when another process
 * migrates for too long
 */
export async function migrate(database: string | pg.ClientConfig, options: MigrationOptions = {}): Promise<string[]> {
  const settings = typeof database === 'string' ? { connectionString: database } : database;
  const session = await connect(settings);
  try {
    return await new MigrationRun(settings, session, options).toEnd();
  } finally {
    await closeSession(session);
  }
}

/**
 * Checks that a database has all migrations, for a process that must not apply them.
 * @throws MigrationError when a migration or the present version of a file of functions is missing, and when the database does not
 * answer or does not fit this build, as in {@link migrate}
 */
export async function expectMigrated(settings: pg.ClientConfig, { stopping = never }: MigrationOptions): Promise<void> {
  const client = await connect(settings);
  try {
    await expectUsable(client);
    stopping.throwIfAborted();
    const { rows } = await client.query<{ exists: boolean }>(
      `select to_regclass('_prisma_migrations') is not null as exists`,
    );
    const history = rows[0]?.exists === true ? await readHistory(client) : [];
    const missing = pendingOf([...(await readMigrations()), ...(await readFunctions())], history);
    const [first] = missing;
    if (first === undefined) return;
    throw new MigrationError(
      `The database lacks ${missing.length} of the migrations of this build; the first of them is ${first.name}. ` +
        'MIGRATE=off keeps this process from applying them: run admin migrate as the owner of the tables',
    );
  } finally {
    await closeSession(client);
  }
}

async function connect(settings: pg.ClientConfig): Promise<pg.Client> {
  try {
    return await openSession(settings, migrating);
  } catch (error) {
    throw new MigrationError(unreachable(error), { cause: error });
  }
}

class MigrationRun {
  private readonly wait: LockWait;

  constructor(
    private readonly settings: pg.ClientConfig,
    private readonly client: pg.Client,
    { log, stopping = never, limitMs = waitMs }: MigrationOptions,
  ) {
    const onWait = (holder: string): void =>
      log?.warn(`Another process migrates the database; waiting up to ${limitMs / 1000} s for ${holder}`);
    this.wait = { signal: stopping, limitMs, onWait };
  }

  /**
   * Applies all files that this build has and the database lacks.
   * @returns the names of the files that this process has applied
   */
  async toEnd(): Promise<string[]> {
    await expectUsable(this.client);
    const files = [...(await readMigrations()), ...(await readFunctions())];
    await this.underLock(() => this.client.query(createHistory));
    const applied: string[] = [];
    for (;;) {
      const name = await this.underLock(() => this.applyNext(files));
      if (name === null) return applied;
      applied.push(name);
    }
  }

  /** Runs `work` in a transaction of its own. The transaction holds a lock that only one process can hold at a time. */
  private underLock<T>(work: () => Promise<T>): Promise<T> {
    return transactionOn(
      this.client,
      async () => {
        await this.lock();
        return work();
      },
      { local: patient },
    );
  }

  private async lock(): Promise<void> {
    this.wait.signal.throwIfAborted();
    try {
      await awaitLock(this.client, 'migration', this.wait);
    } catch (error) {
      if (!(error instanceof LockTimeout)) throw error;
      throw new MigrationError(
        `Another process has held the lock for migrations for ${this.wait.limitMs / 1000} s: ${error.message}. ` +
          'Start again when its migration has finished; if it hangs, end its session with pg_terminate_backend.',
        { cause: error },
      );
    }
  }

  /**
   * Applies the next file that the database lacks.
   * @returns the name of the file; null if there is none
   */
  private async applyNext(files: readonly Migration[]): Promise<string | null> {
    const [next] = pendingOf(files, await readHistory(this.client));
    if (next === undefined) return null;
    const { name, sql } = next;
    try {
      await this.interruptibly(sql);
      await this.client.query(...historyLine(next));
      return name;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationError(`Migration ${name} failed and was rolled back: ${reason}`, { cause: error });
    }
  }

  /**
   * Runs a statement, and cancels it when the process is to stop. Otherwise PostgreSQL would continue the statement after the
   * process has ended.
   */
  private async interruptibly(sql: string): Promise<void> {
    const { signal } = this.wait;
    const { rows } = await this.client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const cancel = (): void => void this.cancel(rows[0]?.pid);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await this.client.query(sql);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  /**
   * Cancels the statement that runs on the connection of this migration. That needs a second connection. If it cannot be opened,
   * the connection of the migration is closed, so that at least this process does not wait for the statement.
   */
  private async cancel(pid: number | undefined): Promise<void> {
    try {
      await withSession(this.settings, migrating, (other) => other.query('select pg_cancel_backend($1)', [pid]));
    } catch {
      this.client.connection.stream.destroy();
    }
  }
}

/**
 * Checks that all tables are in the schema `public`. This is necessary because the statements that Prisma makes name this schema,
 * and all other statements use the search path of the connection.
 * @throws MigrationError when tables would be created or found in another schema
 */
async function expectUsable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; schema: string | null; path: string; role: string }>(
    `select current_setting('server_encoding') as encoding, current_schema() as schema,
            current_setting('search_path') as path, current_user as role`,
  );
  const [row] = rows;
  if (row === undefined) return;
  const { encoding, schema, path, role } = row;
  if (encoding !== 'UTF8') {
    throw new MigrationError(
      `The database has the encoding ${encoding}, in which not all names can be stored. The service needs a database in UTF8: ` +
        "create database <name> encoding 'UTF8' template template0",
    );
  }
  if (schema === 'public') return;
  const found = schema === null ? 'none of its schemas exists' : `its first schema is ${JSON.stringify(schema)}`;
  throw new MigrationError(
    `The service keeps its tables in the schema public, but the search_path of the connection is ${path}, and ${found}. ` +
      `Run: alter role "${role}" in database <name> set search_path = public; create schema if not exists public. ` +
      'To keep several installations apart, give each a database of its own.',
  );
}

/**
 * Returns the files that the database lacks, first the migrations and then the functions.
 * @throws MigrationError when a migration in the database is unknown to this build and does more than add, or when a migration was
 * edited after it was applied
 */
function pendingOf(files: readonly Migration[], history: readonly Applied[]): Migration[] {
  return [
    ...pendingMigrations(
      files.filter(({ name }) => !isFunctions(name)),
      history,
    ),
    ...pendingFunctions(
      files.filter(({ name }) => isFunctions(name)),
      history,
    ),
  ];
}

function pendingMigrations(migrations: readonly Migration[], history: readonly Applied[]): Migration[] {
  const applied = new Map(
    history.flatMap(({ name, checksum }) => (isFunctions(name) ? [] : [[name, checksum] as const])),
  );
  const known = new Set(migrations.map((migration) => migration.name));
  const harmless = new Set(history.flatMap(({ name, effect }) => (effect === 'adds' ? [name] : [])));
  const foreign = [...applied.keys()].filter((name) => !known.has(name) && !harmless.has(name)).sort()[0];
  const [initial] = migrations;
  if (foreign !== undefined && initial !== undefined && foreign < initial.name) {
    throw new MigrationError(
      `The database was made by a build from before the first release (${foreign}), and no version can upgrade it. ` +
        'Set DATABASE_URL to an empty database, or DATA_DIR to a new folder; then import the records and create tenants, keys ' +
        'and credits again. Nothing was changed: that build can still read it.',
    );
  }
  if (foreign !== undefined) {
    throw new MigrationError(
      `The database was migrated by a newer version (${foreign}); run that version or restore a backup`,
    );
  }
  const edited = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (edited !== undefined)
    throw new MigrationError(
      `Migration ${edited.name} was edited after it had been applied: restore the file, and put the change into a new migration`,
    );
  return migrations.filter((migration) => !applied.has(migration.name));
}

/**
 * The files of functions whose present version was never applied to this database. A version that was applied earlier is not
 * applied again, even if another version was applied after it. Otherwise an older process that starts again would replace a newer
 * version by its own.
 */
function pendingFunctions(files: readonly Migration[], history: readonly Applied[]): Migration[] {
  return files.filter(
    (file) => !history.some(({ name, checksum }) => name === file.name && checksum === file.checksum),
  );
}

interface Applied extends Pick<Migration, 'name' | 'checksum'> {
  /**
   * What the migration does to parts that earlier builds use: it `adds` or `removes` some. It is null for a file of functions, and for a migration that was applied by a
   * build which did not store effects.
   */
  readonly effect: string | null;
}

async function readHistory(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    `select migration_name as name, checksum, logs as effect from _prisma_migrations
      where finished_at is not null and rolled_back_at is null`,
  );
  return rows;
}
