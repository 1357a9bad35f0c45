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

const header = 'X-Unmatched-Reasons';

/** For the OpenAPI document. */
export const unmatchedReasonsHeaders = {
  [header]: {
    required: false,
    description:
      'The number of results without a match for each `unmatched_reason`, with or without `explain`. Absent without such results',
    schema: { type: 'string' },
    example: 'no_candidate=3, several_candidates=1',
  },
};

/** @param value null for no header */
export function unmatchedReasonsHeader(value: string | null): Readonly<Record<string, string>> {
  return value === null ? {} : { [header]: value };
}

/** What was found for an identifier. */
export interface Find {
  /** Undefined for a match. */
  readonly reason?: MissReason | undefined;
}

/** The value of the header. */
export function countsOf(found: readonly Find[]): string {
  const counts = new Map<MissReason, number>();
  for (const { reason } of found) if (reason !== undefined) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return missReasons.flatMap((reason) => (counts.has(reason) ? `${reason}=${counts.get(reason)}` : [])).join(', ');
}
