import { dayFromToday } from '../format.js';

/** The first and the last day of a period, as `YYYY-MM-DD`. Both days are part of the period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The maximum number of days in one usage report. */
const longest = 366;

/** The period in the query string of the page. If there is none, it is the last 30 days. */
export function periodOf(query: URLSearchParams): Period {
  return { from: query.get('from') ?? dayFromToday(-29), to: query.get('to') ?? dayFromToday(0) };
}

/** The periods for which the screen has a button, each with the label of its button. */
export function presets(): readonly (readonly [name: string, period: Period])[] {
  const today = dayFromToday(0);
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastMonthEnds = dayBefore(firstOfMonth);
  return [
    ['Last 7 days', { from: dayFromToday(-6), to: today }],
    ['Last 30 days', { from: dayFromToday(-29), to: today }],
    ['This month', { from: firstOfMonth, to: today }],
    ['Last month', { from: `${lastMonthEnds.slice(0, 7)}-01`, to: lastMonthEnds }],
  ];
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** What is wrong with a period, as shown to the user; null for a valid period. */
export function faultOf({ from, to }: Period): string | null {
  if (from === '' || to === '') return 'Choose both days.';
  if (from > to) return 'The first day is after the last day. Choose an earlier first day.';
  return daysOf({ from, to }).length > longest ? `Choose at most ${longest} days.` : null;
}

/**
 * The days of a period in order. At most 367 days are returned. That is one day more than a report may have, so 367 days mean that the
 * period is too long.
 */
export function daysOf({ from, to }: Period): string[] {
  const days: string[] = [];
  const day = new Date(`${from}T00:00:00Z`);
  for (let text = from; text <= to && days.length <= longest; text = day.toISOString().slice(0, 10)) {
    days.push(text);
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}
