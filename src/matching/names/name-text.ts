import { Table } from '../../platform/tables/table.js';
import { isAbbreviatedAddress, looksLikeSuffix } from './affix-shapes.js';
import { isGivenName, isIberianFamilyName } from './common-names.js';
import { latinLetters, romanise, withoutEmoji } from '../text.js';

/** The table of words that stand beside names. Its words, and the lists below, are in lower-case ASCII letters. */
const table = Table.read(new URL('data/name-words.txt', import.meta.url));
const listed = (heading: string): ReadonlySet<string> => new Set(table.words(heading));
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Forms of address and titles that stand before a name: Dr., Frau. */
const honorifics = listed('forms of address');

/** Titles of offices and ranks. Some are also names (Bishop), so they are only removed before at least two other words. */
const offices = listed('offices');

/**
 * Nouns that are forms of address in front of at least two names, and otherwise names: Graf Zeppelin, Don Draper. In front of a particle or
 * an initial they are names, too: Don van Vliet, Don A. Draper.
 */
const titlesLikeNames = listed('titles that are also names');

/** Longer names are rather lists of names, whose order may differ: Haji Asad Khan Zarkari Mohammadhasni. */
const maxWordsOfTitled = 4;

/** Words that are forms of address only together with the next word: The Hon., Tan Sri. */
const firstHalves: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['the', words('hon honorable honourable rt right rev reverend very most lord lady')],
  ['tan', words('sri seri')],
  ['puan', words('sri seri')],
  ['right', words('hon honorable honourable rev reverend')],
  ['most', words('rev reverend hon')],
  ['very', words('rev reverend')],
]);

/** Titles whose letters are otherwise initials or a particle: H.E. for Excellency, and DI for the engineers of Austria. */
const titleLetters = /^(?:H\.E\.|DI|S\.E\.)$/;

/**
 * Forms of address in letters that are not Latin, without dots. They are recognised before they are romanised: `मा` would
 * become the name Ma.
 */
const nativeHonorifics: ReadonlySet<string> = new Set(table.words('forms of address in other scripts'));

/** Titles of nobility. Behind a name and a comma they begin a remark: Wallace Browne, Baron Browne of Belmont. */
const nobility = listed('titles of nobility');

/** The degree MEng. In title case it is no degree, because it is then a syllable of a Chinese name: Lim Teck Meng. */
const degreeLikeName = 'meng';

/** Subjects of a doctorate, which follow the title in small letters: Dr. med., Dr. rer. nat. */
const doctorates = words('med jur iur rer nat pol oec phil habil techn agr vet dent hc');

/** Titles that count as initials, unless another title stands in front of them: the H. of Drs. H. Ahmad is a title. */
const laterTitles = words('h hm kh');

/** Degrees and memberships that follow a name and are not names: PhD, CPA. */
const postNominals = listed('degrees');

/**
 * Degrees that are also names or initials, such as Ma and MD. They are degrees behind a comma. Behind at least two other words, they are
 * degrees, too, if they are in capitals and not in `namesInCapitals`, or if they are written like S.Ip, with a dot inside.
 */
const ambiguousPostNominals = listed('degrees that are also names');

/**
 * Words of `ambiguousPostNominals` that are also family names. Some persons write their family name in capitals, so these words
 * are degrees only behind a comma.
 */
const namesInCapitals = words('ma ba do ca');

/** The number of each generation suffix: 1 for Senior, 2 for Junior and II, 3 for III. */
const generationNumbers: ReadonlyMap<string, number> = new Map([
  ['sr', 1],
  ['snr', 1],
  ['senior', 1],
  ['jr', 2],
  ['jnr', 2],
  ['junior', 2],
  ['ii', 2],
  ['2nd', 2],
  ['iii', 3],
  ['3rd', 3],
  ['iv', 4],
  ['4th', 4],
]);

/** Generations that are also initials. They count only behind a comma and in capitals, without a dot. */
const romanGenerations: ReadonlyMap<string, number> = new Map([
  ['V', 5],
  ['VI', 6],
]);

/** Words that show that the text after a comma is a job title: "Jane Doe, Head of Sales". */
const titleWords = listed('words of job titles');

const none: readonly never[] = [];

/** Particles of family names, such as van, de, von. Persons often omit them or join them with the next word: Vanderberg. */
export const particleWords = listed('particles');

/** Beginnings of family names that are often written as separate words: Mc Donald. */
export const joinedBeginnings = words('mc mac fitz');

