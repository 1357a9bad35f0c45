import { pack } from './answer-packing.js';
import type { SqlRunner } from '../credits/ledger.sql.js';
import { answerNotStorable, type Attempt, type PackedAnswer, type StoredAnswer } from './stored-answer.js';
import type { StoredAnswerSql } from './stored-answer.sql.js';

declare module 'express-serve-static-core' {
  interface Request {
    /** The claim on the idempotency key of the request, set before the handler runs; undefined without a key. */
    answerClaim?: AnswerClaim;
  }
}

/**
 * The right of one attempt to answer a request with an idempotency key. While one attempt has it, other requests with this key are
 * refused.
 */
export class AnswerClaim {
  private completedWith: StoredAnswer | null = null;

  constructor(
    private readonly attempt: Attempt,
    private readonly answers: StoredAnswerSql,
  ) {}

  get key(): string {
    return this.attempt.key;
  }

  /** The answer that was passed to {@link complete} or {@link completeAlone}, and that must be sent unchanged; null before that. */
  get answer(): StoredAnswer | null {
    return this.completedWith;
  }

  /**
   * Compresses an answer. This is done before the transaction that stores the answer begins, so that the transaction is short.
   * @throws ValidationException when the answer is too long to be stored
   * @returns the answer with its compressed text
   */
  async pack(answer: StoredAnswer): Promise<PackedAnswer> {
    const text = await pack(answer.body);
    if (text === null) throw answerNotStorable(this.key, 'too-long');
    return { answer, text };
  }

  /**
   * Stores the answer in a transaction of the caller. If a person was erased after the attempt began, the answer may be sent but
   * not stored; then the claim is released instead.
   * @param client a client in a transaction with the isolation level READ COMMITTED
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another attempt has taken over the claim; the caller must roll back
   * @throws ValidationException when the stored answers of the tenant would exceed their limit; the caller must roll back
   */
  async complete(client: SqlRunner, packed: PackedAnswer): Promise<void> {
    await this.answers.complete(client, this.attempt, packed);
    this.completedWith = packed.answer;
  }

  /** Compresses and stores the answer, as {@link pack} and {@link complete} do, in a transaction of its own. */
  async completeAlone(answer: StoredAnswer): Promise<void> {
    await this.answers.completeAlone(this.attempt, await this.pack(answer));
    this.completedWith = answer;
  }

  /** Gives up the claim, so that the next request can claim the key. If an answer is stored, nothing changes. */
  release(): Promise<void> {
    return this.answers.release(this.attempt);
  }
}
