import { Inject, Injectable } from '@nestjs/common';
import type { ChargedAnswer, BillingContext, PricedAnswer } from '../billing/charging/charged-answer.js';
import type { Caller } from '../platform/auth/caller.js';
import { configToken, type Config } from '../platform/config/config.js';
import { EnrichmentAnswer, previewed } from '../enrichment/enrichment-answer.js';
import {
  assertRequiredRequested,
  conditionsOf,
  hasAnyValue,
  isTooWeak,
  lacksRequired,
  needsConfidence,
  reasonIn,
  type RecordMatch,
} from '../enrichment/match-conditions.js';
import type { Resolution } from '../enrichment/unmatched-reasons.js';
import { EnrichmentService, type Lookup } from '../enrichment/enrichment.service.js';
import type { Admission } from '../platform/http/admission-gate.js';
import { DomainError } from '../platform/errors/domain-error.js';
import type { AllowSignals, SignalRecord } from '../signals/signal.dto.js';
import { SignalService } from '../signals/signal.service.js';
import { EnrichedFollowLog } from '../tenancy/tenants/enriched-follow-log.sql.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import type { GroupSource } from '../catalogue/field-groups.js';
import { companyCatalogue } from '../catalogue/company-catalogue.js';
import { companyNameKeys } from '../matching/companies/company-name.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import {
  companyCharges,
  companyDataOf,
  companyExplanation,
  companyReservation,
  companySourcesOf,
  type CompanySelection,
  type CompanyValues,
  selectCompanyFields,
  withSources,
} from './company-selection.js';
import {
  chooseCompany,
  companyKeys,
  companyMatch,
  companyMissReason,
  type CompanyHits,
  type CompanyKeys,
  type MatchMode,
} from './company-match.js';
import {
  type CompanyEnrichAnswer,
  type CompanyEnrichRequest,
  type CompanyIdentifier,
  type CompanyResult,
  type FindCompaniesRequest,
  type FoundCompanies,
  foundCompanyFields,
} from './company.dto.js';
import { CompanyReader } from './company.reader.js';

/** The maximum number of companies that a search returns. */
const maxFound = 10;

type CompanyLookup = Lookup<CompanyResult>;

const noKeys: CompanyKeys = { inOrder: [], isUnusable: true };

/** What a request for companies asks for, derived from its body. */
interface CompanyQuestion {
  /** The keys of each company of the request, in the order of the request. */
  readonly keys: readonly CompanyKeys[];
  readonly mode: MatchMode;
  readonly selection: CompanySelection;
  /** Whether the request costs nothing, because it names no existing field. */
  readonly isFree: boolean;
}

/** The data of a company, and where it comes from. */
export interface CompanyRecord {
  readonly data: Readonly<Record<string, unknown>>;
  /** The sources of the company's data, by group; undefined if they were not read. */
  readonly sources: Readonly<Record<string, GroupSource>> | undefined;
}

/** The company of one identifier of a request, or the reason why there is none. */
interface FoundCompany extends Resolution {
  readonly identifier: CompanyIdentifier;
  readonly company?: CompanyValues;
  /** The evidence for the company. It is set only if the request needs the confidence of its matches. */
  readonly match?: RecordMatch;
}

