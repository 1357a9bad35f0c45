import { LRUCache } from 'lru-cache';
import { type RateDecision, RateLimitStorage, type RatePolicy } from './rate-limit.js';
import { SlidingWindow } from './sliding-window.js';

/** Room for about 130,000 clients that send little, or 7,000 that keep 1,000 requests in their window. */
const defaultMaxBytes = 64 * 1024 * 1024;

/** What a client costs beside its ring and its key: cache entry, window object and typed-array header. */
const entryBytes = 400;

/** Clients checked with each new client: two, so that idle ones are removed faster than new ones arrive. */
const sweptPerNewcomer = 2;

interface MemoryRateLimitOptions {
  /** Bound on the memory of all clients together; beyond it the client that was idle longest is evicted. */
  readonly maxBytes?: number;
  /** Clock in milliseconds. The default never steps. */
  readonly now?: () => number;
}

/** Exact limits within one process. */
export class MemoryRateLimitStorage extends RateLimitStorage {
  private readonly clients: LRUCache<string, SlidingWindow>;
  private readonly now: () => number;

  constructor(options: MemoryRateLimitOptions = {}) {
    super();
    const maxSize = options.maxBytes ?? defaultMaxBytes;
    this.now = options.now ?? (() => performance.now());
    this.clients = new LRUCache({
      maxSize,
      // The cache silently drops what can never fit; a client with such a limit would then have none.
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
      // The cache measures a value only when it is added.
      this.clients.delete(key);
      this.clients.set(key, window);
    }
    return Promise.resolve(decision);
  }

  override close(): Promise<void> {
    this.clients.clear();
    return Promise.resolve();
  }

  /** Makes room from the cold end of the cache, which needs neither a timer nor a walk over all clients. */
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
