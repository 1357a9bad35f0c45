import { differenceBetween, isExchange } from '../matching/text.js';
import { type KeyedRow, wordsIn } from '../platform/tables/table.js';
import { type TitleWord, titleWords } from './job-title.js';
import { formOf, memoise, type Phrase, PhraseBook, type PhraseMatch, phrasesOf, plainWords } from './phrase-book.js';
import {
  bankRows,
  compoundParts,
  occupationRows,
  type PersonaRow,
  personaRows,
  type PhraseRow,
  type Rank,
  type RankRow,
  rankRows,
  type ScopeRow,
  scopeRows,
  type Standing,
  type Stretch,
} from './title-tables.js';

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

/** The phrases that say that words near them do not describe the person who has the title, such as "Assistant to". */
const scopeBook = memoise(() => bookOf(tables().scopes));
/** The phrases that have a rank, such as "Vice President". */
const rankBook = memoise(() => bookOf(tables().ranks));
/** The phrases that have persona tags, such as "Account Executive". */
const personaBook = memoise(() => bookOf(tables().personas));
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

/** The phrases of a row in normal form. They are cached, because both the phrase book and the set of known words need them. */
function phrasesOfRow(row: PhraseRow): readonly Phrase[] {
  const phrases = phrasesByRow.get(row) ?? phrasesOf(row.phrases);
  phrasesByRow.set(row, phrases);
  return phrases;
}

/** A word in normal form, and the standing that it has by itself. Other words of the title may lower this standing later. */
interface WordReading {
  readonly text: string;
  readonly standing: Standing;
}

/** The maximum length, in letters, of a word that is divided into parts. It limits the time of the search for the parts. */
const maxCompoundLength = 40;
/** The minimum length of what remains of a word when an ending is removed from it. */
const minLengthBeforeEnding = 4;
/** The minimum length of the part of a word before a compound head: "vertriebs" before the head "leiter" in "Vertriebsleiter". */
const minLengthBeforeHead = 3;
/** If a first part is a compound itself, the minimum length of its last part, such as `wagen` in `vrachtwagen`. */
const minLengthAsLastPart = 4;
/**
 * If the last part of a compound is not in the table of compound heads, both parts must have at least this length. Shorter words occur in
 * other words by chance.
 */
const minPartLength = 5;
/** The minimum length of a word for a person that counts as the last part of a compound, although it is no compound head. */
const minLengthOfPerson = 7;
/** The minimum length of a misspelt word for a leader. Shorter words more often are correct words that are in no table. */
const minLengthOfMisspelt = 7;
/** German endings of gender, number and case. Some of them also link the parts of a compound, as the "s" in "Vertriebsleiter" does. */
const endings = ['innen', 'in', 'en', 'es', 'n', 's', 'e'];
/**
 * Romance and Slavic endings of women, and the endings of men that they replace: "diretora" and "diretor", "técnica" and "técnico". The
 * tables have irregular pairs, such as "actrice".
 */
const feminineEndings = [
  ['a', 'o'],
  ['a', ''],
  ['trice', 'tore'],
  ['trice', 'teur'],
  ['euse', 'eur'],
  ['ienne', 'ien'],
  ['ka', ''],
  ['czka', 'k'],
] as const;
/** The minimum length of what remains of a word when an ending of women is removed from it. */
const minLengthBeforeFeminine = 5;

/** The single words with a rank above the lowest one that stay long enough if a letter is missing, such as `supervisor`. */
const leaders = memoise(() => {
  const phrases = tables()
    .ranks.filter(({ rank }) => rank !== 'ic')
    .flatMap(phrasesOfRow);
  return phrases.flatMap(([word = '', ...others]) =>
    others.length === 0 && word.length > minLengthOfMisspelt ? [word] : [],
  );
});

/** The words of the phrases that are professions, such as `porter`. */
const professions = memoise(() => {
  const rows = tables().ranks.filter(({ kind }) => kind === 'profession');
  return new Set(rows.flatMap(phrasesOfRow).map((phrase) => phrase.join(' ')));
});

/** Whether a word in normal form is a profession that leads its colleagues if "Head" stands before it, as in "Head Porter". */
export function isProfession(word: string): boolean {
  return professions().has(word);
}

/** What a word means as the last part of a compound. */
interface CompoundHead {
  /** Its meaning after any first part. A word such as `führer` has none. */
  readonly meant: readonly string[] | undefined;
  /**
   * What compounds with a word for a leader mean if they mean no leader, by first part: for the word `führer`, the first part `kran` gives
   * `crane operator`. `inCompounds` says whether the first part may be the end of a longer one, as in `autokran`.
   */
  readonly otherMeanings: ReadonlyMap<string, { meant: readonly string[]; inCompounds: boolean }> | undefined;
}

