import type { AllowSignals, Company, Person, SignalRecord } from './generated/wire.js';
import type { Fault } from './errors.js';
import type { CreditFeature, ResponseInfo, UnmatchedReason } from './response-info.js';
import type { CallOptions } from './retries.js';

/** A field of the company catalogue. */
export type CompanyField = keyof Company;

/** A field of the person catalogue. */
export type PersonField = keyof Person;

/** The value of a field whose name, and so whose exact type, the compiler does not know. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The possible seniorities of a job title, the highest first. */
export type Seniority = 'seniority_executive' | 'seniority_director' | 'seniority_teamlead' | 'seniority_ic';

/** A part of a list that is sent as one request. */
export interface Chunk {
  /** The number of the chunk in the list, from 1. It is part of the idempotency key of the chunk's request: chunk 3 has `list:3`. */
  readonly number: number;
  /** How many identifiers the chunk has. */
  readonly identifiers: number;
  /** The number of identifiers in the chunk that were matched. */
  readonly matched: number;
  /** What the headers of the answer say, such as credits and request id. Null if the service refused every identifier of the chunk. */
  readonly response: ResponseInfo | null;
}

/** Conditions that a match must fulfil, what results tell about their match, and a limit of the cost. None of these options costs credits. */
export interface MatchOptions {
  /** Whether results without a match have the member `unmatched_reason`. The default is false. */
  readonly explain?: boolean | undefined;
  /** Whether results with a match have the member `match`. The default is false. */
  readonly include_match?: boolean | undefined;
  /** Whether results with a match have the member `sources`. The default is false. */
  readonly include_sources?: boolean | undefined;
  /** The lowest confidence of a match, from 0 to 1. A weaker match counts as none and is free. */
  readonly min_confidence?: number | undefined;
  /** Requested names that must have a value. A record that lacks one of these values counts as no match and is free. */
  readonly required?: readonly string[] | undefined;
  /**
   * The most credits that one request may cost. A list is sent as several requests, one for each chunk, and the limit applies to
   * each of them. A request that could cost more fails with status 402.
   */
  readonly max_credits?: number | undefined;
}

