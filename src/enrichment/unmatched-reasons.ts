import { z } from 'zod';

const missReasons = ['unusable_identifier', 'no_candidate', 'several_candidates', 'contradiction'] as const;

/** Why an identifier has no match. */
export type MissReason = (typeof missReasons)[number];

/** The member `unmatched_reason`, for the OpenAPI document. */
export const unmatchedReason = z
  .enum(missReasons)
  .optional()
  .meta({
    description:
      'Why there is no match; only with `explain`. `unusable_identifier`: nothing in it, or in strict matching not all, can be ' +
      'looked up. `no_candidate`: no record fits well enough. `several_candidates`: records fit equally well. `contradiction`: ' +
      'parts of the identifier belong to different records.',
  });

/** The description of the member `explain` of requests. */
export const explainDescription = 'Whether to add `unmatched_reason` to results without a match.';

/** What an identifier led to: a record, or the reason why it has none. */
export interface Resolution {
  /** Undefined for a match. */
  readonly reason?: MissReason | undefined;
}

/** How many identifiers have no record for each reason, as the header `X-Unmatched-Reasons` lists them. */
export function countsOf(resolutions: readonly Resolution[]): string {
  const counts = new Map<MissReason, number>();
  for (const { reason } of resolutions) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return missReasons.flatMap((reason) => (counts.has(reason) ? `${reason}=${counts.get(reason)}` : [])).join(', ');
}
