import { pack } from './answer-packing.js';
import type { SqlRunner } from '../credits/ledger.sql.js';
import { unstorable, type Attempt, type PackedAnswer, type StoredAnswer } from './stored-answer.js';
import type { StoredAnswerSql } from './stored-answer.sql.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set for a request with an idempotency key, before its handler is called. */
    answerClaim?: AnswerClaim;
  }
}

/** The right of one attempt at a request, and of no other, to answer all that carry its idempotency key. */
export class AnswerClaim {
  private completedWith: StoredAnswer | null = null;

  constructor(
    private readonly attempt: Attempt,
    private readonly answers: StoredAnswerSql,
  ) {}

  /** What the claim was completed with, which is what must be sent; null before. */
  get answer(): StoredAnswer | null {
    return this.completedWith;
  }

  /**
   * Makes an answer ready to be stored, before the transaction that does so.
   * @throws ValidationException for one that is too long
   */
  async pack(answer: StoredAnswer): Promise<PackedAnswer> {
    const text = await pack(answer.body);
    if (text === null) throw unstorable(this.attempt.key, 'too-long');
    return { answer, text };
  }

  /**
   * Stores the answer together with whatever else the transaction does. Where somebody was erased since the attempt began
   * it gives the claim up instead: the answer may then be sent, but not be kept.
   * @param client in a transaction at the default level, in which each statement sees what is committed by then
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another attempt has taken over: roll everything back
   * @throws ValidationException when the tenant's answers would take too much: the same
   */
  async complete(client: SqlRunner, packed: PackedAnswer): Promise<void> {
    await this.answers.complete(client, this.attempt, packed);
    this.completedWith = packed.answer;
  }

  /** The same in a transaction of its own. */
  async completeAlone(answer: StoredAnswer): Promise<void> {
    await this.answers.completeAlone(this.attempt, await this.pack(answer));
    this.completedWith = answer;
  }

  /** Lets the next request with the key be the first one; does nothing once an answer is stored. */
  release(): Promise<void> {
    return this.answers.release(this.attempt);
  }
}
