import { isGivenName } from './common-names.js';
import { joinedBeginnings, namesWithO, particleWords } from './name-text.js';
import { joinCompoundNames, type RomanWord } from './compound-names.js';
import { romanise } from './spelling.js';

/** A word of a name and the particles before it, in lower-case ASCII letters. */
export interface NameWord {
  /** The word, or the parts of a hyphenated word. */
  halves: readonly string[];
  /** `halves` with two letters for umlauts. */
  wide: readonly string[];
  /** `vander` of van der Berg; empty for most words. */
  particles: string;
  /** Whether "y" or "e" joins it with the previous word (Ortega y Gasset). */
  isTied: boolean;
}

const dotBeforeLetter = /\.(?=\p{L})/gu;
const hyphen = /[\p{Pd}_]/u;
const notLetter = /[^a-z]/g;
const digit = /[0-9]/;
const digitBetweenLetters = /(?<=\p{L})[0-9](?=\p{L})/gu;
/** Letters that look like the digits from 0 to 9. */
const lettersLikeDigits = 'oizeasgtbg';
const smallLetter = /\p{Ll}/u;
const capitals = /^\p{Lu}{2,3}$/u;
const asciiLetters = /^[a-z.]+$/i;
const vowel = /[aeiouy]/i;
const joinedByApostrophe = /^(?:\p{L}{1,2}['’ʼ`´]|['’ʼ`´]t)$/u;
const tie = /^[yei]$/;

/** Family names before which Van is a middle name, not a particle: Nguyen Van Hung. */
const vietnameseFamilyNames = new Set(
  'nguyen tran pham phan hoang huynh vu vo dang bui ngo duong trinh truong dinh dao doan luong'.split(' '),
);

/** What words are: a whole name, its forenames or its family name. */
type WordsOf = 'name' | 'forenames' | 'family';

/**
 * The words of a name or of a part of it. Except in a `family` name, the first word is a given name and no particle, and runs of
 * capitals are initials (JR Smith), unless all words are in capitals.
 */
export function readNameWords(written: readonly string[], part: WordsOf): NameWord[] {
  const isMixedCase = written.some((word) => smallLetter.test(word));
  const words = written
    .flatMap((word) => word.replace(dotBeforeLetter, '. ').split(' '))
    .map((word) => romanWord(digit.test(word) ? withoutDigits(word) : word))
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

/** Whether a word is an initial. */
export function isInitial(word: NameWord): boolean {
  return word.halves.every((half) => half.length === 1);
}

/** Sech1n is a misprint of Sechin. */
function withoutDigits(word: string): string {
  return word.replace(digitBetweenLetters, (found) => lettersLikeDigits.charAt(Number(found)));
}

function romanWord(written: string): RomanWord {
  return { written, text: lettersOf(written) };
}

function lettersOf(word: string): string {
  return romanise(word).plain.toLowerCase().replace(notLetter, '');
}

/** Joins Mc Donald, O' Brien and O Brien to one word, the usual spelling. */
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
  const { plain, wide } = romanise(written);
  const letters = plain.toLowerCase().replace(notLetter, '');
  return { plain: letters, wide: wide === plain ? letters : wide.toLowerCase().replace(notLetter, '') };
}

/**
 * JR and JRR among words in small letters, and two consonants in any case. Two letters that end in a vowel are a name: some persons
 * write family names in capitals (LI Wei).
 */
function areInitials({ written, text }: RomanWord, isMixedCase: boolean): boolean {
  if (text.length < 2 || text.length > 3 || !asciiLetters.test(written)) return false;
  if (text === 'ng' || particleWords.has(text) || isGivenName(text)) return false;
  if (!vowel.test(text)) return text.length === 2 || (isMixedCase && capitals.test(written));
  return text.length === 2 && isMixedCase && capitals.test(written) && !vowel.test(text.slice(1));
}

/** A name in an East Asian script, in which the family name is first and often not separated. */
export interface EasternName {
  /** ASCII with its case; empty if the family name is unknown. */
  family: string;
  given: string;
  /** As written, without spaces; distinguishes names with the same romanisation. */
  written: string;
}

const easternOnly = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー\s]+$/u;
const kanaOnly = /^[\p{Script=Hiragana}\p{Script=Katakana}ー\s]+$/u;
const hanThenKana = /^(\p{Script=Han}+)([\p{Script=Hiragana}\p{Script=Katakana}ー]+)$/u;

/** Chinese family names of two characters, simplified and traditional, and the Korean ones. */
const twoCharacters = new Set(
  (
    '欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 夏侯 尉迟 尉遲 皇甫 令狐 慕容 司徒 长孙 長孫 宇文 端木 公孙 公孫 东方 東方 轩辕 軒轅 南宫 南宮 ' +
    '남궁 황보 제갈 선우 독고 사공'
  ).split(' '),
);

/** Family names with a special or an older romanisation. */
const familyNames = new Map([
  ...pairs('曾 Zeng 单 Shan 單 Shan 解 Xie 仇 Qiu 查 Zha 翟 Zhai 盖 Ge 区 Ou 區 Ou'),
  ...pairs('김 Kim 이 Lee 박 Park 최 Choi 정 Jung 강 Kang 조 Cho 윤 Yoon 장 Jang 임 Lim 한 Han 오 Oh 서 Seo 신 Shin'),
  ...pairs('권 Kwon 황 Hwang 안 Ahn 송 Song 류 Ryu 유 Yoo 홍 Hong 전 Jeon 고 Ko 문 Moon 양 Yang 손 Son 배 Bae 백 Baek'),
  ...pairs('허 Heo 남 Nam 심 Shim 노 Noh 하 Ha 곽 Kwak 성 Sung 차 Cha 주 Joo 우 Woo 구 Koo 민 Min 나 Na 지 Ji 엄 Eom'),
]);

/** Parses a name that is entirely in Chinese characters, Hangul or Kana; null for other names. */
export function readEasternName(text: string): EasternName | null {
  if (!easternOnly.test(text)) return null;
  const words = text.normalize('NFKC').split(/\s+/).filter(Boolean);
  const written = words.join('');
  const [first = '', ...others] = words;
  if (others.length > 0) return { family: familyOf(first), given: letters(others.join('')), written };
  const mixed = hanThenKana.exec(first);
  if (mixed !== null) return { family: letters(mixed[1] ?? ''), given: letters(mixed[2] ?? ''), written };
  const characters = Array.from(first);
  if (characters.length < 2 || kanaOnly.test(first)) return { family: '', given: letters(first), written };
  const length = characters.length > 2 && twoCharacters.has(characters.slice(0, 2).join('')) ? 2 : 1;
  const family = familyOf(characters.slice(0, length).join(''));
  return { family, given: letters(characters.slice(length).join('')), written };
}

function familyOf(characters: string): string {
  return familyNames.get(characters) ?? letters(characters);
}

function letters(characters: string): string {
  return romanise(characters).plain;
}

function pairs(text: string): [string, string][] {
  const words = text.split(' ');
  return words.flatMap((word, index): [string, string][] => (index % 2 === 0 ? [[word, words[index + 1] ?? '']] : []));
}
