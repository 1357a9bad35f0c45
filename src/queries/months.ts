/**
 * The day a number of months before another one, both as `YYYY-MM-DD`. If the month has no such day, it is the last one of the month: a
 * month before 2026-03-31 is 2026-02-28.
 */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  const time = new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDay)));
  return time.toISOString().slice(0, 10);
}
