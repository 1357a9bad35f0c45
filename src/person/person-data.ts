import { charged, type ChargeOutcomes } from '../billing/credits/charge-explanation.js';
import { charges, type Charges } from '../billing/credits/credit-amounts.js';
import { type GroupSource, personGroupOf, sourcesOf, type StoredSources } from '../catalogue/field-groups.js';
import type { CompanyRecord } from '../company/company.service.js';
import type { PersonSelection } from '../catalogue/person-catalogue.js';
import type { PageWriter } from '../matching/urls/profile-url.js';
import type { Resolution } from '../enrichment/unmatched-reasons.js';
import { type EnrichmentResult, openRecord } from '../enrichment/enrichment-answer.js';
import type { SignalRecord } from '../signals/signal.dto.js';
import type { PersonEnrichRequest } from './person.dto.js';
import type { Contact, PersonProfile } from './person.reader.js';

/** Which persons match which query fields of the tenant. */
export interface Memberships {
  /** The names of the query fields that each person matches, by `person.id`. */
  readonly byPerson: ReadonlyMap<string, ReadonlySet<string>>;
  /** The requested names that are not query fields of the tenant. */
  readonly unknown: readonly string[];
}

/** The data that was read for a request. A kind of data that was not requested is null. */
export interface PersonSources {
  /** The index of each field in the values of a profile. */
  readonly places: PersonSelection['places'];
  /** Converts a stored profile URL into the URL that answers contain. */
  readonly writePage: PageWriter;
  readonly memberships: Memberships['byPerson'];
  /** The contact data by `person.id`. */
  readonly contacts: ReadonlyMap<string, Contact> | null;
  /** The data of employers by `company.id`. */
  readonly companies: ReadonlyMap<string, CompanyRecord> | null;
  /** The signals by profile URL. */
  readonly signals: ReadonlyMap<string, readonly SignalRecord[]> | null;
}

type DataRequest = Pick<PersonEnrichRequest, 'fields' | 'include_personas'>;

/**
 * Makes the `data` of a result: the requested fields in the order of the request, then the members that options add. All are null
 * if `person` is undefined. The object has no prototype, because a request may name a field `__proto__`.
 */
export function personDataOf(
  person: PersonProfile | undefined,
  request: DataRequest,
  sources: PersonSources,
): Record<string, unknown> {
  const data = openRecord();
  for (const name of request.fields ?? []) data[name] = person === undefined ? null : valueOf(name, person, sources);
  if (request.include_personas) {
    data.personas = person?.facts?.personas ?? null;
    data.seniority = person?.facts?.seniority ?? null;
  }
  if (sources.contacts !== null) {
    const contact = person === undefined ? undefined : sources.contacts.get(person.id);
    data.email = contact?.email ?? null;
    data.phone = contact?.phone ?? null;
  }
  if (sources.companies !== null) data.company = sources.companies.get(person?.facts?.companyId ?? '')?.data ?? null;
  if (sources.signals !== null) {
    data.signals = person === undefined ? null : (sources.signals.get(person.networkUrl ?? '') ?? []);
  }
  return data;
}

/**
 * The sources of the data of a person, by group. The groups of the employer's data have the prefix `company.`.
 * @param request what was requested
 * @param index the index of the stored sources among the values of the profile
 */
export function personSourcesOf(
  person: PersonProfile,
  request: DataRequest,
  { places, contacts, companies }: PersonSources,
  index: number,
): Record<string, GroupSource> {
  const groups = new Set<string>(Array.from(places.keys(), personGroupOf));
  if (request.include_personas) groups.add('employment');
  if (contacts !== null) groups.add('contact');
  const own = sourcesOf((person.values[index] ?? null) as StoredSources | null, groups);
  const employer = companies?.get(person.facts?.companyId ?? '')?.sources ?? {};
  return {
    ...own,
    ...Object.fromEntries(Object.entries(employer).map(([name, source]) => [`company.${name}`, source])),
  };
}

/**
 * The value of a field of a person. A name that is not in the catalogue is a query field: the value is 1 if the person matches
 * it, and 0 if not. It is also 0 if the tenant has no such query field.
 */
function valueOf(name: string, person: PersonProfile, sources: PersonSources): unknown {
  const place = sources.places.get(name);
  if (place === undefined) return sources.memberships.get(person.id)?.has(name) === true ? 1 : 0;
  const value = person.values[place.index] ?? null;
  return place.isPage && typeof value === 'string' ? sources.writePage(value) : value;
}

/** The members that the options of a request add to `data`. */
export function optionNames(request: Omit<PersonEnrichRequest, 'persons'>): string[] {
  return [
    ...(request.include_personas ? ['personas', 'seniority'] : []),
    ...(request.include_contact_data ? ['email', 'phone'] : []),
    ...(request.enrich_company === false ? [] : ['company']),
    ...(request.allow_signals === null || request.allow_signals === undefined ? [] : ['signals']),
  ];
}

/** Whether the names in a request are names of existing fields. */
export interface NamedData {
  /** Whether one of the names in `fields` is a profile field or a query field of the tenant. */
  readonly ofPerson: boolean;
  /** Whether one of the names in `enrich_company` is a company field or a query field of the tenant. */
  readonly ofCompany: boolean;
}

/** Whether a request can cost credits: it asks for a profile field, a query field, data of the employer or contact data. */
function isChargeable(
  { include_contact_data: withContact }: Pick<PersonEnrichRequest, 'include_contact_data'>,
  named: NamedData,
): boolean {
  return named.ofPerson || named.ofCompany || withContact;
}

/**
 * The credits to reserve for a request: for each person one `data_access` credit, and one `contact_data` credit if the
 * request has `include_contact_data`. Personas, seniority, signals and names that are no fields are free, so a request for only
 * these reserves nothing.
 */
export function personReservation(
  request: Pick<PersonEnrichRequest, 'include_contact_data'>,
  count: number,
  named: NamedData,
): Charges {
  const { include_contact_data: withContact } = request;
  return charges({
    data_access: isChargeable(request, named) ? count : 0,
    ...(withContact ? { contact_data: count } : {}),
  });
}

/**
 * Tells for each identifier whether it is charged. One `data_access` credit is charged for each result that has a value of a profile
 * field, a query field, contact data or employer data. One `contact_data` credit is charged for each result that has an e-mail address
 * or a phone number, if the request has `include_contact_data`.
 * @param found what the lookup of each identifier resulted in, in the order of the results: if no person was found, it has the
 *   reason
 */
export function personChargeOutcomes(
  { fields, include_contact_data: withContact }: Pick<PersonEnrichRequest, 'fields' | 'include_contact_data'>,
  named: NamedData,
  results: Iterable<Pick<EnrichmentResult, 'data'>>,
  found: readonly Resolution[],
): ChargeOutcomes {
  const names = [...(named.ofPerson ? (fields ?? []) : []), ...(withContact ? ['email', 'phone'] : [])];
  const served: string[] = [];
  const reachable: string[] = [];
  for (const { data } of results) {
    const otherwise = found[served.length]?.reason ?? 'no_value';
    const isServed = names.some((name) => isPresent(data[name])) || (named.ofCompany && hasValues(data.company));
    served.push(isServed ? charged : otherwise);
    reachable.push(isPresent(data.email) || isPresent(data.phone) ? charged : otherwise);
  }
  return new Map([['data_access', served] as const, ...(withContact ? [['contact_data', reachable] as const] : [])]);
}

function hasValues(company: unknown): boolean {
  return typeof company === 'object' && company !== null && Object.values(company).some(isPresent);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
