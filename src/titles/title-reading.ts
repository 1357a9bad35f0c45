import { titleWords } from './job-title.js';
import type { TitleWord } from './job-title.js';
import type { PhraseMatch } from './phrase-book.js';
import { scopeBook } from './title-books.js';
import type { ScopeRow, Standing, Stretch } from './phrases/scope-phrases.js';
import { readWord } from './word-reading.js';

/** A word as it is understood: in the words of the phrase tables, and with what it says about the title's holder. */
export interface ReadWord extends TitleWord {
  readonly standing: Standing;
}

const HEIGHT: Readonly<Record<Standing, number>> = { other: 0, field: 1, holder: 2 };
const LATIN_LETTER = /[a-z]/;
/** What forms and exports say where no title is known. */
const PLACEHOLDERS = new Set(
  'n a,na,none,nil,null,undefined,unknown,not available,not applicable,tbd,x,xx,xxx'.split(','),
);

/**
 * The words of a title as the phrase tables know them, each with its standing. Empty when the title says nothing: no
 * letter of the Latin alphabet, or a placeholder such as "n/a". Never throws.
 */
export function readTitle(title: string): ReadWord[] {
  const raw = titleWords(title);
  const text = raw.map((word) => word.text).join(' ');
  if (!LATIN_LETTER.test(text) || PLACEHOLDERS.has(text)) return [];
  return withStandings(withoutRepeatedOf(raw.flatMap(readInPlace)));
}

/** The highest standing among a phrase's words: "Director of Photography" is its holder's, for "director" is. */
export function standingOf(match: PhraseMatch<unknown>, words: readonly ReadWord[]): Standing {
  const standings = match.positions.map((position) => words[position]?.standing ?? 'other');
  return standings.reduce((best, standing) => (HEIGHT[standing] > HEIGHT[best] ? standing : best), 'other');
}

function readInPlace({ text: word, clause, segment }: TitleWord): ReadWord[] {
  return readWord(word).map(({ text, standing }) => ({ text, standing, clause, segment }));
}

function withoutRepeatedOf(words: readonly ReadWord[]): ReadWord[] {
  return words.filter((word, index) => word.text !== 'of' || words[index - 1]?.text !== 'of');
}

function withStandings(words: readonly ReadWord[]): ReadWord[] {
  const read = [...words];
  for (const { meaning, positions } of scopeBook().find(words)) {
    const [first = 0] = positions;
    // "Head of Intern Programs": what stands no higher than the scope itself cannot take others down to its own level.
    if (heightAt(read, first) <= HEIGHT[meaning.standing]) continue;
    for (const position of governed(read, first, positions.at(-1) ?? first, meaning)) {
      const word = read[position];
      if (word !== undefined && HEIGHT[word.standing] > HEIGHT[meaning.standing]) {
        read[position] = { ...word, standing: meaning.standing };
      }
    }
  }
  return read;
}

function heightAt(words: readonly ReadWord[], position: number): number {
  return HEIGHT[words[position]?.standing ?? 'other'];
}

function governed(words: readonly ReadWord[], first: number, last: number, { governs, within }: ScopeRow): number[] {
  const origin = words[last];
  const isInside = (position: number) => isTogether(origin, words[position], within);
  const start = governs === 'all' ? edge(first, -1, isInside) + 1 : last + 1;
  const end = edge(last, 1, isInside);
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** The first position beyond `from`, in steps, that is not inside any more. */
function edge(from: number, step: 1 | -1, isInside: (position: number) => boolean): number {
  let position = from + step;
  while (isInside(position)) position += step;
  return position;
}

function isTogether(origin: ReadWord | undefined, word: ReadWord | undefined, stretch: Stretch): boolean {
  if (origin === undefined || word === undefined || stretch === 'itself') return false;
  if (stretch === 'title') return true;
  if (stretch === 'segment') return word.segment === origin.segment;
  return word.clause === origin.clause && (stretch === 'clause' || word.text !== 'and');
}
