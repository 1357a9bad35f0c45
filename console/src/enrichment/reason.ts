import type { UnmatchedReason } from 'data-access-client';
import type { AnyResult } from './choice.js';

const texts: Readonly<Record<UnmatchedReason, string>> = {
  unusable_identifier: 'The identifier cannot be looked up',
  no_candidate: 'No record fits',
  several_candidates: 'Several records fit equally well',
  contradiction: 'Parts of the identifier belong to different records',
};

/** Why an identifier was not matched, in words; null for matched ones. */
export function reasonOf({ faults, unmatched_reason: reason }: AnyResult): string | null {
  if (faults !== undefined) return faults.map(({ msg }) => msg.replace(/^Value error, /, '')).join('. ');
  return reason === undefined ? null : texts[reason];
}
