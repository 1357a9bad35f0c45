import { charges, type Charges } from '../billing/credits/credit-amounts.js';
import type { PersonSelection } from '../catalogue/person-catalogue.js';
import type { PageWriter } from '../matching/urls/profile-url.js';
import { openRecord } from '../enrichment/enrichment-answer.js';
import type { SignalRecord } from '../signals/signal.dto.js';
import type { PersonEnrichRequest, PersonResult } from './person.dto.js';
import type { Contact, PersonProfile } from './person.reader.js';

/** The results of the tenant's query fields. */
export interface Memberships {
  /** The names of the query fields that each person matches, by person id. */
  readonly byPerson: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that are not query fields of the tenant. */
  readonly unknown: readonly string[];
}

/** The data that was read for a request; null for data that was not requested. */
export interface PersonSources {
  /** The place of each field among the values of a profile. */
  readonly places: PersonSelection['places'];
  /** How answers write profile pages. */
  readonly writePage: PageWriter;
  readonly profiles: ReadonlyMap<string, PersonProfile>;
  readonly memberships: Memberships['byPerson'];
  readonly contacts: ReadonlyMap<string, Contact> | null;
  /** By company id. */
  readonly companies: ReadonlyMap<string, Readonly<Record<string, unknown>>> | null;
  /** By profile page. */
  readonly signals: ReadonlyMap<string, readonly SignalRecord[]> | null;
}

type DataRequest = Pick<PersonEnrichRequest, 'fields' | 'include_personas'>;

/**
 * `data` of one result: the requested fields in their order, then those of the options. All are null without a person. The object
 * has no prototype, because requests may name a field `__proto__`.
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
  if (sources.companies !== null) data.company = sources.companies.get(person?.facts?.companyId ?? '') ?? null;
  if (sources.signals !== null) {
    data.signals = person === undefined ? null : (sources.signals.get(person.networkUrl) ?? []);
  }
  return data;
}

/** A name that is not in the catalogue is a query field: 1 for a match, else 0, also if the query field does not exist. */
function valueOf(name: string, person: PersonProfile, sources: PersonSources): unknown {
  const place = sources.places.get(name);
  if (place === undefined) return sources.memberships.get(person.id)?.has(name) === true ? 1 : 0;
  const value = person.values[place.index] ?? null;
  return place.isPage && typeof value === 'string' ? sources.writePage(value) : value;
}

/** Whether a request names data that exists. */
export interface NamedData {
  /** Whether one of its `fields` is a profile field or a query field of the tenant. */
  readonly ofPerson: boolean;
  /** Whether one of the names in `enrich_company` is a company field or a query field of the tenant. */
  readonly ofCompany: boolean;
}

/**
 * One credit for each listed person, and one `contact_data` credit with `include_contact_data`. Personas, seniority, signals and
 * names of no field are free: a request for only these reserves nothing.
 */
export function personReservation(
  {
    persons: { length: count },
    include_contact_data: withContact,
  }: Pick<PersonEnrichRequest, 'persons' | 'include_contact_data'>,
  named: NamedData,
): Charges {
  const isCharged = named.ofPerson || named.ofCompany || withContact;
  return charges({ data_access: isCharged ? count : 0, ...(withContact ? { contact_data: count } : {}) });
}

/**
 * `data_access`: the number of results with a profile field, a query field, contact data or employer data; `contact_data`: the
 * number of results with an e-mail address or a phone number.
 */
export function personCharges(
  { fields, include_contact_data: withContact }: Pick<PersonEnrichRequest, 'fields' | 'include_contact_data'>,
  named: NamedData,
  results: Iterable<Pick<PersonResult, 'data'>>,
): Charges {
  const names = [...(named.ofPerson ? (fields ?? []) : []), ...(withContact ? ['email', 'phone'] : [])];
  let served = 0;
  let reachable = 0;
  for (const { data } of results) {
    if (names.some((name) => isPresent(data[name])) || (named.ofCompany && hasValues(data.company))) served += 1;
    if (isPresent(data.email) || isPresent(data.phone)) reachable += 1;
  }
  return charges({ data_access: served, ...(withContact ? { contact_data: reachable } : {}) });
}

function hasValues(company: unknown): boolean {
  return typeof company === 'object' && company !== null && Object.values(company).some(isPresent);
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined;
}
