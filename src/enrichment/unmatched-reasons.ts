import { z } from 'zod';

const missReasons = [
  'unusable_identifier',
  'no_candidate',
  'several_candidates',
  'contradiction',
  'below_confidence',
  'required_field_missing',
] as const;

/** The reason why an identifier has no match; `unmatchedReason` explains the values. */
export type MissReason = (typeof missReasons)[number];

/** The schema of the member `unmatched_reason` of a result, for the OpenAPI document. */
export const unmatchedReason = z
  .enum(missReasons)
  .optional()
  .meta({
    description:
      'Why there is no match; only with `explain`. `unusable_identifier`: no part of the identifier can be looked up, or in strict ' +
      'matching a part cannot. `no_candidate`: no record fits well enough. `several_candidates`: several records fit equally well. ' +
      '`contradiction`: parts of the identifier belong to different records. `below_confidence`: the confidence is below ' +
      '`min_confidence`. `required_field_missing`: a name of `required` has no value. A request that asks for nothing with a price ' +
      'gets `no_candidate` in place of `contradiction`, unless the tenant has previews.',
  });

export const explainDescription = 'Whether to add `unmatched_reason` to results without a match.';

/** What the lookup of an identifier resulted in: a record, or the reason why there is none. */
export interface Resolution {
  /** The reason why there is no record; undefined for a match. */
  readonly reason?: MissReason | undefined;
}

/**
 * The value of the header `X-Unmatched-Reasons`: for each reason the number of identifiers, such as `no_candidate=2,
 * contradiction=1`.
 */
export function countsOf(resolutions: readonly Resolution[]): string {
  const counts = new Map<MissReason, number>();
  for (const { reason } of resolutions) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return missReasons.flatMap((reason) => (counts.has(reason) ? `${reason}=${counts.get(reason)}` : [])).join(', ');
}
