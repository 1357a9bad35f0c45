import { Call } from './call.js';
import { Enrichment, type EnrichmentRequest, preview } from './enrichment.js';
import type {
  CompanyIdentifier,
  CreditsResponse,
  FieldsResponse,
  FindCompaniesResponse,
  KeysResponse,
  ListedRequest,
  MeResponse,
  PersonIdentifier,
  RequestUsageResponse,
  TeamsResponse,
  UsageResponse,
} from './generated/wire.js';
import type { Source } from './in-order.js';
import type { CompanyData, CompanyOptions, MatchOptions, Only, PersonData, PersonOptions, Preview } from './options.js';
import { itemsOf } from './pages.js';
import { Prospecting } from './prospecting.js';
import type { CallOptions } from './retries.js';
import { type AccountSignal, type SignalFilter, signals } from './signals.js';
import { type Fetch, queryOf, Transport } from './transport.js';

export { Call } from './call.js';
export {
  type Callback,
  type CallbackHeaders,
  type CallbackOptions,
  type ChangesCallback,
  type ChangeSignal,
  InvalidCallback,
  type RunCallback,
  verifyCallback,
} from './callback.js';
export { Enrichment, type EnrichmentSummary } from './enrichment.js';
export {
  ApiError,
  ConnectionLost,
  DataAccessError,
  type Fault,
  InsufficientCredits,
  RateLimited,
  Unauthorised,
  ValidationFailed,
} from './errors.js';
export type * from './generated/wire.js';
export type * from './options.js';
export { type JobFilter, Prospecting, RunFailed, type StartOptions, type WaitOptions } from './prospecting.js';
export type { CreditFeature, CreditUse, RateLimit, ResponseInfo, UnmatchedReason } from './response-info.js';
export type { CallOptions, Retry } from './retries.js';
export type { AccountSignal, SignalFilter } from './signals.js';
export type { Answer, Fetch } from './transport.js';

/** The address of the service and the API key. `maxWait`, `timeout`, `onRetry` and `signal` are defaults for all calls. */
export interface ClientOptions extends CallOptions {
  /** The address of the service: `https://data.example.com`. It may have a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** A function to use in place of the global `fetch`. */
  readonly fetch?: Fetch;
}

/** A period of days in UTC. */
export interface UsagePeriod {
  /** The first day of the report, as `YYYY-MM-DD`. The default is 29 days before today. */
  readonly from?: string | undefined;
  /** The last day of the report, as `YYYY-MM-DD`. The default is today. */
  readonly to?: string | undefined;
  /** Adds `groups` to the report: the numbers of requests, identifiers and matches by day, endpoint or key. */
  readonly group_by?: 'day' | 'endpoint' | 'key' | undefined;
}

/** A filter for a list of requests. */
export interface RequestFilter {
  /** The first day on which a request may have begun, in UTC as `YYYY-MM-DD`. */
  readonly from?: string | undefined;
  /** The last day on which a request may have begun, in UTC as `YYYY-MM-DD`. */
  readonly to?: string | undefined;
  /** The method and path of the route: `POST /v1/company/enrich`. */
  readonly endpoint?: string | undefined;
  readonly key_id?: string | undefined;
  readonly status?: ListedRequest['status'] | undefined;
}

/** A client of one tenant. It keeps no connection and need not be closed. */
export class DataAccessClient {
  /** The calls for prospecting runs. */
  readonly prospecting: Prospecting;
  private readonly transport: Transport;

  /**
   * Makes a client for one API key.
   * @throws TypeError if `baseUrl` is no URL that begins with http or https, or if `apiKey` has characters that a header cannot have
   */
  constructor({ baseUrl, apiKey, fetch = (url, init) => globalThis.fetch(url, init), ...defaults }: ClientOptions) {
    const headers = Object.fromEntries(new Headers({ 'x-api-key': apiKey }));
    this.transport = new Transport(addressOf(baseUrl), headers, fetch, defaults);
    this.prospecting = new Prospecting(this.transport);
  }

  /**
   * Enriches any number of companies. The `data` of each result has exactly the members that the options request.
   * @param companies a list, or an iterable or async iterable, which is read only as fast as requests are sent and results are taken
   */
  enrichCompanies<const O extends CompanyOptions>(
    companies: Source<CompanyIdentifier>,
    options: O & Only<O, CompanyOptions>,
  ): Enrichment<CompanyIdentifier, CompanyData<O>> {
    return new Enrichment(this.transport, { ...companyRequest(options), identifiers: companies }, options);
  }

  /**
   * Tells what an enrichment of companies would match and cost, without the data. A preview is free. The rate limits for previews
   * are a tenth of those for requests. If the service refuses some companies, their results have the reasons in `faults`.
   * @param companies at most as many as one request may list
   * @throws ApiError with status 403 unless the operator has enabled previews for the tenant, and ValidationFailed if the service
   * refuses every company
   */
  previewCompanies(companies: readonly CompanyIdentifier[], options: CompanyOptions): Call<Preview<CompanyIdentifier>> {
    return new Call(preview(this.transport, companyRequest(options), companies, options));
  }

  /**
   * Enriches any number of persons. The `data` of each result has exactly the members that the options request.
   * @param persons a list, or an iterable or async iterable, which is read only as fast as requests are sent and results are taken
   */
  enrichPersons<const O extends PersonOptions>(
    persons: Source<PersonIdentifier>,
    options: O & Only<O, PersonOptions>,
  ): Enrichment<PersonIdentifier & { readonly resolved_network_url?: string | null }, PersonData<O>> {
    return new Enrichment(this.transport, { ...personRequest(options), identifiers: persons }, options);
  }

