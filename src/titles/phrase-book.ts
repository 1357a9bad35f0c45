import { type TitleWord, titleWords } from './job-title.js';
import { wordsIn } from '../platform/tables/table.js';
import { wordForms } from './title-tables.js';

export interface PhraseMatch<Meaning> {
  readonly meaning: Meaning;
  /** Which words of the title are the words of the phrase: their indexes in the title, in ascending order. */
  readonly positions: readonly number[];
}

/** A phrase as a list of words in normal form. One of them may be {@link gapMark}. */
export type Phrase = readonly string[];

/** A word of a phrase that stands for one to four arbitrary words of a title: `chief … officer`. These words are not part of the match. */
export const gapMark = '…';

const maxGap = 4;

interface Node<Meaning> {
  readonly next: Map<string, Node<Meaning>>;
  meaning: Meaning | undefined;
}

/** Finds phrases in titles. The phrases and their meanings are stored as a trie, so that one pass over a title finds all of them. */
export class PhraseBook<Meaning> {
  private readonly root: Node<Meaning> = { next: new Map(), meaning: undefined };

  /**
   * Stores phrases in a trie.
   * @throws Error when a phrase has two meanings, because the one that is found would depend on their order
   */
  constructor(entries: Iterable<{ readonly phrase: Phrase; readonly meaning: Meaning }>) {
    for (const { phrase, meaning } of entries) this.add(phrase, meaning);
  }

  /**
   * Finds the phrases that a title contains, in the order of the title. If two phrases overlap, only the one with more words is returned,
   * or the first one if both have the same number of words. All words of a phrase are in one clause.
   */
  find(words: readonly TitleWord[]): PhraseMatch<Meaning>[] {
    const found: PhraseMatch<Meaning>[] = [];
    for (const [start, word] of words.entries()) {
      const node = this.root.next.get(word.text);
      if (node !== undefined) this.step(words, start, node, [start], found);
    }
    return found.length < 2 ? found : longest(found);
  }

  private add(phrase: Phrase, meaning: Meaning): void {
    let node = this.root;
    for (const word of phrase) {
      const next = node.next.get(word) ?? { next: new Map(), meaning: undefined };
      node.next.set(word, next);
      node = next;
    }
    if (node.meaning !== undefined && node.meaning !== meaning)
      throw new Error(
        `The phrase "${phrase.join(' ')}" of a job title has two meanings. Leave it in only one section of its table`,
      );
    node.meaning = meaning;
  }

  /** Goes from `node` to the next word of the title, at `position`, and adds to `found` the phrases that continue with this word. */
  private walk(
    words: readonly TitleWord[],
    position: number,
    node: Node<Meaning>,
    taken: readonly number[],
    found: PhraseMatch<Meaning>[],
  ): void {
    const word = words[position];
    const previous = taken.at(-1);
    if (word === undefined || (previous !== undefined && words[previous]?.clause !== word.clause)) return;
    const next = node.next.get(word.text);
    if (next !== undefined) this.step(words, position, next, [...taken, position], found);
  }

  private step(
    words: readonly TitleWord[],
    position: number,
    node: Node<Meaning>,
    taken: readonly number[],
    found: PhraseMatch<Meaning>[],
  ): void {
    if (node.meaning !== undefined) found.push({ meaning: node.meaning, positions: taken });
    if (node.next.size === 0) return;
    this.walk(words, position + 1, node, taken, found);
    const afterGap = node.next.get(gapMark);
    if (afterGap === undefined) return;
    for (let gap = 1; gap <= maxGap; gap += 1) this.walk(words, position + 1 + gap, afterGap, taken, found);
  }
}

function longest<Meaning>(found: readonly PhraseMatch<Meaning>[]): PhraseMatch<Meaning>[] {
  const takenPositions = new Set<number>();
  const kept: PhraseMatch<Meaning>[] = [];
  for (const match of found.toSorted((a, b) => b.positions.length - a.positions.length)) {
    if (match.positions.some((position) => takenPositions.has(position))) continue;
    for (const position of match.positions) takenPositions.add(position);
    kept.push(match);
  }
  return kept.sort((a, b) => (a.positions[0] ?? 0) - (b.positions[0] ?? 0));
}

const umlaut = /[äöü]/gi;

/**
 * Returns a function that calls `make` at its first call, and returns the same result at all later calls. So a process that reads no job
 * title, such as most commands, never loads the tables.
 */
export function memoise<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const forms = memoise(() => {
  const { articles, forms: rows } = wordForms();
  const known = new Map<string, readonly string[]>(plainWords(articles).map((article) => [article, []]));
  for (const { key, value, place } of rows) addForms(known, key, wordsIn(value), place);
  return known;
});

/** The words that replace a word of a title: `mgr` gives `manager`, an article nothing. Undefined if the word is not in the tables. */
export function formOf(word: string): readonly string[] | undefined {
  return forms().get(word);
}

/**
 * The normal forms of phrases of the tables. A phrase with an umlaut also gives the spelling with two letters: `führer` and `fuehrer`. A
 * phrase with an "of" in it also gives the phrase without "of", because titles leave it out: "chef de projet" and "chef projet".
 */
export function phrasesOf(written: readonly string[]): Phrase[] {
  const phrases = written.flatMap(spellings).map(phraseOf);
  return phrases.flatMap((phrase) => (phrase.includes('of') ? [phrase, withoutInnerOf(phrase)] : [phrase]));
}

function withoutInnerOf(phrase: Phrase): Phrase {
  return phrase.filter((word, at) => word !== 'of' || at === phrase.length - 1);
}

/**
 * Writes words in lower case and without accents. A word with an umlaut gives two spellings: `führer` becomes `fuhrer` and `fuehrer`.
 */
export function plainWords(written: readonly string[]): string[] {
  const words = written.flatMap(spellings).map(wordOf);
  return [...new Set(words)];
}

function addForms(
  all: Map<string, readonly string[]>,
  meant: string,
  variants: readonly string[],
  place: string,
): void {
  const words = titleWords(meant).map((word) => word.text);
  for (const variant of plainWords(variants)) {
    const known = all.get(variant);
    if (known !== undefined)
      throw new Error(
        `${place}: ${variant} is a form of both ${known.join(' ')} and ${meant}. Remove it from one of the rows`,
      );
    all.set(variant, words);
  }
}

function phraseOf(text: string): Phrase {
  const parts = text.split(gapMark).map((part) => titleWords(part).flatMap(({ text: word }) => formOf(word) ?? [word]));
  return parts.flatMap((words, index) => (index === 0 ? words : [gapMark, ...words]));
}

function wordOf(text: string): string {
  const [word, ...others] = titleWords(text);
  if (word === undefined || others.length > 0) throw new Error(`"${text}" must be a single word of a job title`);
  return word.text;
}

function spellings(text: string): string[] {
  const spelt = text.replace(umlaut, (vowel) => `${vowel}e`);
  return spelt === text ? [text] : [text, spelt];
}
