import { titleWords } from './job-title.js';
import type { TitleWord } from './job-title.js';
import type { PhraseMatch } from './phrase-book.js';
import { isKnownWord, scopeBook } from './title-books.js';
import { COMPOUND_HEADS } from './title-phrases/forms-german.js';
import type { Reach, ScopeRow, Standing } from './title-phrases/scope-phrases.js';
import { formOf, plainWords } from './word-forms.js';

/** A word as it is understood: in the words of the phrase tables, and with what it says about the title's holder. */
export interface ReadWord extends TitleWord {
  readonly standing: Standing;
}

const LONGEST_COMPOUND = 40;
const SHORTEST_PART = 3;
const SHORTEST_BASE = 4;
const LONG_PART = 5;
/** Endings of gender, number and case that an unknown word may lose to become a known one; also the links in compounds. */
const ENDINGS = ['innen', 'in', 'en', 'es', 'er', 'n', 's', 'e'];
const HEIGHT: Readonly<Record<Standing, number>> = { other: 0, field: 1, holder: 2 };
const MEANINGLESS = new Set([
  'na',
  'n a',
  'none',
  'null',
  'nil',
  'unknown',
  'undefined',
  'tbd',
  'tba',
  'test test',
  'x',
  'xx',
  'xxx',
  'keine',
]);

const compoundHeads = new Map(
  plainWords(COMPOUND_HEADS.replaceAll(',', ' ')).flatMap((head) =>
    ['', ...ENDINGS].map((ending): [string, readonly string[]] => [head + ending, formOf(head) ?? [head]]),
  ),
);

/**
 * The words of a title as the phrase tables know them, each with its standing. Empty when the title says nothing: no
 * letter of the Latin alphabet, or a placeholder such as "n/a". Never throws.
 */
export function readTitle(title: string): ReadWord[] {
  const raw = titleWords(title);
  const text = raw.map((word) => word.text).join(' ');
  if (!/[a-z]/.test(text) || MEANINGLESS.has(text)) return [];
  const words = withoutRepeatedOf(raw.flatMap(known));
  return withStandings(words, scopeBook.find(words));
}

/** The highest standing among a phrase's words: "Director of Photography" is its holder's, for "director" is. */
export function standingOf(match: PhraseMatch<unknown>, words: readonly ReadWord[]): Standing {
  const standings = match.positions.map((position) => words[position]?.standing ?? 'other');
  return standings.reduce((best, standing) => (HEIGHT[standing] > HEIGHT[best] ? standing : best), 'other');
}

function known(word: TitleWord): ReadWord[] {
  const { clause, segment } = word;
  const reading = simpleReading(word.text);
  if (reading !== undefined) return reading.map((text) => ({ text, clause, segment, standing: 'holder' }));
  return compoundReading(word.text).map((part) => ({ ...part, clause, segment }));
}

function simpleReading(word: string): readonly string[] | undefined {
  const reading = formOf(word) ?? (isKnownWord(word) ? [word] : undefined);
  if (reading !== undefined) return reading;
  const ending = ENDINGS.find(
    (end) => word.endsWith(end) && word.length >= end.length + SHORTEST_BASE && isKnown(word.slice(0, -end.length)),
  );
  if (ending === undefined) return undefined;
  const base = word.slice(0, -ending.length);
  return formOf(base) ?? [base];
}

function isKnown(word: string): boolean {
  return formOf(word) !== undefined || isKnownWord(word);
}

/** A compound's last part is what its holder is, the parts before name the field: `Vorstandsassistent` leads nobody. */
function compoundReading(word: string): Pick<ReadWord, 'text' | 'standing'>[] {
  if (word.length > LONGEST_COMPOUND) return [{ text: word, standing: 'holder' }];
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const head = compoundHeads.get(word.slice(at));
    if (head === undefined) continue;
    const first = word.slice(0, at);
    const field = simpleReading(first) ?? compoundReading(first).map((part) => part.text);
    return [
      ...field.map((text) => ({ text, standing: 'field' as const })),
      ...head.map((text) => ({ text, standing: 'holder' as const })),
    ];
  }
  return prefixReading(word);
}

/** What an unknown word begins with may name the field: `Vertriebssteuerung`. It never gives a rank. */
function prefixReading(word: string): Pick<ReadWord, 'text' | 'standing'>[] {
  for (let at = word.length - LONG_PART; at >= LONG_PART; at -= 1) {
    const first = word.slice(0, at);
    if (!isKnown(first)) continue;
    const rest = word.slice(at);
    return [...(formOf(first) ?? [first]), ...(simpleReading(rest) ?? [rest])].map((text) => ({
      text,
      standing: 'field',
    }));
  }
  return [{ text: word, standing: 'holder' }];
}

function withoutRepeatedOf(words: readonly ReadWord[]): ReadWord[] {
  return words.filter((word, index) => word.text !== 'of' || words[index - 1]?.text !== 'of');
}

function withStandings(words: readonly ReadWord[], scopes: readonly PhraseMatch<ScopeRow>[]): ReadWord[] {
  const standings = words.map((word) => word.standing);
  for (const { meaning, positions } of scopes) {
    const first = positions[0] ?? 0;
    // "Head of Intern Programs": what stands no higher than the scope itself cannot take others down to its own level.
    if (HEIGHT[standings[first] ?? 'other'] <= HEIGHT[meaning.standing]) continue;
    for (const position of reached(words, first, positions.at(-1) ?? first, meaning.reach)) {
      const standing = standings[position];
      if (standing !== undefined && HEIGHT[meaning.standing] < HEIGHT[standing]) standings[position] = meaning.standing;
    }
  }
  return words.map((word, index) => ({ ...word, standing: standings[index] ?? word.standing }));
}

function reached(words: readonly ReadWord[], first: number, last: number, reach: Reach): number[] {
  if (reach === 'itself') return range(first, last + 1);
  const belongs = isWithin(words, last, reach);
  const end = edge(last, 1, belongs);
  return reach.startsWith('rest') ? range(last + 1, end) : range(edge(first, -1, belongs) + 1, end);
}

function isWithin(words: readonly ReadWord[], origin: number, reach: Reach): (position: number) => boolean {
  const { clause, segment } = words[origin] ?? { clause: -1, segment: -1 };
  if (reach === 'rest of title') return (position) => words[position] !== undefined;
  if (reach.endsWith('segment')) return (position) => words[position]?.segment === segment;
  if (reach.endsWith('clause')) return (position) => words[position]?.clause === clause;
  return (position) => words[position]?.clause === clause && words[position].text !== 'and';
}

/** The first position from `start` on that does not belong any more. */
function edge(start: number, step: 1 | -1, belongs: (position: number) => boolean): number {
  let position = start + step;
  while (belongs(position)) position += step;
  return position;
}

function range(start: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
}
