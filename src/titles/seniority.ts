import type { PhraseMatch } from './phrase-book.js';
import { type Persona, type PersonaRow, type PersonaStrength, type Rank, type RankRow, ranks } from './title-tables.js';
import { bankBusinessBook, bankIndustryBook, isProfession } from './title-phrases.js';
import { type ReadTitle, readTitle, type ReadWord, standingOf, wordsOf } from './title-reading.js';

/** The seniority of a person in the form that it has in answers: `seniority_director`. */
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

/** What is known about the employer of the person who has a title. */
interface EmployerHint {
  /** The industry of the company as free text. It shows whether the company is a bank, because vice presidents rank lower in banks. */
  readonly industry?: string | null | undefined;
}

/**
 * Finds the seniority that a job title means: `Head of Sales` is `seniority_director`. If the text has several titles, the highest counts.
 * Words about another person or thing do not count. Examples are a former title, the assisted person in "Assistant to the CEO", and the
 * department in "Head of Partner Management".
 *
 * The result is null for an empty title, for a placeholder such as "n/a" and for a title without Latin letters. The function never throws.
 * Its time is linear in the length of the title, of which the first 300 characters are read.
 */
export function seniorityOf(title: string, employer: EmployerHint = {}): Seniority | null {
  const read = readTitle(title);
  const { words } = read;
  if (words.length === 0) return null;
  const holders = read.ranks.filter(
    (match) => standingOf(match, words) === 'holder' && !isYielding(match, read) && !isExcepted(match, read),
  );
  const needsBank = holders.some((match) => match.meaning.rankInBank !== undefined);
  const isBank = needsBank && (isBankBusiness(words) || isBankIndustry(employer.industry));
  return `seniority_${highest(holders.map((match) => rankOf(match, read, isBank)))}`;
}

function rankOf(match: PhraseMatch<RankRow>, title: ReadTitle, isBank: boolean): Rank {
  const { rank, rankInBank, rankInMedicine, rankWithField, rankBeforeWord, rankBeforeProfession } = match.meaning;
  if (isBank && rankInBank !== undefined) return rankInBank;
  if (rankInMedicine !== undefined && isNaming(['medical'], title)) return rankInMedicine;
  if (rankBeforeProfession !== undefined && isBeforeProfession(match, title)) return rankBeforeProfession;
  if (rankBeforeWord !== undefined && isBeforeWord(match, title)) return rankBeforeWord;
  if (rankWithField !== undefined && isBeforeField(match, title)) return rankWithField;
  return rank;
}

/** Words at which {@link isBeforeWord} and {@link isBeforeProfession} stop: in "Chief of Staff", no word follows "Chief" directly. */
const joining = new Set(['of', 'and']);

/** Whether another word about the holder directly follows the phrase of a rank in the same clause, as in "Chief Growth". */
function isBeforeWord({ positions }: PhraseMatch<RankRow>, { words }: ReadTitle): boolean {
  const last = positions.at(-1) ?? 0;
  return isFollowing(words[last + 1], words[last]);
}

/** Whether the words about the holder that directly follow the phrase of a rank end with a profession, as in "Head Swimming Instructor". */
function isBeforeProfession({ positions }: PhraseMatch<RankRow>, { words }: ReadTitle): boolean {
  const from = positions.at(-1) ?? 0;
  let end = from;
  while (isFollowing(words[end + 1], words[from])) end += 1;
  const last = words[end];
  return end > from && last !== undefined && isProfession(last.text);
}

function isFollowing(word: ReadWord | undefined, origin: ReadWord | undefined): boolean {
  return word?.clause === origin?.clause && word?.standing === 'holder' && !joining.has(word.text);
}

/**
 * Whether words after the phrase of a rank, in the same segment, name a field of work, as in "Managing Director, Equities". A field that
 * the phrase itself names does not count: the "Chef" in "Chef, Hotel Adlon" is a cook and not the head of a hotel. The
 * field of a group of persons does not count either: in "Chair, Audit Committee", the audit is the field of the committee.
 */
function isBeforeField({ meaning: { groups }, positions }: PhraseMatch<RankRow>, title: ReadTitle): boolean {
  const { words, personas: named } = title;
  const last = positions.at(-1) ?? 0;
  const segment = words[last]?.segment;
  const isIn = (clause: number | undefined, texts: readonly string[]) =>
    words.some((word) => word.clause === clause && word.standing !== 'other' && texts.includes(word.text));
  const isOfGroup = (clause: number | undefined) => isIn(clause, groups) && !isIn(clause, ['member']);
  const own = named
    .filter((match) => positions.includes(match.positions[0] ?? 0))
    .flatMap(({ meaning }) => meaning.tags);
  const isField = (word: ReadWord | undefined) => word?.segment === segment && !isOfGroup(word?.clause);
  const fields = named.filter(({ positions: [first = 0] }) => first > last && isField(words[first]));
  return fields.some(
    (match) =>
      !match.meaning.isPost &&
      match.meaning.tags.some((tag) => !own.includes(tag)) &&
      standingOf(match, words) !== 'other',
  );
}

