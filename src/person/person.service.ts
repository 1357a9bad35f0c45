import { Inject, Injectable } from '@nestjs/common';
import type { ChargedAnswer, BillingContext, PricedAnswer } from '../billing/charging/charged-answer.js';
import { type Charges, zeroCharges } from '../billing/credits/credit-amounts.js';
import { CompanyService } from '../company/company.service.js';
import { inTurns } from '../platform/async/turns.js';
import type { Caller } from '../platform/auth/caller.js';
import { type PageWriter, pageWriter } from '../matching/urls/profile-url.js';
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
} from '../enrichment/match-conditions.js';
import { EnrichmentService, type Lookup } from '../enrichment/enrichment.service.js';
import type { Admission } from '../platform/http/admission-gate.js';
import type { MissReason, Resolution } from '../enrichment/unmatched-reasons.js';
import { DisclosureLog } from '../privacy/disclosure-log.sql.js';
import { DomainError } from '../platform/errors/domain-error.js';
import { SignalService } from '../signals/signal.service.js';
import { PersonFacts, type PersonQuery } from '../tenancy/query-fields/query-evaluator.js';
import { EnrichedFollowLog } from '../tenancy/tenants/enriched-follow-log.sql.js';
import { QueryFieldReader } from '../tenancy/query-fields/query-field.reader.js';
import { personSources, type PersonSelection, selectPersonFields } from '../catalogue/person-catalogue.js';
import {
  type NamedData,
  personDataOf,
  isChargeable,
  type Memberships,
  personCost,
  personReservation,
  personSourcesOf,
  type PersonSources,
} from './person-data.js';
import { PersonResolutionService, type ResolvedPerson } from './person-resolution.service.js';
import type { PersonEnrichAnswer, PersonEnrichRequest, PersonIdentifier, PersonResult } from './person.dto.js';
import { type PersonProfile, PersonReader, type ProfileFacts, type ProfileSelection } from './person.reader.js';

type PersonLookup = Lookup<PersonResult>;

/** What a request for persons asks for, derived from its body. */
interface PersonQuestion {
  readonly selection: PersonSelection;
  /** The tenant's query fields among the requested names; null until they are read. */
  readonly queries: ReadonlyMap<string, PersonQuery> | null;
  readonly named: NamedData;
  /** The requested fields of the employer; null for a request without `enrich_company`. */
  readonly companyNames: readonly string[] | null;
  /** The number of values in each result. */
  readonly values: number;
}

/** The person of one identifier of a request, or the reason why there is none. */
interface FoundPerson extends Resolution {
  readonly identifier: PersonIdentifier;
  readonly person?: ResolvedPerson;
  readonly profile?: PersonProfile;
}

/** What the preview of an enrichment needs to know about the answer that the request would get if it were no preview. */
interface PreviewContext {
  readonly values: number;
  /** The names in `fields` that are no fields of persons. */
  readonly unknownOfPerson: readonly string[];
  readonly unknownFields: readonly string[];
  /** The credits that the request would cost if it were no preview. */
  readonly charges: Charges;
}

/** The persons that were found, and what to read about them. */
interface PersonReadContext extends Omit<PersonQuestion, 'named' | 'values'> {
  readonly admission: Admission;
  /** The profiles of the persons by `person.id`. */
  readonly profiles: ReadonlyMap<string, PersonProfile>;
}

