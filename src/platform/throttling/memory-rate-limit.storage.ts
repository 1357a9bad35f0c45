import { LRUCache } from 'lru-cache';
import { type RateDecision, RateLimitStorage, type RatePolicy } from './rate-limit.js';
import { SlidingWindow } from './sliding-window.js';

/**
 * How much memory the storage may take by default, in bytes. That is enough for about 130,000 clients that send little, or for
 * 7,000 clients with 1,000 requests in their windows.
 */
const defaultMaxBytes = 64 * 1024 * 1024;

/**
 * The memory that a client takes in addition to its key and the times of its requests, in bytes. It is for the cache entry, the
 * window object and the header of the typed array.
 */
const entryBytes = 400;

/**
 * How many idle clients are removed, at most, when a new client arrives. With two, idle clients are removed faster than new ones
 * arrive.
 */
const sweptPerNewcomer = 2;

interface MemoryRateLimitOptions {
  /**
   * The maximum memory of all clients together, in bytes. If it is exceeded, the client that has been idle for longest is
   * removed.
   */
  readonly maxBytes?: number;
  /** Returns the present time in milliseconds. By default it is a clock that is never set back. */
  readonly now?: () => number;
}

/** Counts requests exactly, in the memory of this process. */
export class MemoryRateLimitStorage extends RateLimitStorage {
  private readonly clients: LRUCache<string, SlidingWindow>;
  private readonly now: () => number;

  constructor(options: MemoryRateLimitOptions = {}) {
    super();
    const maxSize = options.maxBytes ?? defaultMaxBytes;
    this.now = options.now ?? (() => performance.now());
    this.clients = new LRUCache({
      maxSize,
      // The cache silently drops an entry that is larger than the maximum. The client would then have no limit at all, so such an
      // entry counts as the maximum.
      sizeCalculation: (window, key) => Math.min(maxSize, entryBytes + 2 * key.length + window.bytes),
    });
  }

  get clientCount(): number {
    return this.clients.size;
  }

  /** Estimate of the memory in use, in bytes. */
  get usedBytes(): number {
    return this.clients.calculatedSize;
  }

  override consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const now = Math.floor(this.now());
    const known = this.clients.get(key);
    if (known === undefined) this.sweep(now);
    const window = known ?? new SlidingWindow();
    const bytesBefore = known?.bytes;
    const decision = window.consume(policy, now);
    if (window.bytes !== bytesBefore) {
      // The cache measures an entry only when it is added. So the client is removed and added again.
      this.clients.delete(key);
      this.clients.set(key, window);
    }
    return Promise.resolve(decision);
  }

  override close(): Promise<void> {
    this.clients.clear();
    return Promise.resolve();
  }

  /**
   * Removes idle clients, beginning with the one that was not used for longest. This needs neither a timer nor a look at all
   * clients.
   */
  private sweep(now: number): void {
    let swept = 0;
    for (const key of this.clients.rkeys()) {
      const window = this.clients.peek(key);
      if (swept === sweptPerNewcomer || window === undefined || window.idleAt > now) return;
      this.clients.delete(key);
      swept += 1;
    }
  }
}
