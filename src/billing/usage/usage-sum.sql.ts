// This file uses SQL because a database function sums up a day in one transaction.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** Adds up the ledger entries of each past day. Usage reports read these sums instead of the entries. */
@Injectable()
export class UsageSumSql {
  constructor(private readonly database: Database) {}

  /** Sums up the next past day. @returns whether another past day is left to sum up */
  async sumNextDay(): Promise<boolean> {
    const { rows } = await this.database.work.query<{ hasMore: boolean }>('select usage_sum_day() as "hasMore"');
    return rows[0]?.hasMore === true;
  }
}
