import { numbers, type Random } from '../../random.js';
import { type ClientRequest, weightsOf } from '../clients.js';
import type { Content, Tenant } from '../database.js';

export type Feature = 'data_access' | 'contact_data';

/** Credits by feature. A feature without credits is absent. */
export type Amounts = Partial<Record<Feature, number>>;

export interface CreditTenant extends Tenant {
  readonly asksFor: 'companies' | 'persons';
  /** The feature whose account is used up to the last credit. */
  readonly scarce?: Feature;
  /** How often a request of this tenant is drawn, compared with requests of the other tenants. */
  readonly weight: number;
}

export interface EnrichRequest extends ClientRequest {
  /** The credits that the service has to reserve for the request. */
  readonly reserved: Amounts;
  /** The credits that the service has to charge for the request. */
  readonly cost: Amounts;
}

/** The maximum number of credits that a request of `requestWorth` may cost. */
export const maxWorth = 20;

const companyCount = 40;
const personCount = 40;
export const plenty = '1000000000';

const websiteOf = (company: number | string): string => `chaos-${company}.com`;
const pageOf = (person: number | string): string => `https://www.network.com/in/chaos-${person}`;
/** Every second person has an e-mail address, which is contact data. */
const hasContact = (person: number): boolean => person % 2 === 0;

/** The tenants of the test. @param seconds how long the load lasts; scarce accounts have credits for a part of this time */
export function tenantsFor(seconds: number): Record<string, CreditTenant> {
  return {
    plenty: { asksFor: 'companies', granted: { data_access: plenty }, weight: 4 },
    unlimited: { asksFor: 'companies', granted: { data_access: 'unlimited' }, weight: 1 },
    scarce: { asksFor: 'companies', granted: { data_access: String(20 * seconds) }, scarce: 'data_access', weight: 3 },
    contacts: {
      asksFor: 'persons',
      granted: { data_access: plenty, contact_data: String(8 * seconds) },
      ...{ scarce: 'contact_data', weight: 3 },
    },
  };
}

export function contentFor(tenants: Readonly<Record<string, CreditTenant>>): Content {
  return {
    tenants,
    companies: numbers(companyCount).map((each) => ({ name: `Chaos ${each}`, website: websiteOf(each) })),
    persons: numbers(personCount).map((each) => ({
      network_url: pageOf(each),
      full_name: `Person ${each}`,
      company_website: websiteOf(each),
      emails: hasContact(each) ? [{ address: `person.${each}@${websiteOf(each)}`, type: 'work' }] : [],
    })),
  };
}

export function drawRequest(
  random: Random,
  id: string,
  tenants: Readonly<Record<string, CreditTenant>>,
): EnrichRequest {
  const tenant = random.weighted(weightsOf(tenants));
  const isKeyed = random.chance(0.6);
  return {
    id,
    tenant,
    ...(tenants[tenant]?.asksFor === 'companies' ? drawCompanies(random) : drawPersons(random)),
    key: isKeyed ? `key-${id}` : null,
    isDoubled: isKeyed && random.chance(0.3),
    timeoutMs: random.chance(0.03) ? random.whole(1, 40) : null,
  };
}

/** A request that costs `amount` credits of a feature and is sent once. */
export function requestWorth(id: string, tenant: string, feature: Feature, amount: number): EnrichRequest {
  const withContact = numbers(personCount).filter(hasContact).slice(0, amount);
  const asked = feature === 'data_access' ? askCompanies(numbers(amount), 0) : askPersons(withContact, 0, feature);
  return { id, tenant, ...asked, key: null, isDoubled: false, timeoutMs: null };
}

type Asked = Pick<EnrichRequest, 'path' | 'body' | 'reserved' | 'cost'>;

function drawCompanies(random: Random): Asked {
  const known = random.sample(numbers(companyCount), random.whole(0, 6));
  return askCompanies(known, known.length === 0 ? 1 : random.whole(0, 2));
}

function drawPersons(random: Random): Asked {
  const known = random.sample(numbers(personCount), random.whole(1, 4));
  return askPersons(known, random.whole(0, 1), random.chance(0.8) ? 'contact_data' : 'data_access');
}

function askCompanies(known: readonly number[], unknownCount: number): Asked {
  const sites = [...known, ...unknown(unknownCount)].map(websiteOf);
  return {
    path: '/v1/company/enrich',
    body: JSON.stringify({ companies: sites.map((website) => ({ website })), fields: ['name'] }),
    reserved: { data_access: sites.length },
    cost: { data_access: known.length },
  };
}

/** The request for persons. @param feature `contact_data` if contact data is requested, else `data_access` */
function askPersons(known: readonly number[], unknownCount: number, feature: Feature): Asked {
  const isWithContact = feature === 'contact_data';
  const pages = [...known, ...unknown(unknownCount)].map(pageOf);
  const contacts = known.filter(hasContact).length;
  return {
    path: '/v1/person/enrich',
    body: JSON.stringify({
      persons: pages.map((page) => ({ network_url: page })),
      fields: ['full_name'],
      include_contact_data: isWithContact,
    }),
    reserved: { data_access: pages.length, ...(isWithContact ? { contact_data: pages.length } : {}) },
    cost: { data_access: known.length, ...(isWithContact ? { contact_data: contacts } : {}) },
  };
}

const unknown = (count: number): string[] => numbers(count).map((each) => `unknown-${each}`);
