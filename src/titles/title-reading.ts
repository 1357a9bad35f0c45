import { wordsIn } from '../platform/tables/table.js';
import { type TitleWord, titleWords } from './job-title.js';
import { formOf, memoise, type Phrase, PhraseBook, type PhraseMatch, phrasesOf, plainWords } from './phrase-book.js';
import {
  bankRows,
  compoundHeads as compoundHeadRows,
  personaRows,
  type PhraseRow,
  rankRows,
  type ScopeRow,
  scopeRows,
  type Standing,
  type Stretch,
} from './title-tables.js';

const tables = memoise(() => ({ scopes: scopeRows(), ranks: rankRows(), personas: personaRows(), banks: bankRows() }));

/** The phrases that change the standing of words. */
const scopeBook = memoise(() => bookOf(tables().scopes));
/** The phrases with a rank. */
export const rankBook = memoise(() => bookOf(tables().ranks));
/** The phrases with persona tags. */
export const personaBook = memoise(() => bookOf(tables().personas));
/** The words that indicate a bank, in titles and in industries. */
export const bankBusinessBook = memoise(() => bookOf([tables().banks.business]));
export const bankIndustryBook = memoise(() => bookOf([tables().banks.industry]));

const knownWords = memoise(() => {
  const { scopes, ranks, personas, banks } = tables();
  const rows: PhraseRow[] = [...scopes, ...ranks, ...personas, banks.business, banks.industry];
  return new Set(rows.flatMap(phrasesOfRow).flat());
});

/** Whether a word is in any phrase. */
function isKnownWord(word: string): boolean {
  return knownWords().has(word);
}

function bookOf<Meaning extends PhraseRow>(rows: readonly Meaning[]): PhraseBook<Meaning> {
  return new PhraseBook(rows.flatMap((meaning) => entriesOf(meaning)));
}

function entriesOf<Meaning extends PhraseRow>(meaning: Meaning): { phrase: Phrase; meaning: Meaning }[] {
  return phrasesOfRow(meaning).map((phrase) => ({ phrase, meaning }));
}

const phrasesByRow = new Map<PhraseRow, readonly Phrase[]>();

/** The phrases of a row, parsed once for its book and for the known words. */
function phrasesOfRow(row: PhraseRow): readonly Phrase[] {
  const phrases = phrasesByRow.get(row) ?? phrasesOf(row.phrases);
  phrasesByRow.set(row, phrases);
  return phrases;
}

/** A word in normal form, and the highest standing that it can have. */
interface WordReading {
  readonly text: string;
  readonly standing: Standing;
}

/** The maximum length of a word that is split, in letters; bounds the search for its parts. */
const maxCompoundLength = 40;
const minLengthBeforeEnding = 4;
const minLengthBeforeHead = 3;
/** The minimum length of both parts if the second is no known head: shorter ones occur in words by chance. */
const minPartLength = 5;
/** Endings of gender, number and case; some also link the parts of compounds. */
const endings = ['innen', 'in', 'en', 'es', 'n', 's', 'e'];

const compoundHeads = memoise(() => {
  const { usual, others } = compoundHeadRows();
  return new Map([
    ...plainWords(usual).flatMap((head) => headsOf(head, formOf(head) ?? [head])),
    ...others.flatMap(({ key, value }) => plainWords(wordsIn(value)).flatMap((head) => headsOf(head, [key]))),
  ]);
});

function headsOf(head: string, meant: readonly string[]): [string, readonly string[]][] {
  return ['', ...endings].map((ending) => [head + ending, meant]);
}

/**
 * The normal form of a title's word: the word itself, its normal form in the tables, or the parts of a compound. Empty for an article.
 * An unknown word is unchanged.
 */
function readWord(word: string): WordReading[] {
  const reading = wholeReading(word);
  return reading === undefined ? compoundReading(word) : withStanding(reading, 'holder');
}

