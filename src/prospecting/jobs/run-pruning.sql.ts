// This file uses SQL because it deletes rows in batches, in the order of an index.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** The number of runs that one statement deletes. It is small, because the statement also deletes the prospects of each run. */
const batchSize = 500;

@Injectable()
export class RunPruningSql {
  constructor(private readonly database: Database) {}

  /**
   * Deletes the callbacks about changes that were delivered or given up before a day (UTC), of all tenants. Their signals are kept.
   * @param date `YYYY-MM-DD`
   * @returns the number of deleted callbacks
   */
  async deleteCallbacksEndedBefore(date: string): Promise<number> {
    const { rowCount } = await this.database.work.query(
      `delete from callback_delivery
        where tenant_id is not null and coalesce(delivered_at, given_up_at) < $1::date::timestamp at time zone 'UTC'`,
      [date],
    );
    return rowCount ?? 0;
  }

  /**
   * Deletes the runs of all tenants that ended before a day (UTC), with their prospects and callbacks. The ledger entries of these
   * runs are kept.
   * @param date `YYYY-MM-DD`
   * @param signal stops the deletion after the current batch
   * @returns the number of deleted runs
   */
  async deleteEndedBefore(date: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    let after = '-1';
    for (;;) {
      const { rows } = await this.database.work.query<{ last: string | null; found: number; deleted: number }>(
        `with found as materialized (
           select id from prospecting_job
            where id > $1::int8 and status <> 'running' and run_end_time < $2::date::timestamp at time zone 'UTC'
            order by id limit ${batchSize}
         ), gone as (
           delete from prospecting_job where id in (select id from found) and status <> 'running' returning id
         )
         select (select max(id) from found)::text as last, (select count(*) from found)::int as found,
                (select count(*) from gone)::int as deleted`,
        [after, date],
      );
      const [batch] = rows;
      deleted += batch?.deleted ?? 0;
      const last = batch?.last ?? null;
      if (signal.aborted || last === null || (batch?.found ?? 0) < batchSize) return deleted;
      after = last;
    }
  }
}
