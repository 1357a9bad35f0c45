import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../platform/auth/caller.js';
import { CONFIG, type Config } from '../platform/config.js';
import { DomainError } from '../platform/http/domain-error.js';
import type { AllowSignals, SignalRecord } from '../signals/allow-signals.dto.js';
import { SignalService } from '../signals/signal.service.js';
import { QueryFieldReader, type QueryCounts } from '../tenancy/query-field.reader.js';
import { companyCatalogue, type CompanyField } from './company-catalogue.js';
import { chooseCompany, companyKeys } from './company-match.js';
import type { CompanyEnrichRequest, CompanyEnrichResponse } from './company.dto.js';
import { CompanyReader, type StoredCompany } from './company.reader.js';

/** What a request asks for: each name once, in the order asked, with its place among the columns read. */
interface Selection {
  readonly fields: readonly {
    readonly name: string;
    readonly field: CompanyField | undefined;
    readonly place: number;
  }[];
  readonly columns: readonly string[];
  /** The names outside of the catalogue. */
  readonly queryFields: readonly string[];
}

@Injectable()
export class CompanyService {
  constructor(
    private readonly companies: CompanyReader,
    private readonly queryFields: QueryFieldReader,
    private readonly signals: SignalService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * One result for each company of the request, in its order.
   * @throws DomainError NO_COMPANIES_PROVIDED, NO_FIELDS_PROVIDED
   */
  async enrich(request: CompanyEnrichRequest, caller: Caller): Promise<CompanyEnrichResponse> {
    assertAnswerable(request);
    const selection = select(await this.fieldNames(request, caller));
    const mode = request.enhanced_matching ? 'enhanced' : 'strict';
    const keys = request.companies.map((identifier) => companyKeys(identifier, mode, this.config.networkHosts));
    const hits = await this.companies.byKeys(keys, selection.columns);
    const companies = keys.map((sought) => chooseCompany(sought, hits, mode));
    const ids = [...new Set(companies.flatMap((company) => company?.id ?? []))];
    const [counts, signals] = await Promise.all([
      this.queryFields.counts(caller.tenantId, selection.queryFields, ids),
      this.signalsOf(ids, request.allow_signals, caller),
    ]);
    const results = request.companies.map((identifier, index) => {
      const company = companies[index];
      const data = dataOf(company, selection, counts);
      if (signals !== null) data.signals = company === undefined ? null : (signals.get(company.id) ?? []);
      return { identifier, data, matched: company !== undefined };
    });
    return { results };
  }

  /** By company id; null when the request does not ask for signals. */
  private async signalsOf(
    companyIds: readonly string[],
    allowed: AllowSignals | null | undefined,
    caller: Caller,
  ): Promise<ReadonlyMap<string, readonly SignalRecord[]> | null> {
    if (allowed === null || allowed === undefined) return null;
    return companyIds.length === 0 ? new Map() : this.signals.ofCompanies(companyIds, allowed, caller);
  }

  private async fieldNames(request: CompanyEnrichRequest, caller: Caller): Promise<readonly string[]> {
    if (!request.include_metadata) return request.fields;
    return [...request.fields, ...(await this.queryFields.metadataNames(caller.tenantId, 'company'))];
  }
}

/** The failure of a request that names companies and nothing to tell of them. */
export function nothingAskedFor(): DomainError {
  return new DomainError(
    'NO_FIELDS_PROVIDED',
    'Provide at least one of: a non-empty `fields`, `include_metadata` set to true, or `allow_signals`.',
  );
}

function assertAnswerable(request: CompanyEnrichRequest): void {
  if (request.companies.length === 0) throw new DomainError('NO_COMPANIES_PROVIDED');
  const asksForSomething = request.fields.length > 0 || request.include_metadata || isPresent(request.allow_signals);
  if (asksForSomething) return;
  throw nothingAskedFor();
}

function select(names: readonly string[]): Selection {
  const columns: string[] = [];
  const fields = [...new Set(names)].map((name) => {
    const field = companyCatalogue.get(name);
    if (field === undefined) return { name, field, place: -1 };
    if (!columns.includes(field.column)) columns.push(field.column);
    return { name, field, place: columns.indexOf(field.column) };
  });
  const queryFields = fields.flatMap(({ name, field }) => (field === undefined ? [name] : []));
  return { fields, columns, queryFields };
}

/** The requested fields; on an object without a prototype, because `__proto__` is a name like any other here. */
function dataOf(
  company: StoredCompany | undefined,
  selection: Selection,
  counts: QueryCounts,
): Record<string, unknown> {
  const data = Object.create(null) as Record<string, unknown>;
  for (const { name, field, place } of selection.fields) {
    if (company === undefined) data[name] = null;
    else data[name] = field === undefined ? counts.of(name, company.id) : valueOf(company.values[place], field);
  }
  return data;
}

function valueOf(stored: unknown, field: CompanyField): unknown {
  if (stored === null || stored === undefined) return null;
  if (Array.isArray(stored)) return stored.length === 0 ? null : stored;
  return field.derive !== undefined && typeof stored === 'string' ? field.derive(stored) : stored;
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
