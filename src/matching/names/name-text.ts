import { Table } from '../../platform/tables/table.js';
import { isGivenName } from './common-names.js';
import { romanise, withoutEmoji } from '../text.js';

// The words are in lower-case ASCII letters.

const table = Table.read(new URL('data/name-words.txt', import.meta.url));
const listed = (heading: string): ReadonlySet<string> => new Set(table.words(heading));
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Forms of address and titles before a name. */
const honorifics = listed('forms of address');

/** Titles of offices and ranks. Some are names too, so they are removed only before at least two words. */
const offices = listed('offices');

/** Subjects of a doctorate, in small letters after the title: Dr. med., Dr. rer. nat. */
const doctorates = words('med jur iur rer nat pol oec phil habil techn agr vet dent hc');

/** Degrees and memberships after a name that are not names. */
const postNominals = listed('degrees');

/** Post-nominals that are names too: they count only after a comma, or in capitals after at least two other words. */
const ambiguousPostNominals = words('ma ba bs ms md do ca vp mag ing');

/** Those of them that are family names, which some persons write in capitals. */
const namesInCapitals = words('ma ba do ca');

/** Generation suffixes and their numbers. */
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

/** Words that show that a text after a comma is a job title. */
const titleWords = listed('words of job titles');

/** Particles of family names; persons omit them, or join them with the next word. */
export const particleWords = listed('particles');

/** Prefixes that are often written separately. */
export const joinedBeginnings = words('mc mac fitz');

/** Irish family names, which distinguish the O of O Brien from an initial. */
export const namesWithO = listed('names with O');

/** A written name without titles and remarks; words keep their script, case and punctuation. */
export interface WrittenName {
  /** In written order; only the forenames if a comma separates the family name. */
  words: string[];
  /** The family name before a comma; else null. */
  family: string[] | null;
  /** Possible nicknames in quotes or brackets; lower-case ASCII. */
  nicknames: string[];
  /** The words of a former family name ("née ..."). */
  formerFamily: string[];
  /** 1 for Senior, 2 for Junior and II, 3 for III, and so on. */
  generation: number | null;
}

