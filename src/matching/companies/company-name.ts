import {
  companyWord,
  easternForms,
  formsInFront,
  formsLikeWords,
  legalForms,
  maxFormWords,
  tailWords,
} from './legal-forms.js';
import { romanise, slipBetween, withoutEmoji } from '../names/spelling.js';
import { usableName } from '../text.js';

/** The similarity of two company names with one difference; several differences multiply. */
export const companyLevel = {
  /** One of them has no legal form. */
  formMissing: 0.97,
  /** Merck & Co. and Merck: "& Co." is part of the name more often than of the legal form. */
  partnersMissing: 0.93,
  /** Acme and Acme (Malaysia). */
  asideMissing: 0.95,
  /** Acme and Acme Group, Booking and Booking.com. */
  tailMissing: 0.92,
  typo: 0.86,
  /** Legal forms of different countries, or different words in brackets: two companies, or two branches of one. */
  otherBranch: 0.5,
} as const;

/** In shorter names, a different letter more often means another name than a typing error. */
const minTypoLength = 8;
const maxNameLength = 300;

/** A company's name without its legal form. */
interface CompanyName {
  /** Lower-case ASCII, with one form for each abbreviation; at least one word. */
  words: readonly string[];
  /** `words` with two letters for umlauts. */
  wideWords: readonly string[];
  /** The countries of the legal form, `*` for a form of many countries; empty without a form. */
  countries: ReadonlySet<string>;
  /** Whether "& Co." follows the name and is not part of a form such as GmbH & Co. KG. */
  hasPartners: boolean;
  /** The text in brackets, usually a country or a city; empty without brackets. */
  aside: string;
}

