import { companyWords, isLink } from './company-words.js';
import { romanise } from '../text.js';

/** A word of stored names, with the number of names that contain it. */
export type WordCount = readonly [word: string, names: number];

/** A word is common if at least this share of all names contains it. Company names often abbreviate common words. */
const minCommonShare = 1 / 2_500;
/** A common word must also occur in at least this number of names. */
const minCommonNames = 2;

/**
 * A word with fewer bits is no evidence, however many such words two names have in common. A word that occurs in one of 128 names has 7
 * bits.
 */
const minWordBits = 7;

const separators = /[^a-z0-9]+/;

/** How many of the names on record contain each word. Rare words identify a company: "Halibutron", but not "Systems". */
export class WordCounts {
  private constructor(
    /** The number of names that were counted. */
    private readonly names: number,
    /** The number of names that contain each word, by the word's normal form; only words of two and more names. */
    private readonly counts: ReadonlyMap<string, number>,
  ) {}

  /**
   * Adds up the counts of all words that have the same normal form: "Technology" and "technologies" are one word.
   * @param names the number of names that were counted
   */
  static of(names: number, words: Iterable<WordCount>): WordCounts {
    const counts = new Map<string, number>();
    for (const [written, count] of words) {
      const parts = romanise(written).plain.toLowerCase().split(separators).filter(Boolean);
      for (const word of companyWords(parts)) counts.set(word, (counts.get(word) ?? 0) + count);
    }
    return new WordCounts(names, counts);
  }

  /**
   * The evidence that two names have a word in common, in bits: 10 for a word that one of 1,024 names contains.
   * @param word in normal form, as `companyWords` returns it
   */
  bitsOf(word: string): number {
    return Math.log2((this.names + 1) / (this.counts.get(word) ?? 1));
  }

  /** The evidence that two names have several words in common, in bits. Words such as "of" count for nothing. @param words in normal form */
  evidenceOf(words: readonly string[]): number {
    const bits = words.map((word) => (isLink(word) ? 0 : this.bitsOf(word)));
    return bits.filter((each) => each >= minWordBits).reduce((sum, each) => sum + each, 0);
  }

  /** Whether a word occurs in at least two names. @param word in normal form */
  has(word: string): boolean {
    return (this.counts.get(word) ?? 0) > 1;
  }

  /** Whether a word occurs in many names. @param word in normal form */
  isCommon(word: string): boolean {
    return (this.counts.get(word) ?? 0) >= Math.max(minCommonNames, this.names * minCommonShare);
  }
}
