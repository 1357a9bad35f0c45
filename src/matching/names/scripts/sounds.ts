import { isLatin, romanise } from '../../text.js';
import { Table } from '../../../platform/tables/table.js';

const patterns = {
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
  Georgian: /\p{Script=Georgian}/u,
  Armenian: /\p{Script=Armenian}/u,
  Arabic: /\p{Script=Arabic}/u,
  Hebrew: /\p{Script=Hebrew}/u,
  Indic:
    /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}]/u,
  Tamil: /\p{Script=Tamil}/u,
  Sinhala: /\p{Script=Sinhala}/u,
  Thai: /\p{Script=Thai}/u,
  Kana: /[\p{Script=Katakana}\p{Script=Hiragana}]/u,
  Hangul: /\p{Script=Hangul}/u,
  Han: /\p{Script=Han}/u,
} as const;

/** A script whose names are compared by their sounds with names in Latin letters. */
export type SoundScript = keyof typeof patterns;

/** One sound of a word. If its letters can be spoken in several ways, it has several alternatives. */
export interface Sound {
  /** The alternatives, one character each. Empty for letters that never have a sound, which {@link soundsOf} leaves out. */
  readonly sounds: string;
  /** Whether the letters may have no sound here. */
  readonly mayBeSilent: boolean;
  readonly isVowel: boolean;
}

const scripts = Object.keys(patterns) as readonly SoundScript[];

/** The script in which a text is written; null for Latin letters and for scripts that are not compared by sound. */
export function soundScriptOf(text: string): SoundScript | null {
  if (isLatin(text)) return null;
  return scripts.find((script) => patterns[script].test(text)) ?? null;
}

/** The sounds of the letters and groups of letters in the table for a script, and the length of the longest group. */
interface Letters {
  readonly sounds: ReadonlyMap<string, readonly Sound[]>;
  readonly longest: number;
}

const known = new Map<string, Letters>();
const table = Table.read(new URL('../data/sounds.txt', import.meta.url));
const bounds = /[$^]/g;

function lettersOf(script: SoundScript | 'Latin'): Letters {
  const letters = known.get(script) ?? readLetters(script);
  known.set(script, letters);
  return letters;
}

function readLetters(script: SoundScript | 'Latin'): Letters {
  const rows = script === 'Tamil' ? [...table.keyed('Indic'), ...table.keyed('Tamil')] : table.keyed(script);
  const sounds = new Map(rows.map(({ key, value }) => [key, value.split(' ').map(soundOf)]));
  return { sounds, longest: Math.max(...[...sounds.keys()].map(({ length }) => length)) };
}

const vowels = /^[aeiou-]+$/;

function soundOf(text: string): Sound {
  const sounds = text.replaceAll('|', '');
  return { sounds: sounds.replace('-', ''), mayBeSilent: sounds.includes('-'), isVowel: vowels.test(sounds) };
}

/** The sounds of a word in the letters of a script. Letters that the table lacks are left out. */
export function soundsOf(word: string, script: SoundScript | 'Latin'): Sound[] {
  const { sounds, longest } = lettersOf(script);
  const text = `^${script === 'Latin' ? word : normalised(word, script)}$`;
  const found: Sound[] = [];
  let index = 0;
  while (index < text.length) {
    let length = Math.min(longest, text.length - index);
    while (length > 1 && !sounds.has(text.slice(index, index + length))) length -= 1;
    const letters = text.slice(index, index + length);
    const own = sounds.get(letters);
    if (own !== undefined) found.push(...own.filter((sound) => sound.sounds !== ''));
    // A group such as "^mc" or "a$" also matches the start "^" or the end "$" of the word. The index moves behind the "^" and the
    // letters of the group, but not behind the "$". The "$" is read in the next round of the loop, and adds no sound.
    index +=
      own === undefined ? 1 : Math.max(1, letters.replace(bounds, '').length + (letters.startsWith('^') ? 1 : 0));
  }
  return script !== 'Latin' && isAbjad(script) ? found : found.filter((sound, at) => !isDoubled(sound, found[at - 1]));
}

/** Whether a consonant is the same as the one before it: the second "t" of Scott. */
function isDoubled(sound: Sound, previous: Sound | undefined): boolean {
  if (sound.isVowel || previous === undefined || previous.isVowel || previous.mayBeSilent) return false;
  return previous.sounds.startsWith(sound.sounds.charAt(0));
}

