import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from '../credits/credit-amounts.js';

const dayMs = 86_400_000;

/** The length of a period without `from`, in days. */
const defaultDays = 30;

/** The first day of the four-digit years of ISO 8601, which PostgreSQL reads too. */
const firstDay = '0001-01-01';

/** Days in UTC as `YYYY-MM-DD`, both inclusive; an empty period if `from` is after `to`. */
interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

/** The requested period; by default it ends today and has {@link defaultDays} days. */
export function usagePeriod(requested: Partial<UsagePeriod>, today: string): UsagePeriod {
  const { to = today, from = daysBefore(to, defaultDays - 1) } = requested;
  return { from, to };
}

export function dayCount({ from, to }: UsagePeriod): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}

/** The day in UTC at a time in milliseconds since the epoch. */
export function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, firstDay.length);
}

function daysBefore(day: string, count: number): string {
  return dayAt(Math.max(Date.parse(day) - count * dayMs, Date.parse(firstDay)));
}

/** The credits of a feature on a day, in UTC as `YYYY-MM-DD`. */
export interface DayUsage {
  readonly date: string;
  readonly feature: CreditFeature;
  readonly reserved: number;
  readonly charged: number;
  /** Reserved and not charged: by requests that cost less than reserved, failed or did not end. */
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

/** Sums up a tenant's ledger entries, which never change. */
@Injectable()
export class UsageReader {
  constructor(private readonly database: Database) {}

  /** The days and features with ledger entries, ordered by day and then as in `creditFeatures`. */
  async byDay(tenantId: string, { from, to }: UsagePeriod): Promise<DayUsage[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'usage-by-day',
      // A request reserves a feature once, so the number of reservations is the number of requests.
      text: `select (created_at at time zone 'UTC')::date as day, feature,
                    coalesce(sum(pending_delta) filter (where kind = 'reserve'), 0),
                    sum(posted_delta),
                    coalesce(-sum(pending_delta + posted_delta) filter (where kind <> 'reserve'), 0),
                    count(*) filter (where kind = 'reserve')
               from credit_entry
              where tenant_id = $1 and kind in ('reserve', 'post', 'void', 'expire')
                and created_at >= $2::date::timestamp at time zone 'UTC'
                and created_at < ($3::date + 1)::timestamp at time zone 'UTC'
              group by day, feature order by day, feature`,
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
}
