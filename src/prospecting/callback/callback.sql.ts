// This file uses SQL because claims skip locked rows and use the clock of the database.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** A callback that this process has claimed and must now send. */
export interface DueCallback {
  readonly id: bigint;
  /** The run that has ended; null for a callback about changes of records. */
  readonly jobId: bigint | null;
  readonly tenantId: string;
  /** The number of attempts, including the one that is now made. */
  readonly attempts: number;
  /** The tenant's callback URL. This and the secret are null if the operator has removed the URL since the callback was stored. */
  readonly url: string | null;
  readonly secret: string | null;
}

interface Row extends Omit<DueCallback, 'id' | 'jobId'> {
  readonly id: string;
  readonly jobId: string | null;
}

/** A signal about a changed record, in the form that callbacks have. */
export interface ToldSignal {
  readonly id: number;
  readonly date: string;
  readonly signal_type: string;
  readonly message_text: string | null;
  readonly account_website: string | null;
  /** The profile page as it is stored. In a callback it gets the host name that this installation uses. */
  readonly intent_holder_network_url: string | null;
  readonly source_type: string | null;
}

/** Claims callbacks that are due, and reads their signals. */
@Injectable()
export class CallbackSql {
  constructor(private readonly database: Database) {}

  /**
   * Claims one callback that is due, of a tenant that is not suspended. The one with the fewest attempts comes first. Among these, a callback about a run comes before
   * one about changes, so that a large import, which can cause thousands of callbacks, does not delay those about runs. Among
   * these, the one that has been due for longest comes first.
   * @param leaseSeconds after this time the callback is due again, in case this process ends before it stores the outcome
   * @param busyTenants the ids of tenants for which an attempt is under way; none of their callbacks is claimed
   * @returns null when no callback is due
   */
  async claim(leaseSeconds: number, busyTenants: readonly string[]): Promise<DueCallback | null> {
    const { rows } = await this.database.work.query<Row>(
      `with due as (
         select d.id, t.id as tenant_id, t.callback_url, t.callback_secret
           from callback_delivery d
           left join prospecting_job j on j.id = d.job_id
           join tenant t on t.id = coalesce(d.tenant_id, j.tenant_id)
          where d.delivered_at is null and d.given_up_at is null and d.next_at <= clock_timestamp()
            and t.suspended_at is null and t.id <> all($2::text[])
          order by d.attempts, d.job_id is null, d.next_at limit 1 for update of d skip locked
       )
       update callback_delivery d set attempts = d.attempts + 1, next_at = clock_timestamp() + make_interval(secs => $1)
         from due where d.id = due.id
       returning d.id, d.job_id as "jobId", due.tenant_id as "tenantId", d.attempts, due.callback_url as url,
         due.callback_secret as secret`,
      [leaseSeconds, busyTenants],
    );
    const [row] = rows;
    if (row === undefined) return null;
    return { ...row, id: BigInt(row.id), jobId: row.jobId === null ? null : BigInt(row.jobId) };
  }

  /**
   * The signals of a callback, sorted by id. Signals that were deleted in the meantime are missing, for example because the person
   * was erased.
   */
  async signalsOf(callbackId: bigint): Promise<ToldSignal[]> {
    const { rows } = await this.database.work.query<ToldSignal>(
      `select s.id::float8 as id, s.date::text as date, s.signal_type, s.message_text, s.account_website,
              s.intent_holder_network_url, s.source_type
         from change_signal c join signal s on s.id = c.signal_id where c.callback_id = $1 order by s.id`,
      [callbackId],
    );
    return rows;
  }
}
