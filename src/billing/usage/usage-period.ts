const dayMs = 86_400_000;

/** The number of days of a period if the request does not name its first day. */
const defaultDays = 30;

/** The maximum number of days in one report: a leap year. For a longer period, several reports are needed. */
export const maxReportDays = 366;

/** The earliest day that has a four-digit year in ISO 8601 and that PostgreSQL accepts, too. */
const firstDay = '0001-01-01';

/** The first and the last day of a period, in UTC as `YYYY-MM-DD`. If `from` is after `to`, the period is empty. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

/** The period that a request asks for. Without dates it ends today and has {@link defaultDays} days. */
export function usagePeriod(requested: Partial<UsagePeriod>, today: string): UsagePeriod {
  const { to = today, from = daysBefore(to, defaultDays - 1) } = requested;
  return { from, to };
}

/** The number of days of a period; 0 for an empty one. */
export function dayCount({ from, to }: UsagePeriod): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / dayMs + 1);
}

/** The day, in UTC, of a time in milliseconds since 1970. */
export function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, firstDay.length);
}

/** The days of a period, in their order. */
export function daysOf({ from, to }: UsagePeriod): string[] {
  return Array.from({ length: dayCount({ from, to }) }, (_, index) => dayAt(Date.parse(from) + index * dayMs));
}

function daysBefore(day: string, count: number): string {
  return dayAt(Math.max(Date.parse(day) - count * dayMs, Date.parse(firstDay)));
}
