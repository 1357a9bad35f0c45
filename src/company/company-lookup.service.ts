import { Inject, Injectable } from '@nestjs/common';
import { charges } from '../billing/credits/credit-amounts.js';
import type { RecordLookup, RecordReading } from '../enrichment/record-lookup.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import type { Caller } from '../platform/auth/caller.js';
import { configToken, type Config } from '../platform/config/config.js';
import type { Admission } from '../platform/http/admission-gate.js';
import type { SignalRecord } from '../signals/signal.dto.js';
import { SignalService } from '../signals/signal.service.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import { chooseCompany, companyKeys, companyMatch, companyMissReason } from './company-match.js';
import {
  companyChargeOutcomes,
  companyDataOf,
  companyReservation,
  type CompanySelection,
  companySourcesOf,
  type CompanyValues,
  selectCompanyFields,
  withSources,
} from './company-selection.js';
import type { CompanyEnrichRequest } from './company.dto.js';
import { CompanyReader } from './company.reader.js';

interface NamedFields {
  /** The requested names, each once. */
  readonly names: readonly string[];
  /** Whether the request costs nothing, because it names no existing field. */
  readonly isFree: boolean;
}

@Injectable()
export class CompanyLookupService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly companies: CompanyReader,
    private readonly queryFields: QueryFieldReader,
    private readonly signals: SignalService,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  lookupOf(request: CompanyEnrichRequest, { names, isFree }: NamedFields, caller: Caller): RecordLookup<CompanyValues> {
    const mode = request.enhanced_matching ? 'enhanced' : 'strict';
    const keys = request.companies.map((identifier) => companyKeys(identifier, mode, this.config.networkHosts));
    const fields = selectCompanyFields(names, this.writePage);
    const selection = request.include_sources ? withSources(fields) : fields;
    return {
      maximumCost: companyReservation(request, isFree, keys),
      resolve: async ({ withEvidence }) => {
        const hits = await this.companies.byKeys(keys, selection.columns, caller.tenantId);
        return keys.map((ofOne) => {
          const record = chooseCompany(ofOne, hits, mode);
          if (record === undefined) return companyMissReason(ofOne, hits, mode);
          return { record, evidence: withEvidence ? companyMatch(ofOne, hits, record) : undefined };
        });
      },
      read: (companies, admission) => this.read(companies, selection, request.allow_signals, caller, admission),
    };
  }

  /**
   * The lookup of companies that a search has found. Each identifier gets the website and the profile page.
   * @param ids values of `company.id`
   */
  lookupFound(
    ids: readonly string[],
    request: Pick<CompanyEnrichRequest, 'include_sources' | 'allow_signals'>,
    names: readonly string[],
    caller: Caller,
  ): RecordLookup<CompanyValues> {
    const fields = selectCompanyFields(names, this.writePage);
    const selection = request.include_sources ? withSources(fields) : fields;
    const { columns } = selection;
    return {
      maximumCost: charges({ data_access: ids.length }),
      resolve: async () => {
        const companies = await this.companies.byIds(ids, [...columns, 'website', 'network_url']);
        const byId = new Map(companies.map((company) => [company.id, company]));
        return ids.map((id) => {
          const record = byId.get(id);
          if (record === undefined) return null;
          const [website, page] = record.values.slice(columns.length) as (string | null)[];
          const url = page === null || page === undefined ? null : this.writePage(page);
          return { record, added: { website: website ?? null, network_url: url } };
        });
      },
      read: (companies, admission) => this.read(companies, selection, request.allow_signals, caller, admission),
    };
  }

  private async read(
    companies: readonly CompanyValues[],
    selection: CompanySelection,
    allowedSignals: CompanyEnrichRequest['allow_signals'],
    caller: Caller,
    admission: Admission,
  ): Promise<RecordReading<CompanyValues>> {
    const ids = companies.map(({ id }) => id);
    const [counts, signals] = await Promise.all([
      this.queryFields.counts(caller.tenantId, selection.queryFields, ids),
      this.signalsOf(ids, allowedSignals, caller, admission),
    ]);
    const isSignals = (name: string): boolean => signals !== null && name === 'signals';
    const unknown = selection.queryFields.filter((name) => !counts.has(name) && !isSignals(name));
    return {
      unknownFields: unknown,
      unknownMembers: unknown,
      dataOf: (company) => {
        const data = companyDataOf(company, selection, counts);
        if (signals !== null) data.signals = company === undefined ? null : (signals.get(company.id) ?? []);
        return data;
      },
      sourcesOf: (company) => companySourcesOf(company, selection),
      chargeOutcomes: companyChargeOutcomes,
    };
  }

  /** The signals of each company by its id; null for a request without `allow_signals`. */
  private async signalsOf(
    companyIds: readonly string[],
    allowed: CompanyEnrichRequest['allow_signals'],
    caller: Caller,
    admission: Admission,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    if (allowed === null || allowed === undefined) return null;
    return companyIds.length === 0 ? new Map() : this.signals.ofCompanies(companyIds, allowed, caller, admission);
  }
}
