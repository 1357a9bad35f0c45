import { differenceBetween, isExchange } from '../text.js';

/** Lengths of the shorter word from which a difference is a slip of the pen; in shorter words it is more often another name. */
const minLength = {
  exchange: 5,
  /** An inserted or omitted letter inside. */
  insertion: 5,
  /** A replaced letter of a similar sound, or one vowel for another. */
  similarLetter: 5,
  otherVowel: 6,
  /** Goldmann for Goldman, also at the end. */
  doubledLetter: 5,
  similarFirstLetter: 6,
  otherLetter: 7,
  /** Endings distinguish names: Nokia and Nokian. */
  insertedLastLetter: 7,
  lastLetter: 9,
  firstLetter: 9,
  twoLetters: 9,
} as const;

const similarLetters: ReadonlySet<string> = new Set(
  'ck kc cs sc sz zs iy yi vw wv gj jg kq qk cq qc xs sx fv vf'.split(' '),
);
/** One vowel for another, or letters that differ in voice only. */
const confusedLetters = /^(?:[aeiouy]{2}|td|dt|pb|bp)$/;
/** Last letters that make another word of the same name: Italian, Spanish and Slavic endings. */
const endingVowel = /[aiou]/;

/**
 * Whether two different words in lower-case ASCII are one word with an exchange of neighbours, or one or two inserted, omitted or
 * replaced letters, in a word that is long enough for it.
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

/** The number of inserted, omitted and replaced letters between two texts. */
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
