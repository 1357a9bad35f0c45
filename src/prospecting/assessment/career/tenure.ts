import type { Candidate, CompanyFacts, PersonaYears, Position } from '../facts/candidate.js';
import { ascending, comparable, descending } from '../facts/text.js';

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
 * when its start is unknown, in the future, or behind its end.
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

/** A career today: without future positions; positions that end later are held. */
export function asOf(today: string, positions: readonly Position[]): Position[] {
  return positions
    .filter(({ start }) => start === null || start <= today)
    .map((position) => (position.end !== null && position.end > today ? { ...position, end: null } : position));
}

/** Whether a position is, or was, with a company. */
export function isAt(company: Pick<CompanyFacts, 'id' | 'networkUrl'>, position: Position): boolean {
  return position.companyId === company.id || position.companyNetworkUrl === company.networkUrl;
}

/**
 * The position that a candidate holds at the company: of several the one with the current title, else the latest begun.
 * Undefined when the career has none today.
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

/** Whole months in a position; null when there is none or its start is unknown. */
export function monthsInRole(position: Position | undefined, today: string): number | null {
  const start = position?.start ?? null;
  return start === null ? null : wholeMonthsBetween(start, today);
}

/** Years in positions of a kind; months in several of them count once. */
export function yearsIn(career: readonly Position[], today: string, isOfKind: (position: Position) => boolean): number {
  return inYears(monthsIn(spansOf(career.filter(isOfKind), today)));
}

/**
 * Years by persona, longest first, equal ones by name.
 * @param personasOf the personas that a position belongs to
 * @param current the personas of the current title, which are listed with 0 years where no position has dates
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
