import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Batcher } from '../async/batcher.js';

/** A statement timed out. The database may nevertheless have executed it. */
class StatementTimeout extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`);
  }
}

/** SQLSTATE of a statement that the server cancelled because of its timeout. */
const queryCanceled = '57014';

/** The pool's error messages when it could not give out a connection in time: all were in use, or the server did not answer. */
const connectTimeouts = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** The part of Prisma's errors that holds the error of the database. */
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

/** Whether an error is a timeout: of a statement in this process, of a statement on the server, or of the wait for a connection. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof StatementTimeout || sqlStateOf(error) === queryCanceled) return true;
  return error instanceof Error && connectTimeouts.has(error.message);
}

/** SQLSTATEs of a database that refuses writes: its disk is full (53100) or fails (58030), or it is read-only (25006). */
const refusedWrites = new Set(['53100', '58030', '25006']);

/** A source of separate connections for statements, such as a pool. The caller releases each connection. */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
}

export interface Rows<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

type Send = (...args: unknown[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

/**
 * Applies a timeout to the statements of a pool, and records when the database last failed. A connection whose statement times out is
 * closed: behind a proxy or network that drops packets it might never answer again.
 */
export class StatementWatch {
  private readonly ownLimits = new WeakMap<pg.ClientBase, number | null>();
  private silentAt = -Infinity;
  private refusedWriteAt = -Infinity;

  /**
   * Makes a watch for the statements of one pool.
   * @param limitMs statement timeout in milliseconds; null for none
   * @param onRefusedWrite called when the database refuses to write
   */
  constructor(
    private readonly pool: pg.Pool,
    private readonly limitMs: number | null,
    private readonly onRefusedWrite: () => void = () => undefined,
  ) {
    pool.on('connect', (client) => this.watch(client));
    pool.on('acquire', (client) => this.ownLimits.delete(client));
  }

  /** Milliseconds since a statement last timed out; `Infinity` if none has. */
  get sinceSilence(): number {
    return performance.now() - this.silentAt;
  }

  /** Milliseconds since the database last refused to write; `Infinity` if it never has. */
  get sinceRefusedWrite(): number {
    return performance.now() - this.refusedWriteAt;
  }

  /** Statements that use the connections of this pool with another timeout, in milliseconds; null for none. */
  limitedTo(limitMs: number | null): Statements {
    return new Statements(async () => {
      const client = await this.pool.connect();
      this.ownLimits.set(client, limitMs);
      return client;
    });
  }

  private watch(client: pg.PoolClient): void {
    const send = client.query.bind(client) as Send;
    const query: Send = (...args) => {
      if (isStream(args[0])) return send(...args);
      const end = this.begin(client);
      const callback = args.at(-1);
      if (isCallback(callback)) {
        return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
          end(error);
          callback(error, result);
        });
      }
      return answered(send(...args) as Promise<unknown>, end);
    };
    Object.assign(client, { query });
  }

  /** Starts the timeout of a statement. @returns a function to call when the statement ends, with its error or null */
  private begin(client: pg.PoolClient): (error: unknown) => void {
    const ownLimit = this.ownLimits.get(client);
    const limitMs = ownLimit === undefined ? this.limitMs : ownLimit;
    let isAnswered = false;
    const giveUp = (): void => {
      if (isAnswered) return;
      this.silentAt = performance.now();
      client.connection.stream.destroy(new StatementTimeout(limitMs ?? 0));
    };
    // If this process was busy, the answer may be waiting in the socket. Node reads sockets before it runs a `setImmediate` callback.
    const timer = limitMs === null ? undefined : setTimeout(() => setImmediate(giveUp), limitMs);
    return (error) => {
      isAnswered = true;
      clearTimeout(timer);
      if (error instanceof pg.DatabaseError && refusedWrites.has(error.code ?? '')) {
        this.refusedWriteAt = performance.now();
        this.onRefusedWrite();
      }
    };
  }
}

/** Waits for a statement and calls `end`. It awaits the promise so that the stack of an error names the caller of the statement. */
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

/** Sends each statement on a connection that `connect` returns. */
export class Statements implements Connections {
  constructor(readonly connect: () => Promise<pg.PoolClient>) {}

  /** Checks that the database answers. @throws the error of the database */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** Runs a statement. If it fails, the connection is closed. @throws errors of the database */
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

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

/** Whether a statement is a stream, such as `COPY`. It gets no timeout, because it lasts as long as its client sends or reads. */
function isStream(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

/**
 * The maximum number of keys of a read that is combined with other reads. A read of few keys should not have to wait for a
 * read of many.
 */
const maxSharedKeys = 10;
const largestBatch = 64;
/**
 * The maximum number of sets of columns whose reads can be combined with others. Clients choose the columns, so without a limit
 * the sets could fill the memory.
 */
const maxSelections = 200;

/** The first two characters of all SQLSTATEs for values that PostgreSQL cannot accept. */
const dataException = '22';

type Read<Key, Found> = (keys: readonly Key[], columns: readonly string[]) => Promise<Found>;

/**
 * A read of records by keys, which concurrent requests share: one statement reads the keys of several requests. Under load most of
 * the cost of a small read is the statement itself. It is not a cache: a call never returns what was read before the call.
 */
export class SharedRead<Key, Found> {
  private readonly batchers = new LRUCache<string, Batcher<readonly Key[], Found>>({ max: maxSelections });

  /**
   * Makes the read that calls will share.
   * @param read reads the records of all given keys with one statement
   */
  constructor(private readonly read: Read<Key, Found>) {}

  /**
   * Reads records by their keys, together with concurrent calls.
   * @param columns the columns to read; only reads of the same columns are shared
   * @returns the records of these keys; they may include records for keys of other calls, which get the same object
   */
  async find(keys: readonly Key[], columns: readonly string[] = []): Promise<Found> {
    if (keys.length > maxSharedKeys) return this.read(keys, columns);
    try {
      return await this.batcherFor(columns).submit(keys);
    } catch (error) {
      // If PostgreSQL cannot accept a key, that key may belong to another of the combined requests, so these keys are read
      // again without those of other requests.
      if (error instanceof pg.DatabaseError && error.code?.startsWith(dataException)) return this.read(keys, columns);
      throw error;
    }
  }

  private batcherFor(columns: readonly string[]): Batcher<readonly Key[], Found> {
    const selection = columns.join();
    const known = this.batchers.get(selection);
    if (known !== undefined) return known;
    const batcher = new Batcher<readonly Key[], Found>(async (asked) => {
      const found = await this.read(asked.flat(), columns);
      return asked.map(() => found);
    }, largestBatch);
    this.batchers.set(selection, batcher);
    return batcher;
  }
}

/** PostgreSQL keeps a named statement until its connection is closed, so the number of names is bounded. */
const maxNames = 200;

/**
 * Gives names to prepared statements whose text depends on the request, for example on the columns that it asks for. PostgreSQL plans
 * a named statement once for each connection. The first {@link maxNames} texts get a name; further ones run without one.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /**
   * Makes the names for the statements of one reader.
   * @param subject the beginning of every name, such as `company`; each reader needs its own
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
