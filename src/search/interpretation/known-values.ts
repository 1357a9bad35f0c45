import { keyOf } from './sentence.js';

/** The members whose values can be looked up among the stored ones. */
export type KnownMember =
  | 'industries'
  | 'keywords'
  | 'technologies'
  | 'countries'
  | 'regions'
  | 'localities'
  | 'account_types'
  | 'funding_types';

/** The values on record. A sentence is read with their spelling. */
export interface KnownValues {
  /** The stored value of a member that equals a text, apart from case, accents and signs between words. Null if there is none. */
  spelling(member: KnownMember, text: string): string | null;
}

/** Nothing is on record. */
export const nothingKnown: KnownValues = { spelling: () => null };

/** The values on record in lists that are in memory. Of two spellings of one value, the first counts. */
export function knownIn(values: Partial<Record<KnownMember, Iterable<string>>>): KnownValues {
  const spellings = new Map(
    Object.entries(values).map(([member, list]) => {
      const byKey = new Map<string, string>();
      for (const value of list) if (!byKey.has(keyOf(value))) byKey.set(keyOf(value), value);
      return [member, byKey];
    }),
  );
  return { spelling: (member, text) => spellings.get(member)?.get(keyOf(text)) ?? null };
}
