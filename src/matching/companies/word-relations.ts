import type { ComparedName } from './compared-name.js';
import { haveFormsOfOneCountry } from './company-name.js';
import { abbreviations, articles, companyWord, companyWords, isLink, schools, tailWords } from './company-words.js';
import { areDistinctWords, havePlace, isDistinctWord, isPlace } from './distinct-words.js';
import { haveInitials, mayBeInitials } from './initials.js';
import { legalForms } from './legal-forms.js';
import { isSlipOfPen } from './slips-of-pen.js';
import type { WordCounts } from './word-counts.js';
import { isNumeral } from './written-numbers.js';
import { areDifferentNames } from '../names/common-names.js';

/** A word of one name and a word of the other name, which stand where the two names are compared next. */
export interface WordPair {
  readonly mine: string;
  readonly their: string;
  /** The place of `mine` among the words of `name`. */
  readonly index: number;
  /** The place of `their` among the words of `other`. */
  readonly at: number;
  readonly name: ComparedName;
  readonly other: ComparedName;
  readonly counts: WordCounts;
}

/** A way in which a word of one name may stand for words of the other name. */
export interface WordRelation {
  /** How many words of the other name the word stands for, from `their` on. Null if the relation does not hold. */
  readonly reach: (pair: WordPair) => number | null;
  readonly minLengths?: readonly [mine: number, their: number];
  /** Further conditions; the relation holds only if all of them are true. */
  readonly needs?: readonly ((pair: WordPair) => boolean)[];
  /** How many more bits the words in common must have if two names match by this relation; 0 if absent. */
  readonly bits?: number;
  /** Whether the two words count as the same word or as similar words. Absent if they are no evidence that the names match. */
  readonly evidence?: 'same' | 'similar';
  /** True for a relation that holds in both directions if it holds in one. */
  readonly isMutual?: true;
}

/**
 * All relations between words, the closest first. The first one that holds is taken. For relations that are not mutual, both words are
 * tried as `mine`.
 */
export const wordRelations: readonly WordRelation[] = [
  // Technologies and Tech.
  { reach: standsFor(1, isSame), evidence: 'same', isMutual: true },
  // Bank of Zorra and Bank Zorra, La Halibutron and Halibutron.
  { reach: standsFor(0, mayBeMissing) },
  // Nordhaven Pump Wor and Nordhaven Pump Works. A single letter is not enough.
  { reach: standsFor(Infinity, isCut), minLengths: [2, 3], needs: [isNoNumber, isNoKnownWord, isSeldomBeside] },
  // NPW and Nordhaven Pump Works.
  { reach: wordsOfInitials },
  // MotorWorks and Motor Works.
  { reach: standsFor(2, isJoined) },
  // Cie and Compagnie.
  { reach: standsFor(1, isListed), evidence: 'similar' },
  // S Zorrino and San Zorrino.
  { reach: standsFor(1, isSaint), evidence: 'similar' },
  // Motor and Motors.
  {
    reach: standsFor(1, isSingular),
    minLengths: [4, 5],
    needs: [isNoNumber, isNoPlace, isForCommonWord],
    evidence: 'similar',
  },
  // Comm and Communications.
  {
    reach: standsFor(1, isBeginning),
    minLengths: [3, 6],
    needs: [isAbbreviation, isForCommonWord],
    evidence: 'similar',
  },
  // Mfg and Manufacturing.
  {
    reach: standsFor(1, isContraction),
    minLengths: [3, 6],
    needs: [isAbbreviation, isForCommonWord],
    evidence: 'similar',
  },
  // Serrvices and Services, Zorrman and Zorrmann.
  { reach: standsFor(1, isSlip), needs: [isUnknownBesideCommon], evidence: 'similar', isMutual: true },
  { reach: standsFor(1, isSlip), bits: 3, evidence: 'similar', isMutual: true },
  // Metallurgy and Metallurgie.
  { reach: standsFor(1, haveStem(5, 0.5)), needs: [haveOtherEndings], isMutual: true },
  // Chemie and Chemikalien.
  { reach: standsFor(1, haveStem(4, 0.4)), needs: [haveOtherEndings, areOfOneCountry, areNoSchools], isMutual: true },
];

