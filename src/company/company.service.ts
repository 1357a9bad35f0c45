import { Inject, Injectable } from '@nestjs/common';
import type { ChargedAnswer, BillingContext } from '../billing/charging/charged-answer.js';
import { companyCatalogue } from '../catalogue/company-catalogue.js';
import type { GroupSource } from '../catalogue/field-groups.js';
import { EnrichmentService } from '../enrichment/enrichment.service.js';
import { companyNameKeys } from '../matching/companies/company-name.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import type { Caller } from '../platform/auth/caller.js';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import { CompanyLookupService } from './company-lookup.service.js';
import { chooseCompany, companyKeys } from './company-match.js';
import { companyDataOf, companySourcesOf, selectCompanyFields, withSources } from './company-selection.js';
import {
  type CompanyEnrichAnswer,
  type CompanyEnrichRequest,
  type FindCompaniesRequest,
  type FoundCompanies,
  foundCompanyFields,
} from './company.dto.js';
import { CompanyReader } from './company.reader.js';

const maxFound = 10;

/** The data of a company, and where it comes from. */
export interface CompanyRecord {
  readonly data: Readonly<Record<string, unknown>>;
  /** The sources of the company's data, by group; undefined if they were not read. */
  readonly sources: Readonly<Record<string, GroupSource>> | undefined;
}

type CompanyDataRequest = Pick<CompanyEnrichRequest, 'fields' | 'include_metadata' | 'allow_signals'>;

/** What a request asks of each company. */
interface AskedOfCompanies {
  /** The names of fields and query fields, each once. */
  readonly names: readonly string[];
  /** The members that the `data` of each result has. */
  readonly members: readonly string[];
  /** Whether `include_metadata` has added query fields. */
  readonly hasMetadata: boolean;
}

@Injectable()
export class CompanyService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly companies: CompanyReader,
    private readonly queryFields: QueryFieldReader,
    private readonly lookups: CompanyLookupService,
    private readonly enrichments: EnrichmentService,
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
    const { caller } = billing;
    if (request.companies.length === 0) throw new DomainError('NO_COMPANIES_PROVIDED');
    if (asksNothing(request)) throw noDataSelected();
    const { names, members, hasMetadata } = await this.askedBy(request, caller);
    const enrichment = {
      list: 'companies',
      ...{ identifiers: request.companies, names, members, options: request },
      prepare: async () => {
        const isFree = !hasMetadata && !(await this.hasField(names, caller));
        return this.lookups.lookupOf(request, { names, isFree }, caller);
      },
    } as const;
    return this.enrichments.run(enrichment, billing);
  }

  /** What a request asks of each company. */
  async askedBy(request: CompanyDataRequest, caller: Caller): Promise<AskedOfCompanies> {
    const metadata = request.include_metadata ? await this.queryFields.metadataNames(caller.tenantId, 'company') : [];
    const names = [...new Set([...request.fields, ...metadata])];
    return { names, members: hasSignals(request) ? [...names, 'signals'] : names, hasMetadata: metadata.length > 0 };
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
}

function hasSignals({ allow_signals: signals }: CompanyDataRequest): boolean {
  return signals !== null && signals !== undefined;
}

/** Whether a request names no data of companies. */
export function asksNothing(request: CompanyDataRequest): boolean {
  return request.fields.length === 0 && !request.include_metadata && !hasSignals(request);
}

/** The error for an enrichment of companies whose request asks for no data. */
export function noDataSelected(): DomainError {
  return new DomainError(
    'NO_FIELDS_PROVIDED',
    'Provide at least one of: a non-empty `fields`, `include_metadata` set to true, or `allow_signals`.',
  );
}
