import { Injectable } from '@nestjs/common';
import { Failpoints } from '../../platform/async/failpoints.js';
import { withTimeout } from '../../platform/async/with-timeout.js';
import { AnswerClaim } from './answer-claim.js';
import { answerNotStorable, invalidKey, type KeyedRequest, keyInUse, type ReplayableAnswer } from './stored-answer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/** How long an answer waits for the release of its claim, in milliseconds: the database may be unreachable. */
const releaseTimeoutMs = 1_000;

/** The result of the work, or the stored answer with the id of the request that it answered. */
export type KeyedOutcome<Result> =
  | { readonly state: 'answered'; readonly result: Result }
  | { readonly state: 'stored'; readonly answer: ReplayableAnswer; readonly requestId: string };

/**
 * Makes requests with an idempotency key safe to retry. The first request that is charged or starts a job stores its answer, and
 * every later request with the key gets it. Failed and free requests store nothing, and a retry repeats them.
 */
@Injectable()
export class IdempotencyService {
  constructor(
    private readonly answers: StoredAnswerSql,
    private readonly failpoints: Failpoints,
  ) {}

  /**
   * @param work gets the claim, and completes it with the answer that is to be stored
   * @throws DomainError IDEMPOTENCY_KEY_IN_USE
   * @throws ValidationException for the key of another request, and when the tenant's stored answers exceed their limit
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

/** If the release fails or times out, the claim ends with its lease; the result of the request is sent anyway. */
async function releaseClaim(claim: AnswerClaim): Promise<void> {
  await withTimeout(releaseTimeoutMs, 'the claim is not released', claim.release()).catch(() => undefined);
}
