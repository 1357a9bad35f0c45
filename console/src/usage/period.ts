import { dayFromToday } from '../format.js';

/** Days as `YYYY-MM-DD`, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const longest = 400;

/** The period of a query string; the last 30 days where it has none. */
export function periodOf(query: URLSearchParams): Period {
  return { from: query.get('from') ?? dayFromToday(-29), to: query.get('to') ?? dayFromToday(0) };
}

/** What is wrong with a period; null for a good one. */
export function faultOf({ from, to }: Period): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'The first day is after the last.';
  return daysOf({ from, to }).length > longest ? `Choose at most ${longest} days.` : null;
}

/** Every day of a period, at most one more than the longest has. */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  const day = new Date(`${from}T00:00:00Z`);
  for (let text = from; text <= to && days.length <= longest; text = day.toISOString().slice(0, 10)) {
    days.push(text);
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}
