import { type CompanyName, lowerCase, parseCompanyName, readCompanyName } from './company-reading.js';
import { articles, isLink, schools } from './company-words.js';
import { havePlace, isCountry, isPlace } from './distinct-words.js';
import { haveInitials } from './initials.js';
import { formsLikeWords, legalForms, longFormWords } from './legal-forms.js';
import { isNumeral } from './written-numbers.js';
import { romanise } from '../text.js';

export interface NameReading {
  /** The text that was read: the whole name, or the part of it that this reading keeps. */
  readonly text: string;
  readonly name: CompanyName;
  /** Whether the reading leaves out something that the name says, such as a note behind the legal form. */
  readonly isPart: boolean;
}

/** Two to four single letters at the end of a name, apart from each other: "Acme S P A", "Acme N,V.", "Acme N..V". */
const lettersAtEnd = /(?<=[\p{L}\p{N}][\s.,–—-]+)(\p{L}(?:[\s.,]+\p{L}){1,3})[\s.,]*$/u;
const notALetter = /[^\p{L}]/gu;
/** What separates a name from a note: "Acme N.V., Utrecht", "Acme S.A. - Pumps", "Acme S.A.-Pumps". */
export const beforeNote = /[,;]|(?:\s|(?<=\.))[-–—]\s?/gu;
/** Countries that English names of companies abbreviate in brackets. */
const countriesInBrackets: ReadonlyMap<string, string> = new Map([
  ['i', 'india'],
  ['m', 'malaysia'],
  ['s', 'singapore'],
]);
/** The countries of the legal forms of such names. "Ltd" is a form of any country. */
const formCountriesInEnglish = ['*', 'in', 'my', 'sg'];
const initialsOfFounder = /^[a-z]{1,3}$/;
const countryAtEnd = /[([]([^()[\]]+)[)\]]$/u;
const tradingAs =
  /,?\s(?:t\/a|d\/b\/a|d\.b\.a\.?|dba|[fa]\/k\/a|[fa]\.k\.a\.?|[fa]ka|trading as|doing business as|formerly(?: known as)?|also known as),?\s/iu;
/**
 * The maximum number of commas and dashes in a name that are tried as the start of a note. Further ones are ignored, so that
 * long texts cost little.
 */
const maxNotes = 4;
const hasLetter = /\p{L}/u;
const capitals = /^\p{Lu}+$/u;
const dots = /[.]/g;
const spaces = /\s+/;
/** Legal forms that also stand in the middle of names, so what follows them is no note: Ford Motor Company of Canada. */
const formsInside: ReadonlySet<string> = new Set(['co', 'company', 'and co', 'and company', 'and cie']);
/** Titles that royal houses give to companies, which may put them in front of their names. */
const royalTitles: ReadonlySet<string> = new Set(
  'koninklijke koninklijk kongelige kungliga konigliche koniglich'.split(' '),
);
/**
 * The kingdoms of these titles. If only such kingdoms have the legal form of a company, "Royal" in front of its name is the title. In other
 * names, and in all names with a place, it is a word of the name: Royal Caribbean Ltd., Royal Bank of Scotland N.V.
 */
const kingdoms: ReadonlySet<string> = new Set(['nl', 'be', 'dk', 'se', 'no']);
/** The minimum length of a word that is made of the beginnings of other words: Halpum for Halibutron Pumps. */
const minBlend = 4;
/**
 * If a name was cut off within its legal form, at least this many letters of the form must be left: "Aktienges" of
 * "Aktiengesellschaft".
 */
const minCutForm = 9;

/**
 * The ways to read a company's name. The first is the whole name; if the letters of its legal form stand apart, they are joined. Other
 * readings leave out what another list of companies may omit:
 * - a note behind the legal form: "Acme N.V., Utrecht", "Acme S.A. (Spain)"
 * - one of two names: "Acme Ltd T/A The Pump Shop"
 * - initials in front or at the end: "NPW Nordhaven Pump Works", "Nordhaven Pump Works - Norpuwo"
 * - the word for a group in front: "Groupe Halibut"
 * - the title that a royal house has given: "Koninklijke Halibut"
 *
 * In a further reading, words in brackets are words of the name: "Acme (Japan)" is read as "Acme Japan", and "Halibut (N) Group" as "N
 * Halibut Group", because N may be the initial of the founder. In another one, a word in front or the beginning of a word at the end is the
 * legal form: "NV Halibut", "Halibut Aktienges". Empty for a text that is no name.
 */
