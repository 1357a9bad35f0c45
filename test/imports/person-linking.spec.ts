import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

let imports: PersonImport;

function setUp(): void {
  beforeAll(async () => {
    imports = await openPersonImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());
}

const companies = [
  {
    website: 'acme.com',
    domains: ['acme.de'],
    network_url: 'network.com/company/acme',
    network_id: '7',
    name: 'Acme Inc.',
  },
  { website: 'beta.io', name: 'Beta GmbH', former_names: ['Alpha Works'], aliases: ['BetaPay'], industry: 'Banking' },
  { website: 'merck.com', name: 'Merck KGaA' },
  { website: 'twin.com', name: 'Twin' },
  { website: 'twin.de', name: 'Twin AG' },
];

/** One person for each employer. */
const employers: readonly (readonly [employer: object, company: string | undefined])[] = [
  [{ company_website: 'https://jobs.acme.de/x' }, 'Acme Inc.'],
  [{ company_network_url: 'https://de.network.com/company/Acme/' }, 'Acme Inc.'],
  [{ company_network_url: 'network.com/company/7' }, 'Acme Inc.'],
  [{ company_network_id: '007' }, 'Acme Inc.'],
  [{ company_name: 'ACME' }, 'Acme Inc.'],
  [{ company_name: 'Alpha Works Ltd' }, 'Beta GmbH'],
  [{ company_name: 'Betapay AG' }, 'Beta GmbH'],
  [{ company_name: 'Beta', company_website: 'acme.com' }, 'Acme Inc.'],
  [{ company_name: 'Twin' }, undefined],
  [{ company_name: 'Merck & Co., Inc.' }, undefined],
  [{ company_name: 'Nobody' }, undefined],
];

const persons = employers.map(([employer], index) => ({
  network_url: `network.com/in/p-${index}`,
  full_name: 'Zora Lund',
  job_title: 'Vice President',
  ...employer,
}));

const expected = employers.map(([, company]) => company);

describe('A person import', () => {
  setUp();

  it('links persons to the company that has the website, profile page, network id or unique name of their employer', async () => {
    await imports.loadCompanies(companies);
    await imports.load(persons);
    expect((await imports.persons()).map(({ company }) => company)).toEqual(expected);
  });

  it('links persons to the same companies if the companies are imported after the persons', async () => {
    await imports.loadCompanies(companies);
    await imports.load(persons);
    const [first, blocks, due] = [await imports.persons(), await imports.blocks(), await imports.due()];
    await imports.clear();
    await imports.load(persons);
    expect(await imports.due()).toEqual([]);
    await imports.loadCompanies(companies);
    expect(await imports.persons()).toEqual(first);
    expect(await imports.blocks()).toEqual(blocks);
    expect(await imports.due()).toEqual(due);
    expect(due).toEqual(['Acme Inc.', 'Beta GmbH']);
  });

  it('links every position to its company, and stores search keys only for current positions', async () => {
    const experience = [
      { title: 'CEO', company_name: 'Acme', start_date: '2020-01' },
      { title: 'Board Member', company_website: 'beta.io', start_date: '2022-01', end_date: '2999-01-01' },
      { title: 'Trainee', company_name: 'Alpha Works', start_date: '2010-01', end_date: '2011-01' },
      { title: 'Clerk', company_name: 'Merck KGaA', start_date: '2001-01', end_date: '2002-01' },
    ];
    const person = { network_url: 'network.com/in/zora', full_name: 'Zora Lund', experience };
    const companyOf = async (): Promise<unknown> =>
      ((await imports.persons())[0]?.experience as unknown[][] | undefined)?.map(([, , company]) => company);
    await imports.load([person]);
    expect(await companyOf()).toEqual([null, null, null, null]);
    await imports.loadCompanies(companies);
    expect(await companyOf()).toEqual(['Acme Inc.', 'Beta GmbH', 'Beta GmbH', 'Merck KGaA']);
    const blocks = await imports.blocks();
    expect(blocks.filter((block) => block.startsWith('c:'))).toEqual([
      'c:Acme Inc. lund',
      'c:Acme Inc. zora',
      'c:Acme Inc. ~l.lnt',
      'c:Beta GmbH lund',
      'c:Beta GmbH zora',
      'c:Beta GmbH ~l.lnt',
    ]);
    await imports.load([person]);
    expect(await imports.blocks()).toEqual(blocks);
  });

  it('marks the employer of a new person, and both employers of a person who changed jobs, because the query fields of these companies have to be counted again', async () => {
    await imports.loadCompanies(companies);
    const person = { network_url: 'network.com/in/zora', full_name: 'Zora Lund', company_website: 'acme.com' };
    await imports.load([person]);
    expect(await imports.due()).toEqual(['Acme Inc.']);
    await imports.database.pool.query('delete from query_count_due');
    await imports.load([person]);
    expect(await imports.due()).toEqual([]);
    await imports.load([{ ...person, company_website: 'beta.io' }]);
    expect(await imports.due()).toEqual(['Acme Inc.', 'Beta GmbH']);
  });

  it('links a person to the new employer after a change of jobs, and to none after the last job has ended', async () => {
    await imports.loadCompanies(companies);
    const network_url = 'network.com/in/zora';
    const first = { title: 'CEO', company_name: 'Acme', start_date: '2020-01' };
    const second = { title: 'Vice President', company_name: 'Beta', start_date: '2024-01' };
    await imports.load([{ network_url, full_name: 'Zora Lund', experience: [first] }]);
    expect(await imports.persons()).toMatchObject([
      { job_title: 'CEO', company: 'Acme Inc.', seniority: 'seniority_executive' },
    ]);
    await imports.load([{ network_url, experience: [{ ...first, end_date: '2023-12' }, second] }]);
    expect(await imports.persons()).toMatchObject([{ job_title: 'Vice President', company: 'Beta GmbH' }]);
    expect(await imports.blocks()).toEqual([
      'c:Beta GmbH lund',
      'c:Beta GmbH zora',
      'c:Beta GmbH ~l.lnt',
      'nbeta lund',
      'nbeta zora',
      'nbeta ~l.lnt',
    ]);
    await imports.load([{ network_url, experience: [{ ...first, end_date: '2023-12' }] }]);
    const [gone] = await imports.persons();
    expect([gone?.job_title, gone?.company, await imports.blocks()]).toEqual([undefined, undefined, []]);
  });
});
