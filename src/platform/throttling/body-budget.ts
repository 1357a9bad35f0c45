import { LRUCache } from 'lru-cache';
import { DomainError } from '../errors/domain-error.js';
import type { RatePolicy } from './rate-limit.js';

/** The key of a request, and its tenant's own limits; null for the service's. */
interface LimitedKey {
  readonly keyId: string;
  readonly ratePolicy: RatePolicy | null;
}

/** The settings that the budget of a key follows from. */
interface BudgetSettings {
  /** For each key; null: as many as the allowed requests need when they are full batches. */
  readonly rateBodyBytesPerSecond: number | null;
  readonly ratePerSecond: number;
}

/** Half as much again as a full batch of companies with all identifiers, in bytes. */
const bytesOfFullBatch = 160 * 1024;

/** A key that has sent nothing for a while may send the bytes of so many seconds at once. */
const burstSeconds = 2;

/** Whatever the rate is, a burst has room for four bodies of the largest size, in bytes. */
const minBurstBytes = 20 * 1024 * 1024;

/** Keys that are remembered, some 200 bytes each. A key that is forgotten starts with a full burst. */
const maxKeys = 10_000;

/**
 * Bounds the bytes of bodies that each key sends to this process. Reading and parsing them takes time in which other tenants
 * wait, and one request may carry a hundred times as much as the next.
 *
 * It is a token bucket: of each key it keeps only when its bucket will be full again.
 */
export class BodyBudget {
  private readonly fullAt = new LRUCache<string, number>({ max: maxKeys });

  /** @param now a clock in milliseconds */
  constructor(
    private readonly settings: BudgetSettings,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes bytes from the budget of a key.
   *
   * @param wanted the bytes for which a refused caller has to wait: those of its whole body
   * @throws DomainError `RATE_LIMIT_EXCEEDED`, and then takes none
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

/** With the headers of the other limits, of which `X-RateLimit-Reset` is always the same as `Retry-After`. */
function refusal(waitMs: number): DomainError {
  const seconds = String(Math.max(1, Math.ceil(waitMs / 1_000)));
  return new DomainError('RATE_LIMIT_EXCEEDED', undefined, { 'Retry-After': seconds, 'X-RateLimit-Reset': seconds });
}
