import { areAbridged } from './abridged-names.js';
import { mayBeSameCompany } from './company-slips.js';
import { areInitials } from './initials.js';
import type { WordCounts } from './word-counts.js';

/** A way in which two different names may mean one company. */
export interface Similarity {
  /** @param counts how many names on record contain each word */
  readonly areSimilar: (a: string, b: string, counts: WordCounts) => boolean;
  /** The maximum number of companies that may be compared with one name, because two companies may have such names by chance. */
  readonly maxCompared: number;
}

/** The similarities of names, the strongest evidence first. The next one is tried only if no name is similar in those before it. */
export const similarities: readonly Similarity[] = [
  { areSimilar: mayBeSameCompany, maxCompared: Infinity },
  { areSimilar: areAbridged, maxCompared: Infinity },
  // In at most one of 200,000 pairs of companies, one name has the initials of the other by chance. So with 100 names, at most one search of
  // 2,000 finds another company by chance.
  { areSimilar: areInitials, maxCompared: 100 },
];
