// SQL for a session with COPY, temporary tables and the lock of imports.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { transactionOn } from '../../platform/database/transaction.js';
import { copyChunks, type CopyValue } from './copy-text.js';

/** SQLSTATE classes of errors in values: data exceptions, violated constraints, exceeded limits. */
const faultsOfValues = ['22', '23', '54'];

/**
 * A batch is small compared with its tables, so index lookups are the best plan. By default, the planner overestimates staged lists
 * and scans whole tables for each batch.
 */
const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`;

/** Whether the database rejected values of rows, so that other rows may be valid. */
export function isFaultOfValues(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && faultsOfValues.some((state) => error.code?.startsWith(state) === true);
}

/**
 * The database session of an import: its staging tables are temporary, and its statements have no timeout.
 */
export class ImportSession {
  private constructor(private readonly client: pg.Client) {}

  static async open(settings: pg.ClientConfig): Promise<ImportSession> {
    const client = new pg.Client({
      application_name: 'data-access-service import',
      keepAlive: true,
      ...settings,
    });
    // A lost connection fails the current or next statement; without a listener, the event would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sessionSettings);
    return new ImportSession(client);
  }

  /** Runs `work` in a transaction under the lock of imports. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // The lock serialises imports, which could deadlock otherwise.
    return transactionOn(this.client, work, { lock: { name: 'import', mode: 'alone' } });
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
    return rows.map(([value]) => String(value));
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
