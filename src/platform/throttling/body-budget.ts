import { LRUCache } from 'lru-cache';
import { DomainError } from '../errors/domain-error.js';
import type { RatePolicy } from './rate-limit.js';

/** The API key of a request, and the rate limits of its tenant. If `ratePolicy` is null, the limits of the service apply. */
interface LimitedKey {
  readonly keyId: string;
  readonly ratePolicy: RatePolicy | null;
}

interface BudgetSettings {
  /**
   * How many bytes each key may send per second. If it is null, this limit follows from the number of requests that the key may
   * send per second: it is high enough for all of them to be full batches.
   */
  readonly rateBodyBytesPerSecond: number | null;
  readonly ratePerSecond: number;
}

/**
 * The size in bytes that is assumed for a full batch. It is one and a half times the size of a request with the maximum number of
 * companies and all their identifiers.
 */
const bytesOfFullBatch = 160 * 1024;

/** After a pause, a key may at once send as many bytes as it may usually send in this many seconds. */
const burstSeconds = 2;

/**
 * However low the rate is, a key may at once send at least this many bytes after a pause. Four bodies of the maximum size fit
 * into it.
 */
const minBurstBytes = 20 * 1024 * 1024;

/**
 * The budgets of at most this many keys are kept in memory; each takes about 200 bytes. If a key is dropped, it starts again with
 * a full budget.
 */
const maxKeys = 10_000;

/**
 * Limits how many bytes of request bodies each key may send to this process. Without a limit, a tenant with large bodies could
 * make others wait, because other requests wait while a large body is read and parsed.
 *
 * Each key has a token bucket, which is filled again with time. All that is stored for a key is the time at which its bucket will
 * be full again.
 */
export class BodyBudget {
  private readonly fullAt = new LRUCache<string, number>({ max: maxKeys });

  /**
   * Makes the budgets. At the beginning the budget of every key is full.
   * @param now returns the present time in milliseconds, by any clock
   */
  constructor(
    private readonly settings: BudgetSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes bytes from the budget of a key.
   *
   * @param wanted the size of the whole body; if the request is refused, the client is told to wait until this many bytes are
   * available
   * @throws DomainError `RATE_LIMIT_EXCEEDED` if too few bytes are left; nothing is then taken
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

/**
 * Makes the 429 error. As with the other rate limits, both `X-RateLimit-Reset` and `Retry-After` contain the number of seconds to
 * wait.
 */
function refusal(waitMs: number): DomainError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  return new DomainError('RATE_LIMIT_EXCEEDED', undefined, { 'Retry-After': seconds, 'X-RateLimit-Reset': seconds });
}
