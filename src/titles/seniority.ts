import type { PhraseMatch } from './phrase-book.js';
import type { Persona, PersonaRow, PersonaStrength, Rank, RankRow } from './title-tables.js';
import {
  bankBusinessBook,
  bankIndustryBook,
  personaBook,
  rankBook,
  readTitle,
  type ReadWord,
  standingOf,
} from './title-reading.js';

/** The seniority of a person. */
export type Seniority = `seniority_${Rank}`;

/** Every seniority, lowest first, and its meaning. */
export const seniorityMeanings = {
  seniority_ic:
    'Without direct reports: specialists of any experience, managers of products and accounts, assistants, trainees',
  seniority_teamlead: 'Leads people at work: teams, shifts, shops; the plain manager',
  seniority_director: 'Leads a department, a site or a country: directors, heads, general managers, deans',
  seniority_executive: 'Runs a company or owns a share: founders, chief officers, vice presidents, partners, boards',
} as const satisfies Readonly<Record<Seniority, string>>;

/** Every seniority, lowest first. */
export const seniorities = Object.keys(seniorityMeanings) as readonly Seniority[];

/** Data of the employer. */
interface EmployerHint {
  /** The industry of the company as free text; identifies banks, whose vice presidents rank lower. */
  readonly industry?: string | null | undefined;
}

const height: Readonly<Record<Rank, number>> = { ic: 0, teamlead: 1, director: 2, executive: 3 };

/**
 * The seniority of a job title. Of several titles, the highest counts; former titles, those of an assisted person ("Assistant to the
 * CEO") or employer, and led departments ("Head of Partner Management") do not. Null for an empty title, a placeholder, or an
 * unsupported script. Never throws; the time is linear in the title, of which the first 300 characters are read.
 */
export function seniorityOf(title: string, employer: EmployerHint = {}): Seniority | null {
  const words = readTitle(title);
  if (words.length === 0) return null;
  const found = rankBook().find(words);
  const ranks = found.filter(
    (match) => standingOf(match, words) === 'holder' && !isYielding(match, found, words) && !isExcepted(match, words),
  );
  const needsBank = ranks.some((match) => match.meaning.rankInBank !== undefined);
  const isBank = needsBank && (isBankBusiness(words) || isBankIndustry(employer.industry));
  return `seniority_${highest(ranks.map((match) => rankOf(match, words, isBank)))}`;
}

function rankOf(match: PhraseMatch<RankRow>, words: readonly ReadWord[], isBank: boolean): Rank {
  const { rank, rankInBank, rankWithField, rankBeforeWord } = match.meaning;
  if (isBank && rankInBank !== undefined) return rankInBank;
  if (rankBeforeWord !== undefined && isBeforeWord(match, words)) return rankBeforeWord;
  if (rankWithField !== undefined && isBeforeField(match, words)) return rankWithField;
  return rank;
}

/** Words behind which another phrase begins. */
const joining = new Set(['of', 'and']);

function isBeforeWord({ positions }: PhraseMatch<RankRow>, words: readonly ReadWord[]): boolean {
  const last = positions.at(-1) ?? 0;
  const next = words[last + 1];
  return (
    next !== undefined && next.clause === words[last]?.clause && next.standing === 'holder' && !joining.has(next.text)
  );
}

/** Whether later words of the same title name a field of work. */
function isBeforeField({ positions }: PhraseMatch<RankRow>, words: readonly ReadWord[]): boolean {
  const last = positions.at(-1) ?? 0;
  const segment = words[last]?.segment;
  const fields = personaBook()
    .find(words)
    .filter(({ positions: [first = 0] }) => first > last && words[first]?.segment === segment);
  return fields.some(
    (match) => !match.meaning.isPost && match.meaning.tags.length > 0 && standingOf(match, words) !== 'other',
  );
}

/** Whether a rank yields to other words of its clause; see `RankRow`. */
function isYielding(
  match: PhraseMatch<RankRow>,
  found: readonly PhraseMatch<RankRow>[],
  words: readonly ReadWord[],
): boolean {
  const { positions, meaning } = match;
  const clause = words[positions[0] ?? 0]?.clause;
  if (meaning.yields === 'to other words') {
    return words.some((word, at) => word.clause === clause && word.standing === 'holder' && !positions.includes(at));
  }
  if (meaning.yields === undefined) return false;
  const later = found.filter((other) => (other.positions[0] ?? 0) > (positions[0] ?? 0));
  return later.some((other) => words[other.positions[0] ?? 0]?.clause === clause && other.meaning.yields === undefined);
}

function isExcepted({ meaning }: PhraseMatch<RankRow>, words: readonly ReadWord[]): boolean {
  const fields = meaning.exceptIn;
  if (fields === undefined) return false;
  const named = personaBook()
    .find(words)
    .filter((match) => standingOf(match, words) !== 'other');
  return named.some((match) => match.meaning.tags.some((tag) => fields.includes(tag)));
}

function isBankBusiness(words: readonly ReadWord[]): boolean {
  return bankBusinessBook()
    .find(words)
    .some((match) => standingOf(match, words) !== 'other');
}

function isBankIndustry(industry: string | null | undefined): boolean {
  return industry !== null && industry !== undefined && bankIndustryBook().find(readTitle(industry)).length > 0;
}

function highest(ranks: readonly Rank[]): Rank {
  return ranks.reduce<Rank>((best, rank) => (height[rank] > height[best] ? rank : best), 'ic');
}

const maxPersonas = 4;
const strengthWeights: Readonly<Record<PersonaStrength, number>> = { role: 3, field: 2, hint: 1 };
const hint = strengthWeights.hint;

/**
 * The persona tags of a job title, strongest first, at most 4 and usually one or two; see `personaMeanings`. Professions and posts
 * ("recruiter", "CTO") are stronger than fields of work ("mobile"); equally strong tags are in the order of the title. Former titles,
 * employers and assisted persons give none. Empty without a known field. Never throws; the time is linear in the title, of which the
 * first 300 characters are read.
 */
export function personasOf(title: string): Persona[] {
  const words = readTitle(title);
  const found = personaBook()
    .find(words)
    .filter((match) => isHolders(match, words));
  const named = new Set(
    found.filter(({ meaning }) => meaning.otherReadings.length === 0).flatMap(({ meaning }) => meaning.tags),
  );
  const weights = new Map<Persona, number>();
  for (const { meaning } of found) {
    for (const [index, tag] of readingOf(meaning, named).entries()) {
      // The second and further tags of a phrase are weaker.
      const weight = Math.max(hint, strengthWeights[meaning.strength] - (index === 0 ? 0 : 0.5));
      if (weight > (weights.get(tag) ?? 0)) weights.set(tag, weight);
    }
  }
  return strongest(weights);
}

function isHolders(match: PhraseMatch<PersonaRow>, words: readonly ReadWord[]): boolean {
  const standing = standingOf(match, words);
  return standing === 'holder' || (standing === 'field' && !match.meaning.isPost);
}

/** The reading of an ambiguous abbreviation that other words of the title support, or the default one. */
function readingOf(row: PersonaRow, named: ReadonlySet<Persona>): readonly Persona[] {
  return row.otherReadings.find(([first]) => first !== undefined && named.has(first)) ?? row.tags;
}

function strongest(weights: ReadonlyMap<Persona, number>): Persona[] {
  const ranked = [...weights].sort(([, a], [, b]) => b - a);
  const grounded = ranked.filter(([, weight]) => weight > hint);
  return (grounded.length > 0 ? grounded : ranked).slice(0, maxPersonas).map(([tag]) => tag);
}