/** The words that can be the last part of a compound, under each form with an ending: `leiter`, `leiterin`. */
const compoundHeads = memoise(() => {
  const { usual, others, groups } = compoundParts();
  const meanings = new Map([
    ...plainWords(usual).flatMap((head) => headsOf(head, formOf(head) ?? [head])),
    ...others.flatMap(({ key, value }) => plainWords(wordsIn(value)).flatMap((head) => headsOf(head, [key]))),
  ]);
  const heads = new Map(
    [...meanings].map(([head, meant]): [string, CompoundHead] => [head, { meant, otherMeanings: undefined }]),
  );
  for (const { leaders, rows, inCompounds } of groups) {
    const firsts = rows.flatMap(({ key, value }) =>
      plainWords(wordsIn(value)).map((first) => [first, { meant: key.split(' '), inCompounds }] as const),
    );
    for (const [leader] of plainWords(leaders).flatMap((head) => headsOf(head, []))) {
      const known = heads.get(leader);
      heads.set(leader, {
        meant: known?.meant,
        otherMeanings: new Map([...(known?.otherMeanings ?? []), ...firsts]),
      });
    }
  }
  return heads;
});

function headsOf(head: string, meant: readonly string[]): [string, readonly string[]][] {
  return ['', ...endings].map((ending) => [head + ending, meant]);
}

/**
 * The first parts of words that make a profession a leading one. `Oberkellner` has the first part `ober` and the profession `kellner`
 * (waiter), so it means `lead waiter`.
 */
const rankedFirstParts = memoise(() => firstPartsOf(compoundParts().ranked));

/**
 * First parts before a word for a leader: those of deputies and co-leaders, who have the leader's rank, and those of former leaders. For
 * example, `vice` stands before a leader in `Vicerrector`, and `alt` in `Altbürgermeister`.
 */
const deputyFirstParts = memoise(() => firstPartsOf(compoundParts().deputies));

/** The first parts of words that rows of a table have, each with its normal form. */
function firstPartsOf(rows: readonly KeyedRow[]): [first: string, meant: readonly string[]][] {
  return rows.flatMap(({ key, value }) =>
    plainWords(wordsIn(value)).map((first): [string, readonly string[]] => [first, key.split(' ')]),
  );
}

/**
 * The meaning of a compound that ends with a word for a leader, but means no leader: `kran` and `führer` give `crane operator`. The first
 * part may have the ending that links it: `lastbils`. It may be a compound itself if its section of the table allows this: `autobusz`.
 * The result is undefined for all other compounds.
 */
function otherMeaningOf(first: string, head: CompoundHead | undefined): readonly string[] | undefined {
  const meanings = head?.otherMeanings;
  if (meanings === undefined) return undefined;
  for (const ending of ['', 's', 'n', 'e']) {
    if (!first.endsWith(ending)) continue;
    const bare = first.slice(0, first.length - ending.length);
    for (let at = 0; at === 0 || bare.length - at >= minLengthAsLastPart; at += 1) {
      const meaning = meanings.get(bare.slice(at));
      if (meaning !== undefined && (at === 0 || meaning.inCompounds)) return meaning.meant;
    }
  }
  return undefined;
}

/**
 * Translates a word of a title into normal form: `mgr` becomes `manager`. A compound gives the normal forms of its parts: `vertriebsleiter`
 * becomes `sale` and `head`. An article gives nothing, and an unknown word stays as it is.
 */
function readWord(word: string): WordReading[] {
  const reading = wholeReading(word);
  return reading === undefined ? compoundReading(word) : withStanding(reading, 'holder');
}

/** The normal form of a word that is in the tables, as it is or after an ending has been removed; undefined for other words. */
function wholeReading(word: string): readonly string[] | undefined {
  const exact = exactReading(word);
  if (exact !== undefined) return exact;
  for (const ending of endings) {
    if (!word.endsWith(ending) || word.length < ending.length + minLengthBeforeEnding) continue;
    const reading = exactReading(word.slice(0, -ending.length));
    if (reading !== undefined) return reading;
  }
  for (const [feminine, masculine] of feminineEndings) {
    if (!word.endsWith(feminine) || word.length < feminine.length + minLengthBeforeFeminine) continue;
    const reading = formOf(word.slice(0, -feminine.length) + masculine);
    if (reading !== undefined) return reading;
  }
  return undefined;
}

function exactReading(word: string): readonly string[] | undefined {
  return formOf(word) ?? (isKnownWord(word) ? [word] : undefined);
}

