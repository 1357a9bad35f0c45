/** Some megabytes at most, for the whole process. */
const MOST_TEXTS = 10_000;
/** Longer ones are hardly met twice. */
const LONGEST_TEXT = 200;

/**
 * The same function of a text, which works its answer out once. Colleagues share titles, schools, towns and former employers,
 * so that a run meets most of them many times; what was met long ago is forgotten.
 */
export function remembered<Value>(work: (text: string) => Value): (text: string) => Value {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();
  return (text) => {
    if (text.length > LONGEST_TEXT) return work(text);
    const known = recent.get(text);
    if (known !== undefined) return known;
    const value = older.get(text) ?? work(text);
    // Not all at once, or those that are met again and again would be forgotten with the rest.
    if (recent.size >= MOST_TEXTS / 2) [older, recent] = [recent, new Map<string, Value>()];
    recent.set(text, value);
    return value;
  };
}
