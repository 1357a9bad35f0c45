import type { PersonaRow, RankRow, ScopeRow, Standing, Stretch } from './title-tables.js';
import { type TitleWord, titleWords } from './job-title.js';
import type { PhraseMatch } from './phrase-book.js';
import { personaBook, rankBook, scopeBook } from './title-phrases.js';
import { readTogether, readWord } from './compound-titles.js';

/** A word of a title in normal form, where it stands, and whether it describes the person who has the title. */
export interface ReadWord extends TitleWord {
  readonly standing: Standing;
}

const height: Readonly<Record<Standing, number>> = { other: 0, field: 1, holder: 2 };

const latinLetter = /[a-z]/;

/** Texts that forms and exports write if there is no title. */
const placeholders = new Set(
  'n a,na,none,nil,null,undefined,unknown,not available,not applicable,tbd,x,xx,xxx'.split(','),
);

/** A title whose words were read. The phrases in it are found when they are asked for the first time, and then kept. */
export class ReadTitle {
  private foundRanks: readonly PhraseMatch<RankRow>[] | undefined;
  private foundPersonas: readonly PhraseMatch<PersonaRow>[] | undefined;

  constructor(readonly words: readonly ReadWord[]) {}

  /** The phrases that have a rank. */
  get ranks(): readonly PhraseMatch<RankRow>[] {
    return (this.foundRanks ??= rankBook().find(this.words));
  }

  /** The phrases that have persona tags. */
  get personas(): readonly PhraseMatch<PersonaRow>[] {
    return (this.foundPersonas ??= personaBook().find(this.words));
  }
}

/** The title that was read last. It is cached, because callers ask for both the seniority and the personas of a title. */
let last = { title: '', read: new ReadTitle([]) };

/**
 * Reads the words of a title in normal form, each with its standing. In `Assistant to the CEO`, `assistant` describes the person who has
 * the title, and `ceo` another person. A title without a Latin letter and a placeholder such as "n/a" have no words. It never throws.
 */
export function readTitle(title: string): ReadTitle {
  if (last.title !== title) last = { title, read: new ReadTitle(wordsOf(title)) };
  return last.read;
}

/** Reads the words of a title, or of another text such as the name of an industry. It does not use the title that is cached. */
export function wordsOf(title: string): ReadWord[] {
  const raw = titleWords(title);
  const text = raw.map((word) => word.text).join(' ');
  if (!latinLetter.test(text) || placeholders.has(text)) return [];
  return withStandings(withoutRepeatedOf(raw.flatMap(readAt)));
}

/**
 * The standing of a phrase: the highest of its words. "Director of Photography" describes the holder, because "Director" does. If
 * the last word of a phrase has an "'s", the phrase has the standing of this word. So "Managing Director's" names another person.
 */
export function standingOf(match: PhraseMatch<unknown>, words: readonly ReadWord[]): Standing {
  const end = words[match.positions.at(-1) ?? 0];
  if (end?.isPossessive === true) return end.standing;
  const standings = match.positions.map((position) => words[position]?.standing ?? 'other');
  return standings.reduce((best, standing) => (height[standing] > height[best] ? standing : best), 'other');
}

/**
 * Reads the word at an index of a title. A word for a leader and the word before it are read as one compound, whether a hyphen or a space
 * stands between them: `személygépkocsi-vezető`.
 */
function readAt(titleWord: TitleWord, index: number, title: readonly TitleWord[]): ReadWord[] {
  const { text: word, clause, segment, isPossessive } = titleWord;
  const before = title[index - 1];
  const read = (before?.clause === clause ? readTogether(before.text, word) : undefined) ?? readWord(word);
  return read.map(({ text, standing }) => {
    const lowered = isPossessive && standing === 'holder' ? 'field' : standing;
    return { text, standing: lowered, clause, segment, isPossessive };
  });
}

function withoutRepeatedOf(words: readonly ReadWord[]): ReadWord[] {
  return words.filter((word, index) => word.text !== 'of' || words[index - 1]?.text !== 'of');
}

/** Finds the scope phrases of a title, and lowers the standings of the words that they govern. See {@link ScopeRow}. */
function withStandings(words: readonly ReadWord[]): ReadWord[] {
  const read = [...words];
  for (const { meaning, positions } of scopeBook().find(words)) {
    const [first = 0] = positions;
    // "Intern" is a scope phrase. But in "Head of Intern Programs", it does not describe the holder, because "Head of" has lowered its
    // standing already. So it does not lower the standings of other words.
    if (heightAt(read, first) <= height[meaning.standing]) continue;
    for (const position of governed(read, first, positions.at(-1) ?? first, meaning)) {
      const word = read[position];
      if (word !== undefined && height[word.standing] > height[meaning.standing]) {
        read[position] = { ...word, standing: meaning.standing };
      }
    }
  }
  return read;
}

function heightAt(words: readonly ReadWord[], position: number): number {
  return height[words[position]?.standing ?? 'other'];
}

/** The positions of the words that a scope phrase governs. `first` and `last` are the positions of the phrase's own outer words. */
function governed(words: readonly ReadWord[], first: number, last: number, { governs, within }: ScopeRow): number[] {
  const origin = words[last];
  const isInside = (position: number) => isTogether(origin, words[position], within);
  const start = governs === 'all' ? edge(first, -1, isInside) + 1 : last + 1;
  const end = edge(last, 1, isInside);
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** Goes from the position `from` in steps of 1 or -1, and returns the first position for which `isInside` is false. */
function edge(from: number, step: 1 | -1, isInside: (position: number) => boolean): number {
  let position = from + step;
  while (isInside(position)) position += step;
  return position;
}

/** Whether two words are in the same part of the title. `stretch` says how large a part is: a clause, a segment and so on. */
function isTogether(origin: ReadWord | undefined, word: ReadWord | undefined, stretch: Stretch): boolean {
  if (origin === undefined || word === undefined || stretch === 'itself') return false;
  if (stretch === 'title') return true;
  if (stretch === 'segment') return word.segment === origin.segment;
  return word.clause === origin.clause && (stretch === 'clause' || word.text !== 'and');
}
