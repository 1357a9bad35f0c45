import type { RecordList } from '../enrichment/answer-size.js';
import { Inject, Injectable } from '@nestjs/common';
import type { BillingContext, ChargedAnswer } from '../billing/charging/charged-answer.js';
import { CompanyLookupService } from '../company/company-lookup.service.js';
import { asksNothing, CompanyService } from '../company/company.service.js';
import { EnrichmentService } from '../enrichment/enrichment.service.js';
import type { EnrichmentAnswer, EnrichmentResult } from '../enrichment/enrichment-answer.js';
import type { MatchConditions } from '../enrichment/match-conditions.js';
import type { RecordLookup, RecordReading, StoredRecord } from '../enrichment/record-lookup.js';
import { PersonLookupService } from '../person/person-lookup.service.js';
import { PersonService } from '../person/person.service.js';
import type { Caller } from '../platform/auth/caller.js';
import { Pepper } from '../platform/auth/pepper.sql.js';
import { configToken, type Config } from '../platform/config/config.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { RateLimitGuard } from '../platform/http/rate-limit.guard.js';
import { invalidValue } from '../platform/http/validation/validation-exception.js';
import {
  checkDefinition,
  type CompanyDefinition,
  namedFields,
  type QueryDefinition,
} from '../queries/query-definition.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import { type FoundRecords, SearchReader } from './filters/search.reader.js';
import { SearchCharges } from './search-charges.sql.js';
import { CursorCodec } from './search-cursor.js';
import { invalidDefinition } from './invalid-definition.js';
import { idsOfCharged, isPaid, withoutPaid } from './search-outcomes.js';
import { facetMember, searchMembers } from './search-members.js';
import type { CompanySearchRequest, PersonSearchRequest, SearchFields } from './search.dto.js';
import { SearchObjects } from './values/search-objects.sql.js';
import { SearchValues } from './values/search-values.sql.js';
import { valueMembers } from './values/value-members.js';

export type SearchAnswer = EnrichmentAnswer<EnrichmentResult>;

/** What a search delivers of each record if the request names nothing. */
const usualFields = {
  persons: ['full_name', 'job_title', 'company_website', 'contact_country'],
  companies: ['name', 'industry', 'employee_count', 'location_country'],
} as const;

/** The members of an enrichment that a search does not have. */
const noConditions = { include_match: false, min_confidence: null, required: null, explain: false } as const;

/** How many values of a member `GET /v1/search/fields` lists. */
const listedValues = 100;

@Injectable()
export class SearchService {
  private readonly cursors: CursorCodec;

  constructor(
    private readonly reader: SearchReader,
    private readonly objects: SearchObjects,
    private readonly values: SearchValues,
    private readonly charges: SearchCharges,
    private readonly queryFields: QueryFieldReader,
    private readonly companyLookups: CompanyLookupService,
    private readonly companies: CompanyService,
    private readonly personLookups: PersonLookupService,
    private readonly persons: PersonService,
    private readonly enrichments: EnrichmentService,
    private readonly limits: RateLimitGuard,
    @Inject(configToken) private readonly config: Config,
    pepper: Pepper,
  ) {
    this.cursors = new CursorCodec(pepper.secret);
  }

  /**
   * Finds companies, and charges for those that it delivers.
   * @throws DomainError SEARCH_OFF, SEARCH_NOT_READY, SEARCH_TOO_COSTLY
   * @throws ValidationException if the definition, the cursor or a facet is not valid
   * @throws DomainError and ValidationException as {@link EnrichmentService.run} does
   */
  async findCompanies(request: CompanySearchRequest, billing: BillingContext): Promise<ChargedAnswer<SearchAnswer>> {
    const { caller } = billing;
    const found = await this.find('companies', request, billing);
    const wanted = options(request, asksNothing(request) ? { fields: [...usualFields.companies] } : {});
    const { names, members } = await this.companies.askedBy(wanted, caller);
    const lookup = this.companyLookups.lookupFound(found.ids, wanted, names, caller);
    return this.deliver('companies', { request: wanted, names, members, found, lookup }, billing);
  }

  /** Finds persons, and charges for those that it delivers. It throws what {@link findCompanies} throws. */
  async findPersons(request: PersonSearchRequest, billing: BillingContext): Promise<ChargedAnswer<SearchAnswer>> {
    const { caller } = billing;
    const found = await this.find('persons', request, billing);
    const given = options(request, {});
    const asked = await this.persons.askedBy(given, caller);
    const wanted = asked.members.length === 0 ? options(request, { fields: [...usualFields.persons] }) : given;
    const { names, members, companyNames } =
      asked.members.length === 0 ? await this.persons.askedBy(wanted, caller) : asked;
    const lookup = await this.personLookups.lookupFound(found.ids, wanted, companyNames, caller);
    return this.deliver('persons', { request: wanted, names, members, found, lookup }, billing);
  }

  /** The members of definitions, with the most frequent values on record. @throws DomainError as {@link findCompanies} does */
  async fields(caller: Caller): Promise<SearchFields> {
    await this.assertReady(caller);
    const values = await this.values.mostFrequent(
      valueMembers.map(({ key }) => key),
      listedValues,
    );
    const describe = (of: RecordList) =>
      searchMembers(of).map(({ name, type, description, values: member }) => ({
        ...{ name, type, description, is_facet: member !== undefined },
        ...(member === undefined ? {} : { values: [...(values.get(member.key) ?? [])] }),
      }));
    return { persons: describe('persons'), companies: describe('companies') };
  }

