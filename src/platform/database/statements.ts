import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Batcher } from '../async/batcher.js';

/** The answer to a statement did not come in time; whether it has taken effect is not known. */
class StatementTimeout extends Error {
  constructor(limitMs: number) {
    super(`The database did not answer within ${limitMs} ms`);
  }
}

/** SQLSTATE of a statement that the server ended, for it took too long. */
const queryCanceled = '57014';

/** What the pool says when no connection came in time: all were in use, or the server did not answer. */
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

/** Whether a statement failed because the time for it was over, here or on the server, or that for a connection. */
export function isTimeout(error: unknown): boolean {
  if (error instanceof StatementTimeout || sqlStateOf(error) === queryCanceled) return true;
  return error instanceof Error && connectTimeouts.has(error.message);
}

/** SQLSTATEs of a database that takes no writes: its disk is full or fails, or it is read-only. */
const refusedWrites = new Set(['53100', '58030', '25006']);

/** Where a statement can be sent on a connection of its own. */
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
 * Watches the statements of a pool. A connection that leaves one unanswered for too long is cut, and so neither waited for nor
 * used again: behind a proxy or a network that drops packets it would stay silent for ever.
 */
export class StatementWatch {
  private readonly ownLimits = new WeakMap<pg.ClientBase, number | null>();
  private silentAt = -Infinity;
  private refusedWriteAt = -Infinity;

  /** @param limitMs how long an answer is waited for; null for ever */
  constructor(
    private readonly pool: pg.Pool,
    private readonly limitMs: number | null,
  ) {
    pool.on('connect', (client) => this.watch(client));
    pool.on('acquire', (client) => this.ownLimits.delete(client));
  }

  /** Milliseconds since a statement was last given up. */
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
    // When this process was busy for that long, the answer waits on the socket, which is read before this.
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

/** Awaited, so that an error's stack leads to the statement's caller. */
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

  /** @throws whatever the database throws, which then does not answer */
  async ping(): Promise<void> {
    await this.query('select 1');
  }

  /** @throws whatever the database throws; the connection is then closed */
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

/** A read for more keys than this is a statement of its own: who looks for few would have to wait for it. */
const mostKeysToShare = 10;
const largestBatch = 64;
/** Of how many different selections of columns the reads are shared; clients choose those, so there must be an end. */
const mostSelections = 200;

/** SQLSTATE class of values that PostgreSQL cannot take. */
const dataException = '22';

type Read<Key, Found> = (keys: readonly Key[], columns: readonly string[]) => Promise<Found>;

/**
 * A read by keys, which requests that are under way at the same moment do with one statement: under load most of what a
 * small read costs is to send a statement at all. It is no cache. Nobody gets anything that was read before it was asked for.
 */
export class SharedRead<Key, Found> {
  private readonly batchers = new LRUCache<string, Batcher<readonly Key[], Found>>({ max: mostSelections });

  /** @param read finds what is stored under keys */
  constructor(private readonly read: Read<Key, Found>) {}

  /**
   * @param columns what to read; only reads of the same columns are shared
   * @returns what is stored under the keys, and maybe under those of others, who see the same object
   */
  async find(keys: readonly Key[], columns: readonly string[] = []): Promise<Found> {
    if (keys.length > mostKeysToShare) return this.read(keys, columns);
    try {
      return await this.batcherFor(columns).submit(keys);
    } catch (error) {
      // A value of somebody else's must not be this one's failure.
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

/** The server keeps every named statement for as long as the connection lives, so there must not be endlessly many. */
const mostNames = 200;

/**
 * Names for prepared statements whose text depends on the request (which columns, which keys). The first
 * {@link mostNames} texts get a name and are planned once a connection; any further ones run without.
 */
export class StatementNames {
  private readonly names = new Map<string, string>();

  /** @param subject stands in front of every name; one for each reader */
  constructor(private readonly subject: string) {}

  prepare(text: string): { text: string; name?: string } {
    const known = this.names.get(text);
    if (known !== undefined) return { text, name: known };
    if (this.names.size >= mostNames) return { text };
    const name = `${this.subject}-${this.names.size + 1}`;
    this.names.set(text, name);
    return { text, name };
  }
}
