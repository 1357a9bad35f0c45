import { isGivenName } from './common-names.js';
import { joinedBeginnings, namesWithO, particleWords } from './name-text.js';
import { isPartOfCompound, joinCompoundNames, type RomanWord } from './compound-names.js';
import { romaniseName, withArticleApart } from './scripts/abjad.js';
import { type HangulName, readHangul, usualFamilyName } from './scripts/hangul.js';
import { type ChineseName, readChinese } from './scripts/chinese.js';
import { readHanja } from './scripts/hanja.js';
import { latinLetters, romanise } from '../text.js';

/** A word of a name and the particles in front of it, in lower-case ASCII letters. */
export interface NameWord {
  /** The parts between the hyphens of the word: `anne` and `marie` of Anne-Marie. A word without hyphens has one part. */
  halves: readonly string[];
  /** Like `halves`, but with two letters for an umlaut: `mueller`. */
  wide: readonly string[];
  /** The particles, joined: `vander` for van der Berg. Empty for most words. */
  particles: string;
  /** Whether a "y", "e" or "i" joins the word with the one before it, as in Ortega y Gasset. */
  isTied: boolean;
}

const dotBeforeLetter = /\.(?=\p{L})/gu;
const hyphen = /[\p{Pd}_]/u;
const notLetter = /[^a-z]/g;
const digit = /[0-9]/;
const digitBetweenLetters = /(?<=\p{L})[0-9](?=\p{L})/gu;
/** The letters that look like the digits 0 to 9, in this order. */
const lettersLikeDigits = 'oizeasgtbg';
const smallLetter = /\p{Ll}/u;
const capitals = /^\p{Lu}{2,3}$/u;
const asciiLetters = /^[a-z.]+$/i;
const vowel = /[aeiouy]/i;
const joinedByApostrophe = /^(?:\p{L}{1,2}['’ʼ`´]|['’ʼ`´]t)$/u;
const tie = /^[yei]$/;
const latinWord = new RegExp(`^[${latinLetters}]+\\.?$`);

/** Vietnamese family names. After them, "Van" is a middle name and not a particle: Nguyen Van Hung. */
const vietnameseFamilyNames = new Set(
  'nguyen tran pham phan hoang huynh vu vo dang bui ngo duong trinh truong dinh dao doan luong'.split(' '),
);

/** What a list of words is: a whole name, the given and middle names, or the family name. */
type WordsOf = 'name' | 'forenames' | 'family';

/**
 * Reads the words of a name, or of a part of it: `Jan van der Berg` → `jan`, and `berg` with the particles `vander`.
 *
 * The first word can be a particle only if the words are a family name. Two or three letters together can be initials (`JR Smith`),
 * see {@link areInitials}.
 */
export function readNameWords(written: readonly string[], part: WordsOf): NameWord[] {
  return ordinaryWords(written) ?? readWords(written, part);
}

/**
 * The words of a name in which the reading of no word depends on the others, as in most names: `Magdalena P. Aguirre`. Null for a name
 * in which a word may be a particle, a run of initials or a part of a compound name, and for words with other characters than Latin
 * letters.
 */
function ordinaryWords(written: readonly string[]): NameWord[] | null {
  const words: NameWord[] = [];
  for (const word of written) {
    if (!latinWord.test(word)) return null;
    const { plain, wide } = halfOf(word);
    if (tie.test(word) || mayBeInitials(plain) || isBeginningOrParticle(plain)) return null;
    const halves = [plain];
    words.push({ halves, wide: wide === plain ? halves : [wide], particles: '', isTied: false });
  }
  return words;
}

/** Whether {@link areInitials} may take a word for a run of initials. @param word in lower-case ASCII */
function mayBeInitials(word: string): boolean {
  if (word.length > 3) return false;
  return word.length < 2 ? word === '' : !vowel.test(word.length === 2 ? word.charAt(1) : word);
}

/** Whether a word may belong to the word behind it. @param word in lower-case ASCII */
function isBeginningOrParticle(word: string): boolean {
  return word === 'o' || particleWords.has(word) || joinedBeginnings.has(word) || isPartOfCompound(word);
}

function readWords(written: readonly string[], part: WordsOf): NameWord[] {
  const isMixedCase = written.some((word) => smallLetter.test(word));
  const words = written
    .flatMap((word) => word.replace(dotBeforeLetter, '. ').split(' '))
    .map((word) => romanWord(withArticleApart(digit.test(word) ? withoutDigits(word) : word)))
    .filter(({ text }) => text !== '');
  const found: NameWord[] = [];
  let particles = '';
  let isTied = false;
  const joined = joinBeginnings(joinCompoundNames(words, part === 'name' ? 2 : 1), part);
  const isVietnamese = vietnameseFamilyNames.has(joined[0]?.text ?? '');
  for (const [index, word] of joined.entries()) {
    const isInside = (index > 0 || part === 'family') && index < joined.length - 1;
    if (isInside && isMixedCase && tie.test(word.written)) {
      isTied = true;
    } else if (isInside && particleWords.has(word.text) && !isVietnamese) {
      particles += word.text;
    } else {
      const isFirstWord = index === 0 && part !== 'family';
      found.push(...wordsFrom(word, { particles, isTied, isMixedCase, isFirstWord }));
      particles = '';
      isTied = false;
    }
  }
  return found;
}

export function isInitial(word: NameWord): boolean {
  return word.halves.every((half) => half.length === 1);
}

/** Replaces each digit between letters by the letter that looks like it: `Sech1n` → `Sechin`. */
function withoutDigits(word: string): string {
  return word.replace(digitBetweenLetters, (found) => lettersLikeDigits.charAt(Number(found)));
}

function romanWord(written: string): RomanWord {
  return { written, text: lettersOf(written) };
}

function lettersOf(word: string): string {
  return romaniseName(word).plain.toLowerCase().replace(notLetter, '');
}

/** Joins the beginning of a family name to the next word, as is usual: `Mc Donald` → `McDonald`, `O Brien` → `OBrien`. */
function joinBeginnings(words: readonly RomanWord[], part: WordsOf): RomanWord[] {
  const joined: RomanWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const next = words[index + 1];
    if (word === undefined) break;
    const isLater = index > 0 || part === 'family';
    if (next !== undefined && isLater && isBeginning(word, next)) {
      joined.push({ written: `${word.written}${next.written}`, text: word.text + next.text });
      index += 1;
    } else {
      joined.push(word);
    }
  }
  return joined;
}

function isBeginning(word: RomanWord, next: RomanWord): boolean {
  if (joinedBeginnings.has(word.text) || joinedByApostrophe.test(word.written)) return true;
  return word.text === 'o' && namesWithO.has(next.text);
}

/** What is known about a word from the words around it. */
interface Setting {
  particles: string;
  isTied: boolean;
  isMixedCase: boolean;
  isFirstWord: boolean;
}

function wordsFrom(word: RomanWord, { particles, isTied, isMixedCase, isFirstWord }: Setting): NameWord[] {
  if (areInitials(word, isMixedCase)) {
    return Array.from(word.text, (letter) => ({ halves: [letter], wide: [letter], particles: '', isTied: false }));
  }
  const parts = word.written
    .split(hyphen)
    .map(halfOf)
    .filter(({ plain }) => plain !== '');
  const lead = parts[0]?.plain ?? '';
  const hasParticle = !isFirstWord && parts.length > 1 && particleWords.has(lead);
  const own = hasParticle ? parts.slice(1) : parts;
  return [
    {
      halves: own.map(({ plain }) => plain),
      wide: own.map(({ wide }) => wide),
      particles: hasParticle ? particles + lead : particles,
      isTied,
    },
  ];
}

function halfOf(written: string): { plain: string; wide: string } {
  const { plain, wide } = romaniseName(written);
  const letters = plain.toLowerCase().replace(notLetter, '');
  return { plain: letters, wide: wide === plain ? letters : wide.toLowerCase().replace(notLetter, '') };
}

/**
 * Whether a word of two or three letters is a run of initials. A particle, a known given name and `ng` never are initials. Otherwise,
 * two consonants always are: `jr`. Three consonants (`JRR`), or a vowel and a consonant (`AJ`), are initials if they are in capitals
 * and other words of the name have small letters. A consonant and a vowel never are, because some persons write their family name
 * in capitals: LI Wei.
 */
function areInitials({ written, text }: RomanWord, isMixedCase: boolean): boolean {
  if (text.length < 2 || text.length > 3 || !asciiLetters.test(written)) return false;
  if (text === 'ng' || particleWords.has(text) || isGivenName(text)) return false;
  if (!vowel.test(text)) return text.length === 2 || (isMixedCase && capitals.test(written));
  return text.length === 2 && isMixedCase && capitals.test(written) && !vowel.test(text.slice(1));
}

/** A name in East Asian characters, in which the family name stands first, often without a space behind it: `王小明`. */
export interface EasternName {
  /** The family name, romanised: `Wang`. Empty if it cannot be told from the given name. */
  family: string;
  /** The given name, romanised: `XiaoMing`. */
  given: string;
  /** The name as it is written, without spaces. It distinguishes names that have the same romanisation. */
  written: string;
  /** The romanisations of a Korean name in Hangul or in Chinese characters; null in other scripts and for unknown family names. */
  hangul: HangulName | null;
  /**
   * The spellings of a Chinese name in Cantonese, in Hokkien and in the Mandarin of Taiwan. Null in other scripts, and for a given name
   * that has not two characters.
   */
  chinese: ChineseName | null;
}

const easternOnly = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー\s]+$/u;
const kanaOnly = /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u;
const hanThenKana = /^(\p{Script=Han}+)([\p{Script=Hiragana}\p{Script=Katakana}ー]+)$/u;

/** Chinese family names of two characters, simplified and traditional, and Korean ones of two syllables. */
const twoCharacters = new Set(
  (
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 尉迟 尉遲 皇甫 令狐 慕容 司徒 长孙 長孫 宇文 端木 公孙 公孫 东方 東方 轩辕 軒轅 南宫 南宮 ' +
    '남궁 황보 제갈 선우 독고 사공'
  ).split(' '),
);

/** Chinese characters that are romanised in another way when they are a family name. */
const familyNames = new Map(pairs('曾 Zeng 单 Shan 單 Shan 解 Xie 仇 Qiu 查 Zha 翟 Zhai 盖 Ge 区 Ou 區 Ou'));

/** Reads a name that is entirely in Chinese characters, Hangul or Kana; null for other names. */
export function readEasternName(text: string): EasternName | null {
  if (!easternOnly.test(text)) return null;
  const words = text.normalize('NFKC').split(/\s+/).filter(Boolean);
  const written = words.join('');
  const [first = '', ...others] = words;
  if (others.length > 0) return easternName(first, others.join(''), written);
  const mixed = hanThenKana.exec(first);
  if (mixed !== null) return easternName(mixed[1] ?? '', mixed[2] ?? '', written);
  const characters = Array.from(first);
  if (characters.length < 2 || kanaOnly.test(first)) {
    return { family: '', given: letters(first), written, hangul: null, chinese: null };
  }
  const length = characters.length > 2 && twoCharacters.has(characters.slice(0, 2).join('')) ? 2 : 1;
  return easternName(characters.slice(0, length).join(''), characters.slice(length).join(''), written);
}

function easternName(family: string, given: string, written: string): EasternName {
  return {
    family: familyOf(family),
    given: letters(given),
    written,
    hangul: readHangul(family, given) ?? readHanja(family, given),
    chinese: readChinese(family, given),
  };
}

function familyOf(characters: string): string {
  return familyNames.get(characters) ?? usualFamilyName(characters) ?? letters(characters);
}

function letters(characters: string): string {
  return romanise(characters).plain;
}

function pairs(text: string): [string, string][] {
  const words = text.split(' ');
  return words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []));
}
