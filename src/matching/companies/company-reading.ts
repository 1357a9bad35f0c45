import { companyWords } from './company-words.js';
import { withLatinWords } from './eastern-words.js';
import {
  formsInFront,
  formsLikeWords,
  legalForms,
  longFormsInFront,
  longFormWords,
  maxFormWords,
} from './legal-forms.js';
import { withLatinForms } from './native-forms.js';
import { withDigits } from './written-numbers.js';
import { slipBetween } from '../names/spelling.js';
import { usableName, romanise, withoutEmoji } from '../text.js';

const maxNameLength = 300;

/** A company's name, divided into the words of the name, its legal forms and what stands in brackets. */
export interface CompanyName {
  /**
   * The words of the name in lower-case ASCII, at least one. Abbreviations have one spelling, and numbers are in digits: "Müller
   * Technologies Fund II" → `muller`, `tech`, `fund`, `2`.
   */
  readonly words: readonly string[];
  /** Like `words`, but with two letters for an umlaut: `mueller`. The same array as `words` for a name without umlauts. */
  readonly wideWords: readonly string[];
  /** Like `words`, but each word is spelled as the name has it: `Muller`, `Technologies`, `Fund`, `2`. */
  readonly written: readonly string[];
  /** The legal forms as the table of legal forms spells them: "GmbH & Co. KG" → `gmbh and co kg`. */
  readonly forms: readonly string[];
  /** The countries of the legal forms, as in `legalForms`: `de`, or `*` for a form of any country. Empty without a legal form. */
  readonly countries: ReadonlySet<string>;
  /** Whether "& Co." is a form of its own behind the name, and not a part of a form such as "GmbH & Co. KG". */
  readonly hasPartners: boolean;
  /** The words in brackets in lower-case ASCII, joined, usually a country or a city: `malaysia`. Empty without brackets. */
  readonly aside: string;
  /** Whether the name has letters of another alphabet than the Latin one. */
  readonly isRomanised: boolean;
}

