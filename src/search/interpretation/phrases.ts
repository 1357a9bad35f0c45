import { keyOf, type Sentence } from './sentence.js';

/** A phrase that stands in a sentence: its words have the indexes from `from` up to, and without, `to`. */
export interface Found<Meaning> {
  readonly meaning: Meaning;
  readonly from: number;
  readonly to: number;
}

const maxWords = 7;

/** Finds phrases in sentences. Case, accents and the signs between words do not matter: `e-commerce` and `E Commerce` are one phrase. */
export class Phrases<Meaning> {
  private readonly meanings = new Map<string, Meaning>();

  /** Stores phrases with their meanings. If a phrase occurs twice, its first meaning counts. */
  constructor(entries: Iterable<readonly [string, Meaning]>) {
    for (const [phrase, meaning] of entries) {
      const key = keyOf(phrase);
      if (key !== '' && !this.meanings.has(key)) this.meanings.set(key, meaning);
    }
  }

  /** The meaning of a text that is a phrase as a whole. */
  of(text: string): Meaning | undefined {
    return this.meanings.get(keyOf(text));
  }

  /** The longest phrase of unused words that begins at an index, and ends before `end`. */
  at(sentence: Sentence, from: number, end = sentence.words.length): Found<Meaning> | null {
    for (let to = Math.min(from + maxWords, end); to > from; to -= 1) {
      const meaning = sentence.isFree(from, to) ? this.meanings.get(sentence.key(from, to)) : undefined;
      if (meaning !== undefined) return { meaning, from, to };
    }
    return null;
  }

  /** The longest phrase, of used or unused words, that ends before the index `to`. */
  before(sentence: Sentence, to: number): Found<Meaning> | null {
    for (let from = Math.max(0, to - maxWords); from < to; from += 1) {
      const meaning = this.meanings.get(sentence.key(from, to));
      if (meaning !== undefined) return { meaning, from, to };
    }
    return null;
  }

  /** The phrases in a part of a sentence, from its start to its end. None overlaps another. */
  *within(sentence: Sentence, start = 0, end = sentence.words.length): Generator<Found<Meaning>> {
    for (let at = start; at < end;) {
      const found = this.at(sentence, at, end);
      if (found !== null) yield found;
      at = found?.to ?? at + 1;
    }
  }
}
