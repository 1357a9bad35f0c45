const features = ['data_access', 'contact_data', 'prospecting'] as const;

/** A feature of the service that costs credits of its own kind. */
export type CreditFeature = (typeof features)[number];

/** The credits of one feature, as an answer states them. */
export interface CreditUse {
  /** The credits that the request was charged; 0 for a stored answer. */
  readonly charged: number;
  /** The credits that are left; `Infinity` for a tenant without a limit. */
  readonly remaining: number;
  /** The credits that will be charged if the run that was started succeeds. */
  readonly reserved?: number;
}

/**
 * The rate limit that has the fewest requests left. The service has two rate limits: one for a second, and one for a longer
 * time.
 */
export interface RateLimit {
  /** The maximum number of requests in the time of the limit. */
  readonly limit: number;
  /** The number of requests that are still allowed. */
  readonly remaining: number;
  /** The number of seconds until one more request is allowed. */
  readonly reset: number;
}

/** Why an identifier has no match. */
export type UnmatchedReason =
  /** No part of the identifier can be looked up, or in strict matching a part cannot. */
  | 'unusable_identifier'
  /** No record matches well enough. */
  | 'no_candidate'
  /** Several records match equally well. */
  | 'several_candidates'
  /** Parts of the identifier belong to different records. */
  | 'contradiction'
  /** The confidence of the match is below `min_confidence`. */
  | 'below_confidence'
  /** A field of `required` has no value. */
  | 'required_field_missing';

/** What the headers of an answer say. */
export interface ResponseInfo {
  readonly status: number;
  /** The id of the request. Quote it in a bug report, or look it up with `requestUsage`. */
  readonly requestId: string;
  /** Whether this is the stored answer of an earlier request with the same idempotency key. It cost nothing. */
  readonly isReplayed: boolean;
  /** The id of the earlier request that was charged; null if the answer is not a stored one. */
  readonly originalRequestId: string | null;
  /** The credits by feature. It has only features for which the request can be charged. */
  readonly credits: Readonly<Partial<Record<CreditFeature, CreditUse>>>;
  /** The features that have less than a tenth of their granted credits left. */
  readonly lowCredits: readonly CreditFeature[];
  /** The state of the rate limit; null if the answer does not state it. */
  readonly rateLimit: RateLimit | null;
  /** The number of seconds to wait before the next attempt; null if the answer does not state it. */
  readonly retryAfter: number | null;
  /** The requested names that are no fields: neither of the catalogue nor query fields. The service leaves out the end of a long list. */
  readonly unknownFields: readonly string[];
  /**
   * For each reason that occurs, the number of results without a match. It is present even if the option `explain` is not
   * set.
   */
  readonly unmatchedReasons: Readonly<Partial<Record<UnmatchedReason, number>>>;
}

/** Reads the headers of an answer. @param sentId the id that was sent with the request; the answer of a proxy has no other */
export function responseInfo({ status, headers }: Response, sentId: string): ResponseInfo {
  return {
    status,
    requestId: headers.get('x-request-id') ?? sentId,
    isReplayed: headers.get('idempotent-replayed') === 'true',
    originalRequestId: headers.get('original-request-id'),
    credits: Object.fromEntries(features.flatMap((feature) => creditsOf(headers, feature))),
    lowCredits: listed(headers, 'x-credits-low') as CreditFeature[],
    rateLimit: rateLimitOf(headers),
    retryAfter: retryAfterOf(headers),
    unknownFields: listed(headers, 'x-unknown-fields')
      .filter((name) => !name.startsWith('+'))
      .map((name) => (name === '""' ? '' : decodeURIComponent(name))),
    unmatchedReasons: Object.fromEntries(
      listed(headers, 'x-unmatched-reasons').map((counted) => {
        const [reason = '', count] = counted.split('=');
        return [reason, Number(count)];
      }),
    ),
  };
}

function creditsOf(headers: Headers, feature: CreditFeature): [CreditFeature, CreditUse][] {
  const amount = (what: string): number | null => {
    const value = headers.get(`x-credits-${feature.replaceAll('_', '-')}-${what}`);
    return value === 'unlimited' ? Infinity : numberOf(value);
  };
  const [charged, remaining, reserved] = [amount('charged'), amount('remaining'), amount('reserved')];
  if (charged === null || remaining === null) return [];
  return [[feature, { charged, remaining, ...(reserved === null ? {} : { reserved }) }]];
}

function rateLimitOf(headers: Headers): RateLimit | null {
  const amount = (name: string): number | null => numberOf(headers.get(`x-ratelimit-${name}`));
  const [limit, remaining, reset] = [amount('limit'), amount('remaining'), amount('reset')];
  return limit === null || remaining === null || reset === null ? null : { limit, remaining, reset };
}

/** The seconds of the header `Retry-After`, which has a number of seconds or a date. */
function retryAfterOf(headers: Headers): number | null {
  const value = headers.get('retry-after');
  const seconds = numberOf(value);
  if (value === null || seconds !== null) return seconds;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, (time - Date.now()) / 1_000);
}

function listed(headers: Headers, name: string): string[] {
  return headers.get(name)?.split(', ') ?? [];
}

function numberOf(text: string | null): number | null {
  return text === null || !/^\d+(\.\d+)?$/.test(text) ? null : Number(text);
}