/**
 * The parts of a compound in normal form. The last part says what the person is, the part before only in which field: a
 * `Vorstandsassistent` is an assistant, and works for a board.
 */
function compoundReading(word: string): WordReading[] {
  if (word.length > maxCompoundLength) return withStanding([word], 'holder');
  const ranked = readingBehind(rankedFirstParts(), word, (rest) => isProfession(rest.at(-1) ?? ''));
  const isLeader = (rest: readonly string[], length: number) => length >= minLengthBeforeEnding && isLeading(rest);
  const whole = ranked ?? readingBehind(deputyFirstParts(), word, isLeader);
  if (whole !== undefined) return withStanding(whole, 'holder');
  const leader = leaderMeant(word);
  if (leader !== undefined) return withStanding([leader], 'holder');
  for (let at = minLengthBeforeHead; at < word.length; at += 1) {
    const head = compoundHeads().get(word.slice(at)) ?? personAsHead(word.slice(at));
    if (head === undefined) continue;
    const first = word.slice(0, at);
    const other = otherMeaningOf(first, head);
    if (other !== undefined) return withStanding(other, 'holder');
    if (head.meant === undefined) continue;
    const before = readWord(first);
    // A deputy has the rank of the person whom the first part names: "Dékánhelyettes".
    const field = head.meant.includes('deputy')
      ? before
      : withStanding(
          before.map(({ text }) => text),
          'field',
        );
    return [...field, ...withStanding(head.meant, 'holder')];
  }
  return prefixReading(word);
}

/**
 * The word for a leader that an unknown word misspells by one letter: one missing, added or replaced, or two exchanged. For example,
 * `supervsior` gives `supervisor`. The first letters and the last letter must be right. It is undefined for all other words.
 */
function leaderMeant(word: string): string | undefined {
  if (word.length < minLengthOfMisspelt) return undefined;
  const meant = leaders().filter((leader) => isSlip(word, leader));
  return meant.length === 1 ? meant[0] : undefined;
}

function isSlip(word: string, leader: string): boolean {
  const { start, end, mine, other } = differenceBetween(word, leader);
  if (start < 2 || end < 1) return false;
  return (mine.length <= 1 && other.length <= 1) || isExchange(mine, other);
}

/**
 * Reads a word that consists of one of some first parts and a known word that fits: `Oberkellner` becomes `lead` and `waiter`, because
 * `kellner` is a profession. For every other word, such as `Obergeschoss` (upper floor), the result is undefined. `isFitting` gets the
 * known word in normal form, and its length as it stands in the title.
 */
function readingBehind(
  firstParts: readonly (readonly [first: string, meant: readonly string[]])[],
  word: string,
  isFitting: (rest: readonly string[], length: number) => boolean,
): readonly string[] | undefined {
  for (const [first, meant] of firstParts) {
    const rest = word.startsWith(first) ? wholeReading(word.slice(first.length)) : undefined;
    if (rest !== undefined && isFitting(rest, word.length - first.length)) return [...meant, ...rest];
  }
  return undefined;
}

/** Whether words in normal form have a rank above the lowest one. */
function isLeading(texts: readonly string[]): boolean {
  return ranksOf(texts).some((rank) => rank !== 'ic');
}

function ranksOf(texts: readonly string[]): Rank[] {
  const words = texts.map((text) => ({ text, clause: 0, segment: 0, isPossessive: false }));
  return rankBook()
    .find(words)
    .map(({ meaning }) => meaning.rank);
}

/**
 * A word for a person that is so long that a word hardly ends with it by chance: the `bischof` in `landesbischof`, or the `brandmeister` in
 * `ortsbrandmeister`, which itself ends with a compound head. Undefined for words for things, such as `graphic` in `geographic`.
 */
function personAsHead(word: string): CompoundHead | undefined {
  const meant = word.length < minLengthOfPerson ? undefined : wholeReading(word);
  if (meant === undefined || (ranksOf(meant).length === 0 && !isEndingWithHead(word))) return undefined;
  return { meant, otherMeanings: undefined };
}

function isEndingWithHead(word: string): boolean {
  for (let at = minLengthBeforeHead; at < word.length; at += 1) if (compoundHeads().has(word.slice(at))) return true;
  return false;
}

/**
 * The parts of a word that begins with a known word and does not end with a compound head, such as `Vertriebssteuerung`. They can name a
 * field, but not a rank.
 */
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
  const joined = before?.clause === clause ? otherMeaningOf(before.text, compoundHeads().get(word)) : undefined;
  const read = joined === undefined ? readWord(word) : withStanding(joined, 'holder');
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