/** Irish family names after an O. They show that the O of "Conan O Brien" is no initial. */
export const namesWithO = listed('names with O');

/** A name as it is written, without titles and remarks. Its words keep their script, case and punctuation. */
export interface WrittenName {
  /**
   * The words of the name in their order. If a comma separates the family name ("Doe, Jane"), these are only the given and
   * middle names.
   */
  words: readonly string[];
  /**
   * The parts of a foreign name that is written in Chinese or Japanese characters with dots between the parts: `ビル` and `ゲイツ`
   * of `ビル・ゲイツ`. Empty for other names.
   */
  foreign: readonly string[];
  /** The words of the family name in front of a comma; null without such a comma. */
  family: readonly string[] | null;
  /** Words in quotes or brackets that may be nicknames, in lower-case ASCII. */
  nicknames: readonly string[];
  /** The words of the former family name: those after "née". Empty without one. */
  formerFamily: readonly string[];
  /** The generation: 1 for Senior, 2 for Junior and II, 3 for III, 4 for IV; null without a generation suffix. */
  generation: number | null;
}

const spaces = /\s+/gu;
const plainName = new RegExp(`^(?:[${latinLetters}]+(?:['-]|\\.? ))*[${latinLetters}]+\\.?$`);
const slashOrDot = /[/.]/;
const aside = /\(([^()]*)\)|\[([^\][]*)\]|["“”„«»]([^"“”„«»]+)["“”„«»]|(?<![^ ])['‘]([^'‘’ ]+)['’](?![^ ])/gu;
const formerFamilyPattern = /^(?:née?|nee|geb\.?|geborene|born|formerly|ex)\s+(.+)$/iu;
const formerFamilyAtEnd = / (?:née|nee|geb\.|geborene) (.+)$/u;
const pronouns = /^(?:s?he|they|ella?|elle|ils?|sie|er|hij|zij)\b/iu;
const cut = / [-–—―~+·] .*$|[|•‖;:/\\@].*$/u;
/** The place in the title of a peer. It follows the name: Baroness Smith of Basildon. */
const ofPlace = / of .*$/u;
/** Malay and Indian words for "son of" and "daughter of": Ramesh a/l Gopal. */
const childOf = /(?<= )(?:[ad]\/[lpok]|[swd]\/o)\.?(?= )/giu;
/** A dot between two words of at least two letters each. No space follows the dot: Dr.Smith. The end of Dott.ssa is no word. */
const dotBetweenWords = /(?<=\p{L}[\p{L}\p{M}])\.(?=\p{L}[\p{L}\p{M}])(?!(?:ssa|ra|na)(?![\p{L}\p{M}]))/gu;
const dotBetweenCharacters = /[・·](?=[\p{Script=Han}\p{Script=Katakana}])/u;
/** Other dots between the parts of a foreign name in Chinese. Between Latin words, they begin a remark. */
const otherDotsBetweenCharacters = /(?<=\p{Script=Han})[•‧･](?=\p{Script=Han})/gu;
const dots = /[・·]/gu;
const comma = /[,，、]/u;
const letter = /\p{L}/u;
const digits = /[0-9]+/g;
const notLetterOrDigit = /[^a-z0-9]/g;
const smallLetters = /^[\p{Ll}.]+$/u;
const capitals = /^[\p{Lu}.]+$/u;
/** A degree that has a dot inside, and small letters behind the dot: S.Ip, M.Si. */
const abbreviation = /^\p{Lu}{1,2}\.\p{Lu}?\p{L}+\.?$/u;
const titleCase = /^\p{Lu}\p{Ll}+$/u;
const initial = /^\p{L}\.?$/u;
const dotAtEnd = /[.\u0589]$/u;
/** The first code point behind the Latin letters. */
const firstOtherScript = 0x370;

/**
 * Splits a name into its words, and separates titles, degrees, the generation, and what stands in brackets or quotes: `Dr. Robert
 * (Bob) Smith Jr., PhD` → words `Robert`, `Smith`, nickname `bob`, generation 2.
 * @param extent `full` for a full name, in which "Junior" behind a single word is the family name; `field` for the field of a given
 *   or a family name, in which "Junior" behind any word is the generation
 */
export function splitWrittenName(text: string, extent: 'full' | 'field'): WrittenName {
  const minWords = extent === 'field' ? 1 : 2;
  if (!isPlain(text)) return splitMarkedName(text, minWords);
  const { words, generation } = withoutAffixes(text.split(' '), minWords);
  return { words, foreign: none, family: null, nicknames: none, formerFamily: none, generation };
}

/**
 * Whether a name consists of words in Latin letters with single spaces between them, and has no former family name or place at its
 * end. A word may have a dot at its end, and hyphens and apostrophes inside. Most names are plain, so that only their words must be
 * separated: `Magdalena P. Aguirre`.
 */
function isPlain(text: string): boolean {
  return plainName.test(text) && !text.includes(' of ') && !formerFamilyAtEnd.test(text);
}

/**
 * Splits a name that may have remarks, brackets or commas.
 * @param minWords the minimum number of words in front of a generation suffix. In front of a comma, one word suffices
 */
function splitMarkedName(text: string, minWords: number): WrittenName {
  const written = withoutEmoji(text)
    .normalize('NFC')
    .replace(otherDotsBetweenCharacters, '·')
    .replace(spaces, ' ')
    .trim();
  const clean = slashOrDot.test(written) ? withWordsApart(written) : written;
  const asides = asidesOf(clean);
  const former = formerFamilyAtEnd.exec(asides.rest);
  const rest = (former === null ? asides.rest : asides.rest.slice(0, former.index)).replace(cut, '');
  const name = rest.includes(' of ') ? rest.replace(ofPlace, '') : rest;
  const [front = [], ...segments] = segmentsOf(name);
  const [back] = segments.filter((words) => !words.every(isAffix)).map((words) => withoutAffixes(words, 1).words);
  const isReversed = back !== undefined && isFamilyFirst(withoutAffixes(front, 1).words, back);
  const { words, generation } = withoutAffixes(front, isReversed ? 1 : minWords);
  const behindComma = segments.filter((others) => others.every(isAffix)).flat();
  return {
    words: isReversed ? back : words,
    foreign: dotBetweenCharacters.test(name) ? name.split(dots).map((part) => part.trim()) : [],
    family: isReversed ? words : null,
    nicknames: asides.nicknames,
    formerFamily: former === null ? asides.formerFamily : wordsOf(former[1] ?? ''),
    generation:
      generation ??
      generationIn(behindComma) ??
      (isReversed || back === undefined ? null : (romanGenerations.get(back.join(' ')) ?? null)),
  };
}

/**
 * Writes `a/l` and the other words of {@link childOf} as `bin`, which also means "son of". Otherwise their slash would be taken for
 * the beginning of a remark. It also puts the missing space into `Dr.Smith`: `Dr. Smith`.
 */
function withWordsApart(text: string): string {
  return text.replace(childOf, 'bin').replace(dotBetweenWords, '. ');
}

/** The words of a name, one array for each text between commas; texts without words are left out. */
function segmentsOf(name: string): string[][] {
  return (dotBetweenCharacters.test(name) ? romaniseForeignName(name) : name.replace(dots, ''))
    .split(comma)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

/** Takes the texts in brackets and quotes out of a name: nicknames and former family names. Pronouns and remarks are dropped. */
function asidesOf(text: string): { rest: string; nicknames: string[]; formerFamily: string[] } {
  const nicknames: string[] = [];
  let formerFamily: string[] = [];
  const rest = text.replace(aside, (_, ...groups: unknown[]) => {
    const content = groups.slice(0, 4).find((group) => typeof group === 'string') ?? '';
    const former = formerFamilyPattern.exec(content);
    if (former !== null) formerFamily = wordsOf(former[1] ?? '');
    else if (!pronouns.test(content)) nicknames.push(...nicknameIn(content));
    return ' ';
  });
  return { rest: rest.replace(spaces, ' ').trim(), nicknames, formerFamily };
}

/** The nickname in a text in brackets or quotes: a single word. Degrees and titles are no nicknames; several words are a remark. */
function nicknameIn(content: string): string[] {
  const [word, ...others] = wordsOf(content);
  const name = word === undefined || others.length > 0 ? '' : lettersOf(word).replace(digits, '');
  return name.length < 2 || isAffix(name) || titleWords.has(name) ? [] : [name];
}

/** Romanises a foreign name in Chinese or Japanese, whose parts are separated by dots: `ビル・ゲイツ` → `biru geitsu`. */
function romaniseForeignName(name: string): string {
  return romanise(name.replace(dots, ' ')).plain;
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => letter.test(word));
}

/** A word in lower-case ASCII letters and digits: `Ph.D.` → `phd`. */
function lettersOf(word: string): string {
  return romanise(word).plain.toLowerCase().replace(notLetterOrDigit, '');
}

/** Whether a word is a title, a degree or a generation suffix. */
function isAffix(written: string): boolean {
  const word = lettersOf(written);
  return (
    postNominals.has(word) ||
    ambiguousPostNominals.has(word) ||
    honorifics.has(word) ||
    generationNumbers.has(word) ||
    isNativeHonorific(written)
  );
}

function isNativeHonorific(written: string): boolean {
  return (written.codePointAt(0) ?? 0) >= firstOtherScript && nativeHonorifics.has(written.replace(dotAtEnd, ''));
}

function generationIn(words: readonly string[]): number | null {
  const generations = words.map((word) => generationNumbers.get(lettersOf(word)));
  return generations.find((generation) => generation !== undefined) ?? null;
}

/**
 * Removes titles from the start and degrees from the end of a name, but leaves at least one word. A generation suffix at the
 * end is only removed if it follows at least `minWords` words.
 */
function withoutAffixes(words: readonly string[], minWords: number): { words: string[]; generation: number | null } {
  let start = 0;
  let end = words.length;
  let generation: number | null = null;
  while (end - start > 1 && isHonorific(words.slice(start, end), start)) start += 1;
  while (end - start > 1) {
    const written = words[end - 1] ?? '';
    const found = end - start > minWords ? generationIn([written]) : null;
    if (found === null && !isDegree(written, end - start)) break;
    generation ??= found;
    end -= 1;
  }
  return { words: words.slice(start, end), generation };
}

/**
 * Whether the first of some words is a form of address.
 * @param words the word, and those behind it
 * @param index the number of forms of address in front of the word
 */
function isHonorific(words: readonly string[], index: number): boolean {
  const [written = '', next = '', afterNext = ''] = words;
  const word = lettersOf(written);
  if (honorifics.has(word) || isNativeHonorific(written)) return true;
  if (index > 0 && ((doctorates.has(word) && smallLetters.test(written)) || laterTitles.has(word))) return true;
  if (words.length < 3) return false;
  if (offices.has(word) || isAbbreviatedAddress(written, honorifics)) return true;
  const behind = lettersOf(next);
  if (firstHalves.get(word)?.has(behind) === true) return words.length > 3;
  if (particleWords.has(behind) || particleWords.has(lettersOf(afterNext)) || initial.test(next)) return false;
  if (words.length > maxWordsOfTitled) return false;
  if (titleLetters.test(written)) return !capitals.test(next);
  // Don Alan Draper is called Don. Don José García López has a title.
  return (
    titlesLikeNames.has(word) &&
    (!isGivenName(word) || !isGivenName(behind) || isIberianFamilyName(lettersOf(words.at(-1) ?? '')))
  );
}

function isDegree(written: string, count: number): boolean {
  const word = lettersOf(written);
  // The second of two words is a name and no degree if it is in title case: in Xiaoyan Meng, Meng is not the degree MEng.
  if (postNominals.has(word)) return (count > 2 && word !== degreeLikeName) || !titleCase.test(written);
  if (isNativeHonorific(written)) return true;
  if (count < 3 || !ambiguousPostNominals.has(word)) return false;
  return capitals.test(written) ? !namesInCapitals.has(word) : abbreviation.test(written);
}

/**
 * Whether the words before a comma are the family name ("Doe, Jane"). Otherwise the words after it are a remark, such as a job
 * title.
 */
function isFamilyFirst(before: readonly string[], after: readonly string[]): boolean {
  const [lead = '', ...others] = before.map(lettersOf);
  const next = lettersOf(after[0] ?? '');
  if (after.some((word) => titleWords.has(lettersOf(word)))) return false;
  if (others.length > 0 && (nobility.has(next) || looksLikeSuffix(after, before))) return false;
  if (others.length > 0 && isGenerationBehind(before, after)) return false;
  if (others.length === 0 || particleWords.has(lead)) return true;
  return after.length <= 2 && (isGivenName(next) || initial.test(after[0] ?? '') || !isGivenName(lead));
}

/**
 * Whether the letter behind a comma is the generation "V" and no initial. It is if the words in front of the comma already have a given
 * name or a middle initial: Johann W. Ingramar, V.
 */
function isGenerationBehind(before: readonly string[], after: readonly string[]): boolean {
  if (!romanGenerations.has(after.join(' '))) return false;
  return isGivenName(lettersOf(before[0] ?? '')) || before.slice(1, -1).some((word) => initial.test(word));
}