const marks = /\p{M}/gu;
const invisible = /\p{Cf}/gu;
const arabicForms = new Map(
  Array.from('أا إا آا ٱا ىي یي ئي ؤو ةه ہه ھه کك ךכ םמ ןנ ףפ ץצ'.split(' '), (pair) => [
    pair.charAt(0),
    pair.slice(1),
  ]),
);
const indicBlock = 0x900;
const indicLetters = 0x80;
/**
 * A consonant of an Indic script that no written vowel follows. It is spoken with a short vowel, for which the table has the
 * letter ऽ.
 */
const inherentVowel = /([\u0915-\u0939])(?=[\u0915-\u0939]|\u0902|\u0903|$)/gu;
const inherentSinhalaVowel = /([\u0d9a-\u0dc6])(?=[\u0d9a-\u0dc6]|\u0d82|\u0d83|$)/gu;

function normalised(word: string, script: SoundScript): string {
  const text = word.toLowerCase().normalize('NFC');
  if (script === 'Greek') return text.normalize('NFD').replace(marks, '');
  if (script === 'Arabic' || script === 'Hebrew') {
    return text.replace(marks, '').replace(/./gu, (letter) => arabicForms.get(letter) ?? letter);
  }
  if (script === 'Hangul') return text.normalize('NFD');
  if (script === 'Kana')
    return text.normalize('NFKC').replace(/[ぁ-ゖ]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60));
  if (script === 'Thai') return thaiInOrderOfSounds(text);
  if (script === 'Han') return Array.from(text, syllableOf).join('');
  if (script === 'Sinhala') return text.replace(invisible, '').replace(inherentSinhalaVowel, '$1ऽ');
  if (script === 'Indic' || script === 'Tamil') {
    const devanagari = text
      .normalize('NFD')
      .replace(/./gu, (letter) => String.fromCharCode(indicBlock + (letter.charCodeAt(0) % indicLetters)))
      .replaceAll('\u093c', '');
    return devanagari.replace(inherentVowel, '$1ऽ');
  }
  return text;
}

const thaiTones = /[\u0e47-\u0e4b\u0e4d\u0e4e]/gu;
/** A Thai consonant that has no sound, with its vowel: the last letters of ศักดิ์. */
const silentThai = /[ก-ฮ][\u0e34-\u0e3a]?\u0e4c/gu;
/** A Thai vowel that is written in front of the consonants behind which it is spoken: one consonant, or two of which the second is r, l or w. */
const leadingThaiVowel = /([เแโใไ])((?:[กขคตปผพ][รลว](?=[\u0e31-\u0e3aก-ฮ]))|[ก-ฮ])/gu;
/** A Thai consonant in front of another one. Often a short vowel is spoken between them, for which the table has the letter ऽ. */
const unwrittenThaiVowel = /([ก-ฮ])(?=[ก-ฮ])/gu;

/** A Thai word as it is spoken: each vowel behind its consonant, without tones and silent letters. */
function thaiInOrderOfSounds(word: string): string {
  return word
    .replace(thaiTones, '')
    .replace(silentThai, '')
    .replace(leadingThaiVowel, '$2$1')
    .replace(unwrittenThaiVowel, '$1ऽ');
}

/** The Mandarin syllable of a Chinese character, with an apostrophe behind it: `bi'` for 比. */
function syllableOf(character: string): string {
  return `${romanise(character).plain.toLowerCase()}'`;
}

/** Whether a script is written without most vowels. */
export function isAbjad(script: SoundScript): boolean {
  return script === 'Arabic' || script === 'Hebrew';
}

/**
 * The distances between single sounds: if two sounds differ, or if a sound has no counterpart in the other word. The distance
 * of two words is the sum. With a sum above 1, they are certainly different words.
 */
const price = {
  vowel: 0.5,
  nearVowel: 0.25,
  vowelMore: 0.4,
  nearConsonant: 0.5,
  weakConsonantMore: 0.5,
  finalConsonantMore: 0.4,
  other: 3,
} as const;
const nearVowels = new Set('ae ea ei ie ou uo ao oa iy yi'.split(' '));
const nearConsonants = new Set(
  'pb bp fv vf bv vb td dt sz zs sS Ss SC CS SZ ZS ZJ JZ CJ JC CT TC sT Ts zT Tz ZC CZ zZ Zz kg gk gh hg kh hk mn nm wv vw dJ Jd zJ Jz sC Cs pf fp'.split(
    ' ',
  ),
);
/** Consonants that have no sound at the end of French names: Durand, Robert. */
const silentAtEnd = /^[tdszTpS]+$/;
const weak = /^[hyw]+$/;

/**
 * How far the sounds of two words are apart: 0 for the same sounds.
 * @param script the script of one of the words; the other one is in Latin letters
 */
