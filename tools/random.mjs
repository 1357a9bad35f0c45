/**
 * Numbers that look random and are the same on every machine: each person draws from a stream of their own, so that a
 * change at one company leaves all others as they were.
 */

/** A stream of draws for a label; equal labels give equal streams. */
export function randomFor(label) {
  let state = hash(label);
  // Mulberry32: small, good enough for demo data, and arithmetic that every engine does alike.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    /** Whether something that happens in `share` of all cases happens in this one. */
    chance: (share) => next() < share,
    /** A whole number from `low` to `high`, both included. */
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** One of the keys of `weights`, the heavier the likelier. */
    weighted: (weights) => {
      const entries = Object.entries(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) if ((left -= weight) < 0) return key;
      return entries[entries.length - 1][0];
    },
    /** `count` different members of a list, or all where there are fewer. */
    sample: (list, count) => {
      const rest = [...list];
      const chosen = [];
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(Math.floor(next() * rest.length), 1));
      return chosen;
    },
  };
}

/** FNV-1a over UTF-16 code units. */
function hash(text) {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
