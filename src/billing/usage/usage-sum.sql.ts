// SQL for a function that sums up a day in one transaction.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Adds up the ledger entries of each day that has ended. Reports of usage read these sums. */
@Injectable()
export class UsageSumSql {
  constructor(private readonly database: Database) {}

  /** Sums up the next day. @returns whether there is another one */
  async sumNextDay(): Promise<boolean> {
    const { rows } = await this.database.work.query<{ hasMore: boolean }>('select usage_sum_day() as "hasMore"');
    return rows[0]?.hasMore === true;
  }
}
