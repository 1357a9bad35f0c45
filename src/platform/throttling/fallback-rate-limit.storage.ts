import { withTimeout } from '../async/with-timeout.js';
import { RateLimitStorage, type RateDecision, secondWindowMs, type RatePolicy } from './rate-limit.js';

export interface FallbackRateLimitOptions {
  /** Is called with a message when the shared storage stops answering, and with another message when it answers again. */
  readonly log: (message: string) => void;
  /** Timeout of the shared storage, in milliseconds. */
  readonly timeoutMs?: number;
  /**
   * When the shared storage has failed, requests use only the local storage for this time, in milliseconds. After that the shared
   * storage is tried again.
   */
  readonly coolDownMs?: number;
}

/** The key of the requests with which the shared storage is tried. No client has this key. */
const probeKey = 'probe';
const probePolicy = recorded({ burstLimit: 1, burstWindowMs: secondWindowMs, perSecond: 1 });

/**
 * Counts requests in a shared storage, Redis, as long as it answers, and otherwise in a local storage of this process. So an
 * outage of Redis does not stop the service, and the limits stay in force.
 *
 * The local storage always counts the requests that this process accepts, even while Redis decides. So a process never accepts
 * more requests of a client than the limit in any window, even if Redis has lost its data.
 *
 * After an outage Redis may be empty. So for the length of one window the local storage continues to decide, and Redis is told
 * which requests were accepted. Then Redis knows all requests of the window, and decides again.
 */
export class FallbackRateLimitStorage extends RateLimitStorage {
  private readonly shared: RateLimitStorage;
  private readonly local: RateLimitStorage;
  private readonly log: (message: string) => void;
  private readonly timeoutMs: number;
  private readonly coolDownMs: number;
  private down = false;
  private retryAt = 0;
  private backSince = Number.NEGATIVE_INFINITY;

  constructor(shared: RateLimitStorage, local: RateLimitStorage, options: FallbackRateLimitOptions) {
    super();
    this.shared = shared;
    this.local = local;
    this.log = options.log;
    this.timeoutMs = options.timeoutMs ?? 250;
    this.coolDownMs = options.coolDownMs ?? 1000;
  }

  override async consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const now = performance.now();
    if (this.down) {
      if (now < this.retryAt) return this.local.consume(key, policy);
      // This request tries whether the shared storage answers again. Other requests do not wait for the result.
      this.retryAt = now + this.coolDownMs;
      await this.probe();
    }
    const windowMs = Math.max(policy.burstWindowMs, secondWindowMs);
    return this.down || now < this.backSince + windowMs ? this.decideHere(key, policy) : this.decideThere(key, policy);
  }

  override async close(): Promise<void> {
    await Promise.all([this.shared.close(), this.local.close()]);
  }

  private async probe(): Promise<void> {
    try {
      await this.askShared(probeKey, probePolicy);
      this.recovered();
    } catch (error) {
      this.failed(error);
    }
  }

  /** Lets the local storage decide. The shared storage is only told which requests were accepted, as long as it answers. */
  private async decideHere(key: string, policy: RatePolicy): Promise<RateDecision> {
    const decision = await this.local.consume(key, policy);
    if (this.down || !decision.allowed) return decision;
    try {
      await this.askShared(key, recorded(policy));
    } catch (error) {
      this.failed(error);
    }
    return decision;
  }

  /**
   * Lets the shared storage decide. The local storage only counts the accepted requests. If the shared storage does not answer,
   * the local storage decides.
   */
  private async decideThere(key: string, policy: RatePolicy): Promise<RateDecision> {
    try {
      const decision = await this.askShared(key, policy);
      if (decision.allowed) await this.local.consume(key, recorded(policy));
      return decision;
    } catch (error) {
      this.failed(error);
      return this.local.consume(key, policy);
    }
  }

  private askShared(key: string, policy: RatePolicy): Promise<RateDecision> {
    return withTimeout(this.timeoutMs, `no answer within ${this.timeoutMs} ms`, this.shared.consume(key, policy));
  }

  private failed(error: unknown): void {
    this.retryAt = performance.now() + this.coolDownMs;
    if (this.down) return;
    this.down = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.log(`Rate limits: Redis does not answer (${reason}); each process counts for itself until it does`);
  }

  private recovered(): void {
    this.down = false;
    this.backSince = performance.now();
    this.log('Rate limits: Redis answers again; limits are shared once it has counted for a whole window');
  }
}

/**
 * A policy with limits so high that they allow everything. With it, a storage counts a request that another storage has already
 * accepted.
 */
function recorded({ burstWindowMs }: RatePolicy): RatePolicy {
  return { burstLimit: Number.MAX_SAFE_INTEGER, burstWindowMs, perSecond: Number.MAX_SAFE_INTEGER };
}
