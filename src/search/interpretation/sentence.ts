import { romanise } from '../../matching/text.js';

/** The maximum length of a sentence, in UTF-16 code units. The rest of a longer sentence is ignored. */
const maxSentenceLength = 500;

/** A word of a sentence: a run of letters and digits, or a sign that is read as "and" or "at". */
export interface Word {
  /** The word in lower case and without accents. */
  readonly text: string;
  /** Where the word starts in the sentence, and where it ends. */
  readonly start: number;
  readonly end: number;
  /** Whether a comma, a full stop, a bracket or a dash stands between the word before and this one. */
  readonly startsClause: boolean;
}

/** What became of a word: it was `understood`, it has a meaning that no member has (`unknown`), or it only carries the sentence (`filler`). */
export type Use = 'understood' | 'unknown' | 'filler';

const ascii = /^[\0-\x7f]*$/;
const wordPattern = /[\p{L}\p{N}\p{M}]+|&|(?<=\s)@/gu;
/** Matches what stands between two words of different clauses. A full stop ends a clause only before white space: `Node.js` is one name. */
const clauseEnd = /[,;:()[\]{}!?|•"“”]|\.(?:\s|$)|\s[-–—]+\s|—/u;

/**
 * A sentence whose words are divided among its readers: each word is used once. `text` is the sentence as it was written, and `folded` has
 * the same length, in lower case and without accents.
 */
export class Sentence {
  readonly text: string;
  readonly folded: string;
  readonly words: readonly Word[];
  private readonly uses: (Use | null)[];

  constructor(text: string) {
    this.text = text.slice(0, maxSentenceLength);
    this.folded = foldedText(this.text);
    this.words = wordsOf(this.folded);
    this.uses = this.words.map(() => null);
  }

  useOf(index: number): Use | null {
    return this.uses[index] ?? null;
  }

  /** Whether no word from the index `from` up to, and without, the index `to` is used. */
  isFree(from: number, to = from + 1): boolean {
    return from >= 0 && to <= this.words.length && this.uses.slice(from, to).every((use) => use === null);
  }

  use(from: number, to: number, use: Use): void {
    this.uses.fill(use, from, to);
  }

  /** The words from the index `from` up to, and without, the index `to`, as they were written. */
  written(from: number, to: number): string {
    const [first, last] = [this.words[from], this.words[to - 1]];
    return first === undefined || last === undefined ? '' : this.text.slice(first.start, endOf(this.text, last.end));
  }

  /** The folded words from `from` up to, and without, `to`, with a space between them. They are empty if a new clause starts among them. */
  key(from: number, to: number): string {
    const words = this.words.slice(from, to);
    return words.some(({ startsClause }, at) => startsClause && at > 0) ? '' : words.map(({ text }) => text).join(' ');
  }

  /** The index of the first word that starts at or after a place in the text. */
  wordAt(place: number): number {
    const found = this.words.findIndex(({ end }) => end > place);
    return found === -1 ? this.words.length : found;
  }

  /** The end of the clause in which the word at an index stands, as an index. */
  clauseEnd(index: number): number {
    const found = this.words.findIndex(({ startsClause }, at) => at > index && startsClause);
    return found === -1 ? this.words.length : found;
  }

  /** The runs of words that are not used, as pairs of indexes. A run ends where a clause ends. */
  freeRuns(): (readonly [number, number])[] {
    const runs: (readonly [number, number])[] = [];
    let start = 0;
    for (let at = 0; at <= this.words.length; at += 1) {
      const isEnd = this.uses[at] !== null || this.words[at]?.startsClause === true || at === this.words.length;
      if (isEnd && at > start && this.uses[start] === null) runs.push([start, at]);
      if (isEnd) start = this.uses[at] === null ? at : at + 1;
    }
    return runs;
  }
}

/** The end of a word with the signs that belong to it: `C++`, `C#`, `10+`. */
function endOf(text: string, end: number): number {
  const [signs = ''] = /^(?:\+\+?|#)/.exec(text.slice(end, end + 2)) ?? [];
  return end + signs.length;
}

/** The key of a phrase, in the form of {@link Sentence.key}. */
export function keyOf(phrase: string): string {
  return wordsOf(foldedText(phrase))
    .map(({ text }) => text)
    .join(' ');
}

function wordsOf(folded: string): Word[] {
  let before = 0;
  return Array.from(folded.matchAll(wordPattern), ({ 0: written, index }) => {
    const startsClause = index > 0 && clauseEnd.test(folded.slice(before, index));
    before = index + written.length;
    return { text: nameOf(written, folded.slice(before, before + 2)), start: index, end: before, startsClause };
  });
}

/** The text of a word: `and` for an ampersand, and `c++` or `c#` for the names of these languages. */
function nameOf(written: string, behind: string): string {
  if (written === '&') return 'and';
  if (written === '@') return 'at';
  if (written.length > 1) return written;
  if (behind.startsWith('#')) return `${written}#`;
  return behind === '++' ? `${written}++` : written;
}

/** Writes each character in lower case and without an accent, unless it would become longer: `Zürich` becomes `zurich`. */
function foldedText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  return Array.from(text, (character) => {
    const plain = romanise(character).plain.toLowerCase();
    if (plain.length === character.length) return plain;
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  }).join('');
}
