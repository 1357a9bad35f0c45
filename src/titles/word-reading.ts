import { isKnownWord } from './title-books.js';
import { COMPOUND_HEADS } from './phrases/forms-german.js';
import type { Standing } from './phrases/scope-phrases.js';
import { formOf, plainWords } from './word-forms.js';

/** A word in the words of the phrase tables, and how much it can say about the title's holder. */
export interface WordReading {
  readonly text: string;
  readonly standing: Standing;
}

/** In letters. Longer words are left whole, which bounds the search for their parts. */
const LONGEST_COMPOUND = 40;
const SHORTEST_BEFORE_ENDING = 4;
const SHORTEST_BEFORE_HEAD = 3;
/** Of both parts, where the second is not known to be a head: shorter ones are found in words by chance. */
const SHORTEST_PART = 5;
/** Endings of gender, number and case, of which some also link the parts of compounds. */
const ENDINGS = ['innen', 'in', 'en', 'es', 'n', 's', 'e'];

const compoundHeads = new Map(
  plainWords(COMPOUND_HEADS).flatMap((head) =>
    ['', ...ENDINGS].map((ending): [string, readonly string[]] => [head + ending, formOf(head) ?? [head]]),
  ),
);

/**
 * A title's word in the words of the phrase tables: itself, what it is a form of, or what it is made of. None for an
 * article. A word of which nothing is known stays as it is.
 */
export function readWord(word: string): WordReading[] {
  const reading = wholeReading(word);
  return reading === undefined ? compoundReading(word) : withStanding(reading, 'holder');
}

function wholeReading(word: string): readonly string[] | undefined {
  const exact = exactReading(word);
  if (exact !== undefined) return exact;
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length < ending.length + SHORTEST_BEFORE_ENDING) continue;
    const reading = exactReading(word.slice(0, -ending.length));
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function exactReading(word: string): readonly string[] | undefined {
  return formOf(word) ?? (isKnownWord(word) ? [word] : undefined);
}

/** The last part is what somebody is, those before name the field: a `Vorstandsassistent` leads nobody. */
function compoundReading(word: string): WordReading[] {
  if (word.length > LONGEST_COMPOUND) return withStanding([word], 'holder');
  for (let at = SHORTEST_BEFORE_HEAD; at < word.length; at += 1) {
    const head = compoundHeads.get(word.slice(at));
    if (head === undefined) continue;
    const field = readWord(word.slice(0, at)).map((part) => part.text);
    return [...withStanding(field, 'field'), ...withStanding(head, 'holder')];
  }
  return prefixReading(word);
}

/** What a word begins with may name the field, as in `Vertriebssteuerung`; it never gives a rank. */
function prefixReading(word: string): WordReading[] {
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at -= 1) {
    const first = exactReading(word.slice(0, at));
    if (first === undefined) continue;
    const rest = word.slice(at);
    return withStanding([...first, ...(wholeReading(rest) ?? [rest])], 'field');
  }
  return withStanding([word], 'holder');
}

function withStanding(words: readonly string[], standing: Standing): WordReading[] {
  return words.map((text) => ({ text, standing }));
}
