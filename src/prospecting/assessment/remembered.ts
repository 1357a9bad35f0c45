import { LRUCache } from 'lru-cache';

/** Some megabytes at most, for the whole process. */
const MOST_TEXTS = 10_000;
/** Longer ones are hardly met twice. */
const LONGEST_TEXT = 200;

/**
 * The same function of a text, which works its answer out once. Colleagues share titles, schools, towns and former employers,
 * so that a run meets most of them many times; what was met long ago is forgotten.
 */
export function remembered<Value extends string | number | boolean | object>(
  work: (text: string) => Value,
): (text: string) => Value {
  const known = new LRUCache<string, Value>({ max: MOST_TEXTS, memoMethod: (text) => work(text) });
  return (text) => (text.length > LONGEST_TEXT ? work(text) : known.memo(text));
}
