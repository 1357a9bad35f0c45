// SQL for a database session of its own, with COPY, temporary tables and the locks of imports.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  advisoryLocks,
  awaitLock,
  lockStatement,
  type TransactionLock,
} from '../../platform/database/advisory-locks.js';
import { asStatements } from '../../platform/database/session-settings.js';
import { closeSession, openSession } from '../../platform/database/sessions.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { transactionOn } from '../../platform/database/transaction.js';
import { markCountsDue } from '../../tenancy/query-fields/query-field.sql.js';
import { copyChunks, type CopyValue } from './copy-text.js';

/** The classes of SQLSTATE codes for errors that a value of a row can cause: data exceptions, violated constraints, exceeded limits. */
const faultsOfValues = ['22', '23', '54'];
/**
 * The SQLSTATE code of a violated foreign key. It belongs to one of these classes, but no value of a row can cause it: imports look up all
 * the ids that they refer to. The record with such an id was deleted meanwhile, so each further row would fail in the same way.
 */
const violatedForeignKey = '23503';

/**
 * The settings of a session: the usual styles of values, no timeouts, and only plans that fit an import. A batch is small compared with the stored tables, so
 * index lookups are fastest. By default, the planner overestimates the lists in a staging table, and scans whole tables for each batch. It
 * also starts parallel workers. Starting them takes longer than the lookup for a batch.
 */
const sessionSettings = `
  ${asStatements};
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set enable_hashjoin = off; set enable_mergejoin = off; set max_parallel_workers_per_gather = 0; set jit = off`;

/** It has no timeout, because a pooler may keep the session waiting until another import ends. */
const sessionUse = { name: 'import' } as const;

/** Whether the database rejected a value of a row. The other rows of the batch may still be valid. */
export function isFaultOfValues(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError) || error.code === violatedForeignKey) return false;
  return faultsOfValues.some((state) => error.code?.startsWith(state) === true);
}

/** Whether the database rejected a row because of another record: of the same identifier, or of a reference to a missing record. */
export function isFaultOfRecords(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code?.startsWith('23') === true;
}

/**
 * The locks that each transaction of an import takes. A job is a thread that merges rows (`--jobs`). Transactions of imports with one job
 * run one after the other, because they could deadlock if they ran at the same time. Transactions of an import with several jobs run at
 * the same time, because `BatchLocks` keeps rows apart that concern the same record. The {@link ImportTurn} of an import with several jobs
 * keeps all other imports waiting until this import ends. No transaction of an import runs at the same time as an erasure.
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

/** What a session is used for: an import with one job, one of the jobs of an import with several, or a dry run, which commits nothing. */
type SessionUse = 'one job' | 'several jobs' | 'dry run';

/** The number under which the session of a dry run keeps its history. No entry of the journal has it. */
export const entryOfDryRun = 0;

/** What is told of each transaction of a session. An error that it throws rolls the transaction back. */
export interface TransactionObserver {
  begin(): Promise<void>;
  beforeCommit(): Promise<void>;
}

/** The database session of an import. It has the temporary staging tables, and its statements have no timeout. */
export class ImportSession {
  /** What is told of each transaction; null for nothing. */
  observer: TransactionObserver | null = null;
  private isDryRunBegun = false;
  private recorded: number | null = null;

  private constructor(
    /** The connection of the session. Other classes use it for statements that belong to the session's transaction. */
    readonly pool: Pick<pg.ClientBase, 'query'>,
    private readonly client: pg.Client,
    private readonly use: SessionUse,
  ) {}

  static async open(settings: pg.ClientConfig, use: SessionUse = 'one job'): Promise<ImportSession> {
    const client = await openSession(settings, sessionUse);
    await client.query(sessionSettings);
    return new ImportSession(client, client, use);
  }

  /** Runs `work` in a transaction that holds the locks of the import. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    if (this.use === 'dry run') return this.inDryRun(work);
    return transactionOn(this.client, async () => {
      await this.takeLocks();
      await this.observer?.begin();
      const result = await work();
      await this.observer?.beforeCommit();
      return result;
    });
  }

  /** The entry of the journal of imports to whose history this session writes what it changes; null for none. */
  get entry(): number | null {
    return this.recorded;
  }

