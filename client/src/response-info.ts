const features = ['data_access', 'contact_data', 'prospecting'] as const;

/** A feature of the service that costs credits of its own kind. */
export type CreditFeature = (typeof features)[number];

/** What the headers of an answer say about the credits of one feature. */
export interface CreditUse {
  /** The credits that the request was charged; 0 for a stored answer of an earlier request. */
  readonly charged: number;
  /** The credits that the tenant has left; `Infinity` for a tenant without a limit. */
  readonly remaining: number;
  /** The credits that the start of a run has reserved. They are charged when the run succeeds. Absent in answers to other requests. */
  readonly reserved?: number;
}

/**
 * The state of a rate limit. The service has two limits, one for a second and one for a longer time. An answer states the limit
 * that has fewer requests left.
 */
export interface RateLimit {
  /** The maximum number of requests in one period of the limit, such as a second. */
  readonly limit: number;
  /** The number of requests that are still allowed. */
  readonly remaining: number;
  /** The number of seconds until one more request is allowed. */
  readonly reset: number;
}

/** Why an identifier has no match. */
export type UnmatchedReason =
  /** The service can look up no part of the identifier. With `enhanced_matching: false` the reason also applies if one part is unusable. */
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
  /** Whether the answer is the stored one of an earlier request with the same idempotency key. A stored answer costs nothing. */
  readonly isReplayed: boolean;
  /** If the answer is a stored one, the id of the earlier request that was charged for it; null otherwise. */
  readonly originalRequestId: string | null;
  /** The credits by feature, for each feature for which the request can be charged. */
  readonly credits: Readonly<Partial<Record<CreditFeature, CreditUse>>>;
  /** The features that have less than a tenth of their granted credits left. */
  readonly lowCredits: readonly CreditFeature[];
  /** The state of the rate limit; null if the answer does not state it. */
  readonly rateLimit: RateLimit | null;
  /** The number of seconds to wait before the next attempt; null if the answer does not state it. */
  readonly retryAfter: number | null;
  /**
   * The requested names that are neither fields of the catalogue nor query fields of the tenant. If there are very many, the
   * service leaves out the last ones.
   */
  readonly unknownFields: readonly string[];
  /**
   * The number of results without a match, by reason. A reason that does not occur is absent. The answer has these numbers even if
   * the option `explain` is not set.
   */
  readonly unmatchedReasons: Readonly<Partial<Record<UnmatchedReason, number>>>;
}

/**
 * Reads the headers of an answer.
 * @param sentId the id that was sent with the request. It is used if the answer has no id, as when a proxy answered.
 */
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

/** The number of seconds to wait according to the header `Retry-After`. The header has a number of seconds or a date. */
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
