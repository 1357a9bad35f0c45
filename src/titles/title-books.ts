import { PhraseBook } from './phrase-book.js';
import type { Phrase } from './phrase-book.js';
import { BANK_BUSINESSES, BANK_INDUSTRIES } from './phrases/bank-phrases.js';
import { COMMERCIAL_PERSONAS } from './phrases/personas-commercial.js';
import { CORPORATE_PERSONAS } from './phrases/personas-corporate.js';
import { INDUSTRIAL_PERSONAS } from './phrases/personas-industrial.js';
import { LEADERSHIP_PERSONAS } from './phrases/personas-leadership.js';
import { SERVICE_PERSONAS } from './phrases/personas-services.js';
import { TECHNOLOGY_PERSONAS } from './phrases/personas-technology.js';
import { INDIVIDUAL_RANKS } from './phrases/rank-phrases-ic.js';
import { DIRECTOR_RANKS, EXECUTIVE_RANKS, TEAM_LEAD_RANKS } from './phrases/rank-phrases.js';
import { SCOPE_ROWS } from './phrases/scope-phrases.js';
import { phrasesOf } from './word-forms.js';

interface Row {
  readonly phrases: string;
}

const RANK_ROWS = [...EXECUTIVE_RANKS, ...DIRECTOR_RANKS, ...TEAM_LEAD_RANKS, ...INDIVIDUAL_RANKS];
const BANK_BUSINESS: Row = { phrases: BANK_BUSINESSES };
const BANK_INDUSTRY: Row = { phrases: BANK_INDUSTRIES };
const PERSONA_ROWS = [
  ...LEADERSHIP_PERSONAS,
  ...TECHNOLOGY_PERSONAS,
  ...COMMERCIAL_PERSONAS,
  ...CORPORATE_PERSONAS,
  ...INDUSTRIAL_PERSONAS,
  ...SERVICE_PERSONAS,
];

/** Which words of a title speak of its holder. */
export const scopeBook = once(() => bookOf(SCOPE_ROWS));
/** Which phrases give a rank. */
export const rankBook = once(() => bookOf(RANK_ROWS));
/** Which phrases give persona tags. */
export const personaBook = once(() => bookOf(PERSONA_ROWS));
/** Which words of a title tell that its holder works for a bank, and which of an industry that its companies are banks. */
export const bankBusinessBook = once(() => bookOf([BANK_BUSINESS]));
export const bankIndustryBook = once(() => bookOf([BANK_INDUSTRY]));

const knownWords = once(() => {
  const rows = [...SCOPE_ROWS, ...RANK_ROWS, ...PERSONA_ROWS, BANK_BUSINESS, BANK_INDUSTRY];
  return new Set(rows.flatMap((row) => phrasesOf(row.phrases)).flat());
});

/** Whether a word is part of any phrase. */
export function isKnownWord(word: string): boolean {
  return knownWords().has(word);
}

/** Makes it when it is needed first: most processes that load this file, such as commands, read no title. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function bookOf<Meaning extends Row>(rows: readonly Meaning[]): PhraseBook<Meaning> {
  return new PhraseBook(rows.flatMap((meaning) => entriesOf(meaning)));
}

function entriesOf<Meaning extends Row>(meaning: Meaning): { phrase: Phrase; meaning: Meaning }[] {
  return phrasesOf(meaning.phrases).map((phrase) => ({ phrase, meaning }));
}
