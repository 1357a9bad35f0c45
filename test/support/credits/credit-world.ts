import { expect } from '@jest/globals';
import type { Client } from '../records/company-api.js';
import { creditDiscrepancies } from './credit-invariants.js';
import { grantCredits } from './credits.js';
import type { Answer } from '../http/http.js';
import { startPersonService, type PersonService } from '../records/person-service.js';

export const ada = 'https://www.network.com/in/ada';
export const bob = 'https://www.network.com/in/bob';
export const eve = 'https://www.network.com/in/eve';

/**
 * A service with two companies, one with an alias, and three persons: `ada` has an e-mail address, and the employer of `eve` is not
 * stored.
 */
export interface CreditWorld {
  readonly service: PersonService;
  /** Creates a tenant with credits for data access and contact data. */
  tenantWith(dataAccess: number, contactData?: number): Promise<Client & { readonly tenant: string }>;
  /** Checks the invariants of the ledger and closes the service. */
  close(): Promise<void>;
}

export async function startCreditWorld(): Promise<CreditWorld> {
  const service = await startPersonService({ companies, persons });
  let tenants = 0;
  return {
    service,
    async tenantWith(dataAccess, contactData = 0) {
      tenants += 1;
      const tenant = `tenant-${tenants}`;
      const { apiKey } = await service.issueKeyWithoutCredits(tenant);
      if (dataAccess > 0) await grantCredits(service.database, tenant, 'data_access', dataAccess);
      if (contactData > 0) await grantCredits(service.database, tenant, 'contact_data', contactData);
      return { baseUrl: service.baseUrl, apiKey, tenant };
    },
    async close() {
      expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
      await service.close();
    },
  };
}

/** The credit headers of an answer. */
export function creditsIn({ headers }: Answer): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-credits-')));
}

const companies = [
  {
    name: 'Acme',
    network_url: 'https://www.network.com/company/acme',
    website: 'acme.com',
    alias_domains: ['acme.de'],
  },
  { name: 'Beta', website: 'beta.com' },
];

const persons = [
  {
    network_url: ada,
    full_name: 'Ada Lovelace',
    job_title: 'Data Engineer',
    company_website: 'acme.com',
    emails: [{ address: 'ada@acme.com', type: 'work' }],
  },
  { network_url: bob, full_name: 'Bob Byron', company_website: 'acme.com' },
  { network_url: eve, full_name: 'Eve Moss', company_website: 'unlisted.com' },
];