  /** Writes all further changes of this session to the history of an entry of the journal; with null to none. */
  async record(entry: number | null): Promise<void> {
    await this.rows(`select set_config('import.entry', $1, false)`, [String(entry ?? '')]);
    this.recorded = entry;
  }

  /**
   * Says that this session works on an entry of the journal of imports, until the session is closed.
   * @throws CommandError when another session works on it
   */
  async holdEntry(entry: number): Promise<void> {
    const [[isHeld] = []] = await this.rows('select pg_try_advisory_lock($1, $2)', [advisoryLocks.importEntry, entry]);
    if (isHeld !== true) throw new CommandError(`Import ${entry} is still running, or is being undone`);
  }

  /** Does work whose changes are not written to the history. */
  async unrecorded<T>(work: () => Promise<T>): Promise<T> {
    const { recorded } = this;
    if (recorded === null) return work();
    await this.record(null);
    try {
      return await work();
    } finally {
      // If the work has failed, its transaction is rolled back, and with it the setting.
      await this.record(recorded).catch(() => (this.recorded = recorded));
    }
  }

  /**
   * Runs `work` in the transaction of a dry run. A dry run has only one transaction, so that each batch sees the changes of the batches
   * before it. The transaction is rolled back when the session is closed.
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
      // The end of a transaction empties the staging tables. A dry run has only one transaction, so it empties them after each batch.
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

  /** Runs a query and returns its rows. Each row is an array of its columns, and `bigint` values are strings. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<unknown[][]> {
    const { rows } = await this.client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' });
    return rows;
  }

  /** Runs a query and returns the values of its first column as strings, without nulls. */
  async column(sql: string, values: readonly unknown[] = []): Promise<string[]> {
    const rows = await this.rows(sql, values);
    return rows.flatMap(([value]) => (value === null ? [] : String(value as string | number)));
  }

  /**
   * Deletes stored records with all that belongs to them. The persons whom a company employs stay, with what their own records say about
   * the employer.
   */
  async removeRecords(kind: 'company' | 'person', ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    if (kind === 'person')
      await this.rows(markCountsDue('select company_id from person where id = any($1::bigint[])'), [ids]);
    if (kind === 'company')
      await this.rows(`delete from person_block where employer = any(select 'c' || id from unnest($1::text[]) as id)`, [
        ids,
      ]);
    await this.rows(`delete from ${kind} where id = any($1::bigint[])`, [ids]);
  }

  /** Appends rows to a table with COPY. If there are no rows, no statement is sent. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly CopyValue[]>): Promise<void> {
    const chunks = copyChunks(rows);
    const first = chunks.next();
    if (first.done === true) return;
    const target = this.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    target.write(first.value);
    await pipeline(chunks, target);
  }

  async close(): Promise<void> {
    await closeSession(this.client);
  }
}

/** A lock that an import with several jobs (threads) holds from its start to its end. All other imports wait until the lock is closed. */
export class ImportTurn {
  private isLost = false;

  private constructor(private readonly client: pg.Client) {
    client.once('end', () => (this.isLost = true));
  }

  /**
   * Waits until no other import with several jobs runs, and then takes the lock.
   * @param onWait called once, if the wait takes more than a second; `holder` describes the database session of the other import
   * @throws the reason of the signal when it aborts
   */
  static async take(
    settings: pg.ClientConfig,
    signal: AbortSignal,
    onWait: (holder: string) => void,
  ): Promise<ImportTurn> {
    const client = await openSession(settings, sessionUse);
    try {
      await client.query(`begin; ${sessionSettings}`);
      await awaitLock(client, 'parallelImport', { signal, limitMs: Infinity, onWait });
      // If the process of an earlier import was killed, the database may still be running its transactions. Taking the lock `import`
      // waits for their end. It is then released at once.
      const wait = lockStatement({ name: 'import', mode: 'alone' });
      await client.query(`savepoint waiting; ${wait}; rollback to savepoint waiting`);
      return new ImportTurn(client);
    } catch (error) {
      await closeSession(client);
      throw error;
    }
  }

  /**
   * Checks that this import still holds the lock.
   * @throws Error when the connection was lost, and with it the lock, so that another import may have begun
   */
  assertHeld(): void {
    if (this.isLost) throw new Error('the connection that kept other imports out was lost');
  }

  async close(): Promise<void> {
    await closeSession(this.client);
  }
}
