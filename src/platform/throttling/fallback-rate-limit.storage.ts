import { withTimeout } from '../async/with-timeout.js';
import type { RatePolicy } from '../auth/caller.js';
import { RateLimitStorage, type RateDecision } from './rate-limit.js';

export interface FallbackRateLimitOptions {
  /** Called once when the shared storage stops answering and once when it answers again. */
  readonly log: (message: string) => void;
  /** Timeout of the shared storage, in milliseconds. */
  readonly timeoutMs?: number;
  /** How long requests use the local storage alone after a failure, in milliseconds. */
  readonly coolDownMs?: number;
}

/**
 * Shared limits while the shared storage answers, local limits while it does not: an outage of Redis neither stops the
 * service nor lifts the limits. The local storage always counts what this process lets through, so that it grants a client no
 * more than one quota in the window in which Redis fails, and all processes together no more than one quota each.
 */
export class FallbackRateLimitStorage extends RateLimitStorage {
  private readonly shared: RateLimitStorage;
  private readonly local: RateLimitStorage;
  private readonly log: (message: string) => void;
  private readonly timeoutMs: number;
  private readonly coolDownMs: number;
  private down = false;
  private retryAt = 0;

  constructor(shared: RateLimitStorage, local: RateLimitStorage, options: FallbackRateLimitOptions) {
    super();
    this.shared = shared;
    this.local = local;
    this.log = options.log;
    this.timeoutMs = options.timeoutMs ?? 250;
    this.coolDownMs = options.coolDownMs ?? 1000;
  }

  override async consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    const probing = this.down;
    if (probing) {
      const now = performance.now();
      if (now < this.retryAt) return this.local.consume(key, policy);
      // One request at a time tries the shared storage again; the others do not wait for it.
      this.retryAt = now + this.coolDownMs;
    }
    try {
      const decision = await withTimeout(
        this.timeoutMs,
        `no answer within ${this.timeoutMs} ms`,
        this.shared.consume(key, policy),
      );
      // Answers that were under way when others failed do not count, or a slow server would flip the state all the time.
      if (probing) this.recovered();
      if (decision.allowed) await this.local.consume(key, policy);
      return decision;
    } catch (error) {
      this.failed(error);
      return this.local.consume(key, policy);
    }
  }

  override async close(): Promise<void> {
    await Promise.all([this.shared.close(), this.local.close()]);
  }

  private failed(error: unknown): void {
    this.retryAt = performance.now() + this.coolDownMs;
    if (this.down) return;
    this.down = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.log(`Rate limits: Redis does not answer (${reason}); each process counts for itself until it does`);
  }

  private recovered(): void {
    if (!this.down) return;
    this.down = false;
    this.log('Rate limits: Redis answers again; limits are shared');
  }
}
