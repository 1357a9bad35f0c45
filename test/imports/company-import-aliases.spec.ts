import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { watching } from '../support/records/import-observers.js';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';

let imports: CompanyImport;

const owner = { website: 'owner-a.com', domains: ['alias-b.com'], name: 'Owner A' };
const brand = { website: 'alias-b.com', name: 'B Brand' };

const storedOwner = { website: 'owner-a.com', primary: ['owner-a.com'], name: 'Owner A' };
const storedBrand = { website: 'alias-b.com', primary: ['alias-b.com'], name: 'B Brand' };

describe('A record whose website is an alias or the website of a stored company', () => {
  beforeAll(async () => {
    imports = await openCompanyImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());

  it.each([
    ['after the company with the alias', [owner, brand], [storedOwner, storedBrand]],
    ['before the company with the alias', [brand, owner], [storedBrand, storedOwner]],
  ])('creates a company if it has another name and stands in the file %s', async (_, records, stored) => {
    expect(await imports.load(records)).toMatchObject({ inserted: 2, updated: 0, rejected: 0 });
    expect(await imports.companies()).toEqual(stored);
  });

  it.each([
    ['one after the other', [[owner], [brand]]],
    ['in one batch', [[owner, brand]]],
    ['in one batch with a third record', [[owner, brand, { website: 'alias-b.com', industry: 'Retail' }]]],
  ])('changes nothing when it and the record of the stored company are imported again, %s', async (_, files) => {
    for (const file of files) await imports.load(file);
    const before = await imports.rowVersions();
    for (const file of files) expect(await imports.load(file)).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
    for (const file of files.toReversed()) await imports.load(file);
    expect(await imports.rowVersions()).toEqual(before);
  });

  it.each([
    ['in one file', (records: object[]) => [records]],
    ['one after the other', (records: object[]) => records.map((record) => [record])],
  ])(
    'creates a company without this website if the network ids differ; both records are imported twice, %s',
    async (_, filesOf) => {
      const parent = {
        network_id: '811',
        network_url: 'network.com/company/parent',
        website: 'shared.com',
        name: 'Group',
      };
      const child = {
        network_id: '812',
        network_url: 'network.com/company/child',
        website: 'shared.com',
        name: 'Group',
      };
      for (const file of filesOf([parent, child, parent, child])) await imports.load(file);
      const page = (name: string) => `https://www.network.com/company/${name}`;
      expect(await imports.companies()).toEqual([
        {
          network_id: '811',
          network_url: page('parent'),
          website: 'shared.com',
          primary: ['shared.com'],
          name: 'Group',
        },
        { network_id: '812', network_url: page('child'), name: 'Group' },
      ]);
    },
  );

  it('creates a company with the id and profile page of the record, and takes from the stored company only the alias that is the website of the record', async () => {
    await imports.load([{ ...owner, domains: ['alias-b.com', 'alias-c.com'] }]);
    const record = {
      ...brand,
      network_id: '2',
      network_url: 'network.com/company/b',
      domains: ['alias-b.com', 'alias-c.com', 'b.de'],
    };
    const contested: number[] = [];
    const observe = watching((progress) => contested.push(progress.contested));
    expect(await imports.load([record], { observe })).toMatchObject({ inserted: 1, updated: 0 });
    expect(contested).toEqual([1]);
    expect(await imports.companies()).toEqual([
      { ...storedOwner, aliases: ['alias-c.com'] },
      { ...storedBrand, network_id: '2', network_url: 'https://www.network.com/company/b', aliases: ['b.de'] },
    ]);
  });

  it('updates the company to which the host has moved, when a later record has the host as its website', async () => {
    await imports.load([owner, brand, { website: 'alias-b.com', name: 'B Brand International' }]);
    expect(await imports.companies()).toEqual([storedOwner, { ...storedBrand, name: 'B Brand International' }]);
  });

  it.each([
    ['no name', {}, 'Owner A'],
    ['the name of the company in another spelling', { name: 'OWNER A, Inc.' }, 'OWNER A, Inc.'],
    ['a former name of the company', { name: 'Old Owner' }, 'Old Owner'],
  ])('with %s updates the stored company, which keeps its own website', async (_, named, name) => {
    await imports.load([{ ...owner, former_names: ['Old Owner'] }]);
    const record = { website: 'alias-b.com', industry: 'Retail', ...named };
    expect(await imports.load([record])).toMatchObject({ inserted: 0, updated: 1 });
    const stored = { ...storedOwner, name, industry: 'Retail', aliases: ['alias-b.com'], former_names: ['Old Owner'] };
    expect(await imports.companies()).toEqual([stored]);
    const before = await imports.rowVersions();
    expect(await imports.load([record])).toMatchObject({ inserted: 0, updated: 0 });
    expect(await imports.rowVersions()).toEqual(before);
  });

  it('gives a stored company without a website the alias as its website', async () => {
    await imports.load([{ network_id: '1', domains: ['alias-b.com'] }, { website: 'alias-b.com' }]);
    expect(await imports.companies()).toEqual([{ network_id: '1', website: 'alias-b.com', primary: ['alias-b.com'] }]);
  });

  it.each([
    ['id', { network_id: '1' }],
    ['profile URL', { network_url: 'network.com/company/a' }],
  ])(
    'makes the alias the website of the stored company and changes its name, if the record has the same %s as this company',
    async (_, identifier) => {
      await imports.load([{ ...owner, ...identifier }]);
      expect(await imports.load([{ ...brand, ...identifier }])).toMatchObject({ inserted: 0, updated: 1 });
      const [stored, ...others] = await imports.companies();
      expect(stored).toMatchObject({ ...storedBrand, aliases: ['owner-a.com'] });
      expect(others).toEqual([]);
    },
  );
});
