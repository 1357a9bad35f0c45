import { LRUCache } from 'lru-cache';
import { DomainError } from '../errors/domain-error.js';
import type { RatePolicy } from './rate-limit.js';

/** The key of a request, and the limits of its tenant. If `ratePolicy` is null, the limits of the service apply. */
interface LimitedKey {
  readonly keyId: string;
  readonly ratePolicy: RatePolicy | null;
}

/** The settings from which the budget of a key is computed. */
interface BudgetSettings {
  /** The bytes per second for each key; null for as many as the allowed requests need if all are full batches. */
  readonly rateBodyBytesPerSecond: number | null;
  readonly ratePerSecond: number;
}

/** The size of a request with the maximum number of companies and all their identifiers, times 1.5, in bytes. */
const bytesOfFullBatch = 160 * 1024;

/** After a pause, a key may send the bytes of this number of seconds at once. */
const burstSeconds = 2;

/** The minimum size of a burst, in bytes, whatever the rate. Four bodies of the largest size fit into it. */
const minBurstBytes = 20 * 1024 * 1024;

/** The maximum number of keys in memory, of about 200 bytes each. A key that was dropped starts again with a full burst. */
const maxKeys = 10_000;

/**
 * Limits the bytes of request bodies that each key may send to this process, because other tenants wait while a large
 * body is read and parsed.
 *
 * The limit is a token bucket. For each key the bucket stores only the time at which the bucket will be full again.
 */
export class BodyBudget {
  private readonly fullAt = new LRUCache<string, number>({ max: maxKeys });

  /**
   * Makes the budgets, which are full for every key.
   * @param now a clock in milliseconds
   */
  constructor(
    private readonly settings: BudgetSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes bytes from the budget of a key.
   *
   * @param wanted the bytes of the whole body. A refused caller is told to wait until these are available.
   * @throws DomainError `RATE_LIMIT_EXCEEDED` when too few bytes are left; nothing is taken then
   */
  spend({ keyId, ratePolicy }: LimitedKey, bytes: number, wanted = bytes): void {
    const { rateBodyBytesPerSecond, ratePerSecond } = this.settings;
    const perSecond = rateBodyBytesPerSecond ?? (ratePolicy?.perSecond ?? ratePerSecond) * bytesOfFullBatch;
    const burstMs = millisecondsOf(Math.max(perSecond * burstSeconds, minBurstBytes), perSecond);
    const now = this.now();
    const fullAt = Math.max(this.fullAt.get(keyId) ?? now, now);
    const nextFullAt = fullAt + millisecondsOf(bytes, perSecond);
    if (nextFullAt - now > burstMs) throw refusal(fullAt + millisecondsOf(wanted, perSecond) - now - burstMs);
    this.fullAt.set(keyId, nextFullAt);
  }
}

function millisecondsOf(bytes: number, perSecond: number): number {
  return (bytes / perSecond) * 1_000;
}

/** The 429 error. As for the other rate limits, `X-RateLimit-Reset` and `Retry-After` both have the seconds to wait. */
function refusal(waitMs: number): DomainError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  return new DomainError('RATE_LIMIT_EXCEEDED', undefined, { 'Retry-After': seconds, 'X-RateLimit-Reset': seconds });
}
