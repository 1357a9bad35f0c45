import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from '../credits/credit-amounts.js';
import type { UsagePeriod } from './usage-period.js';

/** The credits of one feature on one day. */
export interface DayUsage {
  /** The day in UTC, as `YYYY-MM-DD`. */
  readonly date: string;
  readonly feature: CreditFeature;
  readonly reserved: number;
  readonly charged: number;
  /** Credits that were reserved but not charged, because the request cost less than its maximum, failed, or did not end. */
  readonly released: number;
  /** The number of requests that reserved credits. */
  readonly requests: number;
}

type Row = [
  date: string,
  feature: CreditFeature,
  reserved: string,
  charged: string,
  released: string,
  requests: string,
];

export const usageGroups = ['day', 'endpoint', 'key'] as const;
export type UsageGroup = (typeof usageGroups)[number];

type FeatureCredits = Pick<DayUsage, 'feature' | 'reserved' | 'charged' | 'released'>;

export interface GroupUsage {
  /** The day, the endpoint or the id of the key; null for runs that an operator started, which have no key. */
  readonly group: string | null;
  /** The label of an API key; null for a day or an endpoint. */
  readonly label: string | null;
  /** The number of answered enrichments and started runs. */
  readonly requests: number;
  /** The number of identifiers in the answered enrichments. */
  readonly identifiers: number;
  /** The number of identifiers in the answered enrichments that were matched with a record. */
  readonly matched: number;
  /** The number of failed enrichments and failed starts of runs. They are not counted in `requests`. */
  readonly errors: number;
  readonly credits: FeatureCredits[];
}

/**
 * SQL expressions for reports by day, by endpoint and by API key. `sum` gives the group to which a row of the usage is added, such as
 * the day `2026-03-15`. `label` gives the label of that group, which only API keys have.
 */
const groupColumns: Readonly<Record<UsageGroup, { sum: string; label: string }>> = {
  day: { sum: 'day::text', label: 'null' },
  endpoint: { sum: `nullif(endpoint, '')`, label: 'null' },
  key: {
    sum: `nullif(key_id, '')`,
    label: '(select k.label from api_key k where k.id = "group" and k.tenant_id = $1)',
  },
};

/** SQL for the usage of a period. It takes the stored sums of the days that are summed up, and the ledger entries of the later days. */
const usageOfDays = `
  progress as (select coalesce((select summed_before from usage_progress), '-infinity'::date) as summed_before),
  sums as (
    select day, feature, endpoint, key_id, reserved, charged, released, reservations, requests, identifiers, matched
      from usage_day
     where tenant_id = $1 and day between $2::date and $3::date and day < (select summed_before from progress)
     union all
    select * from usage_of_entries($1, greatest($2::date, (select summed_before from progress)), $3::date)
  )`;

/**
 * Adds up a tenant's usage. It reads the stored sums of past days, the ledger entries of days without a sum, and the counts of
 * requests without ledger entries.
 */
@Injectable()
export class UsageReader {
  constructor(private readonly database: Database) {}

  /** The usage of each day and feature that has ledger entries, sorted by day and then in the order of `creditFeatures`. */
  async byDay(tenantId: string, { from, to }: UsagePeriod): Promise<DayUsage[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'usage-by-day',
      text: `with ${usageOfDays}
             select day, feature, sum(reserved), sum(charged), sum(released), sum(reservations)
               from sums group by day, feature order by day, feature`,
      values: [tenantId, from, to],
      rowMode: 'array',
    });
    return rows.map(([date, feature, reserved, charged, released, requests]) => ({
      date,
      feature,
      reserved: Number(reserved),
      charged: Number(charged),
      released: Number(released),
      requests: Number(requests),
    }));
  }

  /** The usage of each group, sorted by the name of the group. Groups without usage are left out. */
  async byGroup(tenantId: string, { from, to }: UsagePeriod, by: UsageGroup): Promise<GroupUsage[]> {
    const { sum, label } = groupColumns[by];
    const { rows } = await this.database.pool.query<GroupUsage>({
      name: `usage-groups-${by}`,
      text: `with ${usageOfDays}, entries as (
               select ${sum} as "group", feature, sum(reserved)::float8 as reserved, sum(charged)::float8 as charged,
                      sum(released)::float8 as released, sum(requests) as requests, sum(identifiers) as identifiers,
                      sum(matched) as matched
                 from sums group by 1, 2
             ), free as (
               select ${sum} as "group", requests, identifiers, matched, errors from free_usage
                where tenant_id = $1 and day between $2::date and $3::date
             ), totals as (
               select "group", sum(requests)::float8 as requests, coalesce(sum(identifiers), 0)::float8 as identifiers,
                      coalesce(sum(matched), 0)::float8 as matched, sum(errors)::float8 as errors
                 from (select "group", requests, identifiers, matched, 0 as errors from entries
                       union all select * from free) as counted
                group by 1
             )
             select "group", ${label} as label, requests, identifiers, matched, errors,
                    (select coalesce(json_agg(json_build_object('feature', feature, 'reserved', reserved, 'charged', charged,
                                                                'released', released) order by feature), '[]')
                       from entries e where e."group" is not distinct from totals."group") as credits
               from totals order by "group"`,
      values: [tenantId, from, to],
    });
    return rows;
  }
}
