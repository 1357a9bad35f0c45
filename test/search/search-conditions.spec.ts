import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkDefinition } from '../../src/queries/query-definition.js';
import {
  compileCompanyQuery,
  compileQuery,
  PersonFacts,
  type StoredCompanyFacts,
  type StoredFacts,
} from '../../src/queries/query-evaluator.js';
import { SearchReader } from '../../src/search/filters/search.reader.js';
import { companyFacts, factColumns, factsOf, type FactRow } from '../../src/tenancy/query-fields/fact-columns.sql.js';
import { storeSignals } from '../support/records/signals.js';
import type { PersonService } from '../support/records/person-service.js';
import { startSearchService } from '../support/records/search-service.js';

const industries = ['Mining', 'Café & Food', 'CAFE & food', 'Software', null];
const countries = ['Germany', 'germany', 'Côte d’Ivoire', 'Peru', null];
const regions = ['Bavaria', 'Île-de-France', 'ile-de-france', null];
const cities = ['München', 'munchen', 'Straße', 'STRASSE', 'İstanbul', null];
const titles = [
  'Head of Sales',
  'VP, Sales & Marketing',
  'C++ Developer',
  'Ingénieur R&D',
  'sales head',
  '東京 営業',
  null,
];
const skills = ['Go', 'go', 'C#', '.NET'];
const sizes = ['1-10', '51-200', null];
const types = ['Article', 'Event', 'Visit'];
const today = '2026-11-30';

/** A sequence of numbers that is the same in every run. */
function pick<Value>(list: readonly Value[], index: number): Value {
  return list[Math.abs(Math.imul(index, 2_654_435_761) >> 7) % list.length] as Value;
}

const companies = Array.from({ length: 40 }, (_, index) => ({
  website: `c${index}.test`,
  name: `Acme ${index} GmbH`,
  ...(index % 4 === 0 ? { former_names: [`Elder ${index % 8}`] } : {}),
  industry: pick(industries, index),
  location_country: pick(countries, index + 100),
  location_region: pick(regions, index + 200),
  location_locality: pick(cities, index + 300),
  size: pick(sizes, index + 400),
  employee_count: index % 5 === 0 ? null : index * 10,
  founded_year: index % 7 === 0 ? null : 1990 + (index % 30),
  account_type: pick(['Public', 'Private', null], index),
  account_keywords: [pick(['robots', 'Robots', 'pumps'], index)],
  specialities: index % 3 === 0 ? ['valves'] : [],
  enriched_category: pick(['Pumps', null], index + 9),
  technologies: index % 2 === 0 ? [{ name: pick(skills, index) }] : [],
  funding_last_type: pick(['Seed', 'Series B', null], index),
  funding_last_date: pick(['2025-03-01', '2026-01-15', null], index),
  account_emails: index % 3 === 0 ? [`info@c${index}.test`] : [],
}));

const persons = Array.from({ length: 240 }, (_, index) => ({
  network_url: `network.com/in/p-${index}`,
  full_name: `Person ${index}`,
  ...(index % 6 === 0 ? {} : { company_website: `c${index % 40}.test` }),
  job_title: pick(titles, index),
  contact_country: pick(countries, index + 50),
  contact_region: pick(regions, index + 60),
  location_locality: pick(cities, index + 70),
  skills: [pick(skills, index), pick(skills, index + 5)],
  experience:
    index % 3 === 0
      ? []
      : [
          {
            title: 'x',
            company_name: 'Y',
            start_date: pick(['2024-05', '2026-11-01', '2026-05-30', '2025-12-31'], index),
          },
          { title: 'z', company_name: 'Y', start_date: '2019-01', end_date: '2020-01' },
          ...(index % 5 === 0 ? [{ title: 'w', company_name: 'Q', start_date: '2026-10-15' }] : []),
        ],
  ...(index % 2 === 0 ? { emails: [{ address: `p${index}@c${index % 40}.test` }] } : {}),
  ...(index % 4 === 0 ? { phones: [`+49 30 12345${index}`] } : {}),
}));

let service: PersonService;
let stored: { readonly persons: Map<string, StoredFacts>; readonly companies: Map<string, StoredCompanyFacts> };

beforeAll(async () => {
  service = await startSearchService({ companies, persons });
  for (const tenant of ['ours', 'theirs'])
    await storeSignals(
      service.database,
      tenant,
      Array.from({ length: 60 }, (_, index) => ({
        date: pick(['2026-01-10', '2026-06-01', '2026-11-20'], index),
        signal_type: pick(types, index),
        account_website: tenant === 'ours' ? `c${index % 25}.test` : `c${index % 40}.test`,
        intent_holder_network_url: index % 2 === 0 ? `https://www.network.com/in/p-${index}` : null,
      })),
    );
  stored = await storedFacts();
});

afterAll(() => service.close());

