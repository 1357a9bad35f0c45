import { compareAsides, compareCompanyNames, compareForms, companyLevel, minSameBranch } from './company-name.js';
import { type CompanyName, lowerCase, readCompanyName } from './company-reading.js';
import { companyWords, institutions, linkWords } from './company-words.js';
import { isSlipOfPen } from './slips-of-pen.js';
import { areDifferentNames } from '../names/common-names.js';
import { areNicknames } from '../names/nicknames.js';

/**
 * The minimum number of letters of two names that sound alike, and the minimum number of consonants of two names in which only the
 * consonants sound alike. Shorter names often sound alike by chance.
 */
const minSoundLength = 4;
/**
 * The minimum number of words that names must have to be compared in another order of words. With fewer words, another order
 * makes another name, Bank of China and China Bank. In names of institutions, only the word that is in `institutions` may stand elsewhere.
 */
const minWordsInAnyOrder = 3;
/** The ending that "Deutsche Bank's" has and "Deutsche Bank" lacks. */
const possessive = /['’]s(?![\p{L}\p{N}])/iu;
const possessiveEndings = new RegExp(possessive, 'giu');
/** A legal form that companies of many countries use: "Ltd", "Co., Ltd.". */
const limited = /^(?:co|company)?\s?(?:ltd|limited)?$/;
/** The minimum length of a word with an umlaut in two letters. Shorter words are others: Boer and Bor. */
const minWordWithUmlaut = 5;
/** Umlauts in two letters between consonants: the "ue" of "Mueller", but not that of "Bauer" and "Blue". */
const umlauts = /(?<=[b-df-hj-npr-tv-z])([aou])e(?=[b-df-hj-np-tv-z])/g;
const countriesWithUmlauts: ReadonlySet<string> = new Set('de at ch li se fi dk no is ee hu'.split(' '));

/** Places with two universities that only the order of words distinguishes: Miami University and University of Miami. */
const placesOfTwo: ReadonlySet<string> = new Set('miami washington york lincoln victoria newcastle boston'.split(' '));

/**
 * Whether two names may be two spellings of one company's name: they may differ in one or two letters of a long word, in words such as
 * "of", in the order of words, or in the alphabet ("Яндекс" and "Yandex"). Different companies can have names that are as similar, so
 * the caller needs further evidence.
 */
export function mayBeSameCompany(a: string, b: string): boolean {
  if (compareCompanyNames(a, b) > companyLevel.typo) return true;
  if (possessive.test(a + b) && compareCompanyNames(withoutPossessive(a), withoutPossessive(b)) > companyLevel.typo)
    return true;
  const [first, second] = [readCompanyName(a), readCompanyName(b)];
  if (first === null || second === null) return false;
  if (compareForms(first, second) < minSameBranch || compareAsides(first, second) < minSameBranch) return false;
  const haveUmlauts = first.words !== first.wideWords || second.words !== second.wideWords;
  return (
    ((mayBeSameWords(first.words, second.words) ||
      (haveUmlauts && mayBeSameWords(first.wideWords, second.wideWords)) ||
      mayBeSameWhenWritten(first, second)) &&
      !areOnlyWordsOfOtherForms(first, second)) ||
    differInUmlauts(first, second) ||
    isFormInFront(first, second) ||
    isFormInFront(second, first) ||
    (first.isRomanised !== second.isRomanised && soundAlike(first.words.join(''), second.words.join('')))
  );
}

/**
 * Whether both names have only one word, but only one has a form such as "Ltd": "Halibutron
 * K.K." and "Hailbutron Ltd". The forms do not contradict each other, but of such names with one different letter, most belong to two companies.
 */
function areOnlyWordsOfOtherForms(a: CompanyName, b: CompanyName): boolean {
  if (a.words.length > 1 || b.words.length > 1 || a.countries.size === 0 || b.countries.size === 0) return false;
  return isLimited(a) !== isLimited(b);
}

function isLimited({ forms }: CompanyName): boolean {
  return forms.every((form) => limited.test(form));
}

/**
 * Whether two names differ only in the spelling of umlauts, which one list writes without the dots and the other one with an "e": "Kuhne
 * AG" and "Kuehne AG". One of the names must have a legal form that only countries with umlauts have, because "Manel" and "Manoel" are
 * two Portuguese names.
 */
function differInUmlauts(a: CompanyName, b: CompanyName): boolean {
  if (!hasUmlauts(a) && !hasUmlauts(b)) return false;
  if (a.words.length !== b.words.length) return false;
  const pairs = a.words
    .map((word, index) => [word, b.words[index] ?? ''] as const)
    .filter(([one, other]) => one !== other);
  return pairs.length > 0 && pairs.every(([one, other]) => differsInUmlaut(one, other));
}

function differsInUmlaut(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) < minWordWithUmlaut) return false;
  if (areDifferentNames(one, other) && !areNicknames(one, other)) return false;
  return one.replaceAll(umlauts, '$1') === other.replaceAll(umlauts, '$1');
}

