import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';
import { openPersonImport, type PersonImport } from '../support/records/person-import.js';

const page = 'https://www.network.com/company/shared';
/** More records than a batch has, so that what stands before and behind them is merged in different batches. */
const filler = Array.from({ length: 5_000 }, (_, index) => ({
  website: `filler${index}.com`,
  name: `Filler ${index}`,
}));
let companies: CompanyImport;
let persons: PersonImport;

beforeAll(async () => {
  companies = await openCompanyImport();
  persons = await openPersonImport();
});
afterAll(async () => {
  await companies.close();
  await persons.close();
});

describe('A profile page of companies that contradict each other in a file', () => {
  const alder = { name: 'Alder Freight', website: 'alder-freight.com', network_url: page, employee_count: 9 };
  const birch = { name: 'Birch Optics', website: 'birch-optics.com', network_url: page };
  const cedar = { name: 'Cedar Tools', website: 'cedar-tools.com', network_url: page };
  const kept = [alder, birch, cedar].map(({ name, website }) => ({ name, website, network_url: undefined }));
  beforeEach(() => companies.clear());

  it.each([
    ['of one batch', [alder, birch, cedar]],
    ['of different batches', [alder, ...filler, birch, ...filler.slice(1), cedar]],
  ])('identifies none of the companies %s', async (_where, records) => {
    await companies.load(records);
    const stored = (await companies.companies()).filter(({ website }) => !String(website).startsWith('filler'));
    expect(stored.map(({ name, website, network_url }) => ({ name, website, network_url }))).toEqual(kept);
  });

  it('still leads to a company that has got a new name and a new website', async () => {
    await companies.load([alder]);
    expect(await companies.load([birch])).toMatchObject({ inserted: 0, updated: 1, warnings: 0 });
    expect(await companies.companies()).toHaveLength(1);
  });
});

describe('A profile page of persons with other names', () => {
  const shared = 'https://www.network.com/in/shared';
  const ann = {
    full_name: 'Ann Bolt',
    network_url: shared,
    emails: [{ address: 'ann@bolt.com' }],
    phones: ['+493012345678'],
  };
  const carl = { full_name: 'Carl Dorn', network_url: shared, emails: [{ address: 'carl@dorn.com' }] };
  beforeEach(() => persons.clear());

  it('identifies none of the persons of a file', async () => {
    expect(await persons.load([ann, carl])).toMatchObject({ inserted: 2, rejected: 0, warnings: 1 });
    const stored = await persons.persons();
    expect(stored.map(({ full_name, network_url }) => [full_name, network_url])).toEqual([
      ['Ann Bolt', undefined],
      ['Carl Dorn', undefined],
    ]);
  });

  it('passes to the person of a later file, without any value of the earlier one', async () => {
    await persons.load([ann]);
    expect(await persons.load([carl])).toMatchObject({ inserted: 1, updated: 0 });
    const stored = await persons.persons();
    expect(stored.map(({ full_name, network_url }) => [full_name, network_url])).toEqual([
      ['Ann Bolt', undefined],
      ['Carl Dorn', shared],
    ]);
    expect(JSON.stringify(stored[1])).not.toContain('bolt');
    expect(stored[1]).not.toHaveProperty('phones');
  });

  it('still leads to a person who has got another family name', async () => {
    await persons.load([ann]);
    const married = { ...ann, full_name: 'Ann Dorn', emails: [{ address: 'ann@dorn.com' }] };
    expect(await persons.load([married])).toMatchObject({ inserted: 0, updated: 1 });
  });
});
