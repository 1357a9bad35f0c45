import anyAscii from 'any-ascii';

/** A text in ASCII, its case kept. */
export interface Romanised {
  /** Without the marks of its letters: Muller, Soren, Dordevic. */
  plain: string;
  /** With two letters where a language writes so: Mueller, Soeren, Djordevic. Else equal to `plain`. */
  wide: string;
}

const INVISIBLE_OR_EMOJI = /[\p{Cf}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u20E3]/gu;
const ASCII = /^[\0-~]*$/;
const GREEK = /\p{Script=Greek}/u;
const MARKS = /\p{M}/gu;
const MARKED_LETTER = /[äöüøåđ]/giu;

const TWO_LETTERS = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['ø', 'oe'],
  ['å', 'aa'],
  ['đ', 'dj'],
]);

/** Vowels and consonants that Greek writes with two letters; the rest is a matter of single ones. */
const GREEK_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/ου/giu, 'ou'],
  [/αυ(?=[θκξπστφχψ]|$)/giu, 'af'],
  [/αυ/giu, 'av'],
  [/ευ(?=[θκξπστφχψ]|$)/giu, 'ef'],
  [/ευ/giu, 'ev'],
  [/γγ/giu, 'ng'],
  [/γκ/giu, 'gk'],
  [/(?<!\p{L})μπ/giu, 'b'],
  [/(?<!\p{L})ντ/giu, 'd'],
];

/** Text of any script in ASCII letters. Scripts that leave vowels out (Arabic, Hebrew) yield consonants only. */
export function romanise(text: string): Romanised {
  if (ASCII.test(text)) return { plain: text, wide: text };
  const spelled = GREEK.test(text) ? withGreekPairs(text) : text.normalize('NFC');
  const plain = anyAscii(spelled);
  const widened = spelled.replace(MARKED_LETTER, twoLetters);
  return { plain, wide: widened === spelled ? plain : anyAscii(widened) };
}

/** The text with spaces for emoji, which would be romanised as words, and for what cannot be seen. */
export function withoutEmoji(text: string): string {
  return ASCII.test(text) ? text : text.replace(INVISIBLE_OR_EMOJI, ' ');
}

function twoLetters(letter: string): string {
  const lower = letter.toLowerCase();
  const pair = TWO_LETTERS.get(lower) ?? letter;
  return letter === lower ? pair : pair.charAt(0).toUpperCase() + pair.slice(1);
}

function withGreekPairs(text: string): string {
  const bare = text.normalize('NFD').replace(MARKS, '').normalize('NFC');
  return GREEK_PAIRS.reduce((rest, [pair, latin]) => rest.replace(pair, latin), bare);
}
