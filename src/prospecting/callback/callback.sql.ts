// SQL for claims that skip locked rows and use the clock of the database.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** A callback that this process has claimed and is to send now. */
export interface DueCallback {
  readonly id: bigint;
  /** The run that has finished; null for a callback about signals of changes. */
  readonly jobId: bigint | null;
  readonly tenantId: string;
  /** The number of attempts, including the one that is to be made now. */
  readonly attempts: number;
  /** The tenant's callback URL; null, like the secret, when the operator has removed it since the callback was stored. */
  readonly url: string | null;
  readonly secret: string | null;
}

interface Row extends Omit<DueCallback, 'id' | 'jobId'> {
  readonly id: string;
  readonly jobId: string | null;
}

/** A signal of a change, as a callback has it. */
export interface ToldSignal {
  readonly id: number;
  readonly date: string;
  readonly signal_type: string;
  readonly message_text: string | null;
  readonly account_website: string | null;
  /** Canonical. */
  readonly intent_holder_network_url: string | null;
  readonly source_type: string | null;
}

/** Claims callbacks that are due, and reads their signals. */
@Injectable()
export class CallbackSql {
  constructor(private readonly database: Database) {}

  /**
   * Claims one callback that is due: the one with the fewest attempts, of these one about a run, and of these the one that has been due
   * for longest. A large import can make thousands of callbacks about changes, and no run waits for them.
   * @param leaseSeconds after this time the callback is due again, in case this process ends before it stores the outcome
   * @param busyTenants the ids of tenants whose callbacks are not claimed, because one of theirs is under way
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
   * The signals of a callback, in their order. A signal that was deleted since, for example because its person was erased, is
   * missing.
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
