import { charges, type Charges } from '../billing/credits/charges.js';
import type { CompanyKeys } from './company-match.js';
import type { CompanyEnrichRequest } from './company.dto.js';

type Asked = Pick<CompanyEnrichRequest, 'fields' | 'include_metadata' | 'companies'>;

/**
 * One credit for each company that differs from the others by what is looked up, so that two spellings of one site are one.
 * This is never less than the companies that they can turn out to be. Signals alone are free.
 * @param keys of the request's companies, in their order
 */
export function companyReservation(request: Asked, keys: readonly CompanyKeys[]): Charges {
  if (!asksForFields(request)) return charges({ data_access: 0 });
  const distinct = new Set(keys.map((sought, index) => lookupOf(sought, request.companies[index])));
  return charges({ data_access: distinct.size });
}

/** @param found the companies that were found, each once */
export function companyCharges(request: Asked, found: readonly string[]): Charges {
  return charges({ data_access: asksForFields(request) ? found.length : 0 });
}

function asksForFields({ fields, include_metadata: wantsMetadata }: Asked): boolean {
  return fields.length > 0 || wantsMetadata;
}

/** An identifier of which nothing can be looked up is told apart by its letters. */
function lookupOf({ inOrder }: CompanyKeys, identifier: CompanyEnrichRequest['companies'][number] | undefined): string {
  if (inOrder.length > 0) return inOrder.map(({ kind, value }) => `${kind} ${value}`).join('\n');
  return JSON.stringify([identifier?.website, identifier?.network_url, identifier?.network_id]);
}
