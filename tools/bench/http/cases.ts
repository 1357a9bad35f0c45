import { companyIdentity, type DataSet, pageOf, personSlug } from '../data/records.js';

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
/** Every tenth identifier is unknown. */
const unknownEvery = 10;
/** Coprime to the counts in use, and large: requests ask all over the tables. */
const stride = 1_000_003;

/** A kind of request that is measured. */
export interface BenchCase {
  readonly name: string;
  /** Identifiers in a request. */
  readonly size: number;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly maxConnections?: number;
  /** The least ratios to the throughput of the other servers. */
  readonly aims: { readonly bare?: number; readonly tutorial?: number };
}

/** @param maxBodies each connection of the load generator holds all of them */
export function casesOf(set: DataSet, maxBodies = 200): BenchCase[] {
  return [
    ...sizes.map((size) => companyCase(set, size, maxBodies)),
    ...sizes.map((size) => personCase(set, size, maxBodies)),
    signalsCase(),
  ];
}

function companyCase({ counts }: DataSet, size: number, maxBodies: number): BenchCase {
  const identifier = (index: number): object => ({
    website: isUnknown(index) ? `unknown-${index}.com` : companyIdentity((index * stride) % counts.companies).website,
  });
  const bodies = bodiesOf(size, maxBodies, identifier, (companies) => ({ companies, fields: companyFields }));
  return {
    name: `company-${size}`,
    size,
    path: '/v1/company/enrich',
    bodies,
    ...connectionsFor(size),
    aims: aimsOf(size),
  };
}

function personCase({ counts }: DataSet, size: number, maxBodies: number): BenchCase {
  const slugOf = (index: number): string =>
    isUnknown(index) ? `unknown-${index}` : personSlug((index * stride) % counts.persons).slug;
  const identifier = (index: number): object => ({ network_url: pageOf('in', slugOf(index)) });
  const bodies = bodiesOf(size, maxBodies, identifier, (persons) => ({ persons, fields: personFields }));
  return {
    name: `person-${size}`,
    size,
    path: '/v1/person/enrich',
    bodies,
    ...connectionsFor(size),
    aims: aimsOf(size),
  };
}

function signalsCase(): BenchCase {
  const bodies = Array.from({ length: 50 }, (_, week) => {
    const day = (offset: number): string =>
      new Date(Date.UTC(2025, 10, 1 + week * days + offset)).toISOString().slice(0, 10);
    return JSON.stringify({ start_time: day(0), end_time: day(days - 1) });
  });
  return { name: 'signals', size: 0, path: '/v1/signals/get-signals', bodies, aims: {} };
}

function bodiesOf(
  size: number,
  maxBodies: number,
  identifierAt: (index: number) => object,
  wrap: (identifiers: readonly object[]) => object,
): string[] {
  const count = Math.max(8, Math.min(maxBodies, Math.ceil(10_000 / size)));
  return Array.from({ length: count }, (_, body) =>
    JSON.stringify(wrap(Array.from({ length: size }, (__, index) => identifierAt(body * size + index)))),
  );
}

function connectionsFor(size: number): { maxConnections?: number } {
  return size >= 1000 ? { maxConnections: connectionsOfLargest } : {};
}

function aimsOf(size: number): BenchCase['aims'] {
  if (size === 1) return { bare: 0.45, tutorial: 2 };
  return size === 100 ? { bare: 0.8, tutorial: 4 } : {};
}

const isUnknown = (index: number): boolean => index % unknownEvery === unknownEvery - 1;
