const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds of a duration such as `90s`, `30m`, `24h`, `7d` or `0`; null when it is none, or longer than a year. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  const parts = /^(\d{1,9})([smhd])$/.exec(text);
  const unit = unitMs.get(parts?.[2] ?? '');
  if (parts === null || unit === undefined) return null;
  const duration = Number(parts[1]) * unit;
  return duration <= 366 * 86_400_000 ? duration : null;
}
