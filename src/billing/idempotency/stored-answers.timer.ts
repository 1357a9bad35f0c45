import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { StoredAnswerSql } from './stored-answer.sql.js';

/** Few enough that a statement ends soon, however long the answers are. */
const deletedAtOnce = 500;

/** Deletes stored answers whose time is over. */
@Injectable()
export class StoredAnswersTimer extends IntervalTimer {
  constructor(private readonly answers: StoredAnswerSql) {
    super(60_000, 5 * 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    let deleted: number;
    // PostgreSQL may choose a plan that applies the limit more than once, so the number says only whether there were any.
    do deleted = await this.answers.deleteExpired(deletedAtOnce);
    while (deleted > 0 && !signal.aborted);
  }
}
