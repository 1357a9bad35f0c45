import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** An announcement that is to be attempted now. */
export interface DueCallback {
  readonly jobId: bigint;
  readonly tenantId: string;
  /** Attempts with this one. */
  readonly attempts: number;
  /** Null when the tenant wants none any more. */
  readonly url: string | null;
  readonly secret: string | null;
}

interface Row extends Omit<DueCallback, 'jobId'> {
  readonly jobId: string;
}

@Injectable()
export class CallbackRepository {
  constructor(private readonly database: Database) {}

  /**
   * Takes an announcement that is due, those never attempted first, so that one receiver that does not answer holds up nobody else's.
   * @param leaseSeconds after which it is due again, should this process die
   */
  async claim(leaseSeconds: number): Promise<DueCallback | null> {
    const { rows } = await this.database.pool.query<Row>(
      `with due as (
         select job_id from callback_delivery
          where delivered_at is null and given_up_at is null and next_at <= clock_timestamp()
          order by attempts, next_at limit 1 for update skip locked
       )
       update callback_delivery d set attempts = d.attempts + 1, next_at = clock_timestamp() + make_interval(secs => $1)
         from due, prospecting_job j, tenant t
        where d.job_id = due.job_id and j.id = due.job_id and t.id = j.tenant_id
       returning d.job_id as "jobId", t.id as "tenantId", d.attempts, t.callback_url as url, t.callback_secret as secret`,
      [leaseSeconds],
    );
    return rows[0] === undefined ? null : { ...rows[0], jobId: BigInt(rows[0].jobId) };
  }

  async delivered({ jobId }: DueCallback): Promise<void> {
    await this.database.prisma.callbackDelivery.update({
      where: { jobId },
      data: { deliveredAt: new Date(), lastFailure: null },
    });
  }

  /** @param waitSeconds null to give up */
  async failed({ jobId }: DueCallback, failure: string, waitSeconds: number | null): Promise<void> {
    const data =
      waitSeconds === null ? { givenUpAt: new Date() } : { nextAt: new Date(Date.now() + waitSeconds * 1_000) };
    await this.database.prisma.callbackDelivery.update({ where: { jobId }, data: { ...data, lastFailure: failure } });
  }
}
