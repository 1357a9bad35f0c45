import { Injectable } from '@nestjs/common';
import { JobHandlers } from '../../platform/queue/job-handlers.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/** Few enough that a statement ends soon, however long the answers are. */
const roundSize = 500;

@Injectable()
export class StoredAnswersProcessor {
  constructor(
    handlers: JobHandlers,
    private readonly answers: StoredAnswerSql,
  ) {
    handlers.register('expire-stored-answers', (_payload, signal) => this.deleteExpired(signal));
  }

  private async deleteExpired(signal: AbortSignal): Promise<void> {
    let deleted = roundSize;
    while (deleted === roundSize && !signal.aborted) deleted = await this.answers.deleteExpired(roundSize);
  }
}
