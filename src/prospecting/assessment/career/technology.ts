import type {
  CompanyFacts,
  EmployerTechnologies,
  Position,
  TeamTechnologies,
  TechnologyEmployer,
  UsedTechnology,
} from '../facts/candidate.js';
import { ascending, comparable, descending, memoized } from '../facts/text.js';

/** `Node.js`, `NodeJS` and `Node JS` are one; `C`, `C++` and `C#` are three. */
const separators = /[\s._-]+/g;

/** A key that is equal for all spellings of a technology. */
export const technologyKey: (name: string) => string = memoized((name) => comparable(name).replace(separators, ''));

/** The technologies of a list that are among `names`, each once, as the list writes them. */
export function technologiesAmong(wanted: readonly string[], names: readonly string[]): string[] {
  return wanted.length === 0 || names.length === 0 ? [] : withKeyAmong(wanted, keysOf(names));
}

function keysOf(names: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const name of names) keys.add(technologyKey(name));
  return keys;
}

function withKeyAmong(wanted: readonly string[], keys: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (const [key, name] of byKey(wanted)) if (keys.has(key)) found.push(name);
  return found;
}

/** Caches the lists of a team, which are used for every person. */
const listsByKey = new WeakMap<readonly string[], readonly (readonly [key: string, name: string])[]>();

/** The technologies of a list, each once and with its key. */
function byKey(wanted: readonly string[]): readonly (readonly [key: string, name: string])[] {
  const known = listsByKey.get(wanted);
  if (known !== undefined) return known;
  const list = [...new Map(wanted.map((name) => [technologyKey(name), name]))];
  listsByKey.set(wanted, list);
  return list;
}

/** A company on a day: without technologies that were first seen later. */
export function companyAsOf(today: string, company: CompanyFacts): CompanyFacts {
  return { ...company, technologies: company.technologies.filter((technology) => wasUsedBy(technology, today)) };
}

/** The technologies of each of a team's lists that are among `names`. */
export function teamTechnologiesAmong(wanted: TeamTechnologies, names: readonly string[]): TeamTechnologies {
  const keys = keysOf(names);
  return {
    client: withKeyAmong(wanted.client, keys),
    complementary: withKeyAmong(wanted.complementary, keys),
    competitor: withKeyAmong(wanted.competitor, keys),
  };
}

/**
 * Former employers on record that used one of the `wanted` technologies before the person left, the latest left first.
 * A technology without a date of discovery counts as used all along.
 * @param currentId `company.id` of the current employer, which is no former one even where the person had other posts there
 */
export function technologyEmployers(
  positions: readonly Position[],
  wanted: readonly string[],
  known: EmployerTechnologies,
  currentId: string,
): TechnologyEmployer[] {
  if (wanted.length === 0) return [];
  const employers = new Map<string, TechnologyEmployer>();
  for (const { id, name, left } of employersLeft(positions)) {
    if (id === currentId) continue;
    const used = (known.get(id) ?? []).filter((technology) => wasUsedBy(technology, left));
    const technologies = technologiesAmong(
      wanted,
      used.map((technology) => technology.name),
    );
    if (technologies.length > 0) employers.set(id, { employer: name, technologies });
  }
  return [...employers.values()];
}

interface EmployerLeft {
  readonly id: string;
  readonly name: string;
  readonly left: string;
}

/** The employers on record that the person has left, each once with the last day there. */
function employersLeft(positions: readonly Position[]): EmployerLeft[] {
  const held = new Set(positions.filter(({ end }) => end === null).map(({ companyId }) => companyId));
  const last = new Map<string, EmployerLeft>();
  for (const { companyId: id, companyName, end } of positions) {
    if (id === null || end === null || companyName === null || held.has(id)) continue;
    if (end > (last.get(id)?.left ?? '')) last.set(id, { id, name: companyName, left: end });
  }
  return [...last.values()].sort((a, b) => descending(a.left, b.left) || ascending(a.name, b.name));
}

/** Both dates may stand for their months, so that the month of leaving still counts. */
function wasUsedBy({ firstSeen }: UsedTechnology, left: string): boolean {
  return firstSeen === null || firstSeen.slice(0, 7) <= left.slice(0, 7);
}
