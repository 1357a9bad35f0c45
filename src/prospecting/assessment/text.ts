import { LRUCache } from 'lru-cache';
import { romanise } from '../../matching/names/spelling.js';

/** Some megabytes at most, for the whole process. */
const mostTexts = 10_000;
/** Longer ones are hardly met twice. */
const longestText = 200;

/**
 * The same function of a text, which works its answer out once. Colleagues share titles, schools, towns and former employers,
 * so that a run meets most of them many times; what was met long ago is forgotten.
 */
export function remembered<Value extends string | number | boolean | object>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: mostTexts, memoMethod: (text) => work(text) });
  return (text) => (text.length > longestText ? work(text) : known.memo(text));
}

const whiteSpace = /\s+/g;
const notALetter = /[^a-z0-9]+/g;

/** A text as it is compared: ASCII letters in lower case, single spaces between words. */
export const comparable: (text: string) => string = remembered((text) =>
  romanise(text).plain.toLowerCase().replace(whiteSpace, ' ').trim(),
);

/** The words of a text as they are compared, separated by single spaces; empty without a letter or digit. */
export const comparableWords: (text: string) => string = remembered((text) =>
  comparable(text).replace(notALetter, ' ').trim(),
);
