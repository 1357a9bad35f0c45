import { differenceBetween, isExchange } from '../matching/text.js';
import {
  bankRows,
  occupationRows,
  type PersonaRow,
  personaRows,
  type PhraseRow,
  type Rank,
  rankRows,
  scopeRows,
} from './title-tables.js';
import { formOf, memoise, type Phrase, PhraseBook, phrasesOf } from './phrase-book.js';

const tables = memoise(() => {
  const chosen = personaRows();
  const personas = [...chosen, ...occupationsBeside(chosen)];
  return { scopes: scopeRows(), ranks: rankRows(), personas, banks: bankRows() };
});

/**
 * The counted words that neither the table of word forms nor a chosen phrase has. So an operator who adds such a word to one of these
 * tables replaces its counted meaning.
 */
function occupationsBeside(chosen: readonly PersonaRow[]): PersonaRow[] {
  const phrases = new Set(chosen.flatMap(phrasesOfRow).map((phrase) => phrase.join(' ')));
  const isCounted = (word: string) => formOf(word) === undefined && !phrases.has(word);
  return occupationRows().map((row) => ({ ...row, phrases: row.phrases.filter(isCounted) }));
}

/** The phrases that refer to another person or unit, such as "Assistant to". The words near them do not describe the holder of the title. */
export const scopeBook = memoise(() => bookOf(tables().scopes));

/** The phrases that have a rank, such as "Vice President". */
export const rankBook = memoise(() => bookOf(tables().ranks));

/** The phrases that have persona tags, such as "Account Executive". */
export const personaBook = memoise(() => bookOf(tables().personas));

/** The phrases in a title that show that the employer is a bank. */
export const bankBusinessBook = memoise(() => bookOf([tables().banks.business]));

/** The phrases in the name of an industry that show that a company of this industry is a bank. */
export const bankIndustryBook = memoise(() => bookOf([tables().banks.industry]));

const knownWords = memoise(() => {
  const { scopes, ranks, personas, banks } = tables();
  const rows: PhraseRow[] = [...scopes, ...ranks, ...personas, banks.business, banks.industry];
  return new Set(rows.flatMap(phrasesOfRow).flat());
});

/** Whether a word is part of a phrase in any of the tables. */
export function isKnownWord(word: string): boolean {
  return knownWords().has(word);
}

function bookOf<Meaning extends PhraseRow>(rows: readonly Meaning[]): PhraseBook<Meaning> {
  return new PhraseBook(rows.flatMap((meaning) => entriesOf(meaning)));
}

function entriesOf<Meaning extends PhraseRow>(meaning: Meaning): { phrase: Phrase; meaning: Meaning }[] {
  return phrasesOfRow(meaning).map((phrase) => ({ phrase, meaning }));
}

const phrasesByRow = new Map<PhraseRow, readonly Phrase[]>();

/** The phrases of a row in normal form. They are cached, because both the phrase book and the set of known words need them. */
function phrasesOfRow(row: PhraseRow): readonly Phrase[] {
  const phrases = phrasesByRow.get(row) ?? phrasesOf(row.phrases);
  phrasesByRow.set(row, phrases);
  return phrases;
}

/** The minimum length of a misspelt word for a leader. Shorter words more often are correct words that are in no table. */
const minLengthOfMisspelt = 7;

/** The single words with a rank above the lowest one that stay long enough if a letter is missing, such as `supervisor`. */
const leaders = memoise(() => {
  const phrases = tables()
    .ranks.filter(({ rank }) => rank !== 'ic')
    .flatMap(phrasesOfRow);
  return phrases.flatMap(([word = '', ...others]) =>
    others.length === 0 && word.length > minLengthOfMisspelt ? [word] : [],
  );
});

/**
 * The word for a leader that an unknown word misspells by one letter: one missing, added or replaced, or two exchanged. For example,
 * `supervsior` gives `supervisor`. The first letters and the last letter must be right. It is undefined for all other words.
 */
export function leaderMeant(word: string): string | undefined {
  if (word.length < minLengthOfMisspelt) return undefined;
  const meant = leaders().filter((leader) => isSlip(word, leader));
  return meant.length === 1 ? meant[0] : undefined;
}

function isSlip(word: string, leader: string): boolean {
  const { start, end, mine, other } = differenceBetween(word, leader);
  if (start < 2 || end < 1) return false;
  return (mine.length <= 1 && other.length <= 1) || isExchange(mine, other);
}

/** The words of the phrases that are professions, such as `porter`. */
const professions = memoise(() => {
  const rows = tables().ranks.filter(({ kind }) => kind === 'profession');
  return new Set(rows.flatMap(phrasesOfRow).map((phrase) => phrase.join(' ')));
});

/** Whether a word in normal form is a profession that leads its colleagues if "Head" stands before it, as in "Head Porter". */
export function isProfession(word: string): boolean {
  return professions().has(word);
}

/** Whether words in normal form have a rank above the lowest one. */
export function isLeading(texts: readonly string[]): boolean {
  return ranksOf(texts).some((rank) => rank !== 'ic');
}

export function ranksOf(texts: readonly string[]): Rank[] {
  const words = texts.map((text) => ({ text, clause: 0, segment: 0, isPossessive: false }));
  return rankBook()
    .find(words)
    .map(({ meaning }) => meaning.rank);
}
