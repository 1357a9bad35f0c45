import type {
  CompanyFacts,
  EmployerTechnologies,
  Position,
  TeamTechnologies,
  TechnologyEmployer,
  UsedTechnology,
} from '../facts/candidate.js';
import { ascending, comparable, descending, memoized } from '../facts/text.js';

/**
 * Characters that make no difference between technologies: `Node.js`, `NodeJS` and `Node JS` are one technology. Other characters
 * do: `C`, `C++` and `C#` are three technologies.
 */
const separators = /[\s._-]+/g;

/** A key that is the same for all spellings of a technology. */
export const technologyKey: (name: string) => string = memoized((name) => comparable(name).replace(separators, ''));

/**
 * The technologies of `wanted` that occur in `names`, each once and in the spelling of `wanted`. For example, the wanted "Node.js"
 * is found in the name "NodeJS", and is returned as "Node.js".
 */
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

/** Caches the keys of the technologies in a team's lists, because the same lists are compared with every person. */
const listsByKey = new WeakMap<readonly string[], readonly (readonly [key: string, name: string])[]>();

/** The technologies of a list with their keys. A technology that is listed in two spellings is returned once. */
function byKey(wanted: readonly string[]): readonly (readonly [key: string, name: string])[] {
  const known = listsByKey.get(wanted);
  if (known !== undefined) return known;
  const list = [...new Map(wanted.map((name) => [technologyKey(name), name]))];
  listsByKey.set(wanted, list);
  return list;
}

/**
 * Returns the company as it is known on the day `today`: technologies that were first seen in a later month are left out. Those of
 * the same month stay.
 */
export function companyAsOf(today: string, company: CompanyFacts): CompanyFacts {
  return { ...company, technologies: company.technologies.filter((technology) => wasUsedBy(technology, today)) };
}

/** Returns, for each of a team's three lists, the technologies that occur in `names`, in the spelling of the team. */
export function teamTechnologiesAmong(wanted: TeamTechnologies, names: readonly string[]): TeamTechnologies {
  const keys = keysOf(names);
  return {
    client: withKeyAmong(wanted.client, keys),
    complementary: withKeyAmong(wanted.complementary, keys),
    competitor: withKeyAmong(wanted.competitor, keys),
  };
}

/**
 * The former employers on record that used one of the `wanted` technologies before the person left. The employer that the person
 * left most recently comes first. If it is unknown when an employer began to use a technology, the employer counts as having always
 * used it.
 * @param known the technologies of employers, by company id
 * @param currentId the id of the current employer, which is left out even if the person also held an earlier position there
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

/**
 * The employers on record for which the person no longer works. Each is returned once, with the last day there; the employer that
 * was left most recently comes first.
 */
function employersLeft(positions: readonly Position[]): EmployerLeft[] {
  const held = new Set(positions.filter(({ end }) => end === null).map(({ companyId }) => companyId));
  const last = new Map<string, EmployerLeft>();
  for (const { companyId: id, companyName, end } of positions) {
    if (id === null || end === null || companyName === null || held.has(id)) continue;
    if (end > (last.get(id)?.left ?? '')) last.set(id, { id, name: companyName, left: end });
  }
  return [...last.values()].sort((a, b) => descending(a.left, b.left) || ascending(a.name, b.name));
}

/**
 * Whether an employer used a technology before a person left. Months are compared and not days, because both dates may only be
 * exact to the month. A technology that was first seen in the month in which the person left counts.
 */
function wasUsedBy({ firstSeen }: UsedTechnology, left: string): boolean {
  return firstSeen === null || firstSeen.slice(0, 7) <= left.slice(0, 7);
}
