import { bodyOf, isUnknown, type Walk } from '../load/walk.js';
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
const sizes = [1, 100, 1000];
/** The sizes of requests for which there is also a case in which no request is sent twice. */
const freshSizes = [1, 100];
/**
 * The maximum number of stored records that a {@link Walk} asks for. The load generator keeps the identifiers of these records in memory.
 */
const maxKnown = 200_000;
/**
 * The throughput that the service should at least reach, by the size of the request. It is a share of the throughput of each other
 * server: 0.6 for `bare` means 60 % of that of the bare server.
 */
const aims: Readonly<Record<number, Readonly<Record<Subject['list'], BenchCase['aims']>>>> = {
  1: { companies: { bare: 0.6, tutorial: 1.8 }, persons: { bare: 0.6, tutorial: 1.8 } },
  100: { companies: { bare: 0.6, tutorial: 2 }, persons: { bare: 0.5, tutorial: 1.6 } },
  1000: { companies: { bare: 0.6 }, persons: { bare: 0.45 } },
};
/** The number of connections for the largest requests. They take so long that more connections would only wait. */
const connectionsOfLargest = 16;
/** The number of days in a request for signals. */
const days = 7;
/**
 * The distance between the numbers of two records that are requested one after the other. It is large, so that requests read from all
 * parts of the tables. It has no factor in common with the usual numbers of records, so that every record is requested.
 */
const stride = 1_000_003;

/** A kind of request that is measured. */
export interface BenchCase {
  readonly name: string;
  /** The number of identifiers in a request; 0 for signals. */
  readonly size: number;
  readonly path: string;
  /** The bodies of the requests. Before the measurement the first body is sent to all servers, which must give equal answers to it. */
  readonly bodies: readonly string[];
  /**
   * The function that computes a sequence of requests in which no request is repeated. If a case has it, these requests are sent instead
   * of the bodies.
   */
  readonly walk?: () => Walk;
  readonly maxConnections?: number;
  /** The throughput that the service should at least reach, as a share of the throughput of each other server. */
  readonly aims: { readonly bare?: number; readonly tutorial?: number };
}

/**
 * The kinds of requests that are measured.
 * @param maxBodies the maximum number of different bodies of a case; each connection of the load generator keeps all of them in memory
 */
export function casesOf(set: DataSet, maxBodies = 200): BenchCase[] {
  return [
    ...[companiesOf(set), personsOf(set)].flatMap((subject) => [
      ...sizes.map((size) => repeatedCase(subject, size, maxBodies)),
      ...freshSizes.map((size) => freshCase(subject, size)),
    ]),
    signalsCase(),
  ];
}

/** The companies or the persons that the cases request. */
interface Subject {
  readonly list: 'companies' | 'persons';
  readonly fields: readonly string[];
  /** Makes an identifier: that of the record with this number, or for null an identifier that is not on record. */
  readonly identifier: (number: number | null, index: number) => object;
  readonly count: number;
  readonly aims: (size: number) => BenchCase['aims'];
}

function companiesOf({ counts }: DataSet): Subject {
  return {
    list: 'companies',
    fields: companyFields,
    identifier: (number, index) => ({
      website: number === null ? `unknown-${index}.com` : companyIdentity(number).website,
    }),
    count: counts.companies,
    aims: (size) => aims[size]?.companies ?? {},
  };
}

function personsOf({ counts }: DataSet): Subject {
  return {
    list: 'persons',
    fields: personFields,
    identifier: (number, index) => ({
      network_url: pageOf('in', number === null ? `unknown-${index}` : personSlug(number).slug),
    }),
    count: counts.persons,
    aims: (size) => aims[size]?.persons ?? {},
  };
}

/** A case in which a few requests are sent again and again. */
function repeatedCase(subject: Subject, size: number, maxBodies: number): BenchCase {
  const { list, fields, identifier, count } = subject;
  const identifierAt = (index: number): object => identifier(isUnknown(index) ? null : (index * stride) % count, index);
  const length = Math.max(8, Math.min(maxBodies, Math.ceil(10_000 / size)));
  const bodies = Array.from({ length }, (_, body) =>
    JSON.stringify({
      [list]: Array.from({ length: size }, (__, place) => identifierAt(body * size + place)),
      fields,
    }),
  );
  return { ...enrichment(subject, size), bodies };
}

/** A case in which no request is sent twice, so that a cache could not help. */
function freshCase(subject: Subject, size: number): BenchCase {
  const { list, fields, identifier, count } = subject;
  const [before = '', after = ''] = JSON.stringify(identifier(null, 0)).split('0');
  const walkOver = (length: number): Walk => ({
    known: Array.from({ length }, (_, index) => JSON.stringify(identifier((index * stride) % count, index))),
    unknown: [before, after],
    request: [`{"${list}":[`, `],"fields":${JSON.stringify(fields)}}`],
    size,
  });
  const whole = enrichment(subject, size);
  const walk = (): Walk => walkOver(Math.min(count, maxKnown));
  return { ...whole, name: `${whole.name}-fresh`, bodies: [bodyOf(walkOver(Math.min(count, size)), 0)], walk };
}

function enrichment({ list, aims: aimsFor }: Subject, size: number): Omit<BenchCase, 'bodies'> {
  const name = list === 'companies' ? 'company' : 'person';
  return { name: `${name}-${size}`, size, path: `/v1/${name}/enrich`, ...connectionsFor(size), aims: aimsFor(size) };
}

function signalsCase(): BenchCase {
  const bodies = Array.from({ length: 50 }, (_, week) => {
    const day = (offset: number): string =>
      new Date(Date.UTC(2025, 10, 1 + week * days + offset)).toISOString().slice(0, 10);
    return JSON.stringify({ start_time: day(0), end_time: day(days - 1) });
  });
  return { name: 'signals', size: 0, path: '/v1/signals/get-signals', bodies, aims: {} };
}

function connectionsFor(size: number): { maxConnections?: number } {
  return size >= 1000 ? { maxConnections: connectionsOfLargest } : {};
}
