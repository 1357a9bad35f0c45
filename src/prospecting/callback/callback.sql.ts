// SQL for a claim that skips locked rows, by the clock of the database.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** An announcement that is to be attempted now. */
export interface DueCallback {
  readonly jobId: bigint;
  readonly tenantId: string;
  /** Attempts with this one. */
  readonly attempts: number;
  /** Null when the tenant has no callback any more. */
  readonly url: string | null;
  readonly secret: string | null;
}

interface Row extends Omit<DueCallback, 'jobId'> {
  readonly jobId: string;
}

/** Claims announcements that are due. */
@Injectable()
export class CallbackSql {
  constructor(private readonly database: Database) {}

  /**
   * Takes an announcement that is due, those never attempted first.
   * @param leaseSeconds the announcement is due again after this time, in case this process dies
   * @param others tenants whose announcements are left out
   */
  async claim(leaseSeconds: number, others: readonly string[]): Promise<DueCallback | null> {
    const { rows } = await this.database.work.query<Row>(
      `with due as (
         select d.job_id, t.id as tenant_id, t.callback_url, t.callback_secret
           from callback_delivery d
           join prospecting_job j on j.id = d.job_id
           join tenant t on t.id = j.tenant_id
          where d.delivered_at is null and d.given_up_at is null and d.next_at <= clock_timestamp()
            and t.suspended_at is null and t.id <> all($2::text[])
          order by d.attempts, d.next_at limit 1 for update of d skip locked
       )
       update callback_delivery d set attempts = d.attempts + 1, next_at = clock_timestamp() + make_interval(secs => $1)
         from due where d.job_id = due.job_id
       returning d.job_id as "jobId", due.tenant_id as "tenantId", d.attempts, due.callback_url as url,
         due.callback_secret as secret`,
      [leaseSeconds, others],
    );
    return rows[0] === undefined ? null : { ...rows[0], jobId: BigInt(rows[0].jobId) };
  }
}
