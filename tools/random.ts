/**
 * Numbers that look random and are the same on every machine: each subject has a separate stream, so that a
 * change at one company leaves all others as they were.
 */
export interface Random {
  /** @param share from 0 to 1: how often this is true */
  chance(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  /** As `pick`; undefined for an empty list. */
  pickIfAny<T>(list: readonly T[]): T | undefined;
  /** One of the keys, the heavier the likelier. @throws RangeError without keys */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K;
  /** `count` different members of a list, or all where there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** A stream of draws for a label; equal labels give equal streams. */
export function randomFor(label: string): Random {
  let state = hash(label);
  // Mulberry32: small, good enough for demo data, and arithmetic that every engine does alike.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (share) => next() < share,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => memberOf(list, Math.floor(next() * list.length)),
    pickIfAny: (list) => list[Math.floor(next() * list.length)],
    weighted: <K extends string>(weights: Readonly<Partial<Record<K, number>>>) => {
      const keys = keysOf(weights);
      const weightOf = (key: K): number => weights[key] ?? 0;
      let left = next() * keys.reduce((sum, key) => sum + weightOf(key), 0);
      return keys.find((key) => (left -= weightOf(key)) < 0) ?? memberOf(keys, keys.length - 1);
    },
    sample: (list, count) => {
      const rest = [...list];
      const chosen = [];
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(Math.floor(next() * rest.length), 1));
      return chosen;
    },
  };
}

/** The own keys of an object whose type lists all of them. */
export function keysOf<K extends string>(object: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(object) as K[];
}

/** @throws RangeError where the list has no member at the index */
export function memberOf<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length) throw new RangeError(`A list of ${list.length} has no member ${index}`);
  return list[index] as T;
}

/** 1, 2 and so on up to `count`. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** FNV-1a over UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
