// SQL for COPY, temporary tables and the lock of imports, in a session of its own.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { transactionOn } from '../../platform/database/transaction.js';
import { type CopyValue, copyLine } from './copy-text.js';

const chunkLength = 65_536;

/** SQLSTATE classes that blame the values: data exceptions, broken constraints, limits exceeded. */
const faultsOfValues = ['22', '23', '54'];

/**
 * A batch is small beside the tables that it is merged into, so every row is to be looked up by index. Left to itself the
 * planner takes staged lists for longer than they are, and reads whole tables for each batch.
 */
const sessionSettings = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set enable_hashjoin = off; set enable_mergejoin = off; set jit = off`;

/** Whether the database refused the rows themselves, so that other rows may well pass. */
export function isFaultOfValues(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && faultsOfValues.some((state) => error.code?.startsWith(state) === true);
}

/**
 * A database session of an import's own: staging tables are temporary and so belong to a session, and statements may take
 * longer than a request's are allowed to.
 */
export class ImportSession {
  private constructor(private readonly client: pg.Client) {}

  static async open(databaseUrl: string): Promise<ImportSession> {
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'data-access-service import',
      keepAlive: true,
    });
    // A lost connection fails the statement that runs or comes next; without a listener it would end the process.
    client.on('error', () => undefined);
    await client.connect();
    await client.query(sessionSettings);
    return new ImportSession(client);
  }

  /** One import transaction; everything or nothing of it stays. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // Imports wait for each other instead of deadlocking.
    return transactionOn(this.client, work, { lock: { name: 'import', mode: 'alone' } });
  }

  async run(sql: string): Promise<void> {
    await this.client.query(sql);
  }

  /** So that the planner knows what was written. */
  async analyze(tables: readonly string[]): Promise<void> {
    await this.client.query(`analyze ${tables.join(', ')}`);
  }

  /** The rows of a query, as arrays of columns. `bigint` comes as text. */
  async rows(sql: string, values: readonly unknown[] = []): Promise<unknown[][]> {
    const { rows } = await this.client.query<unknown[]>({ text: sql, values: [...values], rowMode: 'array' });
    return rows;
  }

  /** The first column of a query. */
  async column(sql: string, values: readonly unknown[] = []): Promise<string[]> {
    const rows = await this.rows(sql, values);
    return rows.map(([value]) => String(value));
  }

  /** Appends rows to a table; fast, because it is one statement whatever their number. */
  async copy(table: string, columns: readonly string[], rows: Iterable<readonly CopyValue[]>): Promise<void> {
    const target = this.client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`));
    await pipeline(Readable.from(chunks(rows)), target);
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

function* chunks(rows: Iterable<readonly CopyValue[]>): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += copyLine(row);
    if (text.length >= chunkLength) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}
