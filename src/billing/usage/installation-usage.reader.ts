import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { AccountState } from '../credits/credit-grants.repository.js';
import type { UsagePeriod } from './usage-period.js';
import type { GroupUsage } from './usage.reader.js';

export const installationGroups = ['tenant', 'feature', 'key', 'endpoint', 'day'] as const;
export type InstallationGroup = (typeof installationGroups)[number];

/** The usage of a group. By tenant, each tenant is a group, also one without usage. */
export interface InstallationGroupUsage extends GroupUsage {
  /** The tenant of an API key; null for all other groups. */
  readonly tenant: string | null;
  /** The charged credits of all features by day, such as `{"2026-03-15": 40}`. Days without usage are left out. */
  readonly days: Readonly<Record<string, number>>;
}

/** Which usage is read, and how many groups at most. */
interface Selection extends UsagePeriod {
  /** Null for all tenants. */
  readonly tenant: string | null;
  readonly limit: number;
}

interface GroupsOfInstallation {
  /** Those with the most charged credits first, but days in their order. */
  readonly groups: readonly InstallationGroupUsage[];
  /** The number of all groups, also of those beyond the limit. */
  readonly total: number;
}

/** The present state of a tenant, which a report by tenant shows beside the usage. */
export interface TenantState {
  readonly tenant: string;
  readonly accounts: readonly AccountState[];
  /** When a key of the tenant was last used, with a precision of a minute; null if none was. */
  readonly lastRequestAt: Date | null;
}

interface GroupColumns {
  /** The group of a row of the sums of charged requests. */
  readonly sum: string;
  /** The group of a row of the counts of free and failed requests. */
  readonly free: string;
  readonly label: string;
  /** The number of requests in a row of the sums. */
  readonly requests: string;
  readonly order: string;
}

const mostCharged = 'charged desc, requests desc, "group", owner';
const byName = { label: 'null', requests: 'requests', order: mostCharged };

/** SQL expressions for each kind of report. The empty text stands for a group without a name, because texts can be joined by hashes and nulls cannot. */
const groupColumns: Readonly<Record<InstallationGroup, GroupColumns>> = {
  tenant: {
    ...byName,
    sum: 'tenant_id',
    free: 'tenant_id',
    label: '(select t.name from tenant t where t.id = "group")',
  },
  feature: { ...byName, sum: 'feature::text', free: `''`, requests: 'reservations' },
  key: { ...byName, sum: 'key_id', free: 'key_id', label: '(select k.label from api_key k where k.id = "group")' },
  endpoint: { ...byName, sum: 'endpoint', free: 'endpoint' },
  day: { ...byName, sum: 'day::text', free: 'day::text', order: '"group"' },
};

/**
 * Adds up the usage of all tenants, or of one of them. It reads the stored sums of past days, the ledger entries of days without a sum, and
 * the counts of requests without ledger entries.
 */
@Injectable()
export class InstallationUsageReader {
  constructor(private readonly database: Database) {}

  async byGroup({ tenant, from, to, limit }: Selection, by: InstallationGroup): Promise<GroupsOfInstallation> {
    const { sum, free, label, requests, order } = groupColumns[by];
    const owner = by === 'key' ? 'tenant_id' : `''`;
    const { rows } = await this.database.pool.query<InstallationGroupUsage & { readonly total: number }>({
      name: `installation-usage-${by}`,
      text: `with progress as materialized (
               select coalesce((select summed_before from usage_progress), '-infinity'::date) as summed_before
             ), listed as materialized (
               select id from tenant where $1::text is null or id = $1
             ), sums as materialized (
               select listed.id as tenant_id, of_day.* from progress cross join listed cross join lateral (
                 select day, feature, endpoint, key_id, reserved, charged, released, reservations, requests, identifiers, matched
                   from usage_day
                  where tenant_id = listed.id and day between $2::date and $3::date and day < progress.summed_before
                  union all
                 select * from usage_of_entries(listed.id, greatest($2::date, progress.summed_before), $3::date)
               ) of_day
             ), entries as (
               select ${sum} as "group", ${owner} as owner, feature, sum(reserved)::float8 as reserved,
                      sum(charged)::float8 as charged, sum(released)::float8 as released, sum(${requests}) as requests,
                      sum(identifiers) as identifiers, sum(matched) as matched
                 from sums group by 1, 2, 3
             ), spent as (
               select "group", owner, sum(charged) as charged,
                      json_agg(json_build_object('feature', feature, 'reserved', reserved, 'charged', charged,
                                                 'released', released) order by feature) as credits
                 from entries group by 1, 2
             ), counted as (
               select "group", owner, requests, identifiers, matched, 0 as errors from entries
                union all
               select ${free}, ${owner}, f.requests, f.identifiers, f.matched, f.errors
                 from listed join free_usage f on f.tenant_id = listed.id and f.day between $2::date and $3::date
               ${by === 'tenant' ? `union all select id, '', 0, 0, 0, 0 from listed` : ''}
             ), totals as (
               select "group", owner, sum(requests)::float8 as requests, coalesce(sum(identifiers), 0)::float8 as identifiers,
                      coalesce(sum(matched), 0)::float8 as matched, sum(errors)::float8 as errors
                 from counted group by 1, 2
             ), picked as (
               select totals.*, coalesce(spent.credits, '[]') as credits, coalesce(spent.charged, 0) as charged,
                      count(*) over ()::int as total
                 from totals left join spent using ("group", owner) order by ${order} limit $4
             ), trend as (
               select tenant_id, json_object_agg(day, charged) as days
                 from (select tenant_id, day, sum(charged)::float8 as charged from sums group by 1, 2) as by_day
                where charged > 0 group by tenant_id
             )
             select nullif("group", '') as "group", ${label} as label, nullif(owner, '') as tenant, requests, identifiers, matched,
                    errors, credits, ${by === 'tenant' ? `coalesce(days, '{}')` : `'{}'::json`} as days, total
               from picked ${by === 'tenant' ? 'left join trend on trend.tenant_id = "group"' : ''} order by ${order}`,
      values: [tenant, from, to, limit],
    });
    return { groups: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
  }

  async statesOf(tenants: readonly string[]): Promise<TenantState[]> {
    const { rows } = await this.database.pool.query<TenantState>({
      name: 'tenant-states',
      text: `select u.id as tenant,
                    (select coalesce(json_agg(json_build_object('feature', feature, 'granted', granted, 'posted', posted,
                                                                'pending', pending, 'isUnlimited', is_unlimited)), '[]')
                       from credit_account a where a.tenant_id = u.id) as accounts,
                    (select max(last_used_at) from api_key k where k.tenant_id = u.id) as "lastRequestAt"
               from unnest($1::text[]) as u(id)`,
      values: [tenants],
    });
    return rows;
  }
}