/** Whether a name has a legal form that only countries with umlauts have. */
function hasUmlauts({ countries }: CompanyName): boolean {
  return countries.size > 0 && [...countries].every((country) => countriesWithUmlauts.has(country));
}

function withoutPossessive(name: string): string {
  return name.replaceAll(possessiveEndings, '');
}

/**
 * Compares the words as they are spelled, because the normal form of a misspelt word is another one: "Tecnologies" and "Technologies". The
 * names must have another word in common.
 */
function mayBeSameWhenWritten(a: CompanyName, b: CompanyName): boolean {
  const [one, other] = [lowerCase(a.written), lowerCase(b.written)];
  // If the words are spelled in their normal forms, `mayBeSameCompany` has compared them before.
  if (areEqual(one, a.words) && areEqual(other, b.words)) return false;
  return a.words.some((word) => b.words.includes(word)) && mayBeSameWords(one, other);
}

function mayBeSameWords(a: readonly string[], b: readonly string[]): boolean {
  const [one, other] = [withoutLinks(a), withoutLinks(b)];
  if (one.length === 0 || other.length === 0) return false;
  if (one.join('') === other.join('')) return true;
  const hasLinks = one.length < a.length || other.length < b.length;
  return isInOtherOrder(one, other) || differsInSlip(one, other) || (hasLinks && differsInSlip(a, b));
}

function withoutLinks(words: readonly string[]): string[] {
  return words.filter((word, index) => index === 0 || index === words.length - 1 || !linkWords.has(word));
}

function isInOtherOrder(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length || !a.every((word) => b.includes(word)) || !b.every((word) => a.includes(word)))
    return false;
  const [one, other] = [withoutInstitution(a), withoutInstitution(b)];
  if (one.length === a.length) return a.length >= minWordsInAnyOrder;
  return areEqual(one, other) && !a.some((word) => placesOfTwo.has(word));
}

function withoutInstitution(words: readonly string[]): string[] {
  return companyWords(words).filter((word) => !institutions.has(word));
}

/**
 * Whether two names differ in one place, and there only by a slip of the pen: "Halibutron Systems" and "Hailbutron Systems".
 * Equal words at the start and at the end are skipped. The words between them are joined before they are compared, so a space
 * may also be missing there. With a missing space, the only slip that counts is one further letter: Zorra Link is not Zorrabank.
 */
function differsInSlip(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let [endOfA, endOfB] = [a.length, b.length];
  while (endOfA > start && endOfB > start && a[endOfA - 1] === b[endOfB - 1])
    [endOfA, endOfB] = [endOfA - 1, endOfB - 1];
  const [mine, theirs] = [a.slice(start, endOfA), b.slice(start, endOfB)];
  const areDivided = mine.length !== 1 || theirs.length !== 1;
  return isSlipOfPen(mine.join(''), theirs.join(''), areDivided ? 'divided' : a.length === 1 ? 'alone' : 'beside');
}

/** Whether the first word of `a` is a legal form of `b`, and the other words are the name `b`: "AB Volvo" and "Volvo AB". */
function isFormInFront(a: CompanyName, b: CompanyName): boolean {
  const [front = '', ...rest] = a.words;
  return b.forms.includes(front) && rest.join('') === b.words.join('');
}

/**
 * Whether a romanised name sounds like one in Latin letters. Letters that romanisations interchange count as equal: `yandeks` sounds
 * like `yandex`. It also suffices that the names have the same four or more consonants, because Arabic and Hebrew are written
 * without vowels, and Japanese adds some.
 */
function soundAlike(a: string, b: string): boolean {
  const [one, other] = [soundOf(a), soundOf(b)];
  if (one === other) return Math.min(a.length, b.length) >= minSoundLength;
  const consonants = consonantsOf(one);
  return consonants.length >= minSoundLength && consonants === consonantsOf(other);
}

function soundOf(text: string): string {
  return text
    .replace(/ph/g, 'f')
    .replace(/tsch|shch|sch|tch|sh/g, 'ch')
    .replace(/ks/g, 'x')
    .replace(/kh/g, 'h')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/c(?!h)|q/g, 'k')
    .replace(/w/g, 'v')
    .replace(/[jy]/g, 'i')
    .replace(/i+(?=[aeou])/g, '')
    .replace(/(.)\1+/g, '$1');
}

function consonantsOf(sound: string): string {
  return sound
    .replace(/[aeiouh]/g, '')
    .replace(/l/g, 'r')
    .replace(/v/g, 'b')
    .replace(/z/g, 's')
    .replace(/x/g, 'ks')
    .replace(/(.)\1+/g, '$1');
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((word, index) => word === b[index]);
}
