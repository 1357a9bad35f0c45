import { LRUCache } from 'lru-cache';
import pg from 'pg';
import { Batcher } from '../async/batcher.js';

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
