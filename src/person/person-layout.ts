import { openRecord } from '../platform/null-prototype.js';
import type { SignalRecord } from '../signals/allow-signals.dto.js';
import type { PersonSelection } from '../catalogue/person-catalogue.js';
import type { PersonEnrichRequest } from './person.dto.js';
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
