// SQL for claims that skip locked rows and use the clock of the database.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** A callback that this process has claimed and is to send now. */
export interface DueCallback {
  readonly jobId: bigint;
  readonly tenantId: string;
  /** The number of attempts, including the one that is to be made now. */
  readonly attempts: number;
  /** The tenant's callback URL; null, like the secret, when the operator has removed it since the run ended. */
  readonly url: string | null;
  readonly secret: string | null;
}

interface Row extends Omit<DueCallback, 'jobId'> {
  readonly jobId: string;
}

/** Claims callbacks that are due. */
@Injectable()
export class CallbackSql {
  constructor(private readonly database: Database) {}

  /**
   * Claims one callback that is due: the one with the fewest attempts, and of these the one that has been due for longest.
   * @param leaseSeconds after this time the callback is due again, in case this process ends before it stores the outcome
   * @param busyTenants the ids of tenants whose callbacks are not claimed, because one of theirs is under way
   * @returns null when no callback is due
   */
  async claim(leaseSeconds: number, busyTenants: readonly string[]): Promise<DueCallback | null> {
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
      [leaseSeconds, busyTenants],
    );
    return rows[0] === undefined ? null : { ...rows[0], jobId: BigInt(rows[0].jobId) };
  }
}
