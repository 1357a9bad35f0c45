import { fill } from '../support/filling.mjs';
import { numbers } from '../support/numbers.mjs';

export const COMPANIES = 40;
export const PERSONS = 40;
const PLENTY = '1000000000';

export const websiteOf = (company) => `chaos-${company}.com`;
export const pageOf = (person) => `https://www.network.com/in/chaos-${person}`;
/** Every other person has an e-mail address, which is contact data. */
export const hasContact = (person) => person % 2 === 0;

/**
 * The tenants, by name: what they ask for, what they were granted, and which of their accounts is to be used up to the last
 * credit.
 * @param {number} seconds of load, by which the accounts are measured that are to be used up
 */
export function tenantsFor(seconds) {
  return {
    plenty: { asksFor: 'companies', granted: { data_access: PLENTY } },
    unlimited: { asksFor: 'companies', granted: { data_access: 'unlimited' } },
    scarce: { asksFor: 'companies', granted: { data_access: String(20 * seconds) }, scarce: 'data_access' },
    contacts: {
      asksFor: 'persons',
      granted: { data_access: PLENTY, contact_data: String(8 * seconds) },
      scarce: 'contact_data',
    },
  };
}

/**
 * Fills an empty database.
 * @param {string} folder for files
 * @returns the key of each tenant, by its name
 */
export function setUp(databaseUrl, folder, tenants) {
  return fill(databaseUrl, folder, { tenants, companies: companies(), persons: persons() });
}

function companies() {
  return numbers(COMPANIES).map((each) => ({ name: `Chaos ${each}`, website: websiteOf(each) }));
}

function persons() {
  return numbers(PERSONS).map((each) => ({
    network_url: pageOf(each),
    full_name: `Person ${each}`,
    company_website: websiteOf(each),
    emails: hasContact(each) ? [{ address: `person.${each}@${websiteOf(each)}`, type: 'work' }] : [],
  }));
}