/** The spellings of "saint" that a name may abbreviate by `s` or `st`. */
const saints = new Set('saint sainte sankt sint san santo santa sao'.split(' '));
const saint = /^s(?:t|te|to|ta)?$/;
/** How many words are tried for each initial, because words such as "of" have none. */
const maxWordsOfInitial = 2;
/** The maximum length of an abbreviation with vowels, as a share of the length of its word. `mtls` of `metals` may be longer. */
const maxAbbreviatedShare = 0.65;
/** The minimum length of what is left of a cut word, if several names on record contain it. */
const minSeldomCutWord = 4;
/** How many bits more the rest of a cut word must have than the whole word. With 3, at most an eighth as many names contain it. */
const cutWordBits = 3;
/** The minimum length of the longer of two endings. A single other letter at the end makes another word: Bluewater Marine and Marina. */
const minEnding = 2;
const digit = /[0-9]/;
const vowel = /[aeiou]/;

type Test = (pair: WordPair) => boolean;

function standsFor(words: number, holds: Test): WordRelation['reach'] {
  return (pair) => (holds(pair) ? words : null);
}

function isSame({ name, index, other, at }: WordPair): boolean {
  return name.normal[index] === other.normal[at];
}

/** Whether a word is one that the other name may lack: an article in front, or a word such as "of" inside. */
function mayBeMissing({ mine, their, index, name }: WordPair): boolean {
  if (index >= name.words.length - 1 || isLink(their)) return false;
  return index > 0 ? isLink(mine) : articles.has(mine);
}

/**
 * Whether a name ends inside a word of the other name: "Nordhaven Pump Wor" and "Nordhaven Pump Works". What is left of the
 * word must not be a word itself, because the names may then be those of two companies: "Nordhaven Motor" and "Nordhaven
 * Motorsport".
 */
function isCut({ mine, their, index, name }: WordPair): boolean {
  if (index === 0 || index < name.words.length - 1 || !their.startsWith(mine)) return false;
  // Every name may lack a tail word, so a shorter name may also lack only its last letter.
  const missing = name.minCutOff < Infinity && tailWords.has(companyWord(their)) ? 1 : name.minCutOff;
  return their.length >= mine.length + missing && !digit.test(their);
}

/**
 * How many words of one name the initials in the other name stand for: 3 for `npw` and "Nordhaven Pump Works". Null in three cases: the
 * word is a legal form or not a word of initials; the words have other initials; a place or a word of a school is among the words.
 */
function wordsOfInitials({ mine, their, at, other, counts }: WordPair): number | null {
  if (!their.startsWith(mine.charAt(0)) || !mayBeInitials(mine, counts) || legalForms.has(mine)) return null;
  const most = other.words.slice(at, at + maxWordsOfInitial * mine.length);
  const count = most.findIndex((_, index) => haveInitials(most.slice(0, index + 1), mine)) + 1;
  const found = companyWords(most.slice(0, count));
  return count === 0 || havePlace(found) || found.some((word) => schools.has(word)) ? null : count;
}

function isJoined({ mine, their, at, other }: WordPair): boolean {
  return mine === their + (other.words[at + 1] ?? '');
}

function isListed({ mine, their }: WordPair): boolean {
  return abbreviations.get(mine)?.includes(their) === true;
}

function isSaint({ mine, their }: WordPair): boolean {
  return saint.test(mine) && saints.has(their);
}

function isSingular({ mine, their }: WordPair): boolean {
  return their === `${mine}s`;
}

function isBeginning({ mine, their }: WordPair): boolean {
  return their.startsWith(mine);
}

/**
 * Whether a word is another one without most of its letters: `mfg` for `manufacturing`, `cia` for `compania`. Either it has no vowel
 * inside, or both words end with the same letter.
 */
