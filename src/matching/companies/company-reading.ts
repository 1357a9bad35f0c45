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

/** A company's name without its legal form. */
export interface CompanyName {
  /** Lower-case ASCII, with one form for each abbreviation and digits for numbers; at least one word. */
  readonly words: readonly string[];
  /** `words` with two letters for umlauts. */
  readonly wideWords: readonly string[];
  /** The legal forms, normalised. */
  readonly forms: readonly string[];
  /** The countries of the legal form, `*` for a form of many countries; empty without a form. */
  readonly countries: ReadonlySet<string>;
  /** Whether "& Co." follows the name and is not part of a form such as GmbH & Co. KG. */
  readonly hasPartners: boolean;
  /** The text in brackets, usually a country or a city; empty without brackets. */
  readonly aside: string;
  /** Whether the name is written in another alphabet. */
  readonly isRomanised: boolean;
}

const bracket = /[([（［]/u;
const brackets = /(?<=\S)\s*[([（［]([^()[\]（）［］]*)[)\]）］]/gu;
/** Brackets that belong to a legal form: UG (haftungsbeschränkt), AB (publ), (Pty) Ltd. */
const formInBrackets = /^(?:haftungsbeschränkt|publ|public|pty|pvt\.?|private|proprietary|rf|주|유|株|มหาชน)$/iu;
const dotCom = /(?<=[\p{L}\p{N}])\.com(?![\p{L}\p{N}])/giu;
/** S.A., J.P., A/S: single letters with dots or strokes. */
const dottedLetters = /(?<![\p{L}\p{N}])(?:\p{L}[./])+\p{L}?(?![\p{L}\p{N}])/gu;
const dotOrStroke = /[./]/;
const dotsAndStrokes = /[./]/g;
/** SiemensAG: a legal form in its usual letters behind a small letter. */
const gluedForm =
  /(?<=\p{Ll})(?=(?:GmbH|AG|SE|KG|KGaA|SpA|Inc|Ltd|LLC|LLP|PLC|BV|NV|AB|Oyj?|ApS|SARL|SAS|SRL|JSC)(?![\p{L}\p{N}]))/gu;
const apostrophes = /['’ʼ`´]/gu;
const ampersand = /[&＆+]/gu;
const separators = /[^A-Za-z0-9]+/;
const titleCase = /^[A-Z][a-z]+$/;
const capitals = /^[A-Z]+$/;
const ascii = /^[\0-~]*$/;
const otherAlphabet = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
const noCountries: ReadonlySet<string> = new Set();
const partners = new Set(['and co', 'and company', 'and cie']);

/** The same employers occur in many records; at this number, the readings are forgotten. */
const maxKnownNames = 5_000;
const known = new Map<string, CompanyName | null>();

/** Null without a letter or digit. */
export function readCompanyName(name: string): CompanyName | null {
  if (name.length > maxNameLength) return null;
  let company = known.get(name);
  if (company === undefined) {
    company = read(name);
    if (known.size >= maxKnownNames) known.clear();
    known.set(name, company);
  }
  return company;
}

function read(name: string): CompanyName | null {
  const text = usableName(name, maxNameLength);
  if (text === null) return null;
  const isRomanised = !ascii.test(text) && otherAlphabet.test(text);
  const { rest, aside } = takeAsides(withoutEmoji(text).normalize('NFC'));
  const { plain, wide } = romanise(withPlainPunctuation(rest));
  const words = wordsOf(plain);
  if (words.length === 0) return null;
  const { start, end, forms } = formsAround(words);
  const named = nameWords(words.slice(start, end));
  return {
    words: named,
    wideWords: plain === wide ? named : nameWords(wordsOf(wide).slice(start, end)),
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

function takeAsides(text: string): { rest: string; aside: string } {
  if (!bracket.test(text)) return { rest: text, aside: '' };
  const asides: string[] = [];
  const rest = text.replace(brackets, (_, inside: string) => {
    if (!formInBrackets.test(inside)) asides.push(inside);
    return ' ';
  });
  return { rest, aside: nameWords(wordsOf(romanise(withPlainPunctuation(asides.join(' '))).plain)).join('') };
}

function withPlainPunctuation(text: string): string {
  const latin = ascii.test(text) ? text : withLatinWords(withLatinForms(text));
  const withoutDots = dotOrStroke.test(latin)
    ? latin.replace(dotCom, ' com').replace(dottedLetters, (letters) => letters.replace(dotsAndStrokes, ''))
    : latin;
  return withoutDots.replace(gluedForm, ' ').replace(ampersand, ' and ');
}

/** Removes apostrophes, so that Macy's is one word; a soft sign is romanised as an apostrophe too. */
function wordsOf(text: string): string[] {
  return text.replace(apostrophes, '').split(separators).filter(Boolean);
}

/** The legal forms before and after the name, and the range of the name, which has at least one word. */
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

/** The number of words of a legal form in front; 0 if nothing follows. */
function formLengthInFront(words: readonly string[], start: number): number {
  const front = words[start] ?? '';
  const lower = front.toLowerCase();
  const form = longFormsInFront
    .get(lower)
    ?.find((long) => long.every((word, index) => words[start + index]?.toLowerCase() === word));
  const length = form?.length ?? (capitals.test(front) && formsInFront.has(lower) ? 1 : 0);
  return start + length < words.length ? length : 0;
}

/** The number of words of the longest legal form at the end. */
function formLength(words: readonly string[], start: number, end: number): number {
  for (let length = Math.min(maxFormWords, end - start - 1); length > 0; length -= 1) {
    const written = words.slice(end - length, end).join(' ');
    const form = length === 1 ? singleForm(written) : written.toLowerCase();
    const isWord = formsLikeWords.has(form) && titleCase.test(written);
    if (legalForms.has(form) && !isWord) return length;
  }
  return 0;
}

/** A form of one word, corrected if it is a long one with a typing error. */
function singleForm(written: string): string {
  const lower = written.toLowerCase();
  if (written.length < 10 || legalForms.has(lower)) return lower;
  return longFormWords.find((form) => slipBetween(form, lower) !== null) ?? lower;
}

/** A form of few countries is more specific than one of all countries: Co., Inc. is American. */
function countriesOf(forms: readonly string[]): ReadonlySet<string> {
  const [only = '', ...others] = forms;
  if (others.length === 0) return legalForms.get(only) ?? noCountries;
  const countries = new Set(forms.flatMap((form) => [...(legalForms.get(form) ?? [])]));
  if (countries.size > 1) countries.delete('*');
  return countries;
}