@Injectable()
export class PersonService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly resolution: PersonResolutionService,
    private readonly persons: PersonReader,
    private readonly queryFields: QueryFieldReader,
    private readonly companies: CompanyService,
    private readonly signals: SignalService,
    private readonly enrichments: EnrichmentService,
    private readonly disclosures: DisclosureLog,
    private readonly follows: EnrichedFollowLog,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Looks up the persons of a request and charges for those that are found.
   * @returns one result for each person of the request, in the order of the request
   * @throws DomainError NO_PERSONS_PROVIDED, NO_FIELDS_PROVIDED
   * @throws DomainError and ValidationException as {@link EnrichmentService.run} does
   */
  async enrich(request: PersonEnrichRequest, billing: BillingContext): Promise<ChargedAnswer<PersonEnrichAnswer>> {
    assertAnswerable(request);
    const companyNames = await this.companyNames(request.enrich_company, billing.caller);
    const names = [...new Set(request.fields), ...optionNames(request), ...(companyNames ?? [])];
    assertRequiredRequested(request, [...(request.fields ?? []), ...optionNames(request)]);
    const content = {
      list: 'persons',
      records: request.persons.length,
      names,
      maxCredits: request.max_credits,
      isPreview: request.preview,
    } as const;
    const prepare = (): Promise<PersonLookup> => this.lookupOf(request, companyNames, names.length, billing.caller);
    const charged = await this.enrichments.run({ ...content, prepare }, billing);
    // The persons whose data the tenant receives are noted before the answer is sent. The answer to a preview has no data, so
    // nothing is noted.
    if (!request.preview) {
      this.disclosures.note(billing.caller.tenantId, charged.answer.recordIds);
      this.follows.note(billing.caller, 'person', charged.answer.recordIds);
    }
    return charged;
  }

  private async lookupOf(
    request: PersonEnrichRequest,
    companyNames: readonly string[] | null,
    values: number,
    caller: Caller,
  ): Promise<PersonLookup> {
    const selection = selectPersonFields(request.fields ?? []);
    // If a request has no profile fields, its cost depends on whether it names a query field of the tenant. So the tenant's
    // query fields are read now.
    const queries =
      selection.fields.length > 0 ? null : await this.queryFields.personQueries(caller.tenantId, selection.queryFields);
    const named = {
      ofPerson: queries === null || queries.size > 0,
      ofCompany: companyNames !== null && (await this.companies.hasField(companyNames, caller)),
    };
    const question = { selection, queries, named, companyNames, values };
    const reservation = personReservation(request, named);
    return {
      // A preview reserves no credits. With the amount 0, the balance of each feature is read nevertheless.
      maximumCost: request.preview ? zeroCharges(reservation) : reservation,
      answer: (admission) => this.answer(request, question, caller, admission),
    };
  }

  private async answer(
    sent: PersonEnrichRequest,
    { values, named, ...question }: PersonQuestion,
    caller: Caller,
    admission: Admission,
  ): Promise<PricedAnswer<PersonEnrichAnswer>> {
    const isFree = !isChargeable(sent, named);
    const request = conditionsOf(sent, isFree, caller);
    const { selection, companyNames } = question;
    const withFacts = request.include_personas || selection.queryFields.length > 0 || companyNames !== null;
    const { fields } = selection;
    const wanted = { fields: request.include_sources ? [...fields, personSources] : fields, withFacts };
    const all = await this.resolution.resolve(request.persons, wanted, {
      tenantId: caller.tenantId,
      withMatch: needsConfidence(request),
    });
    const resolved = all.map((person) => {
      if (typeof person === 'string') return reasonIn(person, isFree, caller);
      return person.match !== undefined && isTooWeak(person.match, request) ? 'below_confidence' : person;
    });
    const profiles = await this.profilesOf(resolved, wanted, caller.tenantId);
    const context = { ...question, profiles, admission };
    const { sources, unknownOfPerson, unknownFields } = await this.read(request, context, caller);
    const emptyData = personDataOf(undefined, request, sources);
    const isSelective = (request.required ?? []).length > 0;
    const found = request.persons.map((identifier, index): FoundPerson => {
      const person = resolved[index] ?? 'no_candidate';
      if (typeof person === 'string') return { identifier, reason: person };
      const profile = profiles.get(person.id);
      // A person who was erased after the search counts as not found.
      if (profile === undefined) return { identifier, reason: 'no_candidate' };
      const isIncomplete =
        isSelective && lacksRequired(personDataOf(profile, request, sources), request, unknownOfPerson);
      return isIncomplete ? { identifier, reason: 'required_field_missing' } : { identifier, person, profile };
    });
    const toResult = ({ identifier, person, profile, reason }: FoundPerson): PersonResult => {
      if (profile === undefined || person === undefined)
        return { identifier, data: emptyData, matched: false, unmatched_reason: request.explain ? reason : undefined };
      const data = personDataOf(profile, request, sources);
      const match = request.include_match ? person.match : undefined;
      const origin = request.include_sources ? personSourcesOf(profile, request, sources, fields.length) : undefined;
      return { identifier: this.echo(identifier, person, profile), data, matched: true, match, sources: origin };
    };
    const answer = EnrichmentAnswer.of(found, values, toResult, { unknownFields });
    const { charges, explanations } = personCost(request, named, answer.results(), found);
    if (request.preview) return this.preview(found, toResult, { values, unknownOfPerson, unknownFields, charges });
    const isNoted = this.disclosures.isOn || caller.followsEnriched;
    const unknown = new Set(unknownOfPerson);
    const isReceived = (profile: PersonProfile): boolean =>
      hasAnyValue(personDataOf(profile, request, sources), unknown);
    const recordIds = isNoted
      ? found.flatMap(({ profile }) => (profile !== undefined && isReceived(profile) ? profile.id : []))
      : [];
    return { answer: answer.annotate({ explanations, recordIds }), charges };
  }

  /**
   * Makes the answer to a preview. For each requested name, it tells whether the person has a value, and for every person also whether
   * there is an e-mail address and a phone number.
   */
  private async preview(
    found: readonly FoundPerson[],
    toResult: (found: FoundPerson) => PersonResult,
    { values, unknownOfPerson, unknownFields, charges }: PreviewContext,
  ): Promise<PricedAnswer<PersonEnrichAnswer>> {
    const contacts = await this.persons.contacts([...new Set(found.flatMap(({ profile }) => profile?.id ?? []))]);
    const toPreview = (one: FoundPerson): PersonResult => {
      const { email = null, phone = null } = contacts.get(one.profile?.id ?? '') ?? {};
      return { ...previewed(toResult(one), { email, phone }, unknownOfPerson), identifier: one.identifier };
    };
    const notes = { unknownFields, credits: Object.fromEntries(charges) };
    return { answer: EnrichmentAnswer.of(found, values, toPreview, notes), charges: new Map() };
  }

  /**
   * The identifier of the request as the result repeats it. If the person was not found by profile URL, `resolved_network_url` is added:
   * the profile URL of the person, or null for a person without a profile page.
   */
  private echo(
    identifier: PersonIdentifier,
    person: ResolvedPerson,
    { networkUrl }: PersonProfile,
  ): PersonResult['identifier'] {
    if (person.profile !== null) return identifier;
    return Object.assign({}, identifier, {
      resolved_network_url: networkUrl === null ? null : this.writePage(networkUrl),
    });
  }

  /** The profiles of the resolved persons, by `person.id`. */
  private async profilesOf(
    resolutions: readonly (ResolvedPerson | MissReason)[],
    selection: ProfileSelection,
    tenantId: string,
  ): Promise<Map<string, PersonProfile>> {
    const profiles = new Map<string, PersonProfile>();
    const others = new Set<string>();
    for (const person of resolutions) {
      if (typeof person === 'string') continue;
      if (person.profile === null) others.add(person.id);
      else profiles.set(person.id, person.profile);
    }
    for (const [id, profile] of await this.persons.profiles([...others], selection, tenantId))
      profiles.set(id, profile);
    return profiles;
  }

  /** Reads the data of the persons that is not in their profiles. Each kind of data is read for all persons together. */
  private async read(
    request: PersonEnrichRequest,
    { selection, queries, companyNames, profiles, admission }: PersonReadContext,
    caller: Caller,
  ): Promise<{ readonly sources: PersonSources } & Pick<PreviewContext, 'unknownOfPerson' | 'unknownFields'>> {
    const [memberships, contacts, companies, signals, unknownOfCompany] = await Promise.all([
      this.memberships(selection.queryFields, queries, [...profiles.values()], caller),
      request.include_contact_data ? this.persons.contacts([...profiles.keys()]) : null,
      this.companiesOf([...profiles.values()], companyNames, request, caller),
      this.signalsOf([...profiles.values()], request.allow_signals, caller, admission),
      Array.isArray(request.enrich_company) ? this.companies.unknownFields(request.enrich_company, caller) : [],
    ]);
    const options = optionNames(request);
    const unknownOfPerson = memberships.unknown.filter((name) => !options.includes(name));
    const sources = {
      places: selection.places,
      writePage: this.writePage,
      profiles,
      memberships: memberships.byPerson,
      contacts,
      companies,
      signals,
    };
    return { sources, unknownOfPerson, unknownFields: [...new Set([...unknownOfPerson, ...unknownOfCompany])] };
  }

  private async memberships(
    names: readonly string[],
    known: PersonReadContext['queries'],
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

  /** The requested fields of employers, each once; null for a request without `enrich_company`. */
  private async companyNames(
    requested: PersonEnrichRequest['enrich_company'],
    caller: Caller,
  ): Promise<readonly string[] | null> {
    if (requested === false) return null;
    return requested === true ? this.companies.allFieldNames(caller) : [...new Set(requested)];
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

/** The error for an enrichment of persons whose request asks for no data. */
export function noPersonDataSelected(): DomainError {
  return new DomainError(
    'NO_FIELDS_PROVIDED',
    'Provide at least one of: a non-empty `fields`, `include_personas` or `include_contact_data` set to true, ' +
      '`enrich_company` set to true or a list of fields, or `allow_signals`.',
  );
}

function assertAnswerable(request: PersonEnrichRequest): void {
  if (request.persons.length === 0) throw new DomainError('NO_PERSONS_PROVIDED');
  const { fields, allow_signals: allowSignals } = request;
  const selectsData =
    (fields !== null && fields !== undefined && fields.length > 0) ||
    request.include_personas ||
    request.include_contact_data ||
    request.enrich_company !== false ||
    (allowSignals !== null && allowSignals !== undefined);
  if (!selectsData) throw noPersonDataSelected();
}

/** The members that the options of a request add to `data`. */
function optionNames(request: PersonEnrichRequest): string[] {
  return [
    ...(request.include_personas ? ['personas', 'seniority'] : []),
    ...(request.include_contact_data ? ['email', 'phone'] : []),
    ...(request.enrich_company === false ? [] : ['company']),
    ...(request.allow_signals === null || request.allow_signals === undefined ? [] : ['signals']),
  ];
}

function matchesOf(
  { jobTitle, seniority, personas, country }: ProfileFacts,
  skills: readonly string[],
  queries: ReadonlyMap<string, PersonQuery>,
): ReadonlySet<string> {
  const facts = new PersonFacts({ jobTitle, seniority, personas, country, skills });
  return new Set([...queries].filter(([, matches]) => matches(facts)).map(([name]) => name));
}
