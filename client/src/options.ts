import type { AllowSignals, Company, Person, SignalRecord } from './generated/wire.js';
import type { Fault } from './errors.js';
import type { ResponseInfo, UnmatchedReason } from './response-info.js';
import type { CallOptions } from './retries.js';

/** A field of the company catalogue. */
export type CompanyField = keyof Company;

/** A field of the person catalogue. */
export type PersonField = keyof Person;

/** The value of a field of any name. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** Seniority by job title, highest first. */
export type Seniority = 'seniority_executive' | 'seniority_director' | 'seniority_teamlead' | 'seniority_ic';

/** One request of an enrichment. */
export interface Chunk {
  /** From 1; the idempotency key of its request ends in it. */
  readonly number: number;
  readonly identifiers: number;
  readonly matched: number;
  /** Null if no identifier was valid, so that there was no successful request. */
  readonly response: ResponseInfo | null;
}

/** How a list of any length is sent. */
export interface EnrichmentOptions extends CallOptions {
  /**
   * Identifies the list for a day: the same list sent again under the same key gets stored answers and is not charged again.
   * The request of chunk n has the key `<idempotencyKey>:<n>`. Random by default; without retries (`maxWait: 0`) there is none.
   */
  readonly idempotencyKey?: string | undefined;
  /** Identifiers in one request (1,000, which is also the maximum unless the service says otherwise). */
  readonly chunkSize?: number | undefined;
  /** Requests under way at a time, from 1 to 4 (4). */
  readonly concurrency?: number | undefined;
  /** Adds `unmatched_reason` to results without a match (false). */
  readonly explain?: boolean | undefined;
  /** Called when a request is answered, which may be before earlier ones are. */
  readonly onChunk?: ((chunk: Chunk) => void) | undefined;
}

/** What is asked about each company: `fields`, `queryFields`, `include_metadata` or `allow_signals`. */
export interface CompanyOptions extends EnrichmentOptions {
  /** Names of the catalogue. */
  readonly fields?: readonly CompanyField[] | undefined;
  /** Names of query fields of the tenant: numbers of matching employees. */
  readonly queryFields?: readonly string[] | undefined;
  /** Adds the query fields that the tenant has marked as metadata. */
  readonly include_metadata?: boolean | undefined;
  /** False requires the exact host, profile page and id of one company (true). */
  readonly enhanced_matching?: boolean | undefined;
  /** Adds signals, filtered; `{}` adds all. */
  readonly allow_signals?: AllowSignals | null | undefined;
}

/** What is asked about each person. */
export interface PersonOptions extends EnrichmentOptions {
  /** Names of the catalogue. */
  readonly fields?: readonly PersonField[] | undefined;
  /** Names of query fields of the tenant: 1 if the person matches, else 0. */
  readonly queryFields?: readonly string[] | undefined;
  /** Adds `personas` and `seniority`, without charge. */
  readonly include_personas?: boolean | undefined;
  /** Adds `email` and `phone`, for `contact_data` credits. */
  readonly include_contact_data?: boolean | undefined;
  /** Adds the employer as `company`: true for all fields, or a list of fields. */
  readonly enrich_company?: boolean | readonly CompanyField[] | undefined;
  /** Names of query fields to add to `company`, whose fields must then be a list. */
  readonly companyQueryFields?: readonly string[] | undefined;
  /** Adds signals, filtered; `{}` adds all. */
  readonly allow_signals?: AllowSignals | null | undefined;
}

/** The result for one identifier. */
export interface Result<Identifier, Data> {
  /** As it was sent. */
  readonly identifier: Identifier;
  /** Everything that was asked for; null without a value. */
  readonly data: Data;
  readonly matched: boolean;
  /** With `explain`, of an identifier that has no match and was not refused. */
  readonly unmatched_reason?: UnmatchedReason;
  /** Why the service refused the identifier, such as one without a website; absent for valid ones. It costs nothing. */
  readonly faults?: readonly Fault[];
}

/** The members of `data` for a company. */
export type CompanyData<O> = Flat<
  Named<Company, Asked<O, 'fields'>> &
    Counted<Asked<O, 'queryFields'>, number | null> &
    Added<Asked<O, 'include_metadata'>, Readonly<Record<string, FieldValue>>> &
    Added<Asked<O, 'allow_signals'>, Signals>
>;

/** The members of `data` for a person. */
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

/** A compile error for members that `Known` does not have, which generic parameters would accept. */
export type Only<O, Known> = Readonly<Record<Exclude<keyof O, keyof Known>, never>>;

interface Signals {
  /** By date; null without a match. */
  readonly signals: readonly SignalRecord[] | null;
}

type Employer<O> = Flat<
  (Asked<O, 'enrich_company'> extends readonly unknown[] ? Named<Company, Asked<O, 'enrich_company'>> : Company) &
    Counted<Asked<O, 'companyQueryFields'>, number | null>
>;

/** The type of an option, undefined where it is absent. */
type Asked<O, Name extends string> = Name extends keyof O ? O[Name] : undefined;

/** Exactly the named members if the list is written out, and possibly fewer if it is not. */
type Named<Fields, Names> = Names extends readonly (infer Name)[]
  ? number extends Names['length']
    ? Partial<Pick<Fields, Name & keyof Fields>>
    : Pick<Fields, Name & keyof Fields>
  : unknown;

type Counted<Names, Value> = Names extends readonly (infer Name extends string)[]
  ? Readonly<Record<Name, Value>>
  : unknown;

/** Members that an option adds: all if it is certainly set, and possibly none if that is not known. */
type Added<Option, Members> = [Option] extends [false | null | undefined]
  ? unknown
  : [Option] extends [true | object]
    ? Members
    : Partial<Members>;

type Flat<T> = { [Name in keyof T]: T[Name] } & {};