export function soundDistance(a: readonly Sound[], b: readonly Sound[], script: SoundScript): number {
  let row = [0];
  for (const [j, sound] of b.entries()) row.push((row[j] ?? 0) + priceOfMore(sound, j === b.length - 1, script));
  for (const [i, mine] of a.entries()) {
    const next = [(row[0] ?? 0) + priceOfMore(mine, i === a.length - 1, script)];
    for (const [j, other] of b.entries()) {
      next.push(
        Math.min(
          (row[j] ?? 0) + priceOfPair(mine, other, i === a.length - 1 || j === b.length - 1),
          (row[j + 1] ?? 0) + priceOfMore(mine, i === a.length - 1, script),
          (next[j] ?? 0) + priceOfMore(other, j === b.length - 1, script),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function priceOfMore({ sounds, mayBeSilent, isVowel }: Sound, isLast: boolean, script: SoundScript): number {
  if (mayBeSilent) return 0;
  if (isVowel) return isLast ? price.other : isAbjad(script) ? 0 : price.vowelMore;
  if (sounds === 'r' && (script === 'Hangul' || script === 'Han')) return 0;
  if (weak.test(sounds)) return price.weakConsonantMore;
  return isLast && silentAtEnd.test(sounds) ? price.finalConsonantMore : price.other;
}

function priceOfPair(a: Sound, b: Sound, isLast: boolean): number {
  let best: number = price.other;
  for (const one of a.sounds) {
    for (const two of b.sounds) {
      if (one === two) return 0;
      const pair = one + two;
      if (nearConsonants.has(pair)) best = Math.min(best, price.nearConsonant);
      if (nearVowels.has(pair)) best = Math.min(best, price.nearVowel);
    }
  }
  if (isLast && (a.isVowel || b.isVowel)) return price.other;
  return best === price.other && a.isVowel && b.isVowel ? price.vowel : best;
}

/**
 * The class of each sound that is in search keys. Similar sounds, such as `t` and `d`, have the same class. All other sounds
 * are left out, because many letters may stand for them.
 */
const keyClass = new Map(
  Object.entries({ m: 'm', n: 'n', l: 'l', r: 'l', t: 't', d: 't', p: 'p', b: 'p', f: 'p', v: 'p' }),
);

/**
 * The search keys of a word by its sounds: the classes of its consonants. If letters may stand for several classes, or may be
 * silent, there is a key for each possibility, up to `maxKeys` keys.
 */
export function soundKeys(sounds: readonly Sound[], maxKeys: number): string[] {
  let keys = [''];
  for (const sound of sounds) {
    const classes = [...new Set(Array.from(sound.sounds, (each) => keyClass.get(each) ?? ''))];
    if (sound.mayBeSilent && !classes.includes('')) classes.push('');
    if (classes.length === 1 || keys.length * classes.length > maxKeys) {
      const [first = ''] = sound.sounds === 'r' && sound.mayBeSilent ? [''] : classes;
      keys = keys.map((key) => key + first);
    } else keys = classes.flatMap((each) => keys.map((key) => key + each));
  }
  return [...new Set(keys.map((key) => key.replace(/(.)\1+/g, '$1')))];
}

/**
 * The class of each letter in a search key. The first character is for "a", and so on up to "z". A space means that the letter
 * is left out.
 */
const latinClasses = ' p t p     lmn p l t p    ';
const codeOfA = 0x61;
/** A "t" or "d" that is not in a search key, because it forms one unclear sound with the next letters: "tch", "tz". */
const unclearPair = /t(?=ch|[sz])|d(?=zh)/g;

/**
 * The search key of a word in Latin letters. It is also among the {@link soundKeys} of the word in another script.
 * @param word in lower-case ASCII
 */
export function latinSoundKey(word: string): string {
  const letters = word.includes('t') || word.includes('d') ? word.replace(unclearPair, '') : word;
  let key = '';
  let last = '';
  for (let index = 0; index < letters.length; index += 1) {
    const own = latinClasses.charAt(letters.charCodeAt(index) - codeOfA);
    if (own === ' ' || own === '' || own === last) continue;
    key += own;
    last = own;
  }
  return key;
}

/** The minimum number of consonants in a search key. */
const minKeyLength = 2;

/**
 * The search key of a name, made from the keys of its given and its family name, as an array of one text. The key is the same
 * if the two are exchanged. It begins with "~", as no word does. The array is empty if the names have too few consonants.
 */
export function soundTokens(given: string, family: string): string[] {
  return given.length + family.length < minKeyLength ? [] : [`~${[given, family].sort().join('.')}`];
}
