import type { Candidate, CompanyFacts, PersonaYears, Position } from './candidate.js';
import { comparable } from './comparable-text.js';
import { inYears, monthsIn, spanOf, wholeMonthsBetween, type Span } from './months.js';
import { ascending, descending } from './order.js';

/** A career as it stands today: without positions that are ahead, and those that end later are held. */
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
 * Undefined when the career, as it stands today, has none.
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