@Injectable()
export class CompanyService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly companies: CompanyReader,
    private readonly queryFields: QueryFieldReader,
    private readonly signals: SignalService,
    private readonly enrichments: EnrichmentService,
    private readonly follows: EnrichedFollowLog,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Looks up the companies of a request and charges for those that are found.
   * @returns one result for each company of the request, in the order of the request
   * @throws DomainError NO_COMPANIES_PROVIDED, NO_FIELDS_PROVIDED
   * @throws DomainError and ValidationException as {@link EnrichmentService.run} does
   */
  async enrich(request: CompanyEnrichRequest, billing: BillingContext): Promise<ChargedAnswer<CompanyEnrichAnswer>> {
    assertAnswerable(request);
    const metadata = await this.metadataNames(request, billing.caller);
    const names = [...new Set([...request.fields, ...metadata])];
    const isFree = metadata.length === 0 && !(await this.hasField(names, billing.caller));
    assertRequiredRequested(request, isPresent(request.allow_signals) ? [...names, 'signals'] : names);
    const content = {
      list: 'companies',
      records: request.companies.length,
      names,
      maxCredits: request.max_credits,
      isPreview: request.preview,
    } as const;
    const prepare = (): CompanyLookup => this.lookupOf(request, names, isFree, billing.caller);
    const charged = await this.enrichments.run({ ...content, prepare }, billing);
    // If the tenant follows the companies that it enriches, they are noted before the answer is sent. The answer to a preview
    // has no data, so its companies are not noted.
    if (!request.preview) this.follows.note(billing.caller, 'company', charged.answer.recordIds);
    return charged;
  }

  private lookupOf(
    request: CompanyEnrichRequest,
    names: readonly string[],
    isFree: boolean,
    caller: Caller,
  ): CompanyLookup {
    const mode = request.enhanced_matching ? 'enhanced' : 'strict';
    const keys = request.companies.map((identifier) => companyKeys(identifier, mode, this.config.networkHosts));
    const fields = selectCompanyFields(names, this.writePage);
    const selection = request.include_sources ? withSources(fields) : fields;
    const question = { keys, mode, selection, isFree } as const;
    return {
      maximumCost: companyReservation(request, isFree || request.preview, keys),
      answer: (admission) => this.answer(request, question, caller, admission),
    };
  }

  private async answer(
    sent: CompanyEnrichRequest,
    question: CompanyQuestion,
    caller: Caller,
    admission: Admission,
  ): Promise<PricedAnswer<CompanyEnrichAnswer>> {
    const { selection, isFree } = question;
    const request = conditionsOf(sent, isFree, caller);
    const hits = await this.companies.byKeys(question.keys, selection.columns, caller.tenantId);
    const chosen = chooseAll(request, question, hits, caller);
    const ids = idsOf(chosen);
    const [counts, signals] = await Promise.all([
      this.queryFields.counts(caller.tenantId, selection.queryFields, ids),
      this.signalsOf(ids, request.allow_signals, caller, admission),
    ]);
    const dataOf = (company: CompanyValues | undefined): CompanyResult['data'] => {
      const data = companyDataOf(company, selection, counts);
      if (signals !== null) data.signals = company === undefined ? null : (signals.get(company.id) ?? []);
      return data;
    };
    const found = isPresent(request.required) ? withRequired(chosen, request, dataOf) : chosen;
    const emptyData = dataOf(undefined);
    const unknown = selection.queryFields.filter(
      (name) => !counts.has(name) && !(signals !== null && name === 'signals'),
    );
    const toResult = ({ identifier, company, reason, match }: FoundCompany): CompanyResult => {
      if (company === undefined)
        return { identifier, data: emptyData, matched: false, unmatched_reason: request.explain ? reason : undefined };
      const evidence = request.include_match ? match : undefined;
      const sources = companySourcesOf(company, selection);
      return { identifier, data: dataOf(company), matched: true, match: evidence, sources };
    };
    const foundIds = found === chosen ? ids : idsOf(found);
    const charges = companyCharges(isFree, foundIds);
    if (request.preview) {
      const preview = { unknownFields: unknown, credits: Object.fromEntries(charges) };
      const toPreview = (one: FoundCompany): CompanyResult => previewed(toResult(one));
      return { answer: EnrichmentAnswer.of(found, selection.fields.length, toPreview, preview), charges: new Map() };
    }
    // Nothing is charged for a free request, so there is no charge to explain.
    const explanations = isFree ? undefined : new Map([['data_access', companyExplanation(found)] as const]);
    const isReceived = ({ company }: FoundCompany): boolean =>
      company !== undefined && hasAnyValue(dataOf(company), new Set(unknown));
    const recordIds = caller.followsEnriched ? idsOf(found.filter(isReceived)) : undefined;
    const notes = { unknownFields: unknown, explanations, recordIds };
    return { answer: EnrichmentAnswer.of(found, selection.fields.length, toResult, notes), charges };
  }

  /**
   * Finds at most ten companies for a text: the one that an enrichment of the text would match, then companies with the text as
   * their name, then companies whose name begins with it.
   */
  async find({ q }: FindCompaniesRequest, caller: Caller): Promise<FoundCompanies> {
    const keys = companyKeys({ website: q, network_url: q }, 'enhanced', this.config.networkHosts);
    const [hits, named] = await Promise.all([
      this.companies.byKeys([keys], []),
      this.companies.idsByName(companyNameKeys(q), maxFound),
    ]);
    const matched = chooseCompany(keys, hits, 'enhanced');
    const ids = [...new Set([...(matched === undefined ? [] : [matched.id]), ...named])].slice(0, maxFound);
    const records = await this.recordsOf(ids, foundCompanyFields, caller, { withSources: false });
    return { companies: ids.map((id) => records.get(id)?.data).filter((company) => company !== undefined) };
  }

  /**
   * Reads fields of companies, without a charge.
   * @param names names of catalogue fields and query fields, as in the member `fields` of a request
   * @returns the data by `company.id`; a company that was deleted meanwhile has no entry
   */
  async recordsOf(
    companyIds: readonly string[],
    names: readonly string[],
    caller: Caller,
    { withSources: isSourced }: { readonly withSources: boolean },
  ): Promise<ReadonlyMap<string, CompanyRecord>> {
    const fields = selectCompanyFields(names, this.writePage);
    const selection = isSourced ? withSources(fields) : fields;
    const companies = await this.companies.byIds(companyIds, selection.columns);
    const counts = await this.queryFields.counts(caller.tenantId, selection.queryFields, companyIds);
    return new Map(
      companies.map((company) => {
        const record = {
          data: companyDataOf(company, selection, counts),
          sources: companySourcesOf(company, selection),
        };
        return [company.id, record];
      }),
    );
  }

  /** The names of all catalogue fields and of the tenant's query fields. */
  async allFieldNames(caller: Caller): Promise<string[]> {
    return [...companyCatalogue.keys(), ...(await this.queryFields.companyFieldNames(caller.tenantId))];
  }

  /** Whether one of the names is a catalogue field or a query field of the tenant. */
  async hasField(names: readonly string[], caller: Caller): Promise<boolean> {
    if (names.some((name) => companyCatalogue.has(name))) return true;
    return names.length > 0 && (await this.unknownFields(names, caller)).length < names.length;
  }

  /** The names that are neither catalogue fields nor query fields of the tenant. */
  async unknownFields(names: readonly string[], caller: Caller): Promise<string[]> {
    const others = names.filter((name) => !companyCatalogue.has(name));
    if (others.length === 0) return [];
    const configured = new Set(await this.queryFields.companyFieldNames(caller.tenantId));
    return others.filter((name) => !configured.has(name));
  }

  /** The signals of each company by its id; null for a request without `allow_signals`. */
  private async signalsOf(
    companyIds: readonly string[],
    allowed: AllowSignals | null | undefined,
    caller: Caller,
    admission: Admission,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    if (allowed === null || allowed === undefined) return null;
    return companyIds.length === 0 ? new Map() : this.signals.ofCompanies(companyIds, allowed, caller, admission);
  }

  private async metadataNames(request: CompanyEnrichRequest, { tenantId }: Caller): Promise<readonly string[]> {
    return request.include_metadata ? this.queryFields.metadataNames(tenantId, 'company') : [];
  }
}

