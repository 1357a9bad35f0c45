// This file uses SQL because it reads the ledger in pages, locks accounts, and sets the transaction variable without which the
// database refuses to delete entries.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';

/** The number of ledger rows in one page of an archive. */
const pageSize = 10_000;

/**
 * The kinds of entries that are archived. Most of them are entries of requests, because only these make the ledger grow. An
 * `opening` entry holds the sums of an account's entries that were archived earlier. Grants, revocations and changes of a limit
 * stay in the ledger.
 */
const kinds = `('reserve', 'post', 'void', 'expire', 'opening')`;

/** The sums of the archived entries of one account. */
export interface ArchivedAccount {
  readonly tenant_id: string;
  readonly feature: string;
  readonly entries: number;
  readonly posted: number;
  readonly pending: number;
}

/**
 * How far the ledger is summed up and archived. All days before `summedBefore` are summed up, and all days before `archivedBefore`
 * are archived; both are `YYYY-MM-DD`. Null means that no day is.
 */
export interface LedgerProgress {
  readonly summedBefore: string | null;
  readonly archivedBefore: string | null;
}

/**
 * An account whose stored amounts (`account`) are not the sums of its ledger entries (`entries`) or of its holds (`holds`). The
 * first two lists have the granted, charged and reserved credits, in this order; `holds` has only the charged and reserved ones.
 */
export interface Discrepancy {
  readonly tenant_id: string;
  readonly feature: string;
  readonly account: readonly number[];
  readonly entries: readonly number[];
  readonly holds: readonly number[];
}

/** Reads the entries and holds before a day, and removes them from the ledger. */
@Injectable()
export class LedgerArchiveSql {
  constructor(private readonly database: Database) {}

  async progress(): Promise<LedgerProgress> {
    const { rows } = await this.database.pool.query<LedgerProgress>(
      `select summed_before::text as "summedBefore", archived_before::text as "archivedBefore" from usage_progress`,
    );
    return rows[0] ?? { summedBefore: null, archivedBefore: null };
  }

  /**
   * The sums of each account's entries before a day. No entry is added to a past day, so the sums only change when entries are
   * removed.
   */
  async accounts(before: string): Promise<ArchivedAccount[]> {
    return this.read(
      `select tenant_id, feature::text, count(*)::float8 as entries, sum(posted_delta)::float8 as posted,
              sum(pending_delta)::float8 as pending
         from credit_entry where kind in ${kinds} and created_at < $1::date::timestamp at time zone 'UTC'
        group by tenant_id, feature order by tenant_id, feature`,
      [before],
    );
  }

  /** Yields the entries before a day in pages of JSON texts. */
  async *entries(before: string): AsyncGenerator<readonly string[]> {
    for (let after = '0'; ;) {
      const rows = await this.read<{ id: string; line: string }>(
        `select id::text, row_to_json(e)::text as line from credit_entry e
          where id > $2::int8 and kind in ${kinds} and created_at < $1::date::timestamp at time zone 'UTC'
          order by e.id limit ${pageSize}`,
        [before, after],
      );
      if (rows.length > 0) yield rows.map(({ line }) => line);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      after = last.id;
    }
  }

  /** Yields the holds that were settled or released before a day, in pages of JSON texts. */
  async *holds(before: string): AsyncGenerator<readonly string[]> {
    for (let [id, feature] = ['00000000-0000-0000-0000-000000000000', 'data_access']; ;) {
      const rows = await this.read<{ id: string; feature: string; line: string }>(
        `select id::text, feature::text, row_to_json(h)::text as line from credit_hold h
          where (id, feature) > ($2::uuid, $3::credit_feature) and resolved_at < $1::date::timestamp at time zone 'UTC'
          order by h.id, h.feature limit ${pageSize}`,
        [before, id, feature],
      );
      if (rows.length > 0) yield rows.map(({ line }) => line);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageSize) return;
      ({ id, feature } = last);
    }
  }

  /**
   * Removes one page of a tenant's entries before a day, with their holds, and adds the removed amounts to the `opening` entries of
   * the accounts. So the amounts of an account always equal the sums of its entries, even between two pages.
   * @returns whether more entries may be left
   */
  async removePage(tenantId: string, before: string): Promise<boolean> {
    return inTransaction(this.database.pool, (client) => removeWithin(client, tenantId, before), { local: unlimited });
  }

  async setArchived(before: string): Promise<void> {
    await this.database.pool.query('update usage_progress set archived_before = greatest(archived_before, $1::date)', [
      before,
    ]);
  }

  /**
   * The accounts whose stored amounts are not the sums of their entries, or not the sums of their holds plus the archived amounts.
   * One statement reads all of them, so that a charge in between makes no difference.
   */
  async discrepancies(): Promise<Discrepancy[]> {
    return this.read(
      `with e as (
         select tenant_id, feature, sum(granted_delta) as granted, sum(posted_delta) as posted, sum(pending_delta) as pending,
                coalesce(sum(posted_delta) filter (where kind = 'opening'), 0) as archived
           from credit_entry group by tenant_id, feature
       ), h as (
         select tenant_id, feature, sum(posted) as posted, coalesce(sum(amount) filter (where state = 'pending'), 0) as pending
           from credit_hold group by tenant_id, feature
       ), compared as (
         select tenant_id, feature,
                array[coalesce(a.granted, 0), coalesce(a.posted, 0), coalesce(a.pending, 0)]::float8[] as account,
                array[coalesce(e.granted, 0), coalesce(e.posted, 0), coalesce(e.pending, 0)]::float8[] as entries,
                array[coalesce(h.posted, 0) + coalesce(e.archived, 0), coalesce(h.pending, 0)]::float8[] as holds
           from credit_account a full join e using (tenant_id, feature) full join h using (tenant_id, feature)
       )
       select tenant_id, feature::text, account, entries, holds from compared
        where account <> entries or account[2:3] <> holds order by tenant_id, feature`,
      [],
    );
  }

  private async read<Row extends object>(text: string, values: unknown[]): Promise<Row[]> {
    const rowsOf = async (client: ClientBase): Promise<Row[]> => (await client.query<Row>(text, values)).rows;
    return inTransaction(this.database.pool, rowsOf, { access: 'read only', local: unlimited });
  }
}

async function removeWithin(client: ClientBase, tenantId: string, before: string): Promise<boolean> {
  await client.query('select from credit_account where tenant_id = $1 order by feature for update', [tenantId]);
  await client.query(`select set_config('data_access.deleted_tenant', $1, true)`, [tenantId]);
  const { rows } = await client.query<{ removed: number }>(
    `with page as materialized (
       select id from credit_entry
        where tenant_id = $1 and kind in ${kinds} and created_at < $2::date::timestamp at time zone 'UTC'
        order by created_at, id limit ${pageSize}
     ), outdated as materialized (
       select id from page
       union all
       select id from credit_entry
        where tenant_id = $1 and kind = 'opening' and created_at = $2::date::timestamp at time zone 'UTC'
          and exists (select from page)
     ), gone as (
       delete from credit_entry e using outdated where e.id = outdated.id
       returning e.*
     ), holds as (
       delete from credit_hold h using gone
        where gone.kind in ('post', 'void', 'expire') and h.id = gone.hold_id and h.feature = gone.feature
     ), opening as (
       insert into credit_entry (tenant_id, feature, kind, posted_delta, pending_delta, created_at)
       select $1, feature, 'opening', sum(posted_delta), sum(pending_delta), $2::date::timestamp at time zone 'UTC'
         from gone group by feature
     )
     select count(*)::int as removed from page`,
    [tenantId, before],
  );
  return rows[0]?.removed === pageSize;
}
