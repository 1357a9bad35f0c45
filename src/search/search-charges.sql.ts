// SQL for the records that searches have charged. One statement reads or writes those of a whole page.
import { recordKind, type RecordList } from '../enrichment/answer-size.js';
import { Injectable } from '@nestjs/common';
import type { CreditFeature } from '../billing/credits/credit-amounts.js';
import type { SqlRunner } from '../billing/credits/ledger.sql.js';
import { Database } from '../platform/database/database.js';
import { freeAgainHours } from './search-limits.js';

/** The ids of the records that searches have charged in the last hours, by feature. */
export type PaidRecords = ReadonlyMap<CreditFeature, ReadonlySet<string>>;

@Injectable()
export class SearchCharges {
  constructor(private readonly database: Database) {}

  /** Which of the records were charged within the last hours. @returns the ids of the records by feature */
  async recent(tenantId: string, of: RecordList, ids: readonly string[]): Promise<PaidRecords> {
    if (ids.length === 0) return new Map();
    // The primary database is read, because a replica may not yet have the charges of the page before.
    const { rows } = await this.database.pool.query<[feature: CreditFeature, ids: string[]]>({
      name: 'search-charges-recent',
      text: `select feature, array_agg(record_id) from search_charge
              where tenant_id = $1 and kind = $2 and record_id = any($3::bigint[])
                and charged_at > now() - interval '${freeAgainHours} hours' group by feature`,
      values: [tenantId, recordKind[of], ids],
      rowMode: 'array',
    });
    return new Map(rows.map(([feature, records]) => [feature, new Set(records.map(String))]));
  }

  /**
   * Notes charged records within the transaction that charges them.
   * @returns `outdated` if another search has charged one of them meanwhile; the transaction must then be rolled back
   */
  async note(
    transaction: SqlRunner,
    tenantId: string,
    of: RecordList,
    charged: ReadonlyMap<CreditFeature, readonly string[]>,
  ): Promise<'stored' | 'outdated'> {
    const rows = [...charged].flatMap(([feature, ids]) => ids.map((id) => [id, feature] as const));
    // The rows are written in the order of the key, so that two searches cannot wait for each other.
    const { rowCount } = await transaction.query(
      `insert into search_charge as c (tenant_id, kind, record_id, feature)
       select $1, $2, n.id, n.feature::credit_feature from unnest($3::bigint[], $4::text[]) n(id, feature) order by n.id, n.feature
       on conflict (tenant_id, kind, record_id, feature) do update set charged_at = now()
        where c.charged_at <= now() - interval '${freeAgainHours} hours'`,
      [tenantId, recordKind[of], rows.map(([id]) => id), rows.map(([, feature]) => feature)],
    );
    return rowCount === rows.length ? 'stored' : 'outdated';
  }

  /** Deletes what is older than {@link freeAgainHours}. */
  async prune(): Promise<void> {
    await this.database.work.query(
      `delete from search_charge where charged_at < now() - interval '${freeAgainHours} hours'`,
    );
  }
}
