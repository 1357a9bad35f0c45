import { commonWordsOf } from './common-words.js';
import { type ComparedName, comparedName, mayHaveNote, minNameCutBetweenWords } from './compared-name.js';
import { compareAsides, compareForms, minSameBranch } from './company-name.js';
import { type CompanyName, readCompanyName } from './company-reading.js';
import { isLink, schools } from './company-words.js';
import { isPlace } from './distinct-words.js';
import { haveEnoughWords } from './lacking-words.js';
import { areTranslatedForms } from './legal-forms.js';
import { readingsOf } from './name-readings.js';
import type { WordCounts } from './word-counts.js';
import { isNumeral } from './written-numbers.js';

/**
 * How rare the words that two names have in common must be, in bits. A word that occurs in one of 1,024 names has 10 bits, and
 * the bits of all words that both names have are added.
 */
const minBits = {
  /** The bits for names whose words are all equal, and which differ only in a note or in the spelling of the legal form. */
  equalWords: 8,
  /** The bits of one of two words in another order. */
  exchangedWord: 10,
} as const;
/** The minimum length of a word that may be missing in front or inside. */
const minMissing = 2;
/** The maximum length of names that are compared. Longer texts with many short words or commas would cost milliseconds. */
const maxName = 150;

/**
 * Whether one of two names may be a shorter form of the other: cut inside its last word ("Nordhaven Pump Wor"), with abbreviated words
 * ("Nordhaven Intl Grp"), or without what {@link readingsOf} leaves out, such as a note. Names also may have slips of the pen in several
 * words. The words in common must be rare.
 * @param counts how many names on record contain each word
 */
export function areAbridged(a: string, b: string, counts: WordCounts): boolean {
  if (Math.max(a.length, b.length) > maxName || !haveRareWords(a, b, counts)) return false;
  const others = readingsOf(b).map(comparedName);
  return readingsOf(a)
    .map(comparedName)
    .some((one) => others.some((other) => !(one.isPart && other.isPart) && areOneName(one, other, counts)));
}

/** Whether two names have rare words in common. This is fast, and false for nearly all pairs of companies. */
function haveRareWords(a: string, b: string, counts: WordCounts): boolean {
  const others = readCompanyName(b)?.words ?? [];
  const shared = readCompanyName(a)?.words.filter((word) => others.includes(word)) ?? [];
  return counts.evidenceOf(shared) >= minBits.equalWords;
}

function areOneName(one: ComparedName, other: ComparedName, counts: WordCounts): boolean {
  const [a, b] = [one.name, other.name];
  if (compareForms(a, b) < minSameBranch && !areTranslatedForms(a.forms, b.forms)) return false;
  if (compareAsides(a, b) < minSameBranch) return false;
  const isEqual = a.words.join('') === b.words.join('') || a.wideWords.join('') === b.wideWords.join('');
  if (isEqual || isFormCut(one, b)) return counts.evidenceOf(b.words) >= minBits.equalWords;
  if (isFormCut(other, a)) return counts.evidenceOf(a.words) >= minBits.equalWords;
  if (isExchanged(a, b)) return a.words.some((word) => counts.bitsOf(word) >= minBits.exchangedWord);
  if (lacksInside(one, other, counts)) return true;
  return commonWordsOf(one, other, counts) !== null;
}

/**
 * Whether two names have legal forms and the same two words, but in the other order: "Halibutron Maschinen AG" and "Maschinen
 * Halibutron AG". False if one of the words is a place, because the other order then is another name: Bank of China and China Bank.
 */
function isExchanged(a: CompanyName, b: CompanyName): boolean {
  const [first = '', second = '', ...others] = a.words;
  if (others.length > 0 || b.words.length !== 2 || first !== b.words[1] || second !== b.words[0]) return false;
  return a.countries.size > 0 && b.countries.size > 0 && !isPlace(first) && !isPlace(second);
}

/**
 * Whether a name ends with the beginning of the legal form of `b`, and all other words are the same: "Halibutron N" and "Halibutron NV". A
 * long name may end with the beginning of "Limited" for "Ltd". A Roman numeral is no such beginning: Halibutron I and Halibutron Inc. are
 * two companies.
 */
function isFormCut({ text, name: a }: ComparedName, b: CompanyName): boolean {
  const [form = '', ...others] = b.forms;
  const rest = a.written.at(-1)?.toLowerCase() ?? '';
  if (a.forms.length > 0 || others.length > 0 || isNumeral(rest) || a.words.length < 2) return false;
  const isLimitedCut = form === 'ltd' && text.length >= minNameCutBetweenWords && 'limited'.startsWith(rest);
  if (!form.startsWith(rest) && !isLimitedCut) return false;
  return a.words.slice(0, -1).join('') === b.words.join('');
}

/**
 * Whether one of two names lacks one word of the other, in front or inside: "Halibutron Pumps Oy" and "Halibutron Marine Pumps Oy". The
 * words at the end may differ as in {@link commonWordsOf}.
 */
function lacksInside(one: ComparedName, other: ComparedName, counts: WordCounts): boolean {
  const [mine, theirs] = [namedWords(one), namedWords(other)];
  if (mine.length === theirs.length) return false;
  const isShorter = mine.length < theirs.length;
  const [few, many] = isShorter ? [mine, theirs] : [theirs, mine];
  const [shorter, longer] = isShorter ? [one, other] : [other, one];
  const at = few.findIndex((word, index) => word !== many[index]);
  const missing = many[at];
  if (missing === undefined || mayHaveNote(longer.text)) return false;
  if (missing.length < minMissing || isNumeral(missing) || isPlace(missing)) return false;
  if ([...few, ...many].some((word) => schools.has(word))) return false;
  const written = longer.name.written.filter((_, index) => longer.normal[index] !== missing);
  const rest = comparedName({ text: longer.text, name: { ...longer.name, written }, isPart: true });
  const common = commonWordsOf(shorter, rest, counts);
  return common !== null && haveEnoughWords({ name: shorter, other: rest, common, counts });
}

/** The words of a name in normal form, without words such as "of". */
function namedWords({ normal }: ComparedName): string[] {
  return normal.filter((word) => !isLink(word));
}
