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
import { PersonFacts, type PersonQuery } from '../tenancy/query-fields/query-evaluator.js';
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
import { type PersonProfile, PersonReader, type ProfileFacts } from './person.reader.js';

/** What a request for persons asks for, derived from its body. */
interface PersonQuestion {
  readonly request: PersonEnrichRequest;
  readonly selection: PersonSelection;
  /** The tenant's query fields among the requested names; null until they are read. */
  readonly queries: ReadonlyMap<string, PersonQuery> | null;
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
    const selection = selectPersonFields(request.fields ?? []);
    // If a request has no profile fields, its cost depends on whether it names a query field of the tenant. So the tenant's
    // query fields are read now.
    const queries =
      selection.fields.length > 0 ? null : await this.queryFields.personQueries(caller.tenantId, selection.queryFields);
    const named = {
      ofPerson: queries === null || queries.size > 0,
      ofCompany: companyNames !== null && (await this.companies.hasField(companyNames, caller)),
    };
    const question = { request, selection, queries, named, companyNames };
    return {
      maximumCost: personReservation(request, named),
      resolve: ({ withEvidence }) => this.resolve(question, { tenantId: caller.tenantId, withMatch: withEvidence }),
      read: (profiles, admission) => this.read(question, profiles, caller, admission),
    };
  }

  private async resolve(
    { request, selection, companyNames }: PersonQuestion,
    options: { readonly tenantId: string; readonly withMatch: boolean },
  ): ReturnType<RecordLookup<PersonProfile>['resolve']> {
    const withFacts = request.include_personas || selection.queryFields.length > 0 || companyNames !== null;
    const { fields } = selection;
    const wanted = { fields: request.include_sources ? [...fields, personSources] : fields, withFacts };
    const resolved = await this.resolution.resolve(request.persons, wanted, options);
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
    const skills = await this.persons.skills(profiles.map((profile) => profile.id));
    const byPerson = new Map<string, ReadonlySet<string>>();
    // Evaluating hundreds of long query fields for 1,000 persons takes seconds.
    for await (const profile of inTurns(profiles)) {
      if (profile.facts === null) continue;
      byPerson.set(profile.id, matchesOf(profile.facts, skills.get(profile.id) ?? [], queries));
    }
    return { byPerson, unknown };
  }

  private async companiesOf(
    profiles: readonly PersonProfile[],
    names: readonly string[] | null,
    { include_sources: isSourced }: PersonEnrichRequest,
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

function matchesOf(
  { jobTitle, seniority, personas, country }: ProfileFacts,
  skills: readonly string[],
  queries: ReadonlyMap<string, PersonQuery>,
): ReadonlySet<string> {
  const facts = new PersonFacts({ jobTitle, seniority, personas, country, skills });
  return new Set([...queries].filter(([, matches]) => matches(facts)).map(([name]) => name));
}