const brackets = /(?<=\S)\s*[([（［]([^()[\]（）［］]*)[)\]）］]/gu;
/** Brackets that belong to a legal form: UG (haftungsbeschränkt), AB (publ). */
const formInBrackets = /^(?:haftungsbeschränkt|publ|주)$/iu;
const dotCom = /(?<=[\p{L}\p{N}])\.com(?![\p{L}\p{N}])/giu;
/** S.A., J.P., A/S: single letters with dots or strokes. */
const dottedLetters = /(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}?(?![\p{L}\p{N}])/gu;
const dotOrStroke = /[./]/g;
const apostrophes = /['’ʼ`´]/gu;
const ampersand = /[&＆+]/gu;
const separators = /[^A-Za-z0-9]+/;
const notADigit = /[^0-9]/g;
const titleCase = /^[A-Z][a-z]+$/;
const capitals = /^[A-Z]+$/;
const noForm: ReadonlySet<string> = new Set();
const partners = new Set(['and co', 'and company']);

/**
 * The key of a company's name: its letters and digits in ASCII, without the legal form, a leading "The" and texts in brackets, and
 * with "&" as "and". Null without a letter or digit. Different companies may share a key (Merck & Co., Merck KGaA);
 * `compareCompanyNames` distinguishes more of them.
 */
export function companyNameKey(name: string): string | null {
  return readCompanyName(name)?.words.join('') ?? null;
}

/**
 * The keys of a name and its variants, for storage and lookup: that of `companyNameKey`, then with two letters for umlauts, without
 * words such as "Group", and without ".com". Empty if `companyNameKey` is null.
 */
export function companyNameKeys(name: string): string[] {
  const company = readCompanyName(name);
  if (company === null) return [];
  const forms = [company.words, company.wideWords].flatMap((words) => [words, withoutTail(words)]);
  return [...new Set(forms.map((words) => words.join('')))];
}

/**
 * The similarity of two company names: 1 for equal names apart from case, punctuation, abbreviations and compatible legal forms; a
 * product of `companyLevel` for similar names; 0 for different names.
 */
export function compareCompanyNames(a: string, b: string): number {
  const first = readCompanyName(a);
  const second = readCompanyName(b);
  if (first === null || second === null) return 0;
  const words = Math.max(compareWords(first.words, second.words), compareWords(first.wideWords, second.wideWords));
  return words * compareForms(first, second) * compareAsides(first.aside, second.aside);
}

/**
 * Compares the legal forms of two company names; forms of the same countries are equal. `unsaid` if one of the names has no form.
 */
export function compareLegalForms(a: string, b: string): 'same' | 'other' | 'unsaid' {
  const [first, second] = [readCompanyName(a)?.countries ?? noForm, readCompanyName(b)?.countries ?? noForm];
  if (first.size === 0 || second.size === 0) return 'unsaid';
  return first.size === second.size && [...first].every((country) => second.has(country)) ? 'same' : 'other';
}

function readCompanyName(name: string): CompanyName | null {
  const text = usableName(name, maxNameLength);
  if (text === null) return null;
  const { rest, aside } = takeAsides(withoutEmoji(text).normalize('NFC'));
  const { plain, wide } = romanise(withPlainPunctuation(rest));
  const words = wordsOf(plain);
  if (words.length === 0) return null;
  const { start, end, forms } = formsAround(words);
  return {
    words: words.slice(start, end).map(companyWord),
    wideWords: wordsOf(wide).slice(start, end).map(companyWord),
    countries: countriesOf(forms),
    hasPartners: forms.some((form) => partners.has(form)),
    aside,
  };
}

function takeAsides(text: string): { rest: string; aside: string } {
  const asides: string[] = [];
  const rest = text.replace(brackets, (_, inside: string) => {
    if (!formInBrackets.test(inside)) asides.push(inside);
    return ' ';
  });
  return {
    rest,
    aside: wordsOf(romanise(asides.join(' ')).plain)
      .join('')
      .toLowerCase(),
  };
}

function withPlainPunctuation(text: string): string {
  return text
    .replace(easternForms, ' ')
    .replace(dotCom, ' com')
    .replace(dottedLetters, (letters) => letters.replace(dotOrStroke, ''))
    .replace(ampersand, ' and ');
}

/** Removes apostrophes, so that Macy's is one word; a soft sign is romanised as an apostrophe too. */
function wordsOf(text: string): string[] {
  return text.replace(apostrophes, '').split(separators).filter(Boolean);
}

/** The legal forms before and after the name, and the range of the name, which has at least one word. */
function formsAround(words: readonly string[]): { start: number; end: number; forms: string[] } {
  const forms: string[] = [];
  const front = words[0] ?? '';
  let start = 0;
  let end = words.length;
  if (end > 1 && (front.toLowerCase() === 'the' || isFormInFront(front))) {
    if (isFormInFront(front)) forms.push(front.toLowerCase());
    start = 1;
  }
  for (let length = formLength(words, start, end); length > 0; length = formLength(words, start, end)) {
    forms.push(
      words
        .slice(end - length, end)
        .join(' ')
        .toLowerCase(),
    );
    end -= length;
  }
  return { start, end, forms };
}

function isFormInFront(word: string): boolean {
  return capitals.test(word) && formsInFront.has(word.toLowerCase());
}

/** The number of words of the longest legal form at the end. */
function formLength(words: readonly string[], start: number, end: number): number {
  for (let length = Math.min(maxFormWords, end - start - 1); length > 0; length -= 1) {
    const written = words.slice(end - length, end).join(' ');
    const form = written.toLowerCase();
    const isWord = formsLikeWords.has(form) && titleCase.test(written);
    if (legalForms.has(form) && !isWord) return length;
  }
  return 0;
}

/** A form of few countries is more specific than one of all countries: Co., Inc. is American. */
function countriesOf(forms: readonly string[]): ReadonlySet<string> {
  const countries = new Set(forms.flatMap((form) => [...(legalForms.get(form) ?? [])]));
  if (countries.size > 1) countries.delete('*');
  return countries;
}

function compareWords(a: readonly string[], b: readonly string[]): number {
  const first = a.join('');
  const second = b.join('');
  if (first === second) return 1;
  const [firstName, secondName] = [withoutTail(a).join(''), withoutTail(b).join('')];
  // Only one name may have a tail: Acme Group and Acme Holding may be different companies.
  if (firstName === secondName && (firstName === first || secondName === second)) return companyLevel.tailMissing;
  const isLong = Math.min(first.length, second.length) >= minTypoLength;
  return isLong && slipBetween(first, second) !== null && first.replace(notADigit, '') === second.replace(notADigit, '')
    ? companyLevel.typo
    : 0;
}

function compareForms(a: CompanyName, b: CompanyName): number {
  const isBareA = a.countries.size === 0;
  const isBareB = b.countries.size === 0;
  if (a.hasPartners !== b.hasPartners)
    return isBareA || isBareB ? companyLevel.partnersMissing : companyLevel.otherBranch;
  if (isBareA || isBareB) return isBareA === isBareB ? 1 : companyLevel.formMissing;
  const isShared =
    a.countries.has('*') || b.countries.has('*') || [...a.countries].some((land) => b.countries.has(land));
  return isShared ? 1 : companyLevel.otherBranch;
}

function compareAsides(a: string, b: string): number {
  if (a === b) return 1;
  return a === '' || b === '' ? companyLevel.asideMissing : companyLevel.otherBranch;
}

function withoutTail(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  return words.length > 1 && tailWords.has(last) ? words.slice(0, -1) : words;
}
