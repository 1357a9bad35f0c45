import { LRUCache } from 'lru-cache';
import { type RateDecision, RateLimitStorage, type RatePolicy } from './rate-limit.js';
import { SlidingWindow } from './sliding-window.js';

/**
 * The default maximum size of the storage, in bytes. It is enough for about 130,000 clients that send little, or for 7,000
 * clients with 1,000 requests in their window.
 */
const defaultMaxBytes = 64 * 1024 * 1024;

/** The bytes that a client takes in addition to its ring and its key: cache entry, window object and header of the typed array. */
const entryBytes = 400;

/** How many old clients are checked with each new one. With two, idle clients are removed faster than new ones arrive. */
const sweptPerNewcomer = 2;

interface MemoryRateLimitOptions {
  /** The maximum memory of all clients together, in bytes. Above it, the client that was idle longest is evicted. */
  readonly maxBytes?: number;
  /** A clock in milliseconds. The default is a clock that is never set back. */
  readonly now?: () => number;
}

/** Counts requests exactly, in the memory of one process. */
export class MemoryRateLimitStorage extends RateLimitStorage {
  private readonly clients: LRUCache<string, SlidingWindow>;
  private readonly now: () => number;

  constructor(options: MemoryRateLimitOptions = {}) {
    super();
    const maxSize = options.maxBytes ?? defaultMaxBytes;
    this.now = options.now ?? (() => performance.now());
    this.clients = new LRUCache({
      maxSize,
      // The cache silently drops an entry that is larger than its maximum. Such a client would then have no limit at all.
      sizeCalculation: (window, key) => Math.min(maxSize, entryBytes + 2 * key.length + window.bytes),
    });
  }

  /** Number of clients in the cache. */
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
      // The client is added again, because the cache measures an entry only when it is added.
      this.clients.delete(key);
      this.clients.set(key, window);
    }
    return Promise.resolve(decision);
  }

  override close(): Promise<void> {
    this.clients.clear();
    return Promise.resolve();
  }

  /** Removes idle clients from the end of the cache that was not used for longest. That needs no timer, and no walk over all clients. */
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
