import type { Worker } from 'node:cluster';
import { MemoryRateLimitStorage } from './memory-rate-limit.storage.js';
import { type RateDecision, RateLimitStorage, type RatePolicy } from './rate-limit.js';

interface RateQuestion {
  readonly rateQuestion: number;
  readonly key: string;
  readonly policy: RatePolicy;
}

interface RateAnswer {
  readonly rateAnswer: number;
  readonly decision: RateDecision;
}

/**
 * The rate limits of a service with several processes (`WEB_CONCURRENCY`). The primary process counts the requests of all
 * processes. In the other processes, this class asks the primary process for each decision.
 */
export class PrimaryRateLimitStorage extends RateLimitStorage {
  private readonly waiting = new Map<number, (decision: RateDecision) => void>();
  private asked = 0;

  constructor() {
    super();
    process.on('message', this.receive);
  }

  override consume(key: string, policy: RatePolicy): Promise<RateDecision> {
    return new Promise((resolve, reject) => {
      const rateQuestion = (this.asked += 1);
      this.waiting.set(rateQuestion, resolve);
      process.send?.({ rateQuestion, key, policy } satisfies RateQuestion, (error: Error | null) => {
        if (error === null || !this.waiting.delete(rateQuestion)) return;
        reject(error);
      });
    });
  }

  override close(): Promise<void> {
    process.off('message', this.receive);
    return Promise.resolve();
  }

  private readonly receive = (message: unknown): void => {
    if (!isAnswer(message)) return;
    this.waiting.get(message.rateAnswer)?.(message.decision);
    this.waiting.delete(message.rateAnswer);
  };
}

/** Runs in the primary process. It answers the questions of all other processes from a single storage. */
export class RateLimitPrimary {
  private readonly storage = new MemoryRateLimitStorage();

  serve(worker: Worker): void {
    worker.on('message', (message: unknown) => {
      if (!isQuestion(message)) return;
      void this.storage.consume(message.key, message.policy).then((decision) => {
        if (worker.isConnected()) worker.send({ rateAnswer: message.rateQuestion, decision } satisfies RateAnswer);
      });
    });
  }
}

function isQuestion(message: unknown): message is RateQuestion {
  return typeof message === 'object' && message !== null && 'rateQuestion' in message;
}

function isAnswer(message: unknown): message is RateAnswer {
  return typeof message === 'object' && message !== null && 'rateAnswer' in message;
}