function isContraction({ mine, their }: WordPair): boolean {
  if (!their.startsWith(mine.charAt(0))) return false;
  if (vowel.test(mine.slice(1, -1)) && mine.at(-1) !== their.at(-1)) return false;
  let found = 0;
  for (const letter of their) if (letter === mine.charAt(found)) found += 1;
  return found === mine.length;
}

function isSlip({ mine, their }: WordPair): boolean {
  return isSlipOfPen(mine, their, 'beside');
}

/**
 * Whether two words begin with the same letters.
 * @param minLength the minimum number of these letters
 * @param minShare the minimum share of them in the longer word
 */
function haveStem(minLength: number, minShare: number): Test {
  return ({ mine, their }) => {
    const longer = Math.max(mine.length, their.length);
    const { length } = stemOf(mine, their);
    return length >= Math.max(minLength, longer * minShare) && longer - length >= minEnding;
  };
}

function stemOf(a: string, b: string): string {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}

function isNoNumber({ mine }: WordPair): boolean {
  return !isNumeral(mine);
}

function isNoPlace({ mine }: WordPair): boolean {
  return !isPlace(mine);
}

function isNoKnownWord({ mine }: WordPair): boolean {
  return !isDistinctWord(mine);
}

/** Whether many names on record contain the longer word. Only such words are abbreviated, or lose the plural in some lists. */
function isForCommonWord({ their, counts }: WordPair): boolean {
  return counts.isCommon(companyWord(their));
}

/** Whether a word may abbreviate a longer one. It is no number, no place, no known word, and no more frequent than the longer word. */
function isAbbreviation(pair: WordPair): boolean {
  const { mine, their, counts } = pair;
  if (mine.length > their.length * maxAbbreviatedShare && vowel.test(mine.slice(1))) return false;
  if (!isNoNumber(pair) || !isNoPlace(pair) || !isNoKnownWord(pair)) return false;
  return counts.bitsOf(companyWord(mine)) >= counts.bitsOf(companyWord(their));
}

/**
 * Whether the beginning of a word is probably no word itself: it is in at most one name on record, or it has at least
 * four letters and is in far fewer names than the whole word.
 */
function isSeldomBeside({ mine, their, counts }: WordPair): boolean {
  const [short, long] = [companyWord(mine), companyWord(their)];
  if (!counts.has(short)) return true;
  return short.length >= minSeldomCutWord && counts.bitsOf(short) >= counts.bitsOf(long) + cutWordBits;
}

/**
 * Whether many names on record contain one of the words, and at most one name contains the other. Then the rare word is probably a
 * misspelling of the common one, so the names need no further evidence: "Serrvices" and "Services".
 */
function isUnknownBesideCommon({ mine, their, counts }: WordPair): boolean {
  const [a, b] = [companyWord(mine), companyWord(their)];
  return (counts.isCommon(a) && !counts.has(b)) || (counts.isCommon(b) && !counts.has(a));
}

/**
 * Whether two words with the same beginning may be one word with two endings. They are no places, no numbers and no names of persons. If
 * one word is the beginning of the other, it must not be a known word, because known words make new ones: Motor and Motorsport.
 */
function haveOtherEndings({ mine, their, counts }: WordPair): boolean {
  if (digit.test(mine + their) || isPlace(mine) || isPlace(their)) return false;
  const stem = stemOf(mine, their);
  const isWord = stem === mine || stem === their;
  if (isWord && (isDistinctWord(stem) || counts.has(companyWord(stem)))) return false;
  return !areDistinctWords(mine, their) && !areDifferentNames(mine, their);
}

function areOfOneCountry({ name, other }: WordPair): boolean {
  return haveFormsOfOneCountry(name.name, other.name);
}

function areNoSchools({ name, other }: WordPair): boolean {
  return ![...name.normal, ...other.normal].some((word) => schools.has(word));
}
