import { titleWords } from './job-title.js';
import { GAP } from './phrase-book.js';
import type { Phrase } from './phrase-book.js';
import { ARTICLES, ENGLISH_FORMS } from './phrases/forms-english.js';
import { GERMAN_FORMS } from './phrases/forms-german.js';
import { ROMANCE_FORMS } from './phrases/forms-romance.js';

const UMLAUT = /[äöü]/gi;
const WHITE_SPACE = /\s+/;

const forms = new Map<string, readonly string[]>(plainWords(ARTICLES).map((article) => [article, []]));
for (const table of [ENGLISH_FORMS, GERMAN_FORMS, ROMANCE_FORMS]) {
  for (const [meant, variants] of Object.entries(table)) addForms(meant, variants);
}

/** The words as which a title's word is read, none for an article; undefined when it has no entry in the tables. */
export function formOf(word: string): readonly string[] | undefined {
  return forms.get(word);
}

/**
 * The phrases of a table's cell (separated by commas) in the words as which titles are read. A phrase with an umlaut
 * also comes with the vowel spelt out, one with a preposition inside also without it: "chef de projet", "chef projet".
 */
export function phrasesOf(cell: string): Phrase[] {
  const phrases = cell.split(',').flatMap(spellings).map(phraseOf);
  return phrases.flatMap((phrase) => [phrase, phrase.filter((word, at) => word !== 'of' || at === phrase.length - 1)]);
}

/** The separate words of a list, lower-case and without accents, in every spelling of their umlauts. */
export function plainWords(list: string): string[] {
  const words = list.split(WHITE_SPACE).filter(Boolean).flatMap(spellings).map(wordOf);
  return [...new Set(words)];
}

function addForms(meant: string, variants: string): void {
  for (const variant of plainWords(variants)) {
    const known = forms.get(variant);
    if (known !== undefined) throw new Error(`${variant} is a form of both ${known.join(' ')} and ${meant}`);
    forms.set(
      variant,
      titleWords(meant).map((word) => word.text),
    );
  }
}

function phraseOf(text: string): Phrase {
  const parts = text.split(GAP).map((part) => titleWords(part).flatMap(({ text: word }) => forms.get(word) ?? [word]));
  return parts.flatMap((words, index) => (index === 0 ? words : [GAP, ...words]));
}

function wordOf(text: string): string {
  const [word, ...others] = titleWords(text);
  if (word === undefined || others.length > 0) throw new Error(`Not one word: "${text}"`);
  return word.text;
}

function spellings(text: string): string[] {
  const spelt = text.replace(UMLAUT, (vowel) => `${vowel}e`);
  return spelt === text ? [text] : [text, spelt];
}