function wholeReading(word: string): readonly string[] | undefined {
  const exact = exactReading(word);
  if (exact !== undefined) return exact;
  for (const ending of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + minLengthBeforeEnding) continue;
    const reading = exactReading(word.slice(0, -ending.length));
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function exactReading(word: string): readonly string[] | undefined {
  return formOf(word) ?? (isKnownWord(word) ? [word] : undefined);
}

/** The last part of a compound is the role, the first parts are the field: a `Vorstandsassistent` is an assistant. */
function compoundReading(word: string): WordReading[] {
  if (word.length > maxCompoundLength) return withStanding([word], 'holder');
  for (let at = minLengthBeforeHead; at < word.length; at += 1) {
    const head = compoundHeads().get(word.slice(at));
    if (head === undefined) continue;
    const field = readWord(word.slice(0, at)).map((part) => part.text);
    return [...withStanding(field, 'field'), ...withStanding(head, 'holder')];
  }
  return prefixReading(word);
}

/** A prefix of a word may be the field, as in `Vertriebssteuerung`, but not a rank. */
function prefixReading(word: string): WordReading[] {
  for (let at = word.length - minPartLength; at >= minPartLength; at -= 1) {
    const first = exactReading(word.slice(0, at));
    if (first === undefined) continue;
    const rest = word.slice(at);
    return withStanding([...first, ...(wholeReading(rest) ?? [rest])], 'field');
  }
  return withStanding([word], 'holder');
}

function withStanding(words: readonly string[], standing: Standing): WordReading[] {
  return words.map((text) => ({ text, standing }));
}

/** A word in normal form with its standing. */
export interface ReadWord extends TitleWord {
  readonly standing: Standing;
}

const height: Readonly<Record<Standing, number>> = { other: 0, field: 1, holder: 2 };
const latinLetter = /[a-z]/;
/** Texts that forms and exports contain instead of a title. */
const placeholders = new Set(
  'n a,na,none,nil,null,undefined,unknown,not available,not applicable,tbd,x,xx,xxx'.split(','),
);

/** Kept, because the seniority and the personas of a title are read one after the other. */
let last: { readonly title: string; readonly words: readonly ReadWord[] } = { title: '', words: [] };

/**
 * The words of a title in normal form with their standings. Empty without a Latin letter and for a placeholder such as "n/a". Never
 * throws.
 */
export function readTitle(title: string): readonly ReadWord[] {
  if (last.title !== title) last = { title, words: wordsOf(title) };
  return last.words;
}

function wordsOf(title: string): ReadWord[] {
  const raw = titleWords(title);
  const text = raw.map((word) => word.text).join(' ');
  if (!latinLetter.test(text) || placeholders.has(text)) return [];
  return withStandings(withoutRepeatedOf(raw.flatMap(readInContext)));
}

/** The highest standing of a phrase's words: "Director of Photography" describes its holder, because "director" does. */
export function standingOf(match: PhraseMatch<unknown>, words: readonly ReadWord[]): Standing {
  const standings = match.positions.map((position) => words[position]?.standing ?? 'other');
  return standings.reduce((best, standing) => (height[standing] > height[best] ? standing : best), 'other');
}

function readInContext({ text: word, clause, segment }: TitleWord): ReadWord[] {
  return readWord(word).map(({ text, standing }) => ({ text, standing, clause, segment }));
}

function withoutRepeatedOf(words: readonly ReadWord[]): ReadWord[] {
  return words.filter((word, index) => word.text !== 'of' || words[index - 1]?.text !== 'of');
}

function withStandings(words: readonly ReadWord[]): ReadWord[] {
  const read = [...words];
  for (const { meaning, positions } of scopeBook().find(words)) {
    const [first = 0] = positions;
    // "Head of Intern Programs": the low standing of a scope phrase does not lower that of others.
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

function governed(words: readonly ReadWord[], first: number, last: number, { governs, within }: ScopeRow): number[] {
  const origin = words[last];
  const isInside = (position: number) => isTogether(origin, words[position], within);
  const start = governs === 'all' ? edge(first, -1, isInside) + 1 : last + 1;
  const end = edge(last, 1, isInside);
  return Array.from({ length: end - start }, (_, index) => start + index);
}

/** The first position from `from`, in direction `step`, for which `isInside` is false. */
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