/** Whether a phrase has no rank because of other words. See `yields` of {@link RankRow}. */
function isYielding(match: PhraseMatch<RankRow>, title: ReadTitle): boolean {
  const { words } = title;
  const { positions, meaning } = match;
  const [start = 0] = positions;
  const clause = words[start]?.clause;
  if (meaning.yields === 'to other words') {
    // Neither "Senior" nor the word before an employer, such as "at" or "chez", says what the person does.
    const isBeforeEmployer = (at: number) => words[at + 1]?.standing === 'other' && words[at + 1]?.clause === clause;
    const isOther = (word: ReadWord, at: number) =>
      word.text !== 'senior' && !isBeforeEmployer(at) && !positions.includes(at);
    return words.some((word, at) => word.clause === clause && word.standing === 'holder' && isOther(word, at));
  }
  if (meaning.yields === 'to a word before it') {
    const before = words[start - 1];
    return before?.segment === words[start]?.segment && !['and', 'senior'].includes(before?.text ?? '');
  }
  if (meaning.yields === undefined) return false;
  // In "Chair of the Board of Trustees", the rank of the trustees is not the holder's.
  const later = title.ranks.filter(
    (other) => (other.positions[0] ?? 0) > start && standingOf(other, words) === 'holder',
  );
  return later.some((other) => words[other.positions[0] ?? 0]?.clause === clause && other.meaning.yields === undefined);
}

/** Whether the title names a field of work in which a phrase is not a rank: in "MD, Cardiology", "MD" is not a managing director. */
function isExcepted({ meaning }: PhraseMatch<RankRow>, title: ReadTitle): boolean {
  return meaning.exceptIn !== undefined && isNaming(meaning.exceptIn, title);
}

/** Whether the title names one of some fields of work. */
function isNaming(fields: readonly Persona[], title: ReadTitle): boolean {
  const named = title.personas.filter((match) => standingOf(match, title.words) !== 'other');
  return named.some((match) => match.meaning.tags.some((tag) => fields.includes(tag)));
}

function isBankBusiness(words: readonly ReadWord[]): boolean {
  return bankBusinessBook()
    .find(words)
    .some((match) => standingOf(match, words) !== 'other');
}

function isBankIndustry(industry: string | null | undefined): boolean {
  return industry !== null && industry !== undefined && bankIndustryBook().find(wordsOf(industry)).length > 0;
}

function highest(found: readonly Rank[]): Rank {
  return ranks.find((rank) => found.includes(rank)) ?? 'ic';
}

const maxPersonas = 4;
const strengthWeights: Readonly<Record<PersonaStrength, number>> = { role: 3, field: 2, hint: 1 };
const hint = strengthWeights.hint;

/**
 * Finds the persona tags of a job title, at most four, the strongest first: `Mobile Product Designer` has the tags `design`, `product` and
 * `engineering`. `personaMeanings` explains the tags. A profession or a post ("Recruiter", "CTO") is stronger than a field of work
 * ("Mobile"). Tags of equal strength have the order of the title.
 *
 * A former title, the name of an employer and an assisted person give no tags. A title without a known field of work gives an empty list.
 * The function never throws. Its time is linear in the length of the title, of which the first 300 characters are read.
 */
export function personasOf(title: string): Persona[] {
  const read = readTitle(title);
  const holders = read.personas.filter((match) => isHolders(match, read.words));
  // A weak word such as "Chef" gives no tag if it means the head of a field: the "Chef" in "Chef werkplaats" is no cook.
  const isWeak = ({ meaning }: PhraseMatch<PersonaRow>) => meaning.strength === 'hint';
  const heads = holders.some(isWeak) ? headsOfFields(read) : [];
  const found = holders.filter((match) => !(isWeak(match) && heads.includes(match.positions[0] ?? 0)));
  const named = new Set(
    found.filter(({ meaning }) => meaning.otherReadings.length === 0).flatMap(({ meaning }) => meaning.tags),
  );
  const weights = new Map<Persona, number>();
  for (const { meaning } of found) {
    for (const [index, tag] of readingOf(meaning, named).entries()) {
      // If a phrase has several tags, the first one is the strongest.
      const weight = Math.max(hint, strengthWeights[meaning.strength] - (index === 0 ? 0 : 0.5));
      if (weight > (weights.get(tag) ?? 0)) weights.set(tag, weight);
    }
  }
  const isFieldNamed = found.some(({ meaning }) => meaning.strength !== 'hint' && !meaning.isOfAnyField);
  return strongest(weights, isFieldNamed ? hint : 0);
}

/** Whether a phrase describes the person who has the title. Only such phrases give persona tags. */
function isHolders(match: PhraseMatch<PersonaRow>, words: readonly ReadWord[]): boolean {
  const standing = standingOf(match, words);
  return standing === 'holder' || (standing === 'field' && !match.meaning.isPost);
}

/** The positions of the words that here mean a leader, because words behind them name a field, such as "Chef" in "Chef werkplaats". */
function headsOfFields(title: ReadTitle): number[] {
  const heads = title.ranks.filter((match) => match.meaning.rankWithField !== undefined && isBeforeField(match, title));
  return heads.flatMap(({ positions }) => positions);
}

/**
 * The tags of a phrase. An ambiguous abbreviation, such as `CPO`, has several readings, each with its own tags. If other words of the title
 * have the first tag of a reading, this reading applies: in `CPO, Human Resources`, the `CPO` is responsible for people. Otherwise the
 * usual reading applies: a `CPO` alone is responsible for products.
 */
function readingOf(row: PersonaRow, named: ReadonlySet<Persona>): readonly Persona[] {
  return row.otherReadings.find(([first]) => first !== undefined && named.has(first)) ?? row.tags;
}

/** The tags with the highest weights, the highest first. A tag is left out if its weight is not greater than `ignored`. */
function strongest(weights: ReadonlyMap<Persona, number>, ignored: number): Persona[] {
  const ranked = [...weights].filter(([, weight]) => weight > ignored).sort(([, a], [, b]) => b - a);
  return ranked.slice(0, maxPersonas).map(([tag]) => tag);
}
