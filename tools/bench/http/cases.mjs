import { companyIdentity, pageOf, personSlug } from '../data/records.mjs';

const companyFields = [
  'name',
  'industry',
  'size',
  'employee_count',
  'founded_year',
  'location_country',
  'location_locality',
  'specialities',
];
const personFields = ['full_name', 'job_title', 'company_website', 'contact_country', 'location_locality'];
const sizes = [1, 10, 100, 1000];
/** The largest requests take so long that more connections would only wait in a queue. */
const connectionsOfLargest = 16;
/** Days that a request for signals spans. */
const days = 7;
/** One identifier in so many is of nobody. */
const unknownEvery = 10;
/** Coprime to the counts in use, and large: requests ask all over the tables. */
const stride = 1_000_003;

/**
 * The requests that are measured: what is asked, how many identifiers each has, and the aims.
 * @param {number} most of different requests; each connection of the load generator holds them all
 */
export function casesOf(set, most = 200) {
  return [
    ...sizes.map((size) => companyCase(set, size, most)),
    ...sizes.map((size) => personCase(set, size, most)),
    signalsCase(),
  ];
}

function companyCase({ counts }, size, most) {
  const identifier = (place) => ({
    website: isUnknown(place) ? `unknown-${place}.com` : companyIdentity((place * stride) % counts.companies).website,
  });
  const bodies = bodiesOf(size, most, identifier, (companies) => ({ companies, fields: companyFields }));
  return {
    name: `company-${size}`,
    size,
    path: '/v1/company/enrich',
    bodies,
    ...connectionsFor(size),
    aims: aimsOf(size),
  };
}

function personCase({ counts }, size, most) {
  const identifier = (place) => ({
    network_url: pageOf(
      'in',
      isUnknown(place) ? `unknown-${place}` : personSlug((place * stride) % counts.persons).slug,
    ),
  });
  const bodies = bodiesOf(size, most, identifier, (persons) => ({ persons, fields: personFields }));
  return {
    name: `person-${size}`,
    size,
    path: '/v1/person/enrich',
    bodies,
    ...connectionsFor(size),
    aims: aimsOf(size),
  };
}

function signalsCase() {
  const bodies = Array.from({ length: 50 }, (_, week) => {
    const day = (offset) => new Date(Date.UTC(2025, 10, 1 + week * days + offset)).toISOString().slice(0, 10);
    return JSON.stringify({ start_time: day(0), end_time: day(days - 1) });
  });
  return { name: 'signals', size: 0, path: '/v1/signals/get-signals', bodies, aims: {} };
}

function bodiesOf(size, most, identifierAt, wrap) {
  const count = Math.max(8, Math.min(most, Math.ceil(10_000 / size)));
  return Array.from({ length: count }, (_, body) =>
    JSON.stringify(wrap(Array.from({ length: size }, (__, place) => identifierAt(body * size + place)))),
  );
}

function connectionsFor(size) {
  return size >= 1000 ? { mostConnections: connectionsOfLargest } : {};
}

function aimsOf(size) {
  if (size === 1) return { bare: 0.45, tutorial: 2 };
  return size === 100 ? { bare: 0.8, tutorial: 4 } : {};
}

const isUnknown = (place) => place % unknownEvery === unknownEvery - 1;
