import { compoundParts, type Standing } from './title-tables.js';
import { type KeyedRow, wordsIn } from '../platform/tables/table.js';
import { formOf, memoise, plainWords } from './phrase-book.js';
import { isKnownWord, isLeading, isProfession, leaderMeant, ranksOf } from './title-phrases.js';

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
export function readWord(word: string): WordReading[] {
  const reading = wholeReading(word);
  return reading === undefined ? compoundReading(word) : withStanding(reading, 'holder');
}

/** Reads two words as one compound: `személygépkocsi vezető`. Undefined if together they mean nothing else than each on its own. */
export function readTogether(before: string, word: string): WordReading[] | undefined {
  const meant = otherMeaningOf(before, compoundHeads().get(word));
  return meant === undefined ? undefined : withStanding(meant, 'holder');
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
