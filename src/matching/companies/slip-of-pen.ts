import { differenceBetween, isExchange } from '../text.js';

/**
 * For each kind of slip of the pen, the minimum length of the shorter word. In shorter words, the same difference more often
 * means another name.
 */
const minLength = {
  /** Two neighbouring letters in the other order: Siemens and Seimens. */
  exchange: 5,
  /** An inserted or omitted letter inside the word: Boehringer and Boeringer. */
  insertion: 5,
  /** A replaced letter that sounds similar: Halkon and Halcon. */
  similarLetter: 5,
  /** A vowel for another vowel, or `t` for `d`, or `p` for `b`. */
  otherVowel: 6,
  /** A letter that is doubled in one word, also at the end of the word: Goldmann and Goldman. */
  doubledLetter: 5,
  similarFirstLetter: 6,
  otherLetter: 7,
  /** A further letter at the end. Endings often distinguish names: Nokia and Nokian. */
  insertedLastLetter: 7,
  lastLetter: 9,
  firstLetter: 9,
  twoLetters: 9,
} as const;

const similarLetters: ReadonlySet<string> = new Set(
  'ck kc cs sc sz zs iy yi vw wv gj jg kq qk cq qc xs sx fv vf'.split(' '),
);
/** Two letters that are often confused: two vowels, `t` and `d`, or `p` and `b`. */
const confusedLetters = /^(?:[aeiouy]{2}|td|dt|pb|bp)$/;
/**
 * Vowels that make another name when they are added at the end, as in Italian, Spanish and Slavic languages: Martin and Martini.
 */
const endingVowel = /[aiou]/;

/** The minimum length of the beginning that two words with other endings have in common, also as a share of the longer word. */
const minStem = 4;
const minStemShare = 0.4;
/** A shorter beginning counts only with further evidence, see `mayHaveShortStem`: "Chemie" and "Chemikalien". */
const minLongStem = 5;
const minLongStemShare = 0.5;
/** The minimum length of the longer of two endings. A single other letter at the end makes another word: Bluewater Marine and Marina. */
const minEnding = 2;

/**
 * Whether two different words are one word with a slip of the pen. The slip is either two neighbouring letters in the other
 * order (`siemens`, `seimens`), or one or two letters that were inserted, omitted or replaced (`quarzelmann`, `quartzelman`).
 * Each kind of slip needs words of the minimum length in `minLength`.
 * @param a in lower-case ASCII
 * @param b in lower-case ASCII
 */
export function isSlipOfPen(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const length = shorter.length;
  if (length < minLength.exchange || longer.length - length > 2) return false;
  const { start, end, mine, other } = differenceBetween(shorter, longer);
  if (mine === '' && other.length === 1) return isInsertion(other, longer, start, end);
  if (mine.length === 1 && other.length === 1) return isReplacement(mine + other, length, start, end);
  if (isExchange(mine, other)) return start > 0 || length > minLength.exchange;
  return start > 0 && end > 0 && length >= minLength.twoLetters && distance(mine, other) <= 2;
}

/**
 * The beginning that two words have in common, if only their endings differ: `metallurg` of `metallurgie` and `metallurgy`. `isLong` says
 * whether it is so long that the words need no further evidence. Null if the beginning is short, or if the endings have only one letter.
 */
export function commonStem(a: string, b: string): { readonly stem: string; readonly isLong: boolean } | null {
  let length = 0;
  while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1;
  const longer = Math.max(a.length, b.length);
  if (length < Math.max(minStem, longer * minStemShare) || longer - length < minEnding) return null;
  return { stem: a.slice(0, length), isLong: length >= Math.max(minLongStem, longer * minLongStemShare) };
}

function isInsertion(letter: string, longer: string, start: number, end: number): boolean {
  const length = longer.length - 1;
  if (longer.charAt(start - 1) === letter && length >= minLength.doubledLetter) return true;
  if (start === 0) return length >= minLength.firstLetter;
  if (end === 0) return length >= minLength.insertedLastLetter && !endingVowel.test(letter);
  return length >= minLength.insertion;
}

function isReplacement(letters: string, length: number, start: number, end: number): boolean {
  const isSimilar = similarLetters.has(letters);
  if (start === 0) return isSimilar && length >= minLength.similarFirstLetter;
  if (end === 0) return length >= minLength.lastLetter;
  if (isSimilar) return length >= minLength.similarLetter;
  return length >= (confusedLetters.test(letters) ? minLength.otherVowel : minLength.otherLetter);
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