  /** Tells what an enrichment of persons would match and cost, without the data. The rules are those of {@link previewCompanies}. */
  previewPersons(persons: readonly PersonIdentifier[], options: PersonOptions): Call<Preview<PersonIdentifier>> {
    return new Call(preview(this.transport, personRequest(options), persons, options));
  }

  /** Yields the intent signals of the tenant in a range of days, ordered by website and then by date. It costs nothing. */
  signals(filter: SignalFilter, options: CallOptions = {}): AsyncGenerator<AccountSignal, void, undefined> {
    return signals(this.transport, filter, options);
  }

  /** The tenant to which the API key belongs, the id, label and dates of the key, and the limits that apply to its requests. */
  me(options: CallOptions = {}): Call<MeResponse> {
    return this.get('/v1/me', options);
  }

  /** The API keys of the tenant, the oldest first. The secret text of a key is not returned. */
  keys(options: CallOptions = {}): Call<KeysResponse> {
    return this.get('/v1/keys', options);
  }

  /** The credits that are granted, consumed and left, for each feature. */
  credits(options: CallOptions = {}): Call<CreditsResponse> {
    return this.get('/v1/credits', options);
  }

  /** Finds at most ten companies whose name, website or profile page is the given text, or whose name begins with it. The search costs nothing. */
  findCompanies(text: string, options: CallOptions = {}): Call<FindCompaniesResponse> {
    return this.get(`/v1/companies${queryOf({ q: text })}`, options);
  }

  /** The fields of companies and persons, and the query fields of the tenant. */
  fields(options: CallOptions = {}): Call<FieldsResponse> {
    return this.get('/v1/fields', options);
  }

  /** The teams of the tenant. A prospecting run can be started for one of them. The schema of this team then decides the scores. */
  teams(options: CallOptions = {}): Call<TeamsResponse> {
    return this.get('/v1/teams', options);
  }

  /** The credits that were reserved, charged and released, by day and feature; by default in the last 30 days. */
  usage(period: UsagePeriod = {}, options: CallOptions = {}): Call<UsageResponse> {
    return this.get(`/v1/usage${queryOf(period)}`, options);
  }

  /** Yields those requests of the tenant that reserved credits. The newest one comes first. */
  requests(filter: RequestFilter = {}, options: CallOptions = {}): AsyncGenerator<ListedRequest, void, undefined> {
    return itemsOf(this.transport, { path: '/v1/usage/requests', member: 'requests', filter }, options);
  }

  /**
   * What one request did to the credits: how many credits it reserved, was charged and got back.
   * @throws ApiError with status 404 for a request that reserved nothing
   */
  requestUsage(requestId: string, options: CallOptions = {}): Call<RequestUsageResponse> {
    return this.get(`/v1/usage/requests/${encodeURIComponent(requestId)}`, options);
  }

  private get<T>(path: string, options: CallOptions): Call<T> {
    return new Call(this.transport.send<T>({ method: 'GET', path }, options));
  }
}

/** The path and the body of a company enrichment. The companies are not in it; they are added chunk by chunk. */
function companyRequest(options: CompanyOptions): Omit<EnrichmentRequest<CompanyIdentifier>, 'identifiers'> {
  const { fields = [], queryFields = [], include_metadata, enhanced_matching, allow_signals } = options;
  const names = [...fields, ...queryFields];
  return {
    path: '/v1/company/enrich',
    member: 'companies',
    asked: { fields: names, include_metadata, enhanced_matching, allow_signals, ...matchMembers(options) },
    names: [...names, ...(isAsked(allow_signals) ? ['signals'] : [])],
  };
}

/** The path and the body of a person enrichment. The persons are not in it; they are added chunk by chunk. */
function personRequest(options: PersonOptions): Omit<EnrichmentRequest<PersonIdentifier>, 'identifiers'> {
  const { fields = [], queryFields = [], companyQueryFields = [], enrich_company } = options;
  const { include_personas, include_contact_data, allow_signals } = options;
  const names = [...fields, ...queryFields];
  const employer = Array.isArray(enrich_company)
    ? [...(enrich_company as string[]), ...companyQueryFields]
    : enrich_company;
  const asked = { fields: names, include_personas, include_contact_data, enrich_company: employer, allow_signals };
  return {
    path: '/v1/person/enrich',
    member: 'persons',
    asked: { ...asked, ...matchMembers(options) },
    names: [
      ...names,
      ...(isAsked(include_personas) ? ['personas', 'seniority'] : []),
      ...(isAsked(include_contact_data) ? ['email', 'phone'] : []),
      ...(isAsked(enrich_company) ? ['company'] : []),
      ...(isAsked(allow_signals) ? ['signals'] : []),
    ],
  };
}

/** The match options alone, as members of a request body. An option that is not given stays undefined and is not sent. */
function matchMembers(options: MatchOptions): MatchOptions {
  const { explain, include_match, include_sources, min_confidence, required, max_credits } = options;
  return { explain, include_match, include_sources, min_confidence, required, max_credits };
}

function isAsked(option: object | boolean | null | undefined): boolean {
  return option !== undefined && option !== null && option !== false;
}

/** The address of the service without a slash at its end. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new TypeError(`baseUrl must be a URL such as https://data.example.com, not ${JSON.stringify(baseUrl)}`);
  return url.href.replace(/\/+$/, '');
}
