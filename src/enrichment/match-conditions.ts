import { z } from 'zod';
import { invalidValue } from '../platform/http/validation/validation-exception.js';
import { FieldNames, Flag, JsonNumber, Nullish } from '../platform/http/validation/request-dto.js';
import type { MissReason } from './unmatched-reasons.js';

/** The kinds of evidence that can lead to a record. Those of companies come first, then those of persons. */
const matchBases = [
  'network_id',
  'network_url',
  'website',
  'alias',
  'parent_website',
  'email',
  'email_pattern',
  'name',
  'company',
] as const;

export type MatchBasis = (typeof matchBases)[number];

/** Why a record matches an identifier, and how sure the match is. */
export interface RecordMatch {
  readonly by: readonly MatchBasis[];
  /** The probability that the record is the right one, from 0 to 1. */
  readonly confidence: number;
  /** The parts of the identifier that speak for another record. */
  readonly conflicts: readonly MatchBasis[];
}

/**
 * A confidence in the form that answers have: with four digits. It is rounded down, so that only a match without any doubt has
 * 1.
 */
export function roundedConfidence(confidence: number): number {
  return Math.floor(confidence * 10_000) / 10_000;
}

/** The schema of the member `match` of a result, for the OpenAPI document. */
export const recordMatch = z
  .object({
    by: z
      .array(z.enum(matchBases))
      .readonly()
      .meta({
        description:
          'The evidence for the record. `alias` is another domain of the company, `parent_website` the domain above a subdomain, ' +
          '`email` an address that is on record for the person, and `email_pattern` an address that is not on record, but has a usual ' +
          "form of the person's name, such as `jdoe`, at a domain of the employer.",
      }),
    confidence: z.number().min(0).max(1).meta({
      description: 'The probability that this is the right record, measured on labelled identifiers.',
    }),
    conflicts: z.array(z.enum(matchBases)).readonly().meta({
      description: 'The parts of the identifier that lead to another record or contradict this one.',
    }),
  })
  .optional()
  .meta({ description: 'Why this record matches; only with `include_match`, and only if a record was found.' });

const groupSource = z.object({
  source: z
    .string()
    .meta({ description: 'The name of the source in the record itself, or if it names none, the name of the import.' }),
  confirmed: z.iso.date().meta({ description: 'The last day on which an import had values of the group, in UTC.' }),
});

/** The schema of the member `sources` of a result, for the OpenAPI document. */
export const recordSources = z
  .record(z.string(), groupSource)
  .optional()
  .meta({
    description:
      'Only with `include_sources`, and only if a record was found: the source of each group of the requested fields. Groups of ' +
      'companies are `profile`, `firmographics`, `location`, `funding`, `contact` and `social`; groups of persons are `profile`, ' +
      '`employment`, `location`, `contact` and, for the employer, `company.profile` and so on. A group without a known source is left out.',
  });

/** The schema of the member `has` of a result, for the OpenAPI document. */
export const presence = z
  .record(z.string(), z.boolean())
  .optional()
  .meta({
    description:
      'Only with `preview`: whether each requested name has a value, and for persons also `email` and `phone`. All are false if ' +
      'nothing matches.',
  });

/** The schema of the member `credits` of an answer, for the OpenAPI document. */
export const previewCredits = z.record(z.string(), z.int().min(0)).optional().meta({
  description: 'Only with `preview`: the credits that the request would be charged now, by feature.',
});

/**
 * The optional members of an enrichment request with which a client decides which matches to accept and what the request may
 * cost, and asks for details of each match. Using them costs nothing. A request without them gets the plain answer, without any
 * of these details.
 */
export class MatchConditions {
  @Flag({
    description:
      'Whether to add `match` to results with a match: the evidence for the match and the confidence in it. Free, but ignored in a ' +
      'request that asks for nothing with a price, unless the tenant has previews.',
  })
  include_match = false;

  @Flag({
    description:
      'Whether to add `sources` to results with a match: where each group of the requested fields comes from, and when an import ' +
      'last confirmed it. Free.',
  })
  include_sources = false;

  @Nullish()
  @JsonNumber({
    min: 0,
    max: 1,
    description:
      'The lowest confidence of a match. A weaker one counts as no match and is free; its `unmatched_reason` is `below_confidence`. ' +
      'Ignored in a request that asks for nothing with a price, unless the tenant has previews.',
    example: 0.9,
  })
  min_confidence?: number | null;