/** The options that state how a list of any length is divided into requests and sent. */
export interface EnrichmentOptions extends CallOptions, MatchOptions {
  /**
   * Identifies the list for 24 hours. If the list is sent again under this key, the service returns the stored answers and charges
   * nothing. The request of chunk 3 has the key `<idempotencyKey>:3`. By default the key is random. If requests are never repeated
   * (`maxWait: 0`), there is no key by default.
   */
  readonly idempotencyKey?: string | undefined;
  /** The number of identifiers in one request. The default is 1,000, the most that a service accepts unless it is configured otherwise. */
  readonly chunkSize?: number | undefined;
  /** The number of requests that are under way at the same time, from 1 to 4. The default is 4. */
  readonly concurrency?: number | undefined;
  /** The function that is called with a chunk when its request is answered. A later chunk may be answered before an earlier one. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined;
}

/** What is requested for each company: at least one of `fields`, `queryFields`, `include_metadata` and `allow_signals`. */
export interface CompanyOptions extends EnrichmentOptions {
  /** The names of fields of the catalogue. */
  readonly fields?: readonly CompanyField[] | undefined;
  /** The names of query fields of the tenant. The value of such a field is the number of employees who match the query. */
  readonly queryFields?: readonly string[] | undefined;
  /** Adds all query fields of the tenant that are marked as metadata. */
  readonly include_metadata?: boolean | undefined;
  /**
   * Whether subdomains, alias domains and other spellings of a profile page match, too, such as `shop.acme.com` for `acme.com`. If
   * false, every member of an identifier must have exactly the host, profile page or id of the company. The default is true.
   */
  readonly enhanced_matching?: boolean | undefined;
  /** Adds the signals that pass this filter. `{}` adds all signals. */
  readonly allow_signals?: AllowSignals | null | undefined;
}

/** What is requested for each person. */
export interface PersonOptions extends EnrichmentOptions {
  /** The names of fields of the catalogue. */
  readonly fields?: readonly PersonField[] | undefined;
  /**
   * The names of query fields of the tenant. The value of such a field is 1 if the person matches the query, and 0 if not.
   */
  readonly queryFields?: readonly string[] | undefined;
  /** Adds `personas` and `seniority`. They cost nothing. */
  readonly include_personas?: boolean | undefined;
  /** Adds `email` and `phone`. They cost `contact_data` credits. */
  readonly include_contact_data?: boolean | undefined;
  /** Adds the employer as `company`: `true` for all fields, or a list of fields. */
  readonly enrich_company?: boolean | readonly CompanyField[] | undefined;
  /** The names of query fields to add to `company`. They are sent only if `enrich_company` is a list. */
  readonly companyQueryFields?: readonly string[] | undefined;
  /** Adds the signals that pass this filter. `{}` adds all signals. */
  readonly allow_signals?: AllowSignals | null | undefined;
}

/** Why a record matches an identifier, and how sure the match is. */
export interface Match {
  /** The kinds of evidence for the record, such as `website` or `email`. */
  readonly by: readonly string[];
  /** The probability that the record is the right one. */
  readonly confidence: number;
  /** The members of the identifier, such as `email`, that lead to another record than the one returned. */
  readonly conflicts: readonly string[];
}

/** The source that a group of fields comes from, and the last day (`YYYY-MM-DD`) on which an import from it had values for the group. */
export interface GroupSource {
  readonly source: string;
  readonly confirmed: string;
}

/** What a request would match and cost, without the data. */
export interface Preview<Identifier> {
  /** One result for each identifier, in the order of the identifiers. */
  readonly results: readonly {
    readonly identifier: Identifier;
    readonly matched: boolean;
    /** Whether the record has a value, for each requested name; for a person also for `email` and `phone`. */
    readonly has: Readonly<Record<string, boolean>>;
    readonly unmatched_reason?: UnmatchedReason;
    readonly match?: Match;
    /** Why the service refused the identifier. The member is absent if the identifier is valid. */
    readonly faults?: readonly Fault[];
  }[];
  /** The credits that the request would be charged now, by feature. */
  readonly credits: Readonly<Partial<Record<CreditFeature, number>>>;
}

/** The result for one identifier. */
export interface Result<Identifier, Data> {
  /** The identifier as it was sent. */
  readonly identifier: Identifier;
  /** The requested members. A member without a value is null. */
  readonly data: Data;
  readonly matched: boolean;
  /** Why there is no match. It is present only with `explain`, for an identifier that was looked up and not matched. */
  readonly unmatched_reason?: UnmatchedReason;
  /** Why the record matches. It is present only with `include_match`, for an identifier with a match. */
  readonly match?: Match;
  /** Where each group of fields comes from. It is present only with `include_sources`, for an identifier with a match. */
  readonly sources?: Readonly<Record<string, GroupSource>>;
  /** Why the service refused the identifier. The member is absent if the identifier is valid. A refused identifier costs nothing. */
  readonly faults?: readonly Fault[];
}

/** `data` in the result for a company. It has only the members that the options of the request ask for. */
export type CompanyData<O> = Flat<
  Named<Company, Asked<O, 'fields'>> &
    Counted<Asked<O, 'queryFields'>, number | null> &
    Added<Asked<O, 'include_metadata'>, Readonly<Record<string, FieldValue>>> &
    Added<Asked<O, 'allow_signals'>, Signals>
>;

/** `data` in the result for a person. It has only the members that the options of the request ask for. */
export type PersonData<O> = Flat<
  Named<Person, Asked<O, 'fields'>> &
    Counted<Asked<O, 'queryFields'>, 0 | 1 | null> &
    Added<
      Asked<O, 'include_personas'>,
      { readonly personas: readonly string[] | null; readonly seniority: Seniority | null }
    > &
    Added<Asked<O, 'include_contact_data'>, { readonly email: string | null; readonly phone: string | null }> &
    Added<Asked<O, 'enrich_company'>, { readonly company: Employer<O> | null }> &
    Added<Asked<O, 'allow_signals'>, Signals>
>;

/**
 * Forbids options that `Known` does not have. A call with a misspelt option is then a compile error; without this type, a generic
 * parameter would accept any member.
 */
export type Only<O, Known> = Readonly<Record<Exclude<keyof O, keyof Known>, never>>;

interface Signals {
  /** The signals, ordered by date; null for an identifier without a match. */
  readonly signals: readonly SignalRecord[] | null;
}

type Employer<O> = Flat<
  (Asked<O, 'enrich_company'> extends readonly unknown[] ? Named<Company, Asked<O, 'enrich_company'>> : Company) &
    Counted<Asked<O, 'companyQueryFields'>, number | null>
>;

/** The type of the option `Name` in the options `O`; undefined if they do not have it. */
type Asked<O, Name extends string> = Name extends keyof O ? O[Name] : undefined;

/**
 * The members of `Fields` that the list `Names` names. If the compiler does not know the names, as in `string[]`, every member is
 * optional.
 */
type Named<Fields, Names> = Names extends readonly (infer Name)[]
  ? number extends Names['length']
    ? Partial<Pick<Fields, Name & keyof Fields>>
    : Pick<Fields, Name & keyof Fields>
  : unknown;

type Counted<Names, Value> = Names extends readonly (infer Name extends string)[]
  ? Readonly<Record<Name, Value>>
  : unknown;

/**
 * The members that an option adds to `data`. If the compiler does not know whether the option is set, as with `boolean`, they are
 * optional.
 */
type Added<Option, Members> = [Option] extends [false | null | undefined]
  ? unknown
  : [Option] extends [true | object]
    ? Members
    : Partial<Members>;

type Flat<T> = { [Name in keyof T]: T[Name] } & {};