/** The error for an enrichment of companies whose request asks for no data. */
export function noDataSelected(): DomainError {
  return new DomainError(
    'NO_FIELDS_PROVIDED',
    'Provide at least one of: a non-empty `fields`, `include_metadata` set to true, or `allow_signals`.',
  );
}

function assertAnswerable(request: CompanyEnrichRequest): void {
  if (request.companies.length === 0) throw new DomainError('NO_COMPANIES_PROVIDED');
  const selectsData = request.fields.length > 0 || request.include_metadata || isPresent(request.allow_signals);
  if (selectsData) return;
  throw noDataSelected();
}

/** For each identifier of a request the company that matches it, or the reason why none does. */
function chooseAll(
  request: CompanyEnrichRequest,
  { keys, mode, isFree }: CompanyQuestion,
  hits: CompanyHits<CompanyValues>,
  caller: Caller,
): readonly FoundCompany[] {
  return request.companies.map((identifier, index) => {
    const ofOne = keys[index] ?? noKeys;
    const company = chooseCompany(ofOne, hits, mode);
    if (company === undefined)
      return { identifier, reason: reasonIn(companyMissReason(ofOne, hits, mode), isFree, caller) };
    if (!needsConfidence(request)) return { identifier, company };
    const match = companyMatch(ofOne, hits, company);
    return isTooWeak(match, request) ? { identifier, reason: 'below_confidence' } : { identifier, company, match };
  });
}

/** Replaces each company whose data lacks a value that the request requires by this reason. */
function withRequired(
  chosen: readonly FoundCompany[],
  request: CompanyEnrichRequest,
  dataOf: (company: CompanyValues) => CompanyResult['data'],
): readonly FoundCompany[] {
  return chosen.map((one) =>
    one.company !== undefined && lacksRequired(dataOf(one.company), request)
      ? { identifier: one.identifier, reason: 'required_field_missing' }
      : one,
  );
}

/** The values of `company.id` of the matched companies, each once. */
function idsOf(found: readonly FoundCompany[]): string[] {
  const ids = new Set<string>();
  for (const { company } of found) if (company !== undefined) ids.add(company.id);
  return [...ids];
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
