import { nativeNames } from '../native-names.js';
import { romanise } from '../../text.js';

const arabicOrHebrew = /[\p{Script=Arabic}\p{Script=Hebrew}][\p{Script=Arabic}\p{Script=Hebrew}\p{M}]*/gu;
const isAbjad = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const marks = /[\p{M}ـ]/gu;
const arabicArticle = /^ال(?=\p{L}{3})/u;

const letterForms = new Map(pairsOf('أا إا آا ٱا ىي یي ئي ؤو ةه ہه ھه کك ךכ םמ ןנ ףפ ץצ'));
/** The usual romanisation of each letter. Some letters may stand for a vowel or a consonant; they are written as the consonant: `و` as `w`. */
const letters = new Map(
  (
    'ا:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع: غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h و:w ي:y ء: ' +
    'پ:p چ:ch ژ:zh گ:g ڤ:v א:a ב:b ג:g ד:d ה:h ו:w ז:z ח:h ט:t י:y כ:k ל:l מ:m נ:n ס:s ע:a פ:p צ:ts ק:k ר:r ש:sh ת:t'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.charAt(0), pair.slice(2)]),
);
const names = new Map(
  [...nativeNames.keyed('Arabic and Persian'), ...nativeNames.keyed('Hebrew')].map(
    ({ key, value }): [string, string] => [normalised(key), value],
  ),
);
const romanisedNames: ReadonlySet<string> = new Set(names.values());

/** Whether a word is the romanisation of a name in the table, such as `mohammed` for `محمد`. */
export function isKnownAbjadName(word: string): boolean {
  return romanisedNames.has(word);
}

/**
 * Writes the Arabic article of a word as "al-", as is usual in Latin letters: `الحكيم` → `al-حكيم`. Known names stay as they are.
 */
export function withArticleApart(word: string): string {
  return arabicArticle.test(word) && !names.has(normalised(word)) ? word.replace(arabicArticle, 'al-') : word;
}

/** Romanises a word of a name. Unlike `romanise`, it adds the vowels of known Arabic and Hebrew names: `محمد` → `mohammed`. */
export function romaniseName(word: string): { plain: string; wide: string } {
  if (!isAbjad.test(word)) return romanise(word);
  const plain = romanise(word.replace(arabicOrHebrew, romaniseRun)).plain;
  return { plain, wide: plain };
}

function romaniseRun(run: string): string {
  const word = normalised(run);
  return names.get(word) ?? Array.from(word, (letter) => letters.get(letter) ?? letter).join('');
}

function normalised(word: string): string {
  return word.replace(marks, '').replace(/./gu, (letter) => letterForms.get(letter) ?? letter);
}

function pairsOf(text: string): [string, string][] {
  return text.split(' ').map((pair) => [pair.charAt(0), pair.slice(1)]);
}
