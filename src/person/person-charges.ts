import { charges, type Charges } from '../billing/credits/charges.js';
import type { PersonEnrichRequest, PersonResult } from './person.dto.js';

type Asked = Pick<PersonEnrichRequest, 'persons' | 'fields' | 'include_contact_data' | 'enrich_company'>;

/**
 * One credit for each listed person, and one of contact data where that is asked for. Personas, seniority and signals
 * are free, so a request for nothing else reserves nothing.
 */
export function personReservation(request: Asked): Charges {
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
export function personCharges(request: Asked, results: Iterable<Pick<PersonResult, 'data'>>): Charges {
  let served = 0;
  let reachable = 0;
  for (const { data } of results) {
    if (hasReceived(data, request)) served += 1;
    if (isThere(data.email) || isThere(data.phone)) reachable += 1;
  }
  return charges({ data_access: served, ...(request.include_contact_data ? { contact_data: reachable } : {}) });
}

function hasReceived(data: PersonResult['data'], request: Asked): boolean {
  const names: readonly string[] = [...namesOf(request), ...(request.include_contact_data ? ['email', 'phone'] : [])];
  if (names.some((name) => isThere(data[name]))) return true;
  return request.enrich_company !== false && isObject(data.company) && Object.values(data.company).some(isThere);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function namesOf({ fields }: Asked): readonly string[] {
  return fields ?? [];
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}
