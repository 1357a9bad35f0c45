import { type CompanyName, parseCompanyName, readCompanyName } from './company-reading.js';
import { linkWords } from './company-words.js';
import { isPlace } from './distinct-words.js';
import { formsLikeWords, legalForms } from './legal-forms.js';

/** A way to read a company's name. */
export interface NameReading {
  /** The text that was read: the whole name, or the part of it that this reading keeps. */
  readonly text: string;
  readonly name: CompanyName;
  /** Whether the reading leaves out something that the name says, such as a note behind the legal form. */
  readonly isPart: boolean;
}

/** Two to four single letters at the end of a name, apart from each other: "Acme S P A", "Acme N,V.", "Acme N..V". */
const lettersAtEnd = /(?<=[\p{L}\p{N}][\s.,]+)(\p{L}(?:[\s.,]+\p{L}){1,3})[\s.,]*$/u;
const notALetter = /[^\p{L}]/gu;
/** What may stand between a legal form and a note: "Acme N.V., Utrecht", "Acme S.A. - Pumps". */
const beforeNote = /[,;]|\s[-–—]\s?/gu;
const tradingAs = /\s(?:t\/a|d\/b\/a|dba|trading as|doing business as)\s/iu;
/**
 * The maximum number of commas and dashes in a name that are tried as the start of a note. Further ones are ignored, so that
 * long texts cost little.
 */
const maxNotes = 4;
const hasLetter = /\p{L}/u;
const dots = /[.]/g;
const spaces = /\s+/;
/** Legal forms that also stand in the middle of names, so what follows them is no note: Ford Motor Company of Canada. */
const formsInside: ReadonlySet<string> = new Set(['co', 'company', 'and co', 'and company', 'and cie']);
/**
 * The first word of a name is left out if it consists of the initials of the other words, and has at least this number of letters:
 * NPW Nordhaven Pump Works. Fewer initials are often those of a person.
 */
const minInitials = 3;

/**
 * The ways to read a company's name. The first is the whole name; a legal form whose letters stand apart is joined. The others leave out
 * what one side often omits:
 * - a note behind the legal form: "Acme N.V., Utrecht"
 * - one of two names: "Acme Ltd T/A The Pump Shop"
 * - initials in front: "NPW Nordhaven Pump Works"
 * - the word for a group in front: "Groupe Halibut"
 *
 * Words in brackets are also read as words of the name: "Acme (Japan)" as "Acme Japan". Empty for a text that is no name.
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
    ...(hasInitialsInFront(name) || hasGroupInFront(name) ? [{ text, name: fromSecondWord(name), isPart: true }] : []),
    ...(name.aside === '' ? [] : [{ text, name: withAsideAsWord(name), isPart: false }]),
  ];
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
 * note follows. Behind a comma, a note may be a place. Without a comma it may not, because "Acme AG Switzerland" is a branch.
 */
function withoutNote(text: string): string | null {
  for (const { 0: mark, index } of [...text.matchAll(beforeNote)].slice(0, maxNotes)) {
    const [head, note] = [text.slice(0, index), text.slice(index + mark.length)];
    if (hasLetter.test(note) && !isForm(note) && endsWithForm(withJoinedForm(head))) return head;
  }
  const words = text.split(spaces);
  const end = words.findIndex((word, index) => index > 0 && index < words.length - 1 && isFormOfCountry(word)) + 1;
  const note = words.slice(end).join(' ');
  const read = end === 0 || isForm(note) ? null : parseCompanyName(note);
  if (read === null || read.forms.length > 0 || read.words.some(isPlace)) return null;
  return words.slice(0, end).join(' ');
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
  const [front = '', ...rest] = written.map((word) => word.toLowerCase());
  const named = rest.filter((word) => !linkWords.has(word));
  return front.length >= minInitials && [rest, named].some((words) => initialsOf(words) === front);
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word.charAt(0)).join('');
}

/** Whether a name begins with "Group", and has no further word for a group. */
function hasGroupInFront({ words }: CompanyName): boolean {
  const [front, ...rest] = words;
  return front === 'group' && rest.length > 0 && !rest.includes('group') && !rest.includes('holding');
}

function fromSecondWord(name: CompanyName): CompanyName {
  const { words, wideWords, written } = name;
  return { ...name, words: words.slice(1), wideWords: wideWords.slice(1), written: written.slice(1) };
}

function withAsideAsWord(name: CompanyName): CompanyName {
  const { words, wideWords, written, aside } = name;
  return {
    ...name,
    words: [...words, aside],
    wideWords: [...wideWords, aside],
    written: [...written, aside],
    aside: '',
  };
}