const bracket = /[([（［]/u;
const brackets = /(?<=\S)\s*[([（［]([^()[\]（）［］]*)[)\]）］]/gu;
/** Words in brackets that belong to a legal form: UG (haftungsbeschränkt), AB (publ), (Pty) Ltd. */
const formInBrackets = /^(?:haftungsbeschränkt|publ|public|pty|pvt\.?|private|proprietary|rf|주|유|株|มหาชน)$/iu;
const dotCom = /(?<=[\p{L}\p{N}])\.com(?![\p{L}\p{N}])/giu;
/** Single letters with dots or strokes between them: S.A., J.P., A/S. */
const dottedLetters = /(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}?(?![\p{L}\p{N}])/gu;
/** The space between two single letters with dots, as in S. A. de C. V. and J. P. Morgan, but not in Pirelli & C. S.p.A. */
const spaceBetweenLetters = /(?<=(?<![\p{L}\p{N}.])\p{L}\.)\s+(?=\p{L}\.(?![\p{L}\p{N}]))/gu;
const dotOrStroke = /[./]/;
const dotsAndStrokes = /[./]/g;
/**
 * Matches the position between a small letter and a legal form that follows without a space, as in SiemensAG. The form must
 * have its usual capitals.
 */
const gluedForm =
  /(?<=\p{Ll})(?<!(?<!\p{L})g)(?=(?:GmbH|AG|SE|KG|KGaA|SpA|Inc|Ltd|LLC|LLP|PLC|BV|NV|AB|Oyj?|ApS|SARL|SAS|SRL|JSC)(?![\p{L}\p{N}]))/gu;
const apostrophes = /['’ʼ`´]/gu;
const ampersand = /[&＆+]/gu;
const separators = /[^A-Za-z0-9]+/;
const titleCase = /^[A-Z][a-z]+$/;
const capitals = /^[A-Z]+$/;
const ascii = /^[\0-~]*$/;
const otherAlphabet = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const noCountries: ReadonlySet<string> = new Set();
const partners = new Set(['and co', 'and company', 'and cie', 'et cie', 'und cie']);
/** The article that lists put behind a name: Larkspur Company, The. */
const articleBehind = /^(.+?),\s*the$/iu;

/**
 * The maximum number of names in the cache. Names are cached after they have been divided, because many records have the same
 * employer. A full cache is cleared.
 */
const maxKnownNames = 5_000;
const known = new Map<string, CompanyName | null>();

/**
 * Divides a company's name into its words, its legal forms and what stands in brackets. Null for a name without a letter or
 * digit, with a control character, or of more than 300 characters.
 */
export function readCompanyName(name: string): CompanyName | null {
  if (name.length > maxNameLength) return null;
  let company = known.get(name);
  if (company === undefined) {
    company = parseCompanyName(name);
    if (known.size >= maxKnownNames) known.clear();
    known.set(name, company);
  }
  return company;
}

/** Divides a name like {@link readCompanyName}, but without the cache. It is for parts of names, which seldom occur again. */
export function parseCompanyName(name: string): CompanyName | null {
  const text = usableName(name, maxNameLength);
  if (text === null) return null;
  const isRomanised = !ascii.test(text) && otherAlphabet.test(text);
  const { rest, aside } = takeAsides(withoutEmoji(text).normalize('NFC').replace(articleBehind, 'The $1'));
  const { plain, wide } = romanise(withPlainPunctuation(rest));
  const words = wordsOf(plain);
  if (words.length === 0) return null;
  const { start, end, forms } = formsAround(words);
  const written = withDigits(words.slice(start, end));
  const named = companyWords(written);
  return {
    words: named,
    wideWords: plain === wide ? named : nameWords(wordsOf(wide).slice(start, end)),
    written,
    forms,
    countries: countriesOf(forms),
    hasPartners: forms.some((form) => partners.has(form)),
    aside,
    isRomanised,
  };
}

function nameWords(words: readonly string[]): string[] {
  return companyWords(withDigits(words));
}

/**
 * Divides a name into the words in brackets (`aside`) and the rest of the name. Words in brackets that belong to the legal form, such
 * as "(Pty)", are in neither of the two. Brackets at the start of the name stay in the rest.
 */
function takeAsides(text: string): { rest: string; aside: string } {
  if (!bracket.test(text)) return { rest: text, aside: '' };
  const asides: string[] = [];
  const rest = text.replace(brackets, (_, inside: string) => {
    if (!formInBrackets.test(inside)) asides.push(inside);
    return ' ';
  });
  return { rest, aside: nameWords(wordsOf(romanise(withPlainPunctuation(asides.join(' '))).plain)).join('') };
}

/** Changes the punctuation of a name, so that the name can then be split into words: "J.P. Morgan & Co." → "JP Morgan and Co." */
function withPlainPunctuation(text: string): string {
  const latin = ascii.test(text) ? text : withLatinWords(withLatinForms(text));
  const withoutDots = dotOrStroke.test(latin)
    ? latin
        .replace(dotCom, ' com')
        .replace(spaceBetweenLetters, '')
        .replace(dottedLetters, (letters) => letters.replace(dotsAndStrokes, ''))
    : latin;
  return withoutDots.replace(gluedForm, ' ').replace(ampersand, ' and ');
}

/**
 * Divides a text into its words. Apostrophes are removed first, so that "Macy's" is one word. In romanised Russian, an apostrophe is a
 * soft sign.
 */
function wordsOf(text: string): string[] {
  return text.replace(apostrophes, '').split(separators).filter(Boolean);
}

/**
 * Finds the legal forms before and after the name. The words from `start` to `end`, at least one, remain as the name: in "The
 * Acme Co Ltd" only "Acme".
 */
function formsAround(words: readonly string[]): { start: number; end: number; forms: string[] } {
  const forms: string[] = [];
  let end = words.length;
  let start = end > 1 && words[0]?.toLowerCase() === 'the' ? 1 : 0;
  const frontLength = formLengthInFront(words, start);
  if (frontLength > 0) forms.push(formOf(words, start, start + frontLength));
  start += frontLength;
  for (let length = formLength(words, start, end); length > 0; length = formLength(words, start, end)) {
    forms.push(length === 1 ? singleForm(words[end - 1] ?? '') : formOf(words, end - length, end));
    end -= length;
  }
  return { start, end, forms };
}

function formOf(words: readonly string[], start: number, end: number): string {
  return words.slice(start, end).join(' ').toLowerCase();
}

/** The number of words of the legal form that begins at `start`; 0 if there is none, or if nothing follows it. */
function formLengthInFront(words: readonly string[], start: number): number {
  const front = words[start] ?? '';
  const lower = front.toLowerCase();
  const form = longFormsInFront
    .get(lower)
    ?.find((long) => long.every((word, index) => words[start + index]?.toLowerCase() === word));
  const length = form?.length ?? (capitals.test(front) && formsInFront.has(lower) ? 1 : 0);
  return start + length < words.length ? length : 0;
}

/** The number of words of the longest legal form that ends before `end` and leaves a word for the name; 0 if there is none. */
function formLength(words: readonly string[], start: number, end: number): number {
  for (let length = Math.min(maxFormWords, end - start - 1); length > 0; length -= 1) {
    const written = words.slice(end - length, end).join(' ');
    const form = length === 1 ? singleForm(written) : written.toLowerCase();
    const isWord = formsLikeWords.has(form) && titleCase.test(written);
    if (legalForms.has(form) && !isWord) return isBehindPartners(words, end - length, end) ? length - 1 : length;
  }
  return 0;
}

/** Whether words are the end of "& Co. Ltd.". The legal form is then "Ltd." behind "& Co.", and not "Co. Ltd." behind "&". */
function isBehindPartners(words: readonly string[], start: number, end: number): boolean {
  if (start < 2 || words[start - 1]?.toLowerCase() !== 'and') return false;
  const [company = '', ...form] = words.slice(start, end).map((word) => word.toLowerCase());
  return partners.has(`and ${company}`) && legalForms.has(form.join(' '));
}

/** A legal form of one word in lower case. A typing error in a long form is corrected: `Aktiengeselschaft` → `aktiengesellschaft`. */
function singleForm(written: string): string {
  const lower = written.toLowerCase();
  if (written.length < 10 || legalForms.has(lower)) return lower;
  return longFormWords.find((form) => slipBetween(form, lower) !== null) ?? lower;
}

/** The countries of all legal forms of a name. A form of certain countries outweighs one of any country: "Co., Inc." is American. */
function countriesOf(forms: readonly string[]): ReadonlySet<string> {
  const [only = '', ...others] = forms;
  if (others.length === 0) return legalForms.get(only) ?? noCountries;
  const countries = new Set(forms.flatMap((form) => [...(legalForms.get(form) ?? [])]));
  if (countries.size > 1) countries.delete('*');
  return countries;
}

export function lowerCase(words: readonly string[]): string[] {
  return words.map((word) => word.toLowerCase());
}