  /** Checks that a tenant may search. @throws DomainError SEARCH_OFF, SEARCH_NOT_READY */
  async assertReady({ maySearch }: Caller): Promise<void> {
    if (!maySearch) throw new DomainError('SEARCH_OFF');
    if (this.config.search === 'off' || !(await this.objects.isPrepared())) throw new DomainError('SEARCH_NOT_READY');
  }

  private async find(
    of: RecordList,
    request: CompanySearchRequest | PersonSearchRequest,
    billing: BillingContext,
  ): Promise<FoundRecords & { readonly cursor: string | null }> {
    const { caller } = billing;
    await this.assertReady(caller);
    const reading = checkDefinition(of, request.where);
    if ('flaws' in reading) throw invalidDefinition(request.where, reading.flaws);
    const where = reading.definition;
    const scope = { tenantId: caller.tenantId, of, where };
    const facets = request.facets.map((name, index) => {
      const member = facetMember(of, name);
      if (member === undefined) throw invalidValue(['body', 'facets', index], 'there is no such facet', name);
      return { name, member };
    });
    const after = this.readCursor(scope, request.cursor);
    const context = await this.contextOf(caller, where);
    // What costs nothing is limited, because it reads as much as a page that is paid for.
    if (request.size === 0) await this.limits.admitFreeLookup(billing);
    const { size, total } = request;
    const found = await this.reader.find({ of, where, after, size, total, facets, context });
    const last = found.ids.at(-1);
    return { ...found, cursor: found.hasMore && last !== undefined ? this.cursors.write(scope, last) : null };
  }

  private readCursor(scope: Parameters<CursorCodec['read']>[0], cursor: string | null | undefined): string | null {
    if (cursor === null || cursor === undefined) return null;
    const id = this.cursors.read(scope, cursor);
    if (id === null)
      throw invalidValue(
        ['body', 'cursor'],
        'the cursor is not one of this search; begin again without a cursor',
        cursor,
      );
    return id;
  }

  /** What the conditions refer to. @throws ValidationException if the definition names a query field that the tenant does not have */
  private async contextOf({ tenantId }: Caller, where: QueryDefinition | CompanyDefinition) {
    const named = namedFields(where);
    const known = named.length === 0 ? [] : await this.queryFields.definitionsOf(tenantId);
    const fits = (kind: 'company' | 'person', name: string) =>
      known.find((field) => field.name === name && (field.scope === kind || field.scope === 'both'));
    for (const { path, kind, name } of named)
      if (fits(kind, name) === undefined)
        throw invalidValue(
          ['body', 'where', ...path],
          `there is no query field of this name for ${kind === 'person' ? 'persons' : 'companies'}`,
          name,
        );
    const namedAs = (kind: 'company' | 'person') =>
      known.filter((field) => named.some((one) => one.kind === kind && one.name === field.name));
    return {
      tenantId,
      today: new Date().toISOString().slice(0, 10),
      personFields: new Map(namedAs('person').map(({ name, definition }) => [name, definition])),
      companyFields: new Map(namedAs('company').flatMap(({ name, id, isCounted }) => (isCounted ? [[name, id]] : []))),
    };
  }

  private async deliver<Found extends StoredRecord>(
    of: RecordList,
    { request, names, members, found, lookup }: Delivery<Found>,
    billing: BillingContext,
  ): Promise<ChargedAnswer<SearchAnswer>> {
    const { tenantId } = billing.caller;
    const { maximumCost } = lookup;
    const features = [...new Set([...maximumCost.keys(), 'data_access' as const])];
    const paid = await this.charges.recent(tenantId, of, found.ids);
    const unpaid = features.map(
      (feature) => [feature, found.ids.filter((id) => !isPaid(paid, feature, id)).length] as const,
    );
    const read: RecordLookup<Found>['read'] = async (records, admission) => {
      // It is read again, because an answer is made again if another search has charged the same records.
      const [reading, latest] = await Promise.all([
        lookup.read(records, admission),
        this.charges.recent(tenantId, of, found.ids),
      ]);
      return {
        ...reading,
        chargeOutcomes: (outcomes, results) =>
          withoutPaid(outcomes, reading.chargeOutcomes(outcomes, results), [paid, latest]),
        whenCharged: (outcomes, charged) => (transaction) =>
          this.charges.note(transaction, tenantId, of, idsOfCharged(outcomes, charged)),
      } satisfies RecordReading<Found>;
    };
    const { total, facets, cursor } = found;
    return this.enrichments.run(
      {
        ...{ list: of, names, members, holds: true, more: { total, facets, cursor } },
        identifiers: found.ids.map(() => ({})),
        options: request,
        prepare: () => Promise.resolve({ ...lookup, maximumCost: new Map(unpaid), read }),
      },
      billing,
    );
  }
}

interface Delivery<Found extends StoredRecord> {
  readonly request: MatchConditions & { readonly explain: boolean };
  readonly names: readonly string[];
  readonly members: readonly string[];
  readonly found: FoundRecords & { readonly cursor: string | null };
  readonly lookup: RecordLookup<Found>;
}

/** The options of a search in the form that enrichments take. @param changed members that replace those of the request */
function options<Request extends object>(request: Request, changed: Partial<Request>): Request & typeof noConditions {
  return Object.assign({}, request, noConditions, changed);
}