export function readingsOf(raw: string): NameReading[] {
  const text = withJoinedForm(raw.trim());
  const name = text === raw ? readCompanyName(text) : parseCompanyName(text);
  if (name === null) return [];
  const parts = [withoutNote(text), ...(tradingAs.test(text) ? text.split(tradingAs) : [])];
  const whole = { text, name, isPart: false };
  return [
    whole,
    ...parts.flatMap((part) => readingOfPart(part)),
    ...(hasInitialsInFront(name) || hasGroupInFront(name) || hasRoyalTitle(name)
      ? [{ text, name: wordsOf(name, 1), isPart: true }]
      : []),
    ...(hasInitialsAtEnd(name) ? [{ text, name: wordsOf(name, 0, -1), isPart: true }] : []),
    ...(name.aside === '' ? [] : [{ text, name: withAside(name, name.words.length), isPart: false }]),
    ...readingOfCountry(text, name),
    ...(hasInitialsInBrackets(name) ? [{ text, name: withAside(name, 0), isPart: true }] : []),
    ...withOtherForm(name).map((other) => ({ text, name: other, isPart: false })),
  ];
}

/**
 * The name, if its first word is a legal form in capitals ("NV Halibut"), or its last word is the beginning of one ("Halibut
 * Aktienges"). This word is then read as the legal form. Empty for all other names.
 */
function withOtherForm(name: CompanyName): CompanyName[] {
  const [first = '', second] = name.written;
  const last = name.written.at(-1)?.toLowerCase() ?? '';
  if (second === undefined || name.forms.length > 0) return [];
  const front = first.toLowerCase();
  if (isFormOfCountry(first) && capitals.test(first)) return [withForm(wordsOf(name, 1), front)];
  const form =
    last.length < minCutForm ? undefined : longFormWords.find((long) => long !== last && long.startsWith(last));
  return form === undefined ? [] : [withForm(wordsOf(name, 0, -1), form)];
}

function withForm(name: CompanyName, form: string): CompanyName {
  return { ...name, forms: [form], countries: legalForms.get(form) ?? name.countries };
}

function readingOfPart(part: string | null): NameReading[] {
  const text = part === null ? '' : withJoinedForm(part.trim());
  const name = parseCompanyName(text);
  return name === null ? [] : [{ text, name, isPart: true }];
}

/** Joins single letters at the end that are a legal form: "Acme S P A" → "Acme SPA". */
function withJoinedForm(text: string): string {
  return text.replace(lettersAtEnd, (letters) => {
    const form = letters.replace(notALetter, '');
    return legalForms.has(form.toLowerCase()) ? form : letters;
  });
}

/**
 * The name up to its legal form, if a note about the seat or the line of business follows: "Acme N.V., Utrecht". Null if no
 * note follows. Behind a comma, a note may be a place. In brackets, it may be a country to which the legal form belongs. Other places
 * are no notes, because "Acme AG Switzerland" and "Acme Inc. (Spain)" are branches.
 */
function withoutNote(text: string): string | null {
  for (const { 0: mark, index } of [...text.matchAll(beforeNote)].slice(0, maxNotes)) {
    const [head, note] = [text.slice(0, index), text.slice(index + mark.length)];
    if (hasLetter.test(note) && !isForm(note) && endsWithForm(withJoinedForm(head))) return head;
  }
  const named = withoutCountry(text);
  if (named !== null) return named;
  const words = text.split(spaces);
  const end = words.findIndex((word, index) => index > 0 && index < words.length - 1 && isFormOfCountry(word)) + 1;
  const note = words.slice(end).join(' ');
  const read = end === 0 || isForm(note) ? null : parseCompanyName(note);
  if (read === null || read.forms.length > 0 || read.words.some(isPlace)) return null;
  return words.slice(0, end).join(' ');
}

/** The name without a country in brackets behind its legal form, if the legal form belongs to this country. Null for all other names. */
function withoutCountry(text: string): string | null {
  const [brackets = '', country = ''] = countryAtEnd.exec(text) ?? [];
  if (brackets === '') return null;
  const head = text.slice(0, -brackets.length).trim();
  const countries = parseCompanyName(withJoinedForm(head))?.countries ?? new Set<string>();
  // Companies of many countries have American forms. So "LLP (Canada)" is a branch.
  const codes = countries.has('us') ? ['us'] : [...countries];
  return codes.some((code) => isCountry(code, romanise(country).plain)) ? head : null;
}

