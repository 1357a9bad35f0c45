// SQL for a session with COPY, temporary tables and the lock of imports.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { awaitLock, lockStatement, type TransactionLock } from '../../platform/database/advisory-locks.js';
import { transactionOn } from '../../platform/database/transaction.js';
import { copyChunks, type CopyValue } from './copy-text.js';

/** The SQLSTATE classes of errors that a value can cause: data exceptions, violated constraints, exceeded limits. */
const faultsOfValues = ['22', '23', '54'];

/**
 * The planner settings of an import. A batch is small compared with its tables, so index lookups are the best plan. By
 * default, the planner overestimates staged lists and scans whole tables for each batch.
 */
const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`;

/** Whether the database rejected the values of a row. Other rows of the batch may then still be valid. */
export function isFaultOfValues(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && faultsOfValues.some((state) => error.code?.startsWith(state) === true);
}

/**
 * The locks of a transaction, by the kind of import that it belongs to. Transactions of imports with one job run one at a time, because
 * they could deadlock otherwise. Transactions of an import with several jobs run at the same time, and the {@link ImportTurn} of this
 * import keeps other imports waiting until it has ended. No transaction of an import runs at the same time as an erasure.
 */
const locks: Readonly<Record<SessionUse, readonly TransactionLock[]>> = {
  'one job': [
    { name: 'parallelImport', mode: 'shared' },
    { name: 'import', mode: 'alone' },
  ],
  'several jobs': [{ name: 'import', mode: 'shared' }],
  'dry run': [
    { name: 'parallelImport', mode: 'shared' },
    { name: 'import', mode: 'alone' },
  ],
};

/** What the session of an import is used for. The changes of a dry run are never committed. */
type SessionUse = 'one job' | 'several jobs' | 'dry run';

/**
 * The database session of an import: its staging tables are temporary, and its statements have no timeout.
 */
export class ImportSession {
  private isDryRunBegun = false;

  private constructor(
    /** The connection, for statements of other classes that belong to the transaction of the session. */
    readonly pool: Pick<pg.ClientBase, 'query'>,
    private readonly client: pg.Client,
    private readonly use: SessionUse,
  ) {}

  static async open(settings: pg.ClientConfig, use: SessionUse = 'one job'): Promise<ImportSession> {
    const client = await connected(settings);
    await client.query(sessionSettings);
    return new ImportSession(client, client, use);
  }

  /** Runs `work` in a transaction under the locks of the import. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.use === 'dry run') return this.inDryRun(work);
    return transactionOn(this.client, async () => {
      await this.takeLocks();
      return work();
    });
  }

  /**
   * Runs `work` in the one transaction of a dry run, in which it sees the changes of earlier work. The transaction is rolled
   * back at the end of the session.
   */
  private async inDryRun<T>(work: () => Promise<T>): Promise<T> {
    if (!this.isDryRunBegun) {
      await this.client.query('begin');
      await this.takeLocks();
      this.isDryRunBegun = true;
    }
    await this.client.query('savepoint batch');
    try {
      const result = await work();
      // In a dry run the staging tables are emptied here. Otherwise the end of each transaction empties them.
      const staging = await this.column(
        `select relname from pg_class where relnamespace = pg_my_temp_schema() and relkind = 'r'`,
      );
      await this.client.query(`${staging.map((table) => `truncate ${table}; `).join('')}release savepoint batch`);
      return result;
    } catch (error) {
      await this.client.query('rollback to savepoint batch; release savepoint batch').catch(() => undefined);
      throw error;
    }
  }

  private async takeLocks(): Promise<void> {
    for (const lock of locks[this.use]) await this.client.query(lockStatement(lock));
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  /** Updates the planner's statistics. */
  async analyze(tables: readonly string[]): Promise<void> {
    await this.client.query(`analyze ${tables.join(', ')}`);
  }

  /** The rows of a query, as arrays of columns; `bigint` values are strings. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<unknown[][]> {
    const { rows } = await this.client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' });
    return rows;
  }

  /** The first column of a query. */
  async column(sql: string, values: readonly unknown[] = []): Promise<string[]> {
    const rows = await this.rows(sql, values);
    return rows.flatMap(([value]) => (value === null ? [] : String(value as string | number)));
  }

  /** Appends rows to a table with COPY; without rows, no statement runs. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly CopyValue[]>): Promise<void> {
    const chunks = copyChunks(rows);
    const first = chunks.next();
    if (first.done === true) return;
    const target = this.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    target.write(first.value);
    await pipeline(chunks, target);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

/** The turn of an import with several jobs. Other imports wait until the turn is closed. */
export class ImportTurn {
  private isLost = false;

  private constructor(private readonly client: pg.Client) {
    client.once('end', () => (this.isLost = true));
  }

  /**
   * Waits until no other import with several jobs runs.
   * @param onWait called once, if it takes more than a second; `holder` describes the session of the other import
   * @throws the reason of the signal when it aborts
   */
  static async take(
    settings: pg.ClientConfig,
    signal: AbortSignal,
    onWait: (holder: string) => void,
  ): Promise<ImportTurn> {
    const client = await connected(settings);
    try {
      await client.query(`begin; ${sessionSettings}`);
      await awaitLock(client, 'parallelImport', { signal, limitMs: Infinity, onWait });
      // Transactions of an earlier import, whose process was killed, may not have ended yet. This lock waits for their end,
      // and is then released.
      const wait = lockStatement({ name: 'import', mode: 'alone' });
      await client.query(`savepoint waiting; ${wait}; rollback to savepoint waiting`);
      return new ImportTurn(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Checks that this import still keeps other imports waiting.
   * @throws Error when another import may have begun meanwhile, because the connection was lost
   */
  assertHeld(): void {
    if (this.isLost) throw new Error('the connection that kept other imports out was lost');
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

async function connected(settings: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    application_name: 'data-access-service import',
    keepAlive: true,
    ...settings,
  });
  // A lost connection fails the current or next statement; without a listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