/** All records as the evaluator of definitions sees them, by their ids. */
async function storedFacts(): Promise<typeof stored> {
  const needs = new Set([
    ...(['skills', 'roleStart', 'contacts', 'signals', 'company'] as const),
    ...(['companyNames', 'companyTechnologies', 'companySignals'] as const),
  ]);
  const { rows } = await service.database.pool.query<[string, ...FactRow]>({
    text: `select p.id, ${factColumns(needs, 'all tenants')} from person p`,
    rowMode: 'array',
  });
  const ofCompanies = await service.database.pool.query<[string, StoredCompanyFacts]>({
    text: `select c.id, ${companyFacts(needs, 'all tenants')} from company c`,
    rowMode: 'array',
  });
  return { persons: new Map(rows.map(([id, ...facts]) => [id, factsOf(facts)])), companies: new Map(ofCompanies.rows) };
}

const context = { tenantId: 'ours', today };

/** The ids that the database finds, page by page. */
async function foundIds(of: 'persons' | 'companies', where: object, size: number): Promise<string[]> {
  const reader = service.app.get(SearchReader, { strict: false });
  const ids: string[] = [];
  for (let after: string | null = null, pages = 0; pages < 500; pages += 1) {
    const found = await reader.find({
      ...{ of, where, after, size, total: 'exact', facets: [] },
      context: { ...context, personFields: new Map(), companyFields: new Map() },
    });
    expect(found.total).toEqual({ count: expect.any(Number), kind: 'exact' });
    ids.push(...found.ids);
    if (!found.hasMore) return ids;
    after = found.ids.at(-1) ?? null;
  }
  throw new Error('The pages do not end');
}

function expectedIds(of: 'persons' | 'companies', where: object): string[] {
  if (of === 'companies') {
    const matches = compileCompanyQuery(where, context);
    return [...stored.companies].filter(([, facts]) => matches(facts)).map(([id]) => id);
  }
  const matches = compileQuery(where, context);
  return [...stored.persons].filter(([, facts]) => matches(new PersonFacts(facts))).map(([id]) => id);
}

const defined = <Value>(list: readonly (Value | null)[]) => list.filter((value): value is Value => value !== null);
const some = (...values: string[]) => fc.subarray([...values, 'nowhere'], { minLength: 1, maxLength: 3 });
const bounds = (most: number) =>
  fc.tuple(fc.nat(most), fc.nat(most), fc.constantFrom('min', 'max', 'both')).map(([left, right, ends]) => ({
    ...(ends === 'max' ? {} : { min: Math.min(left, right) }),
    ...(ends === 'min' ? {} : { max: Math.max(left, right) }),
  }));
const signals = fc.record(
  { types: some(...types), since: fc.constantFrom('2026-01-01', '2026-06-01', '2026-12-01') },
  { requiredKeys: [] },
);

const shared = {
  countries: some('GERMANY', 'Cote d’Ivoire', 'Peru'),
  regions: some('bavaria', 'Ile-de-France'),
  localities: some('Munchen', 'strasse', 'Istanbul', 'istanbul'),
  technologies: some('GO', 'c#', '.net'),
  has: fc.subarray(['email', 'phone'], { minLength: 1 }),
  signals,
};

/** Definitions with few members, so that they often match something, some of them nested. */
function definitions(members: Record<string, fc.Arbitrary<unknown>>) {
  const names = fc.subarray(Object.keys(members), { maxLength: 2 });
  const plain = names.chain((chosen) =>
    fc.record(Object.fromEntries(chosen.map((name) => [name, members[name] ?? fc.constant([])]))),
  );
  const lists = fc.array(plain, { minLength: 1, maxLength: 2 });
  const nested = fc.record({ all: lists, any: lists, none: lists }, { requiredKeys: [] });
  return fc.tuple(plain, fc.option(nested, { nil: {} })).map(([own, more]) => ({ ...own, ...more }));
}

const companyDefinitions = definitions({
  ...shared,
  names: some('acme 3', 'ACME 8 Ltd', 'Elder 4'),
  industries: some('mining', 'cafe & food'),
  sizes: some(...defined(sizes)),
  employee_count: bounds(400),
  founded_year: bounds(2_030),
  account_types: some('public', 'PRIVATE'),
  keywords: some('ROBOTS', 'valves', 'Pumps'),
  funding_types: some('series b', 'Seed'),
  funding_since: fc.constantFrom('2025-03-01', '2025-03-02', '2026-02-01'),
});

const personDefinitions = definitions({
  ...shared,
  titles: some('sales', 'head of sales', 'C++', 'r&d', '東京', 'vp sales'),
  exclude_titles: some('sales', 'developer'),
  seniorities: fc.subarray(['executive', 'director', 'ic'], { minLength: 1 }),
  personas: some('sales', 'engineering'),
  months_in_role: bounds(40),
  company: companyDefinitions,
});

describe('The records that a search finds', () => {
  it.each([
    ['persons', personDefinitions],
    ['companies', companyDefinitions],
  ] as const)('are those %s that match the definition one by one, each once and in order', async (of, arbitrary) => {
    let matched = 0;
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.integer({ min: 1, max: 60 }), async (written, size) => {
        const reading = checkDefinition(of, written);
        if ('flaws' in reading) throw new Error(JSON.stringify(reading.flaws));
        const { definition } = reading;
        const expected = expectedIds(of, definition);
        matched += expected.length;
        expect(await foundIds(of, definition, size)).toEqual(
          expected.toSorted((left, right) => Number(left) - Number(right)),
        );
      }),
      { numRuns: 150 },
    );
    expect(matched).toBeGreaterThan(500);
  });
});
