import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Batcher } from '../async/batcher.js';

/** The error for a statement that got no answer in time. The database may nevertheless have executed the statement. */
class StatementTimeout extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`);
  }
}

/** The SQLSTATE of a statement that PostgreSQL cancelled because of its timeout. */
export const queryCanceled = '57014';

/**
 * The error messages of the pool when it could not provide a connection in time, because all were in use or the server did not
 * answer.
 */
const connectTimeouts = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** The part of Prisma's errors in which the original error of the database is. */
interface PrismaFailure {
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}

/** The SQLSTATE of an error of the database that `pg` or Prisma has thrown, such as `23505`; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  const { meta }: Error & PrismaFailure = error;
  const code = meta?.driverAdapterError?.cause?.originalCode;
  return typeof code === 'string' ? code : null;
}

/**
 * Whether an error is a timeout. The statement got no answer in time, PostgreSQL cancelled the statement, or the pool provided no
 * connection in time.
 */
export function isTimeout(error: unknown): boolean {
  if (error instanceof StatementTimeout || sqlStateOf(error) === queryCanceled) return true;
  return error instanceof Error && connectTimeouts.has(error.message);
}

/**
 * The SQLSTATEs with which a database refuses to write: its disk is full (53100) or fails (58030), or it is read-only (25006).
 */
const refusedWrites = new Set(['53100', '58030', '25006']);

/**
 * A source of connections for statements, such as a pool. Each call gets a separate connection, which the caller must release.
 */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
}

export interface Rows<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

type Send = (...args: unknown[]) => unknown;

/**
 * A function that is called for each statement. It must call `send`, which sends the statement, and can do something before and
 * after.
 */
export type Watcher = (statement: unknown, send: () => Promise<unknown>) => Promise<unknown>;

export interface StatementOptions {
  /** The timeout of a statement in milliseconds; null for no timeout. */
  readonly limitMs: number | null;
  /** With `off`, statements are sent without their names, so that the database does not keep them as prepared statements. */
  readonly names?: 'on' | 'off' | undefined;
  /** Is called when the database refuses to write. */
  readonly onRefusedWrite?: (() => void) | undefined;
}

/**
 * Gives the statements of a pool a timeout, and records when a statement last timed out and when the database last refused to
 * write. A connection on which a statement times out is closed: if a proxy or network drops the packets of this connection, no
 * statement on it might ever get an answer again.
 *
 * This is the only place that replaces the driver's method `query`. The new method of a connection takes no callback. The new
 * method of the pool calls that of a connection, because the driver's own one would do so with a callback.
 */
export class StatementWatch {
  private readonly ownLimits = new WeakMap<pg.ClientBase, number | null>();
  private silentAt = -Infinity;
  private refusedWriteAt = -Infinity;
  private watcher: Watcher = (_, send) => send();

  /** Makes a watch for the statements of a pool that has no connections yet. */
  constructor(
    readonly pool: pg.Pool,
    private readonly options: StatementOptions,
  ) {
    pool.on('connect', (client) => this.replaceQuery(client));
    pool.on('acquire', (client) => this.ownLimits.delete(client));
    const onAny = new Statements(() => pool.connect());
    Object.assign(pool, { query: onAny.query.bind(onAny) });
  }

  /** Sets the function that is called for each statement from now on. */
  watchBy(watcher: Watcher): void {
    this.watcher = watcher;
  }

  /** How many milliseconds ago a statement last timed out; `Infinity` if none ever did. */
  get sinceSilence(): number {
    return performance.now() - this.silentAt;
  }

  /** How many milliseconds ago the database last refused to write; `Infinity` if it never did. */
  get sinceRefusedWrite(): number {
    return performance.now() - this.refusedWriteAt;
  }

  /**
   * Runs statements on the connections of this pool with another timeout.
   * @param limitMs the timeout in milliseconds; null for no timeout
   */
  limitedTo(limitMs: number | null): Statements {
    return new Statements(async () => {
      const client = await this.pool.connect();
      this.ownLimits.set(client, limitMs);
      return client;
    });
  }

  private replaceQuery(client: pg.PoolClient): void {
    const send = client.query.bind(client) as Send;
    const query: Send = (statement, ...values) => {
      if (isStream(statement)) return send(statement, ...values);
      const sent = this.options.names === 'off' ? withoutName(statement) : statement;
      return this.watcher(statement, () => {
        const end = this.begin(client);
        return answered(send(sent, ...values) as Promise<unknown>, end);
      });
    };
    Object.assign(client, { query });
  }

  /**
   * Starts the timeout of a statement.
   * @returns a function that must be called when the statement has ended, with its error or null
   */
  private begin(client: pg.PoolClient): (error: unknown) => void {
    const ownLimit = this.ownLimits.get(client);
    const limitMs = ownLimit === undefined ? this.options.limitMs : ownLimit;
    let isAnswered = false;
    const giveUp = (): void => {
      if (isAnswered) return;
      this.silentAt = performance.now();
      client.connection.stream.destroy(new StatementTimeout(limitMs ?? 0));
    };
    // `setImmediate` lets Node read its sockets first: if this process was busy, the answer may already be waiting in one of
    // them.
    const timer = limitMs === null ? undefined : setTimeout(() => setImmediate(giveUp), limitMs);
    return (error) => {
      isAnswered = true;
      clearTimeout(timer);
      if (error instanceof pg.DatabaseError && refusedWrites.has(error.code ?? '')) {
        this.refusedWriteAt = performance.now();
        this.options.onRefusedWrite?.();
      }
    };
  }
}

/**
 * Waits for a statement and calls `end`. The promise is awaited, and not passed on, so that the stack trace of an error names the
 * caller of the statement.
 */
async function answered(answer: Promise<unknown>, end: (error: unknown) => void): Promise<unknown> {
  try {
    const result = await answer;
    end(null);
    return result;
  } catch (error) {
    end(error);
    throw error;
  }
}

/** Runs each statement on a connection that it gets from `connect`. */
export class Statements implements Connections {
  constructor(readonly connect: () => Promise<pg.PoolClient>) {}

  /** Checks that the database answers. @throws the error of the database */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /**
   * Runs a statement. If it fails, its connection is closed.
   * @throws the errors of the database
   */
  async query<Row>(statement: string | pg.QueryConfig | pg.QueryArrayConfig, values?: unknown[]): Promise<Rows<Row>> {
    const client = await this.connect();
    try {
      const result: unknown = await client.query(statement, values);
      client.release();
      return result as Rows<Row>;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }
}

/**
 * Whether a statement is a stream, such as `COPY`. A stream gets no timeout, because it lasts as long as its client sends or
 * reads data. For a stream the driver returns no promise.
 */
function isStream(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

function withoutName(statement: unknown): unknown {
  return typeof statement === 'object' ? { ...statement, name: undefined } : statement;
}

/**
 * The maximum number of keys of a read that is combined with other reads. A larger read runs alone, so that small reads need not
 * wait for it.
 */
export const maxSharedKeys = 10;
const largestBatch = 64;
/**
 * Reads are only combined if they read the same columns. This is the maximum number of sets of columns for which that is done.
 * Clients choose the columns, so without a maximum the sets could fill the memory.
 */
const maxSelections = 200;

/** The first two characters of all SQLSTATEs for values that PostgreSQL does not accept. */
const dataException = '22';

type Read<Key, Found> = (
  keys: readonly Key[],
  columns: readonly string[],
  tenantId: string | undefined,
) => Promise<Found>;

/**
 * A read of records by their keys that concurrent requests share: one statement reads the keys of several requests. This saves
 * work, because under load most of the cost of a small read is that of the statement itself. It is not a cache: every call gets
 * records that were read after the call.
 */
export class SharedRead<Key, Found> {
  private readonly batchers = new LRUCache<string, Batcher<readonly Key[], Found>>({ max: maxSelections });

  /**
   * Makes a shared read from a function that reads records.
   * @param read reads the records of all given keys with one statement, for a tenant, or undefined for the calls of several tenants
   */
  constructor(private readonly read: Read<Key, Found>) {}

  /**
   * Reads records by their keys, together with concurrent calls.
   * @param columns the columns to read; a call is only combined with calls for the same columns
   * @param tenantId the tenant in whose share of the connections a large read runs
   * @returns the records of these keys, and perhaps also records of other calls' keys; calls that were combined get the same
   * object, so a caller must not change it
   */
  async find(keys: readonly Key[], columns: readonly string[] = [], tenantId?: string): Promise<Found> {
    if (keys.length > maxSharedKeys) return this.read(keys, columns, tenantId);
    try {
      return await this.batcherFor(columns).submit(keys);
    } catch (error) {
      // PostgreSQL has refused a key. It may be a key of another request in the same statement, so the keys of this request are
      // read again alone.
      if (error instanceof pg.DatabaseError && error.code?.startsWith(dataException)) {
        return this.read(keys, columns, tenantId);
      }
      throw error;
    }
  }

  private batcherFor(columns: readonly string[]): Batcher<readonly Key[], Found> {
    const selection = columns.join();
    const known = this.batchers.get(selection);
    if (known !== undefined) return known;
    const batcher = new Batcher<readonly Key[], Found>(async (asked) => {
      const found = await this.read(asked.flat(), columns, undefined);
      return asked.map(() => found);
    }, largestBatch);
    this.batchers.set(selection, batcher);
    return batcher;
  }
}

/**
 * Maximum number of different statements that get a name. It is bounded because PostgreSQL keeps a named statement until its
 * connection is closed.
 */
const maxNames = 200;

/**
 * Gives names to statements, so that PostgreSQL plans each of them only once per connection. It is for statements whose text
 * depends on the request, for example on the requested columns. Only the first {@link maxNames} texts get a name; further texts
 * are sent without one.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /**
   * Makes the names for the statements of one reader.
   * @param subject the beginning of every name, such as `company`; two readers must not use the same beginning
   */
  constructor(private readonly subject: string) {}

  prepare(text: string): { text: string; name?: string } {
    const known = this.names.get(text);
    if (known !== undefined) return { text, name: known };
    if (this.names.size >= maxNames) return { text };
    const name = `${this.subject}-${this.names.size + 1}`;
    this.names.set(text, name);
    return { text, name };
  }
}
