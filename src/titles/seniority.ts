import type { PhraseMatch } from './phrase-book.js';
import { type Persona, type PersonaRow, type PersonaStrength, type Rank, type RankRow, ranks } from './title-tables.js';
import {
  bankBusinessBook,
  bankIndustryBook,
  personaBook,
  rankBook,
  readTitle,
  type ReadWord,
  standingOf,
} from './title-reading.js';

/** The seniority of a person, as answers have it: `seniority_director`. */
export type Seniority = `seniority_${Rank}`;

/** The meaning of each seniority, from the lowest to the highest. */
export const seniorityMeanings = {
  seniority_ic:
    'Without direct reports: specialists of any experience, managers of products and accounts, assistants, trainees',
  seniority_teamlead: 'Leads people: a team, a shift or a shop; also managers whom no other seniority covers',
  seniority_director: 'Leads a department, a site or a country: directors, heads, general managers, deans',
  seniority_executive: 'Runs a company or owns a share: founders, chief officers, vice presidents, partners, boards',
} as const satisfies Readonly<Record<Seniority, string>>;

/** All seniorities, from the lowest to the highest. */
export const seniorities = Object.keys(seniorityMeanings) as readonly Seniority[];

/** What is known about the employer of the holder of a title. */
interface EmployerHint {
  /** The industry of the company as free text. It shows whether the company is a bank, in which vice presidents rank lower. */
  readonly industry?: string | null | undefined;
}

/**
 * The seniority of a job title: `Head of Sales` → `seniority_director`. Of several titles in the text, the highest counts. Words
 * that name another person or thing do not count, such as a former title, the assisted person in "Assistant to the CEO" or the
 * department in "Head of Partner Management".
 *
 * Null for an empty title, a placeholder such as "n/a", and a title without Latin letters. Never throws. The time is linear in the
 * length of the title, of which the first 300 characters are read.
 */
export function seniorityOf(title: string, employer: EmployerHint = {}): Seniority | null {
  const words = readTitle(title);
  if (words.length === 0) return null;
  const found = rankBook().find(words);
  const holders = found.filter(
    (match) => standingOf(match, words) === 'holder' && !isYielding(match, found, words) && !isExcepted(match, words),
  );
  const needsBank = holders.some((match) => match.meaning.rankInBank !== undefined);
  const isBank = needsBank && (isBankBusiness(words) || isBankIndustry(employer.industry));
  return `seniority_${highest(holders.map((match) => rankOf(match, words, isBank)))}`;
}

function rankOf(match: PhraseMatch<RankRow>, words: readonly ReadWord[], isBank: boolean): Rank {
  const { rank, rankInBank, rankWithField, rankBeforeWord } = match.meaning;
  if (isBank && rankInBank !== undefined) return rankInBank;
  if (rankBeforeWord !== undefined && isBeforeWord(match, words)) return rankBeforeWord;
  if (rankWithField !== undefined && isBeforeField(match, words)) return rankWithField;
  return rank;
}

/** Words that do not count as a word after a rank, such as the "of" in "Chief of Staff". */
const joining = new Set(['of', 'and']);

/** Whether another word about the holder directly follows a rank in its clause, as in "Chief Growth". */
function isBeforeWord({ positions }: PhraseMatch<RankRow>, words: readonly ReadWord[]): boolean {
  const last = positions.at(-1) ?? 0;
  const next = words[last + 1];
  return (
    next !== undefined && next.clause === words[last]?.clause && next.standing === 'holder' && !joining.has(next.text)
  );
}

/** Whether words after a rank, in its segment, name a field of work, as in "Managing Director, Equities". */
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

/** Whether a phrase gives no rank because of other words in its clause, as `yields` of {@link RankRow} describes. */
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

/** Whether the title names a field in which the phrase of a rank has another meaning, as in "MD, Cardiology". */
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

function highest(found: readonly Rank[]): Rank {
  return ranks.find((rank) => found.includes(rank)) ?? 'ic';
}

const maxPersonas = 4;
const strengthWeights: Readonly<Record<PersonaStrength, number>> = { role: 3, field: 2, hint: 1 };
const hint = strengthWeights.hint;

/**
 * The persona tags of a job title, at most four, the strongest first: `Mobile Product Designer` → `design`, `product`,
 * `engineering`. `personaMeanings` explains the tags. A profession or a post ("Recruiter", "CTO") is stronger than a field of work
 * ("Mobile"). Tags of equal strength have the order of the title.
 *
 * Former titles, employers and assisted persons give no tags. Empty for a title without a known field. Never throws. The time is
 * linear in the length of the title, of which the first 300 characters are read.
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
      // The second and further tags of a phrase are weaker than its first one.
      const weight = Math.max(hint, strengthWeights[meaning.strength] - (index === 0 ? 0 : 0.5));
      if (weight > (weights.get(tag) ?? 0)) weights.set(tag, weight);
    }
  }
  const isFieldNamed = found.some(({ meaning }) => meaning.strength !== 'hint' && !meaning.isOfAnyField);
  return strongest(weights, isFieldNamed ? hint : 0);
}

/** Whether a phrase describes the holder of the title, and so gives the holder persona tags. */
function isHolders(match: PhraseMatch<PersonaRow>, words: readonly ReadWord[]): boolean {
  const standing = standingOf(match, words);
  return standing === 'holder' || (standing === 'field' && !match.meaning.isPost);
}

/**
 * The tags of a phrase. An ambiguous abbreviation has several readings, each with its tags. The reading applies whose
 * first tag is also a tag of other words in the title: in `CPO, Human Resources` it is about people, in `CPO` alone
 * about products.
 */
function readingOf(row: PersonaRow, named: ReadonlySet<Persona>): readonly Persona[] {
  return row.otherReadings.find(([first]) => first !== undefined && named.has(first)) ?? row.tags;
}

/** The tags with the highest weights, without those whose weight is not above `ignored`. */
function strongest(weights: ReadonlyMap<Persona, number>, ignored: number): Persona[] {
  const ranked = [...weights].filter(([, weight]) => weight > ignored).sort(([, a], [, b]) => b - a);
  return ranked.slice(0, maxPersonas).map(([tag]) => tag);
}
