const dayMs = 86_400_000;

/** How many days are meant where the first one is not said. */
const usualDays = 30;

/** The first day that there is, for PostgreSQL as for ISO 8601 without a sign. */
const firstDay = '0001-01-01';

/** Days in UTC as `YYYY-MM-DD`, both inclusive; none at all where `from` is after `to`. */
export interface UsagePeriod {
  readonly from: string;
  readonly to: string;
}

/** The days that are meant: up to today unless said otherwise, and {@link usualDays} of them. */
export function usagePeriod(asked: Partial<UsagePeriod>, today: string): UsagePeriod {
  const { to = today, from = daysBefore(to, usualDays - 1) } = asked;
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
