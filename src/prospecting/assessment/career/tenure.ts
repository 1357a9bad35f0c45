import type { Candidate, CompanyFacts, PersonaYears, Position } from '../facts/candidate.js';
import { ascending, comparable, descending } from '../facts/text.js';

/** A range of months, which are numbered as by `monthOf`. `from` is the first month, and `until` is the month after the last one. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** The number of a date's month, counted from January of the year 0: "2026-11-21" gives 2026 × 12 + 10 = 24322. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/**
 * The number of whole months from one day to another, both `YYYY-MM-DD`: from "2026-01-31" to "2026-03-01" it is 1. It is 0 if
 * `end` is before `start`.
 */
export function wholeMonthsBetween(start: string, end: string): number {
  const begun = monthOf(end) - monthOf(start);
  return Math.max(0, end.slice(8, 10) < start.slice(8, 10) ? begun - 1 : begun);
}

/**
 * The months of a position up to `today`. The months in which the position began and ended count in full. The present month does
 * not count, because it is not over. For example, a position from "2024-03-15" to "2024-05-02" has three months.
 * @returns null if the start is unknown, in the future, or after the end
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

/**
 * Merges spans that overlap or touch. The result covers the same months with separate spans, sorted by time. For example, the
 * months 1 to 5 and 3 to 8 become the months 1 to 8.
 */
export function merged(spans: readonly Span[]): Span[] {
  const disjoint: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = disjoint.at(-1);
    if (last === undefined || span.from > last.until) disjoint.push(span);
    else disjoint[disjoint.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
  }
  return disjoint;
}

/** The number of months that the spans cover. A month that several spans cover counts once. */
export function monthsIn(spans: readonly Span[]): number {
  return merged(spans).reduce((sum, { from, until }) => sum + until - from, 0);
}

/** The number of months that two spans have in common. */
export function commonMonths(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.until, b.until) - Math.max(a.from, b.from));
}

/** Converts months to years with one decimal: 30 months are 2.5 years. */
export function inYears(months: number): number {
  return Math.round((months / 12) * 10) / 10;
}

/**
 * The positions of a career as they are today. A position that begins after today is left out. A position that ends after today
 * counts as a present one: its `end` becomes null.
 */
export function asOf(today: string, positions: readonly Position[]): Position[] {
  return positions
    .filter(({ start }) => start === null || start <= today)
    .map((position) => (position.end !== null && position.end > today ? { ...position, end: null } : position));
}

/** Whether a position, present or past, is at the company. */
export function isAt(company: Pick<CompanyFacts, 'id' | 'networkUrl'>, position: Position): boolean {
  return position.companyId === company.id || position.companyNetworkUrl === company.networkUrl;
}

/**
 * The position that a candidate holds at the company. If there are several, it is the one with the candidate's current title; if
 * none has this title, the one that began last.
 * @param career the career as {@link asOf} returns it
 * @returns undefined when the candidate holds no position at the company
 */
export function currentPosition(
  candidate: Pick<Candidate, 'title'>,
  career: readonly Position[],
  company: Pick<CompanyFacts, 'id' | 'networkUrl'>,
): Position | undefined {
  const title = comparable(candidate.title ?? '');
  const isTitled = (position: Position): boolean => comparable(position.title ?? '') === title;
  return career
    .filter((position) => position.end === null && isAt(company, position))
    .sort((a, b) => Number(isTitled(b)) - Number(isTitled(a)) || descending(a.start ?? '', b.start ?? ''))[0];
}

/** The number of whole months from the start of a position to today; null if there is no position or its start is unknown. */
export function monthsInRole(position: Position | undefined, today: string): number | null {
  const start = position?.start ?? null;
  return start === null ? null : wholeMonthsBetween(start, today);
}

/**
 * The years that a person spent in the positions for which `isOfKind` returns true, with one decimal. A month in two such positions
 * counts once.
 */
export function yearsIn(career: readonly Position[], today: string, isOfKind: (position: Position) => boolean): number {
  return inYears(monthsIn(spansOf(career.filter(isOfKind), today)));
}

/**
 * The years that a person spent in each persona, the longest first. Personas with equal years are sorted by name.
 * @param personasOf returns the personas that a position belongs to
 * @param current the personas of the current title. They are always listed, with 0 years if no position with dates belongs to them.
 */
export function yearsByPersona(
  career: readonly Position[],
  today: string,
  personasOf: (position: Position) => readonly string[],
  current: readonly string[],
): PersonaYears[] {
  const spans = new Map<string, Span[]>(current.map((persona) => [persona, []]));
  for (const position of career) {
    const span = spanOf(position, today);
    if (span === null) continue;
    for (const persona of personasOf(position)) spans.set(persona, [...(spans.get(persona) ?? []), span]);
  }
  return [...spans]
    .map(([persona, all]) => ({ persona, years: inYears(monthsIn(all)) }))
    .sort((a, b) => b.years - a.years || ascending(a.persona, b.persona));
}

function spansOf(positions: readonly Position[], today: string): Span[] {
  return positions.map((position) => spanOf(position, today)).filter((span) => span !== null);
}
