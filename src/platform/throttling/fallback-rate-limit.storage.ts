import { withTimeout } from '../async/with-timeout.js';
import { RateLimitStorage, type RateDecision, secondWindowMs, type RatePolicy } from './rate-limit.js';

export interface FallbackRateLimitOptions {
  /**
   * The function that receives a message when the shared storage stops answering, and another message when it answers again.
   */
  readonly log: (message: string) => void;
  /** Timeout of the shared storage, in milliseconds. */
  readonly timeoutMs?: number;
  /** How long requests use the local storage alone after a failure, in milliseconds. */
  readonly coolDownMs?: number;
}

/** The key of test requests, which show whether the shared storage answers. No client has it. */
const probeKey = 'probe';
const probePolicy = recorded({ burstLimit: 1, burstWindowMs: secondWindowMs, perSecond: 1 });

/**
 * Uses the shared storage, Redis, while it answers, and a storage in this process while it does not. So an outage of Redis neither
 * stops the service nor ends the limits. The local storage always counts the requests that this process accepts. So a process never
 * grants a client more than one quota in any window, whatever Redis has lost.
 *
 * After an outage Redis may be empty. So the local storage decides for one more window, and Redis is told which requests it accepts.
 * After that, Redis knows all requests of the window and decides again.
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
      // One request tests whether the shared storage answers again. The others do not wait for that.
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

  /** Lets the local storage decide. The shared storage, if it answers, counts the requests that the local storage accepts. */
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
   * Lets the shared storage decide. The local storage counts the accepted requests, and decides if the shared storage does
   * not answer.
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

/** A policy without effective limits, by which a storage counts a request that another storage has accepted. */
function recorded({ burstWindowMs }: RatePolicy): RatePolicy {
  return { burstLimit: Number.MAX_SAFE_INTEGER, burstWindowMs, perSecond: Number.MAX_SAFE_INTEGER };
}
