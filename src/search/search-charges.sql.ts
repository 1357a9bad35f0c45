// SQL for the records that searches have charged. One statement reads or writes those of a whole page.
import { Injectable } from '@nestjs/common';
import type { CreditFeature } from '../billing/credits/credit-amounts.js';
import type { SqlRunner } from '../billing/credits/ledger.sql.js';
import { Database } from '../platform/database/database.js';
import { freeAgainHours } from './search-limits.js';
import type { SearchedKind } from './values/value-members.js';

const kinds = { persons: 'person', companies: 'company' } as const;

@Injectable()
export class SearchCharges {
  constructor(private readonly database: Database) {}

  /** Which of the records were charged within the last hours. @returns the ids of the records by feature */
  async recent(
    tenantId: string,
    of: SearchedKind,
    ids: readonly string[],
  ): Promise<ReadonlyMap<CreditFeature, ReadonlySet<string>>> {
    if (ids.length === 0) return new Map();
    // The primary database is read, because a replica may not yet have the charges of the page before.
    const { rows } = await this.database.pool.query<[feature: CreditFeature, ids: string[]]>({
      name: 'search-charges-recent',
      text: `select feature, array_agg(record_id) from search_charge
              where tenant_id = $1 and kind = $2 and record_id = any($3::bigint[])
                and charged_at > now() - interval '${freeAgainHours} hours' group by feature`,
      values: [tenantId, kinds[of], ids],
      rowMode: 'array',
    });
    return new Map(rows.map(([feature, records]) => [feature, new Set(records.map(String))]));
  }

  /** Notes charged records within the transaction that charges them. */
  async note(
    transaction: SqlRunner,
    tenantId: string,
    of: SearchedKind,
    charged: ReadonlyMap<CreditFeature, readonly string[]>,
  ): Promise<void> {
    const rows = [...charged].flatMap(([feature, ids]) => ids.map((id) => [feature, id] as const));
    // In the order of the key, so that two searches cannot wait for each other.
    rows.sort(([, left], [, right]) => (BigInt(left) < BigInt(right) ? -1 : 1));
    await transaction.query(
      `insert into search_charge (tenant_id, kind, record_id, feature)
       select $1, $2, n.id, n.feature::credit_feature from unnest($3::bigint[], $4::text[]) n(id, feature) order by n.id, n.feature
       on conflict (tenant_id, kind, record_id, feature) do update set charged_at = now()`,
      [tenantId, kinds[of], rows.map(([, id]) => id), rows.map(([feature]) => feature)],
    );
  }

  /** Deletes what is older than {@link freeAgainHours}. */
  async prune(): Promise<void> {
    await this.database.work.query(
      `delete from search_charge where charged_at < now() - interval '${freeAgainHours} hours'`,
    );
  }
}
