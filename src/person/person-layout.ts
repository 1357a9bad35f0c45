import { charges, type Charges } from '../billing/credits/credit-amounts.js';
import type { PersonSelection } from '../catalogue/person-catalogue.js';
import { openRecord } from '../platform/http/enrichment-answer.js';
import type { SignalRecord } from '../signals/signal.dto.js';
import type { PersonEnrichRequest, PersonResult } from './person.dto.js';
import type { Contact, PersonProfile } from './person.reader.js';

/** What the names outside of the catalogue come to. */
export interface Memberships {
  /** The names of the queries that each person matches, by person id. */
  readonly byPerson: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that are no query of the tenant. */
  readonly unknown: readonly string[];
}

/** What was read for a request. Null where the request does not ask for it. */
export interface PersonSources {
  /** Where the profiles hold the value of a field, by its name. */
  readonly places: PersonSelection['places'];
  readonly profiles: ReadonlyMap<string, PersonProfile>;
  readonly memberships: Memberships['byPerson'];
  readonly contacts: ReadonlyMap<string, Contact> | null;
  /** By company id. */
  readonly companies: ReadonlyMap<string, Readonly<Record<string, unknown>>> | null;
  /** By profile page. */
  readonly signals: ReadonlyMap<string, readonly SignalRecord[]> | null;
}

type Asked = Pick<PersonEnrichRequest, 'fields' | 'include_personas'>;

/**
 * `data` of one result: the requested names in their order, then what the options add. Everything is null without a
 * person. The object has no prototype, because `__proto__` is a name like any other here.
 */
export function layOutPerson(
  person: PersonProfile | undefined,
  asked: Asked,
  sources: PersonSources,
): Record<string, unknown> {
  const data = openRecord();
  for (const name of asked.fields ?? []) data[name] = person === undefined ? null : valueOf(name, person, sources);
  if (asked.include_personas) {
    data.personas = person?.personas ?? null;
    data.seniority = person?.seniority ?? null;
  }
  if (sources.contacts !== null) {
    const contact = person === undefined ? undefined : sources.contacts.get(person.id);
    data.email = contact?.email ?? null;
    data.phone = contact?.phone ?? null;
  }
  if (sources.companies !== null) data.company = sources.companies.get(person?.companyId ?? '') ?? null;
  if (sources.signals !== null) {
    data.signals = person === undefined ? null : (sources.signals.get(person.networkUrl) ?? []);
  }
  return data;
}

/** A name outside of the catalogue is a query: 1 for who matches it, 0 for who does not, also when there is no such query. */
function valueOf(name: string, person: PersonProfile, sources: PersonSources): unknown {
  const place = sources.places.get(name);
  if (place === undefined) return sources.memberships.get(person.id)?.has(name) === true ? 1 : 0;
  return person.values[place] ?? null;
}

type ChargedRequest = Pick<PersonEnrichRequest, 'persons' | 'fields' | 'include_contact_data' | 'enrich_company'>;

/**
 * One credit for each listed person, and one of contact data where that is asked for. Personas, seniority and signals
 * are free, so a request for nothing else reserves nothing.
 */
export function personReservation(request: ChargedRequest): Charges {
  const count = request.persons.length;
  const isPaidFor = namesOf(request).length > 0 || request.include_contact_data || request.enrich_company !== false;
  return charges({
    data_access: isPaidFor ? count : 0,
    ...(request.include_contact_data ? { contact_data: count } : {}),
  });
}

/**
 * `data_access`: results with a profile field, a query's answer, contact data or data of the employer; `contact_data`: results
 * with an e-mail address or a phone number.
 */
export function personCharges(request: ChargedRequest, results: Iterable<Pick<PersonResult, 'data'>>): Charges {
  let served = 0;
  let reachable = 0;
  for (const { data } of results) {
    if (hasReceived(data, request)) served += 1;
    if (isThere(data.email) || isThere(data.phone)) reachable += 1;
  }
  return charges({ data_access: served, ...(request.include_contact_data ? { contact_data: reachable } : {}) });
}

function hasReceived(data: PersonResult['data'], request: ChargedRequest): boolean {
  const names: readonly string[] = [...namesOf(request), ...(request.include_contact_data ? ['email', 'phone'] : [])];
  if (names.some((name) => isThere(data[name]))) return true;
  return request.enrich_company !== false && isObject(data.company) && Object.values(data.company).some(isThere);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function namesOf({ fields }: ChargedRequest): readonly string[] {
  return fields ?? [];
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}
