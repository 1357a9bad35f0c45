import { Inject, Injectable } from '@nestjs/common';
import { personSources, type PersonSelection, selectPersonFields } from '../catalogue/person-catalogue.js';
import { CompanyService } from '../company/company.service.js';
import type { RecordLookup, RecordReading } from '../enrichment/record-lookup.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
import { inTurns } from '../platform/async/turns.js';
import type { Caller } from '../platform/auth/caller.js';
import { configToken, type Config } from '../platform/config/config.js';
import type { Admission } from '../platform/http/admission-gate.js';
import { SignalService } from '../signals/signal.service.js';
import { needsOfAll, PersonFacts, type StoredQuery } from '../queries/query-evaluator.js';
import { FactReader } from '../tenancy/query-fields/fact.reader.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import {
  type Memberships,
  type NamedData,
  optionNames,
  personChargeOutcomes,
  personDataOf,
  personReservation,
  personSourcesOf,
  type PersonSources,
} from './person-data.js';
import { PersonResolutionService } from './person-resolution.service.js';
import type { PersonEnrichRequest } from './person.dto.js';
import { type PersonProfile, PersonReader, type ProfileSelection } from './person.reader.js';

/** What a request asks of each person, however the persons are found. */
export type PersonDataRequest = Omit<PersonEnrichRequest, 'persons'>;

/** The fields by which an enrichment finds a person without a profile page. */
const namingFields = selectPersonFields(['full_name', 'company_website']).fields;

/** What a request for persons asks for, derived from its body. */
interface PersonQuestion {
  readonly request: PersonDataRequest;
  readonly selection: PersonSelection;
  /** The tenant's query fields among the requested names; null until they are read. */
  readonly queries: ReadonlyMap<string, StoredQuery> | null;
  readonly named: NamedData;
  /** The requested fields of the employer; null for a request without `enrich_company`. */
  readonly companyNames: readonly string[] | null;
}

