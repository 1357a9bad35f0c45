import { numbers } from '../support/numbers.mjs';
import { COMPANIES, hasContact, pageOf, PERSONS, websiteOf } from './world.mjs';

/** How often each tenant asks. */
const WEIGHTS = { plenty: 4, unlimited: 1, scarce: 3, contacts: 3 };

/**
 * A request as a client means it, however often it has to be sent.
 * @typedef {object} Request
 * @property {string} id begins the ids of all its attempts
 * @property {string} tenant
 * @property {string} path
 * @property {string} text the body
 * @property {Record<string, number>} most what has to be reserved for it, by feature
 * @property {Record<string, number>} cost what it has to be charged, by feature
 * @property {string | null} key its idempotency key
 * @property {boolean} isDoubled whether it is sent to two processes at the same time
 * @property {number | null} patienceMs when its client gives up
 */

/** @returns {Request} whatever comes next */
export function drawRequest(random, id, tenants) {
  const tenant = random.weighted(WEIGHTS);
  const isKeyed = random.chance(0.6);
  return {
    id,
    tenant,
    ...(tenants[tenant].asksFor === 'companies' ? drawCompanies(random) : drawPersons(random)),
    key: isKeyed ? `key-${id}` : null,
    isDoubled: isKeyed && random.chance(0.3),
    patienceMs: random.chance(0.03) ? random.whole(1, 40) : null,
  };
}

/** @returns {Request} one that costs `amount` credits of the feature, and is sent once */
export function requestWorth(id, tenant, feature, amount) {
  const body = feature === 'data_access' ? askCompanies(numbers(amount), 0) : askPersons(withContact(amount), 0, true);
  return { id, tenant, ...body, key: null, isDoubled: false, patienceMs: null };
}

/** The most that `requestWorth` can be worth. */
export const MOST_WORTH = 20;

function drawCompanies(random) {
  const known = random.sample(numbers(COMPANIES), random.whole(0, 6));
  return askCompanies(known, known.length === 0 ? 1 : random.whole(0, 2));
}

function drawPersons(random) {
  return askPersons(random.sample(numbers(PERSONS), random.whole(1, 4)), random.whole(0, 1), random.chance(0.8));
}

function askCompanies(known, strangers) {
  const sites = [...known, ...numbers(strangers).map((each) => `nobody-${each}`)].map(websiteOf);
  return {
    path: '/v1/company/enrich',
    text: JSON.stringify({ companies: sites.map((website) => ({ website })), fields: ['name'] }),
    most: { data_access: sites.length },
    cost: { data_access: known.length },
  };
}

function askPersons(known, strangers, withContactData) {
  const pages = [...known, ...numbers(strangers).map((each) => `nobody-${each}`)].map(pageOf);
  const contacts = known.filter(hasContact).length;
  return {
    path: '/v1/person/enrich',
    text: JSON.stringify({
      persons: pages.map((page) => ({ network_url: page })),
      fields: ['full_name'],
      include_contact_data: withContactData,
    }),
    most: { data_access: pages.length, ...(withContactData ? { contact_data: pages.length } : {}) },
    cost: { data_access: known.length, ...(withContactData ? { contact_data: contacts } : {}) },
  };
}

function withContact(count) {
  return numbers(PERSONS).filter(hasContact).slice(0, count);
}