function isForm(text: string): boolean {
  return parseCompanyName(`Name ${text}`)?.written.length === 1;
}

function endsWithForm(text: string): boolean {
  const forms = parseCompanyName(text)?.forms ?? [];
  return forms.some((form) => !formsInside.has(form));
}

/** Whether a word is the legal form of certain countries, and no other word: GmbH, S.A. */
function isFormOfCountry(word: string): boolean {
  const form = word.replace(dots, '').toLowerCase();
  return legalForms.get(form)?.has('*') === false && !formsLikeWords.has(form);
}

function hasInitialsInFront({ written }: CompanyName): boolean {
  const [front = '', ...rest] = lowerCase(written);
  return standsFor(front, rest);
}

function hasInitialsAtEnd({ written }: CompanyName): boolean {
  const words = lowerCase(written);
  return standsFor(words.at(-1) ?? '', words.slice(0, -1));
}

/** Whether a word has the initials of other words, or is made of their beginnings: `npw` or `norpuwo` for Nordhaven Pump Works. */
function standsFor(short: string, words: readonly string[]): boolean {
  const named = words.filter((word) => !isLink(word));
  if (haveInitials(words, short)) return true;
  return short.length >= minBlend && named.length > 1 && !named[0]?.startsWith(short) && isBlend(short, named);
}

/**
 * Whether a word consists of beginnings of other words, in their order and without a gap: `norpum` of Nordhaven Pump Works. The
 * last of the other words may have no part in it.
 */
function isBlend(short: string, words: readonly string[]): boolean {
  // The lengths of the parts of `short` that the words so far can make. To try each division of a long name would take seconds.
  let ends = new Set([0]);
  for (const word of words) {
    const next = new Set<number>();
    for (const start of ends) {
      for (let length = 1; length <= word.length && short.startsWith(word.slice(0, length), start); length += 1) {
        next.add(start + length);
      }
    }
    if (next.has(short.length)) return true;
    ends = next;
  }
  return false;
}

/** Whether a name begins with "Group", and has no further word for a group. */
function hasGroupInFront({ words }: CompanyName): boolean {
  const [front, ...rest] = words;
  return front === 'group' && rest.length > 0 && !rest.includes('group') && !rest.includes('holding');
}

function hasRoyalTitle({ written, countries }: CompanyName): boolean {
  const front = written[0]?.toLowerCase() ?? '';
  const isOfKingdom = countries.size > 0 && [...countries].every((country) => kingdoms.has(country));
  const isTitle = front === 'royal' && isOfKingdom && !havePlace(lowerCase(written));
  return written.length > 1 && (royalTitles.has(front) || isTitle);
}

/** A name with only some of its words. @param start and @param end count the words as `slice` does */
function wordsOf(name: CompanyName, start: number, end?: number): CompanyName {
  const { words, wideWords, written } = name;
  return {
    ...name,
    words: words.slice(start, end),
    wideWords: wideWords.slice(start, end),
    written: written.slice(start, end),
  };
}

/** The name with a country that its brackets abbreviate: "Halibut (I) Pvt. Ltd." is read as "Halibut India Pvt. Ltd.". */
function readingOfCountry(text: string, name: CompanyName): NameReading[] {
  const aside = countriesInBrackets.get(name.aside);
  if (aside === undefined || !formCountriesInEnglish.some((country) => name.countries.has(country))) return [];
  return [{ text, name: withAside({ ...name, aside }, name.words.length), isPart: false }];
}

/** The name with its words in brackets as one further word. @param index the place of this word */
function withAside({ aside, ...name }: CompanyName, index: number): CompanyName {
  const withWord = (words: readonly string[]): string[] => words.toSpliced(index, 0, aside);
  const { words, wideWords, written } = name;
  return {
    ...name,
    words: withWord(words),
    wideWords: words === wideWords ? withWord(words) : withWord(wideWords),
    written: withWord(written),
    aside: '',
  };
}

/** Whether the brackets of a name have the initials of a founder, which other lists put in front: "Halibut (N) Group". */
function hasInitialsInBrackets({ aside, words }: CompanyName): boolean {
  if (!initialsOfFounder.test(aside) || isNumeral(aside)) return false;
  return !articles.has(aside) && !isPlace(aside) && !words.some((word) => schools.has(word));
}
