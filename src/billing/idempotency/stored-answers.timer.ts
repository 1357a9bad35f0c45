import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/** Few enough to keep a statement short, also for long answers. */
const deletionBatchSize = 500;

/** Deletes expired stored answers. */
@Injectable()
export class StoredAnswersTimer extends IntervalTimer {
  constructor(private readonly answers: StoredAnswerSql) {
    super(60_000, 5 * 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    let deleted: number;
    do deleted = await this.answers.deleteExpired(deletionBatchSize);
    while (deleted === deletionBatchSize && !signal.aborted);
  }
}
