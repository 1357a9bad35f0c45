import { ApiHeader } from '@nestjs/swagger';
import { z } from 'zod';
import { matchReasons, missReasons } from '../match-reasons.js';

/** The member `reason`, for the OpenAPI document. */
export const reasonSchema = z
  .enum(missReasons)
  .optional()
  .meta({
    description:
      'Why there is no match; present in results without one with `Prefer: match-reasons`. `unusable_identifier`: nothing in it, or ' +
      'in strict matching not all, can be looked up. `no_candidate`: no record fits well enough. `several_candidates`: records fit equally well. ' +
      '`contradiction`: parts of the identifier belong to different records.',
  });

/** For the OpenAPI document. */
export const preferenceAppliedHeader = {
  'Preference-Applied': {
    required: false,
    description: '`match-reasons` if the request asked for them; otherwise absent',
    schema: { type: 'string', enum: [matchReasons] },
    example: matchReasons,
  },
};

/** Documents that a route takes the preference. */
export function ApiMatchReasons(): MethodDecorator {
  return ApiHeader({
    name: 'Prefer',
    required: false,
    description:
      '`match-reasons` adds `reason` to results without a match (RFC 7240; other preferences are ignored). It is part of what ' +
      'an idempotency key stands for.',
    schema: { type: 'string' },
    example: matchReasons,
  });
}