const spaces = /\s+/gu;
const aside = /\(([^()]*)\)|\[([^\][]*)\]|["“”„«»]([^"“”„«»]+)["“”„«»]|(?<![^ ])['‘]([^'‘’ ]+)['’](?![^ ])/gu;
const formerFamilyPattern = /^(?:née?|nee|geb\.?|geborene|born|formerly|ex)\s+(.+)$/iu;
const formerFamilyAtEnd = / (?:née|nee|geb\.|geborene) (.+)$/u;
const pronouns = /^(?:s?he|they|ella?|elle|ils?|sie|er|hij|zij)\b/iu;
const cut = / [-–—―~+·] .*$|[|•‖;:/\\@].*$/u;
const dotBetweenCharacters = /[・·](?=[\p{Script=Han}\p{Script=Katakana}])/u;
const dots = /[・·]/gu;
const comma = /[,，、]/u;
const letter = /\p{L}/u;
const digits = /[0-9]+/g;
const notLetterOrDigit = /[^a-z0-9]/g;
const smallLetters = /^[\p{Ll}.]+$/u;
const capitals = /^[\p{Lu}.]+$/u;
const titleCase = /^\p{Lu}\p{Ll}+$/u;
const initial = /^\p{L}\.?$/u;

/**
 * Splits a written name into its words and removes texts in brackets and quotes, titles, degrees and the generation. In a `field`
 * for one part, "Junior" is never a name; in a `full` name it may be the family name if there is no other.
 */
export function splitWrittenName(text: string, extent: 'full' | 'field'): WrittenName {
  const clean = withoutEmoji(text).normalize('NFC').replace(spaces, ' ').trim();
  const asides = asidesOf(clean);
  const former = formerFamilyAtEnd.exec(asides.rest);
  const name = (former === null ? asides.rest : asides.rest.slice(0, former.index)).replace(cut, '');
  const [front = [], ...segments] = segmentsOf(name);
  const [back] = segments.filter((words) => !words.every(isAffix)).map((words) => withoutAffixes(words, 1).words);
  const isReversed = back !== undefined && isFamilyFirst(withoutAffixes(front, 1).words, back);
  const { words, generation } = withoutAffixes(front, isReversed || extent === 'field' ? 1 : 2);
  const behindComma = segments.filter((others) => others.every(isAffix)).flat();
  return {
    words: isReversed ? back : words,
    family: isReversed ? words : null,
    nicknames: asides.nicknames,
    formerFamily: former === null ? asides.formerFamily : wordsOf(former[1] ?? ''),
    generation: generation ?? generationIn(behindComma),
  };
}

/** The words between commas. */
function segmentsOf(name: string): string[][] {
  return (dotBetweenCharacters.test(name) ? romaniseForeignName(name) : name.replace(dots, ''))
    .split(comma)
    .map(wordsOf)
    .filter((words) => words.length > 0);
}

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

/** A single word that is no degree or title; several words are a remark or another full name. */
function nicknameIn(content: string): string[] {
  const [word, ...others] = wordsOf(content);
  const name = word === undefined || others.length > 0 ? '' : lettersOf(word).replace(digits, '');
  return name.length < 2 || isAffix(name) || titleWords.has(name) ? [] : [name];
}

/** In Chinese and Japanese, dots separate the parts of a foreign name, which keeps its order. */
function romaniseForeignName(name: string): string {
  return romanise(name.replace(dots, ' ')).plain;
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((word) => letter.test(word));
}

/** A word in lower-case ASCII letters and digits: `Ph.D.` becomes `phd`. */
function lettersOf(word: string): string {
  return romanise(word).plain.toLowerCase().replace(notLetterOrDigit, '');
}

function isAffix(written: string): boolean {
  const word = lettersOf(written);
  return (
    postNominals.has(word) || ambiguousPostNominals.has(word) || honorifics.has(word) || generationNumbers.has(word)
  );
}

function generationIn(words: readonly string[]): number | null {
  const generations = words.map((word) => generationNumbers.get(lettersOf(word)));
  return generations.find((generation) => generation !== undefined) ?? null;
}

/** Removes leading honorifics and trailing degrees, and a generation after at least `stay` words. */
function withoutAffixes(words: readonly string[], minWords: number): { words: string[]; generation: number | null } {
  let start = 0;
  let end = words.length;
  let generation: number | null = null;
  while (end - start > 1 && isHonorific(words[start] ?? '', start, end - start)) start += 1;
  while (end - start > 1) {
    const written = words[end - 1] ?? '';
    const found = end - start > minWords ? generationIn([written]) : null;
    if (found === null && !isDegree(written, end - start)) break;
    generation ??= found;
    end -= 1;
  }
  return { words: words.slice(start, end), generation };
}

function isHonorific(written: string, index: number, count: number): boolean {
  const word = lettersOf(written);
  return (
    honorifics.has(word) ||
    (count > 2 && offices.has(word)) ||
    (index > 0 && doctorates.has(word) && smallLetters.test(written))
  );
}

function isDegree(written: string, count: number): boolean {
  const word = lettersOf(written);
  // The second of two words is a name in title case: Xiaoyan Meng.
  if (postNominals.has(word)) return count > 2 || !titleCase.test(written);
  return count > 2 && ambiguousPostNominals.has(word) && capitals.test(written) && !namesInCapitals.has(word);
}

/** Whether the words before a comma are the family name; otherwise the words after it are a remark, such as a job title. */
function isFamilyFirst(before: readonly string[], after: readonly string[]): boolean {
  const [lead = '', ...others] = before.map(lettersOf);
  const next = lettersOf(after[0] ?? '');
  if (after.some((word) => titleWords.has(lettersOf(word)))) return false;
  if (others.length === 0 || particleWords.has(lead)) return true;
  return after.length <= 2 && (isGivenName(next) || initial.test(after[0] ?? '') || !isGivenName(lead));
}
