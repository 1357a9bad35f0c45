import { Injectable } from '@nestjs/common';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { AnswerClaim } from './answer-claim.js';
import { answerNotStorable, invalidKey, type KeyedRequest, keyInUse, type ReplayableAnswer } from './stored-answer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/**
 * How long an answer waits until its claim is released, in milliseconds. The wait is short, because the database may be
 * unreachable.
 */
const releaseTimeoutMs = 1_000;

/**
 * The outcome of a request with an idempotency key: either the result of its work, or a stored answer with the X-Request-Id of the
 * earlier request that got this answer first.
 */
export type KeyedOutcome<Result> =
  | { readonly state: 'answered'; readonly result: Result }
  | { readonly state: 'stored'; readonly answer: ReplayableAnswer; readonly requestId: string };

/**
 * Makes requests with an idempotency key safe to retry. The first request that is charged or starts a run stores its answer. For 24
 * hours, every further request with the same key and content gets this answer. Failed and free requests store nothing, so a retry
 * does the work again.
 */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly answers: StoredAnswerSql,
    private readonly failpoints: Failpoints,
  ) {}

  /**
   * Does the work of a request, unless an answer is stored for its idempotency key.
   * @param work receives the claim. If its answer is to be stored, it must complete the claim with the answer.
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE when another request with the key is being answered
   * @throws ValidationException when the key was used for a different request, or the stored answers of the tenant exceed their
   *   limit
   */
  async once<Result>(
    request: KeyedRequest,
    work: (claim: AnswerClaim) => Promise<Result>,
  ): Promise<KeyedOutcome<Result>> {
    const outcome = await this.answers.claim(request);
    switch (outcome.state) {
      case 'claimed':
        return { state: 'answered', result: await this.run(new AnswerClaim(outcome.attempt, this.answers), work) };
      case 'stored':
        return outcome;
      case 'in-flight':
        throw keyInUse();
      case 'other-request':
        throw invalidKey(request.key, 'the idempotency key was used for another request');
      case 'full':
        throw answerNotStorable(request.key, 'full');
    }
  }

  private async run<Result>(claim: AnswerClaim, work: (claim: AnswerClaim) => Promise<Result>): Promise<Result> {
    this.failpoints.reach('answer-claimed');
    try {
      const result = await work(claim);
      if (claim.answer === null) await releaseClaim(claim);
      return result;
    } catch (error) {
      await releaseClaim(claim);
      throw error;
    }
  }
}

/**
 * Releases a claim. If the release fails or takes too long, the result of the request is sent all the same, and the claim ends when
 * its lease expires.
 */
async function releaseClaim(claim: AnswerClaim): Promise<void> {
  await withTimeout(releaseTimeoutMs, 'the claim is not released', claim.release()).catch(() => undefined);
}
