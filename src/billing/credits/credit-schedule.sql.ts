// This file uses SQL so that the clock of the database decides what is due, and not the clocks of several machines.
import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';

/** An account; a list of due accounts goes on after it. */
export interface AccountKey {
  readonly tenantId: string;
  readonly feature: CreditFeature;
}

interface DueLapse extends AccountKey {
  /** The present day, in UTC as `YYYY-MM-DD`. */
  readonly today: string;
}

export interface DuePlan extends AccountKey {
  readonly amount: number;
  /** The first and the last day of the present month, in UTC as `YYYY-MM-DD`. */
  readonly month: string;
  readonly monthEnd: string;
  /** Whether what is left of the credits at the end of the month lapses. */
  readonly lapses: boolean;
}

/** How many accounts are read at once. */
const pageSize = 500;

const today = `(now() at time zone 'UTC')::date`;
const month = `date_trunc('month', now() at time zone 'UTC')::date`;

/** Reads which grants are to lapse, and which credits of the present month are still to be granted. */
@Injectable()
export class CreditScheduleSql {
  constructor(private readonly database: Database) {}

  /** The accounts with grants whose last day has passed. @param after the last account of the page before; null for the first page */
  async dueLapses(after: AccountKey | null): Promise<DueLapse[]> {
    const { rows } = await this.database.work.query<DueLapse>(
      `select distinct tenant_id as "tenantId", feature, ${today}::text as today from credit_grant
        where last_day < ${today} and lapsed is null
          and ($1::text is null or (tenant_id, feature) > ($1, $2::credit_feature))
        order by tenant_id, feature limit ${pageSize}`,
      [after?.tenantId ?? null, after?.feature ?? null],
    );
    return rows;
  }

  /**
   * The plans of tenants that are not suspended, and that have not got their credits of the present month.
   * @param tenantId the only tenant whose plans are read; null for all
   */
  async duePlans(tenantId: string | null, after: AccountKey | null): Promise<DuePlan[]> {
    const { rows } = await this.database.work.query<DuePlan>(
      `select p.tenant_id as "tenantId", p.feature, p.amount::float8, p.lapses, ${month}::text as month,
              (${month} + interval '1 month' - interval '1 day')::date::text as "monthEnd"
         from credit_plan p join tenant t on t.id = p.tenant_id and t.suspended_at is null
        where ($1::text is null or p.tenant_id = $1)
          and ($2::text is null or (p.tenant_id, p.feature) > ($2, $3::credit_feature))
          and not exists (select from credit_grant g
                           where g.tenant_id = p.tenant_id and g.feature = p.feature and g.month = ${month})
        order by p.tenant_id, p.feature limit ${pageSize}`,
      [tenantId, after?.tenantId ?? null, after?.feature ?? null],
    );
    return rows;
  }
}
