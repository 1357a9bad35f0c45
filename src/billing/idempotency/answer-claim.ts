import { pack } from './answer-packing.js';
import type { SqlRunner } from '../credits/ledger.sql.js';
import { answerNotStorable, type Attempt, type PackedAnswer, type StoredAnswer } from './stored-answer.js';
import type { StoredAnswerSql } from './stored-answer.sql.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** Set before the handler runs, for a request with an idempotency key. */
    answerClaim?: AnswerClaim;
  }
}

/** The exclusive right of one attempt to answer the requests with an idempotency key. */
export class AnswerClaim {
  private completedWith: StoredAnswer | null = null;

  constructor(
    private readonly attempt: Attempt,
    private readonly answers: StoredAnswerSql,
  ) {}

  /** The idempotency key. */
  get key(): string {
    return this.attempt.key;
  }

  /** The stored answer, which must be sent; null before completion. */
  get answer(): StoredAnswer | null {
    return this.completedWith;
  }

  /**
   * Compresses an answer before the transaction that stores it.
   * @throws ValidationException when the answer is too long to be stored
   */
  async pack(answer: StoredAnswer): Promise<PackedAnswer> {
    const text = await pack(answer.body);
    if (text === null) throw answerNotStorable(this.key, 'too-long');
    return { answer, text };
  }

  /**
   * Stores the answer in the caller's transaction. If a person was erased since the attempt began, it releases the claim instead:
   * the answer may be sent, but not stored.
   * @param client in a transaction at level READ COMMITTED
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another attempt has taken over the claim; roll back
   * @throws ValidationException when the tenant's stored answers would exceed their limit; roll back
   */
  async complete(client: SqlRunner, packed: PackedAnswer): Promise<void> {
    await this.answers.complete(client, this.attempt, packed);
    this.completedWith = packed.answer;
  }

  /** `complete` in a new transaction. */
  async completeAlone(answer: StoredAnswer): Promise<void> {
    await this.answers.completeAlone(this.attempt, await this.pack(answer));
    this.completedWith = answer;
  }

  /** Ends the claim, so that the next request with the key can claim it; has no effect once an answer is stored. */
  release(): Promise<void> {
    return this.answers.release(this.attempt);
  }
}
