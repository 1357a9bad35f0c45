import { charges, type Charges } from '../billing/charges.js';
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
 * Who received a profile field, a query's answer or contact data, and who received an e-mail address or a phone number. Data of
 * the employer is reserved for and never charged: the contract counts persons by what they received of themselves.
 */
export function personCharges(request: Asked, results: readonly Pick<PersonResult, 'data'>[]): Charges {
  const served = results.filter(({ data }) => hasReceived(data, request));
  if (!request.include_contact_data) return charges({ data_access: served.length });
  return charges({
    data_access: served.length,
    contact_data: results.filter(({ data }) => isThere(data.email) || isThere(data.phone)).length,
  });
}

function hasReceived(data: PersonResult['data'], request: Asked): boolean {
  const names: readonly string[] = [...namesOf(request), ...(request.include_contact_data ? ['email', 'phone'] : [])];
  return names.some((name) => isThere(data[name]));
}

function namesOf({ fields }: Asked): readonly string[] {
  return fields ?? [];
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined;
}
