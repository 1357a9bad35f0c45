import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/** The number of answers that one statement deletes. It is low because deleting long answers takes time. */
const deletionBatchSize = 500;

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