  @Nullish()
  @FieldNames({
    description:
      'Requested names that must have a value. If one of them is null or an empty list, or is no field, the record counts as no ' +
      'match and is free; its `unmatched_reason` is `required_field_missing`. Ignored in a request that asks for nothing with a ' +
      'price, unless the tenant has previews.',
    example: ['name'],
  })
  required?: string[] | null;

  @Nullish()
  @JsonNumber({
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    isWhole: true,
    description:
      'The maximum number of credits that the request may cost, of all features together. A request that may cost more is refused with 402 ' +
      'before a record is read, and costs nothing.',
    example: 100,
  })
  max_credits?: number | null;

  @Flag({
    description:
      'Whether to return what the request would match and cost instead of the data. Each result has `has`, the answer has `credits`, ' +
      'and `data` is empty. Free; for tenants for which the operator has enabled previews, at a tenth of the rate limit.',
  })
  preview = false;
}

/**
 * The conditions that hold for a request. A request is free if it names no field, option or feature with a price. Its conditions are
 * removed, and it gets no details of its matches. Otherwise a tenant could check for nothing what is on record, such as the e-mail address
 * of a person. For a tenant with previews the conditions stay.
 * @param isFree whether the request can cost nothing
 */
export function conditionsOf<Request extends Omit<MatchConditions, 'preview'>>(
  request: Request,
  isFree: boolean,
  { mayPreview }: { readonly mayPreview: boolean },
): Request {
  if (!isFree || mayPreview) return request;
  return { ...request, include_match: false, min_confidence: null, required: null };
}

/**
 * The reason for a missing match that the answer gives. A free request gets `no_candidate` instead of `contradiction`. Otherwise a tenant
 * could check for nothing that an e-mail address is on record, for a person with another name. A tenant with previews gets `contradiction`.
 * @param isFree whether the request can cost nothing
 */
export function reasonIn(
  reason: MissReason,
  isFree: boolean,
  { mayPreview }: { readonly mayPreview: boolean },
): MissReason {
  return isFree && !mayPreview && reason === 'contradiction' ? 'no_candidate' : reason;
}

/** The members of {@link MatchConditions} for which the confidence of a match must be computed. */
type Conditions = Pick<MatchConditions, 'include_match' | 'min_confidence'>;

export function needsConfidence({ include_match: isShown, min_confidence: minimum }: Conditions): boolean {
  return isShown || (minimum !== null && minimum !== undefined);
}

/** Whether a match is too weak for the request. @param match undefined if the request does not need it */
export function isTooWeak(match: RecordMatch | undefined, { min_confidence: minimum }: Conditions): boolean {
  return match !== undefined && minimum !== null && minimum !== undefined && match.confidence < minimum;
}

/**
 * Whether the data of a record lacks a value that the request requires.
 * @param unknownFields the requested names that are no fields. They never have a value, although the data of a person has 0 for them
 */
export function lacksRequired(
  data: Readonly<Record<string, unknown>>,
  { required }: Pick<MatchConditions, 'required'>,
  unknownFields: readonly string[],
): boolean {
  return (required ?? []).some((name) => !hasValue(data[name]) || unknownFields.includes(name));
}

/**
 * Whether the data of a record has a value for the tenant. Without one, the tenant received nothing of the record.
 * @param unknownFields the requested names that are no fields. They never have a value, although the data of a person has 0 for them
 */
export function hasAnyValue(data: object, unknownFields: ReadonlySet<string>): boolean {
  return Object.entries(data).some(([name, value]) => hasValue(value) && !unknownFields.has(name));
}

/** Whether a member of the data of a record has a value. A list has one if it has an item, an object if one of its members has one. */
export function hasValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== 'object' || value === null) return value !== null && value !== undefined;
  return Object.values(value).some(hasValue);
}

/**
 * Rejects a request that has a name in `required`, but does not request this field. Its answer would not show the value that
 * decides whether the record counts as a match.
 * @param names the members that the `data` of a result will have
 * @throws ValidationException
 */
export function assertRequiredRequested(
  { required }: Pick<MatchConditions, 'required'>,
  names: readonly string[],
): void {
  if (required === null || required === undefined || required.length === 0) return;
  const requested = new Set(names);
  const index = required.findIndex((name) => !requested.has(name));
  if (index === -1) return;
  throw invalidValue(['body', 'required', index], 'a required name must be requested, too', required[index]);
}
