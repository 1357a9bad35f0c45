const features = ['data_access', 'contact_data', 'prospecting'] as const;

/** A unit of billing. */
export type CreditFeature = (typeof features)[number];

/** The credits of one feature, as an answer states them. */
export interface CreditUse {
  /** Credits that the request was charged; 0 for a replayed answer. */
  readonly charged: number;
  /** Credits that are left; `Infinity` without a limit. */
  readonly remaining: number;
  /** Credits that are charged if the started run succeeds. */
  readonly reserved?: number;
}

/** The state of the tighter of the two rate limits. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until one more request is allowed. */
  readonly reset: number;
}

/** Why there is no match. */
export type UnmatchedReason =
  /** Nothing in the identifier, or in strict matching not all, can be looked up. */
  | 'unusable_identifier'
  /** No record fits well enough. */
  | 'no_candidate'
  /** Records fit equally well. */
  | 'several_candidates'
  /** Parts of the identifier belong to different records. */
  | 'contradiction';

/** What an answer says besides its body. */
export interface ResponseInfo {
  readonly status: number;
  /** The id of the request for bug reports and the usage report. */
  readonly requestId: string;
  /** Whether the answer is the stored one of an earlier request with the same idempotency key, so that it cost nothing. */
  readonly isReplayed: boolean;
  /** The id of the earlier request that was charged; null unless replayed. */
  readonly originalRequestId: string | null;
  /** By feature; only features that the request can cost. */
  readonly credits: Readonly<Partial<Record<CreditFeature, CreditUse>>>;
  /** Features with less than a tenth of their granted credits left. */
  readonly lowCredits: readonly CreditFeature[];
  readonly rateLimit: RateLimit | null;
  /** Seconds to wait before the next attempt; null if the service does not say. */
  readonly retryAfter: number | null;
  /** Requested names that are neither catalogue nor query fields; a long list is cut. */
  readonly unknownFields: readonly string[];
  /** The number of results without a match by reason, also without `explain`; only reasons that occur. */
  readonly unmatchedReasons: Readonly<Partial<Record<UnmatchedReason, number>>>;
}

/** @param sentId the id that was sent with the request, for answers of a proxy, which have none */
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

/** `Retry-After` in seconds or as a date. */
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
