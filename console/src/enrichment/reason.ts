import type { UnmatchedReason } from 'data-access-client';
import type { AnyResult, Identifier, Kind } from './choice.js';
import { identifierMembers } from './identifiers.js';

const texts: Readonly<Record<Exclude<UnmatchedReason, 'unusable_identifier'>, string>> = {
  no_candidate: 'No record matches',
  several_candidates: 'Several records match equally well',
  contradiction: 'The given values belong to different records',
  below_confidence: 'The confidence of the match is too low',
  required_field_missing: 'The record has no value in one of the required fields',
};

/** Why an identifier was refused or not matched, as shown to the user; null for an identifier that was matched. */
export function reasonOf(
  { identifier, faults, unmatched_reason: reason }: Pick<AnyResult, 'identifier' | 'faults' | 'unmatched_reason'>,
  kind: Kind,
): string | null {
  if (faults !== undefined) return faults.map(({ msg }) => msg.replace(/^Value error, /, '')).join('. ');
  if (reason === 'unusable_identifier') return unusableText(identifier, kind);
  return reason === undefined ? null : texts[reason];
}

/**
 * Names the value that cannot be looked up, with a valid example: `“n/a” is no website (like siemens.com)`. If several values
 * were given, the service does not say which of them is meant. Names are left out, because any text may be a name.
 */
function unusableText(identifier: Identifier, kind: Kind): string {
  const [unusable, ...others] = identifierMembers[kind].filter(
    ({ name }) => !/name|external/.test(name) && (identifier[name] ?? '') !== '',
  );
  if (unusable === undefined || others.length > 0) return 'The given values are not valid';
  const { name, label, example } = unusable;
  return `“${identifier[name]}” is no ${label.toLowerCase()} (like ${example})`;
}
