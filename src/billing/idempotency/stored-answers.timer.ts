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
    let deleted = deletedAtOnce;
    while (deleted === deletedAtOnce && !signal.aborted) deleted = await this.answers.deleteExpired(deletedAtOnce);
  }
}
