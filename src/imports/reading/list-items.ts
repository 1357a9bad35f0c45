/** Names are part of primary keys, and an entry of a PostgreSQL index holds about 2,700 bytes. */
export const MAX_NAME_LENGTH = 500;

/** Each value once; null stays null. */
export function distinct(values: readonly string[] | null): string[] | null {
  return values === null ? null : [...new Set(values)];
}

/** An item given twice counts as it stands last. Null for no list. */
export function lastOfEach<T>(items: readonly T[] | null | undefined, keyOf: (item: T) => string): T[] | null {
  return items === null || items === undefined ? null : [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
