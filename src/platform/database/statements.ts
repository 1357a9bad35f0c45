import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Batcher } from '../async/batcher.js';

/** A statement timed out; it may have taken effect. */
class StatementTimeout extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`);
  }
}

/** SQLSTATE of a statement that the server cancelled because of its timeout. */
const queryCanceled = '57014';

/** Messages of the pool when a connection timed out: all were in use, or the server did not answer. */
const connectTimeouts = new Set([
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
]);

/** What Prisma throws for an error of the database. */
interface PrismaFailure {
  readonly meta?: { readonly driverAdapterError?: { readonly cause?: { readonly originalCode?: unknown } } };
}

/** The SQLSTATE with which the database refused a statement, sent by `pg` or Prisma; null for any other error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof pg.DatabaseError) return error.code ?? null;
  const { meta }: Error & PrismaFailure = error;
  const code = meta?.driverAdapterError?.cause?.originalCode;
  return typeof code === 'string' ? code : null;
}

/** Whether a statement, here or on the server, or its connection timed out. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof StatementTimeout || sqlStateOf(error) === queryCanceled) return true;
  return error instanceof Error && connectTimeouts.has(error.message);
}

/** SQLSTATEs of a database that takes no writes: its disk is full or fails, or it is read-only. */
const refusedWrites = new Set(['53100', '58030', '25006']);

/** Where a statement can be sent on a separate connection. */
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
 * Watches the statements of a pool. A connection whose statement times out is closed and never used
 * again: behind a proxy or a network that drops packets it would never answer.
 */
export class StatementWatch {
  private readonly ownLimits = new WeakMap<pg.ClientBase, number | null>();
  private silentAt = -Infinity;
  private refusedWriteAt = -Infinity;

  /** @param limitMs statement timeout; null for none */
  constructor(
    private readonly pool: pg.Pool,
    private readonly limitMs: number | null,
  ) {
    pool.on('connect', (client) => this.watch(client));
    pool.on('acquire', (client) => this.ownLimits.delete(client));
  }

  /** Milliseconds since a statement last timed out. */
  get sinceSilence(): number {
    return performance.now() - this.silentAt;
  }

  /** Milliseconds since the database last refused to write. */
  get sinceRefusedWrite(): number {
    return performance.now() - this.refusedWriteAt;
  }

  /** Statements on the same connections with another limit; null for none. */
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

  /** @returns what to call with the answer's error, or null */
  private begin(client: pg.PoolClient): (error: unknown) => void {
    const ownLimit = this.ownLimits.get(client);
    const limitMs = ownLimit === undefined ? this.limitMs : ownLimit;
    let isAnswered = false;
    const giveUp = (): void => {
      if (isAnswered) return;
      this.silentAt = performance.now();
      client.connection.stream.destroy(new StatementTimeout(limitMs ?? 0));
    };
    // In a process that was busy all the time the answer may wait on the socket, which is read before this callback.
    const timer = limitMs === null ? undefined : setTimeout(() => setImmediate(giveUp), limitMs);
    return (error) => {
      isAnswered = true;
      clearTimeout(timer);
      if (error instanceof pg.DatabaseError && refusedWrites.has(error.code ?? '')) {
        this.refusedWriteAt = performance.now();
      }
    };
  }
}

/** Awaited, so that the stack of an error has the statement's caller. */
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

/** Sends statements, each on any connection of a pool. */
export class Statements implements Connections {
  constructor(readonly connect: () => Promise<pg.PoolClient>) {}

  /** @throws the error of the database */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** @throws errors of the database; the connection is then closed */
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

/** `COPY` and the like, which takes as long as its client does. */
function isStream(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

/** A read for more keys is not combined with others: reads for few keys would have to wait for it. */
const maxSharedKeys = 10;
const largestBatch = 64;
/** Maximum of selections of columns whose reads are shared; clients choose them, so memory must be bounded. */
const maxSelections = 200;

/** SQLSTATE class of values that PostgreSQL cannot take. */
const dataException = '22';

type Read<Key, Found> = (keys: readonly Key[], columns: readonly string[]) => Promise<Found>;

/**
 * A read by keys, which requests that are under way at the same moment do with one statement: under load most of
 * the cost of a small read is the statement itself. It is no cache: a read never returns what was read before it began.
 */
export class SharedRead<Key, Found> {
  private readonly batchers = new LRUCache<string, Batcher<readonly Key[], Found>>({ max: maxSelections });

  /** @param read reads the records of keys */
  constructor(private readonly read: Read<Key, Found>) {}

  /**
   * @param columns what to read; only reads of the same columns are shared
   * @returns the records of the keys, and maybe those of other calls, which get the same object
   */
  async find(keys: readonly Key[], columns: readonly string[] = []): Promise<Found> {
    if (keys.length > maxSharedKeys) return this.read(keys, columns);
    try {
      return await this.batcherFor(columns).submit(keys);
    } catch (error) {
      // The value at fault may be that of another request.
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

/** The server keeps every named statement for as long as the connection lives, so their number is bounded. */
const maxNames = 200;

/**
 * Names for prepared statements whose text depends on the request (which columns, which keys). The first
 * {@link maxNames} texts get a name and are planned once a connection; further ones run without.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** @param subject stands in front of every name; one for each reader */
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
