import type { UnmatchedReason } from 'data-access-client';
import type { AnyResult } from './choice.js';

const texts: Readonly<Record<UnmatchedReason, string>> = {
  unusable_identifier: 'The given values are not valid',
  no_candidate: 'No record matches',
  several_candidates: 'Several records match equally well',
  contradiction: 'The given values belong to different records',
  below_confidence: 'The confidence of the match is too low',
  required_field_missing: 'The record has no value in one of the required fields',
};

/** Why an identifier was refused or not matched, as shown to the user; null for an identifier that was matched. */
export function reasonOf({
  faults,
  unmatched_reason: reason,
}: Pick<AnyResult, 'faults' | 'unmatched_reason'>): string | null {
  if (faults !== undefined) return faults.map(({ msg }) => msg.replace(/^Value error, /, '')).join('. ');
  return reason === undefined ? null : texts[reason];
}
