/** Months from `from` up to, not including, `until`, counted from the year 0. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The number of a date's month, counted from the year 0. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Whole months from one day to another; 0 when the second comes first. Both `YYYY-MM-DD`. */
export function wholeMonthsBetween(start: string, end: string): number {
  const begun = monthOf(end) - monthOf(start);
  return Math.max(0, end.slice(8, 10) < start.slice(8, 10) ? begun - 1 : begun);
}

/**
 * The months of a position up to `today`. The month in which it ended counts, the one that is not over does not. Null
 * when its start is unknown, ahead, or behind its end.
 */
export function spanOf(
  dates: { readonly start: string | null; readonly end: string | null },
  today: string,
): Span | null {
  const { start, end } = dates;
  if (start === null || start > today || (end !== null && end < start)) return null;
  const now = monthOf(today);
  return { from: monthOf(start), until: end === null ? now : Math.min(now, monthOf(end) + 1) };
}

/** The same months as disjoint spans in their order. */
export function merged(spans: readonly Span[]): Span[] {
  const disjoint: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = disjoint.at(-1);
    if (last === undefined || span.from > last.until) disjoint.push(span);
    else disjoint[disjoint.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
  }
  return disjoint;
}

/** How many months spans cover; a month in several of them counts once. */
export function monthsIn(spans: readonly Span[]): number {
  return merged(spans).reduce((sum, { from, until }) => sum + until - from, 0);
}

/** How many months two spans have in common. */
export function commonMonths(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));
}

/** Months as years with one decimal. */
export function inYears(months: number): number {
  return Math.round((months / 12) * 10) / 10;
}
