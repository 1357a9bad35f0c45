import type { CreditFeature } from './charges.js';
import type { SqlRunner } from './ledger.js';
import type { Attempt, StoredAnswer } from './stored-answer.js';
import type { StoredAnswerRepository } from './stored-answer.repository.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set for a request with an idempotency key, before its handler is called. */
    answerClaim?: AnswerClaim;
  }
}

/** The right of one attempt at a request, and of no other, to answer all that carry its idempotency key. */
export class AnswerClaim {
  private completedWith: StoredAnswer | null = null;
  private billedUnder: readonly CreditFeature[] = [];

  constructor(
    private readonly attempt: Attempt,
    private readonly answers: StoredAnswerRepository,
  ) {}

  /** Whether somebody has seen to the answer. */
  get isCompleted(): boolean {
    return this.completedWith !== null;
  }

  /** What the claim was completed with, which is what must be sent; null before. */
  get answer(): StoredAnswer | null {
    return this.completedWith;
  }

  /** What the answer is billed under, as far as it was noted. */
  get features(): readonly CreditFeature[] {
    return this.billedUnder;
  }

  /** Notes what the answer is billed under, for handlers that leave it to the interceptor to complete the claim. */
  bill(features: Iterable<CreditFeature>): void {
    this.billedUnder = [...features];
  }

  /**
   * Stores the answer together with whatever else the transaction does. Where somebody was erased since the attempt began
   * it gives the claim up instead: the answer may then be sent, but not be kept.
   * @param client in a transaction at the default level, in which each statement sees what is committed by then
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another attempt has taken over: roll everything back
   */
  async complete(client: SqlRunner, answer: StoredAnswer): Promise<void> {
    await this.answers.complete(client, this.attempt, answer);
    this.completedWith = answer;
  }

  /** The same in a transaction of its own. */
  async completeAlone(answer: StoredAnswer): Promise<void> {
    await this.answers.completeAlone(this.attempt, answer);
    this.completedWith = answer;
  }

  /** Lets the next request with the key be the first one; does nothing once an answer is stored. */
  release(): Promise<void> {
    return this.answers.release(this.attempt);
  }
}
