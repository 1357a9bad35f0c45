const dayMs = 86_400_000;

/** The length of a period without `from`, in days. */
const defaultDays = 30;

/** The first day of the four-digit years of ISO 8601, which PostgreSQL reads too. */
const firstDay = '0001-01-01';

/** Days in UTC as `YYYY-MM-DD`, both inclusive; an empty period if `from` is after `to`. */
export interface UsagePeriod {
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
