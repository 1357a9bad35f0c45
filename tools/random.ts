/**
 * A stream of random draws, which is the same on every machine. Each company, person or other subject has its own stream, so a change at
 * one of them leaves the draws for all others unchanged.
 */
export interface Random {
  /** True with a probability of `share`, from 0 to 1. */
  chance(share: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number;
  /** A member of a list. @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  /** Draws an item of a list; undefined for an empty list. */
  pickIfAny<T>(list: readonly T[]): T | undefined;
  /** One of the keys. A key with twice the weight is twice as likely. @throws RangeError without keys */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K;
  /** Draws `count` different items of a list, or all items if the list has fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** The stream of draws for a label. Equal labels give equal streams. */
export function randomFor(label: string): Random {
  let state = hash(label);
  // This is the algorithm Mulberry32. It is short, good enough for demo data, and gives equal numbers in every engine.
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

/**
 * The keys of an object, with the type of the keys instead of `string`. That is right only if the type of the object lists every key that
 * the object may have.
 */
export function keysOf<K extends string>(object: Readonly<Partial<Record<K, unknown>>>): K[] {
  return Object.keys(object) as K[];
}

/** The member of a list at an index. @throws RangeError if there is none */
export function memberOf<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length) throw new RangeError(`A list of ${list.length} has no member ${index}`);
  return list[index] as T;
}

/** The numbers from 1 to `count`. */
export function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** The hash of a text by the algorithm FNV-1a, over its UTF-16 code units. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