@Injectable()
export class PersonLookupService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly resolution: PersonResolutionService,
    private readonly persons: PersonReader,
    private readonly queryFields: QueryFieldReader,
    private readonly facts: FactReader,
    private readonly companies: CompanyService,
    private readonly signals: SignalService,
    @Inject(configToken) config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /** @param companyNames the requested fields of the employer, each once; null for a request without `enrich_company` */
  async lookupOf(
    request: PersonEnrichRequest,
    companyNames: readonly string[] | null,
    caller: Caller,
  ): Promise<RecordLookup<PersonProfile>> {
    const question = await this.questionOf(request, companyNames, caller);
    return {
      maximumCost: personReservation(request, request.persons.length, question.named),
      resolve: ({ withEvidence }) =>
        this.resolve(question, request.persons, { tenantId: caller.tenantId, withMatch: withEvidence }),
      read: (profiles, admission) => this.read(question, profiles, caller, admission),
    };
  }

  /**
   * The lookup of persons whom a search has found. Each identifier gets the profile page, or else the name and the employer's website.
   * @param ids values of `person.id`
   */
  async lookupFound(
    ids: readonly string[],
    request: PersonDataRequest,
    companyNames: readonly string[] | null,
    caller: Caller,
  ): Promise<RecordLookup<PersonProfile>> {
    const question = await this.questionOf(request, companyNames, caller);
    const wanted = wantedOf(question);
    const fields = [...wanted.fields, ...namingFields];
    return {
      maximumCost: personReservation(request, ids.length, question.named),
      resolve: async () => {
        const profiles = await this.persons.profiles(ids, { ...wanted, fields }, caller.tenantId);
        return ids.map((id) => {
          const record = profiles.get(id);
          if (record === undefined) return null;
          const [name, website] = record.values.slice(wanted.fields.length);
          const { networkUrl } = record;
          const added =
            networkUrl === null
              ? { network_url: null, full_name: name, company_domain: website }
              : { network_url: this.writePage(networkUrl) };
          return { record, added };
        });
      },
      read: (profiles, admission) => this.read(question, profiles, caller, admission),
    };
  }

  private async questionOf(
    request: PersonDataRequest,
    companyNames: readonly string[] | null,
    caller: Caller,
  ): Promise<PersonQuestion> {
    const selection = selectPersonFields(request.fields ?? []);
    // If a request has no profile fields, its cost depends on whether it names a query field of the tenant. So the tenant's
    // query fields are read now.
    const queries =
      selection.fields.length > 0 ? null : await this.queryFields.personQueries(caller.tenantId, selection.queryFields);
    const named = {
      ofPerson: queries === null || queries.size > 0,
      ofCompany: companyNames !== null && (await this.companies.hasField(companyNames, caller)),
    };
    return { request, selection, queries, named, companyNames };
  }

  private async resolve(
    question: PersonQuestion,
    identifiers: PersonEnrichRequest['persons'],
    options: { readonly tenantId: string; readonly withMatch: boolean },
  ): ReturnType<RecordLookup<PersonProfile>['resolve']> {
    const wanted = wantedOf(question);
    const resolved = await this.resolution.resolve(identifiers, wanted, options);
    const others = resolved.flatMap((person) =>
      typeof person === 'string' || person.profile !== null ? [] : person.id,
    );
    const profiles = await this.persons.profiles([...new Set(others)], wanted, options.tenantId);
    return resolved.map((person) => {
      if (typeof person === 'string') return person;
      if (person.profile !== null) return { record: person.profile, evidence: person.match };
      const record = profiles.get(person.id);
      // A person who was erased after the search counts as not found.
      if (record === undefined) return 'no_candidate';
      const page = record.networkUrl === null ? null : this.writePage(record.networkUrl);
      return { record, evidence: person.match, added: { resolved_network_url: page } };
    });
  }

  /** Reads the data of the persons that is not in their profiles. Each kind of data is read for all persons together. */
  private async read(
    { request, selection, queries, named, companyNames }: PersonQuestion,
    profiles: readonly PersonProfile[],
    caller: Caller,
    admission: Admission,
  ): Promise<RecordReading<PersonProfile>> {
    const { include_contact_data: withContact, enrich_company: company } = request;
    const [memberships, contacts, companies, signals, unknownOfCompany] = await Promise.all([
      this.memberships(selection.queryFields, queries, profiles, caller),
      withContact || request.preview ? this.persons.contacts(profiles.map(({ id }) => id)) : null,
      this.companiesOf(profiles, companyNames, request, caller),
      this.signalsOf(profiles, request.allow_signals, caller, admission),
      Array.isArray(company) ? this.companies.unknownFields(company, caller) : [],
    ]);
    const options = optionNames(request);
    const unknownMembers = memberships.unknown.filter((name) => !options.includes(name));
    const sources = {
      places: selection.places,
      writePage: this.writePage,
      memberships: memberships.byPerson,
      contacts: withContact ? contacts : null,
      companies,
      signals,
    };
    return {
      unknownFields: [...new Set([...unknownMembers, ...unknownOfCompany])],
      unknownMembers,
      dataOf: (person) => personDataOf(person, request, sources),
      contactsOf: (person) => contacts?.get(person?.id ?? '') ?? { email: null, phone: null },
      sourcesOf: (person) => personSourcesOf(person, request, sources, selection.fields.length),
      chargeOutcomes: (found, results) => personChargeOutcomes(request, named, results, found),
    };
  }

  private async memberships(
    names: readonly string[],
    known: PersonQuestion['queries'],
    profiles: readonly PersonProfile[],
    caller: Caller,
  ): Promise<Memberships> {
    const queries = known ?? (await this.queryFields.personQueries(caller.tenantId, names));
    const unknown = names.filter((name) => !queries.has(name));
    if (queries.size === 0) return { byPerson: new Map(), unknown };
    const ids = profiles.map(({ id }) => id);
    const facts = await this.facts.ofPersons(ids, needsOfAll(queries.values()), caller.tenantId);
    const byPerson = new Map<string, ReadonlySet<string>>();
    // Evaluating hundreds of long query fields for 1,000 persons takes seconds.
    for await (const [id, stored] of inTurns(facts)) {
      const person = new PersonFacts(stored);
      byPerson.set(id, new Set([...queries].flatMap(([name, { matches }]) => (matches(person) ? name : []))));
    }
    return { byPerson, unknown };
  }

  private async companiesOf(
    profiles: readonly PersonProfile[],
    names: readonly string[] | null,
    { include_sources: isSourced }: PersonDataRequest,
    caller: Caller,
  ): Promise<PersonSources['companies']> {
    if (names === null) return null;
    const ids = [...new Set(profiles.flatMap((profile) => profile.facts?.companyId ?? []))];
    return this.companies.recordsOf(ids, names, caller, { withSources: isSourced });
  }

  private async signalsOf(
    profiles: readonly PersonProfile[],
    allowed: PersonEnrichRequest['allow_signals'],
    caller: Caller,
    admission: Admission,
  ): Promise<PersonSources['signals']> {
    if (allowed === null || allowed === undefined) return null;
    const urls = profiles.flatMap((profile) => profile.networkUrl ?? []);
    return urls.length === 0 ? new Map() : this.signals.ofPersons(urls, allowed, caller, admission);
  }
}

/** What is read of each person together with the profile. */
function wantedOf({ request, selection: { fields }, companyNames }: PersonQuestion): ProfileSelection {
  const withFacts = request.include_personas || companyNames !== null;
  return { fields: request.include_sources ? [...fields, personSources] : fields, withFacts };
}
