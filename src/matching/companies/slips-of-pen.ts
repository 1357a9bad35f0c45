import { areDistinctWords } from './distinct-words.js';
import { areDifferentNames } from '../names/common-names.js';
import { differenceBetween, isExchange } from '../text.js';

type Change = 'exchange' | 'insertion' | 'replacement' | 'several';
type Place = 'start' | 'inside' | 'end';

/**
 * Where misspelt words stand: beside other words that both names have, alone in names of one word, or in names that also divide them
 * differently, as "MotorWorks" and "Motor Workks" do.
 */
export type Surroundings = 'beside' | 'alone' | 'divided';

interface Slip {
  readonly places: readonly Place[];
  /**
   * Whether the letters may be confused: for an insertion, the letter in front and the inserted one; for another change, what the
   * words have at the place where they differ. Absent if any letters may.
   */
  readonly letters?: (one: string, other: string) => boolean;
  /**
   * The minimum length of the shorter word in each of the surroundings. In shorter words, the same difference more often means another
   * name. Surroundings without a length allow no such slip.
   */
  readonly minLength: Readonly<Partial<Record<Surroundings, number>>>;
}

/**
 * All slips of the pen that are recognised, by what they change. A name of one word often needs a longer word, because no further word
 * shows that the same company is meant: Zonia and Zonina are two.
 */
const slips: Readonly<Record<Change, readonly Slip[]>> = {
  // Siemens and Seimens.
  exchange: [
    { places: ['inside', 'end'], minLength: { beside: 5, alone: 5 } },
    { places: ['start'], minLength: { beside: 6, alone: 6 } },
  ],
  // Boehringer and Boeringer, Goldmann and Goldman.
  insertion: [
    { places: ['inside'], minLength: { beside: 5, alone: 6, divided: 9 } },
    { places: ['inside', 'end'], letters: isDoubled, minLength: { beside: 5, alone: 5 } },
    { places: ['end'], letters: makesNoOtherName, minLength: { beside: 7, alone: 7 } },
    { places: ['start'], minLength: { beside: 9, alone: 9 } },
  ],
  // Halkon and Halcon, Toyomita and Toyomida.
  replacement: [
    { places: ['inside'], letters: soundSimilar, minLength: { beside: 5, alone: 6 } },
    { places: ['inside'], letters: areConfused, minLength: { beside: 6, alone: 6 } },
    { places: ['inside'], minLength: { beside: 7, alone: 7 } },
    { places: ['start'], letters: soundSimilar, minLength: { beside: 6, alone: 7 } },
    { places: ['end'], minLength: { beside: 9, alone: 9 } },
  ],
  // Quarzelmann and Quartzelman.
  several: [{ places: ['inside'], letters: areTwoSlips, minLength: { beside: 9, alone: 9 } }],
};

const similarLetters: ReadonlySet<string> = new Set(
  'ck kc cs sc sz zs iy yi vw wv gj jg kq qk cq qc xs sx fv vf'.split(' '),
);
/** Two letters that are often confused: two vowels, `t` and `d`, or `p` and `b`. */
const confusedLetters = /^(?:[aeiouy]{2}|td|dt|pb|bp)$/;
/**
 * Vowels that make another name when they are added at the end, as in Italian, Spanish and Slavic languages: Martin and Martini.
 */
const endingVowel = /[aiou]/;
const notADigit = /[^0-9]/g;
/** The maximum number of letters by which a slip makes a word longer. */
const maxFurtherLetters = 2;

/**
 * Whether two different words are one word with a slip of the pen. Words with other digits are not, and neither are two known words such
 * as Shipping and Shopping, or two names of persons. Words that are divided differently may contain such words: "Hoffmann-La Roche" and
 * "Hoffman-LaRoche" are one name.
 * @param a in lower-case ASCII
 * @param b in lower-case ASCII
 */
export function isSlipOfPen(a: string, b: string, surroundings: Surroundings): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > maxFurtherLetters) return false;
  const { start, end, mine, other } = differenceBetween(shorter, longer);
  const change = changeOf(mine, other);
  const place = start === 0 ? 'start' : end === 0 ? 'end' : 'inside';
  const letters = change === 'insertion' ? longer.charAt(start - 1) : mine;
  const isSlip = slips[change].some(
    (slip) =>
      slip.places.includes(place) &&
      shorter.length >= (slip.minLength[surroundings] ?? Infinity) &&
      (slip.letters === undefined || slip.letters(letters, other)),
  );
  if (!isSlip || digitsOf(a) !== digitsOf(b)) return false;
  return surroundings === 'divided' || !(areDistinctWords(a, b) || areDifferentNames(a, b));
}

function changeOf(mine: string, other: string): Change {
  if (mine === '' && other.length === 1) return 'insertion';
  if (mine.length === 1 && other.length === 1) return 'replacement';
  return isExchange(mine, other) ? 'exchange' : 'several';
}

function digitsOf(word: string): string {
  return word.replace(notADigit, '');
}

function isDoubled(before: string, inserted: string): boolean {
  return before === inserted;
}

/** Whether a letter at the end makes no other name. Endings often distinguish names: Nokia and Nokian. */
function makesNoOtherName(_: string, inserted: string): boolean {
  return !endingVowel.test(inserted);
}

function soundSimilar(one: string, other: string): boolean {
  return similarLetters.has(one + other);
}

function areConfused(one: string, other: string): boolean {
  return confusedLetters.test(one + other);
}

function areTwoSlips(one: string, other: string): boolean {
  return distance(one, other) <= 2;
}

/**
 * The number of letters to insert, omit or replace to make one text of the other. Infinity if a text has more than nine letters.
 */
function distance(a: string, b: string): number {
  if (Math.max(a.length, b.length) > 9) return Infinity;
  let before = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (before[column - 1] ?? 0) + (a.charAt(row - 1) === b.charAt(column - 1) ? 0 : 1);
      current.push(Math.min(replaced, (before[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = current;
  }
  return before[b.length] ?? Infinity;
}
