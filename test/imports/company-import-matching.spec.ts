import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { watching } from '../support/records/import-observers.js';
import { type CompanyImport, openCompanyImport } from '../support/records/company-import.js';

let imports: CompanyImport;

describe('A record of a company import', () => {
  beforeAll(async () => {
    imports = await openCompanyImport();
  });
  beforeEach(() => imports.clear());
  afterAll(() => imports.close());

  it('updates the company that has one of the identifiers of the record, and changes no field that the record does not have', async () => {
    await imports.load([
      {
        network_id: '1',
        network_url: 'network.com/company/acme',
        website: 'acme.com',
        domains: ['acme.de'],
        name: 'A',
      },
    ]);
    const leads = [
      { network_id: '1', industry: 'Software' },
      { network_url: 'https://de.network.com/company/Acme/about', tagline: 'We make everything' },
      { website: 'www.acme.com', employee_count: 5 },
      { website: 'acme.de', founded_year: 1999 },
    ];
    for (const [index, record] of leads.slice(0, 3).entries()) {
      expect([index, await imports.load([record])]).toEqual([
        index,
        expect.objectContaining({ inserted: 0, updated: 1 }),
      ]);
    }
    await imports.load(leads.slice(3));
    const stored = await imports.companies();
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      name: 'A',
      industry: 'Software',
      tagline: 'We make everything',
      employee_count: 5,
      founded_year: 1999,
    });
  });

  it('is matched by its network id, else by its profile URL, else by its website', async () => {
    await imports.load([
      { network_id: '1', name: 'by id' },
      { network_url: 'network.com/company/b', name: 'by page' },
      { website: 'c.com', name: 'by site' },
    ]);
    await imports.load([{ network_id: '1', network_url: 'network.com/company/b', website: 'c.com', tagline: 'first' }]);
    await imports.load([{ network_url: 'network.com/company/b', website: 'c.com', tagline: 'second' }]);
    expect(await imports.companies()).toEqual([
      { network_id: '1', name: 'by id', tagline: 'first' },
      { network_url: 'https://www.network.com/company/b', name: 'by page', tagline: 'second' },
      { website: 'c.com', primary: ['c.com'], name: 'by site' },
    ]);
  });

  it('replaces the website, and keeps the old website as an alias', async () => {
    await imports.load([{ network_id: '1', website: 'old.com', domains: ['old.de'] }]);
    await imports.load([{ network_id: '1', website: 'new.com' }]);
    expect(await imports.companies()).toEqual([
      { network_id: '1', website: 'new.com', primary: ['new.com'], aliases: ['old.com', 'old.de'] },
    ]);
  });

  it('replaces the stored lists as a whole, and keeps the website among the domains', async () => {
    const before = {
      former_names: ['A', 'B'],
      aliases: ['AA', 'B'],
      technologies: [{ name: 'Go' }, { name: 'Kafka', first_seen: '2021-03' }],
    };
    await imports.load([
      {
        website: 'a.com',
        domains: ['a.de', 'a.fr'],
        specialities: ['x'],
        ...before,
        headcount_history: [{ month: '2026-01', total: 1 }],
      },
    ]);
    await imports.load([
      {
        website: 'a.com',
        domains: ['a.fr', 'a.it'],
        specialities: ['y', 'z'],
        aliases: ['BB'],
        former_names: ['B', 'C'],
        technologies: [{ name: 'Go', first_seen: '2020-01' }],
        headcount_history: [],
      },
    ]);
    expect(await imports.companies()).toEqual([
      {
        website: 'a.com',
        primary: ['a.com'],
        aliases: ['a.fr', 'a.it'],
        specialities: ['y', 'z'],
        former_names: ['B', 'C'],
        other_names: ['BB'],
        technologies: { Go: '2020-01-01' },
      },
    ]);
  });

  it('does not replace a profile page that ends in a name by one that ends in a number', async () => {
    await imports.load([{ network_id: '42', network_url: 'network.com/company/acme' }]);
    const again = await imports.load([{ network_url: 'network.com/company/42', name: 'Acme' }]);
    expect(again).toMatchObject({ inserted: 0, updated: 1 });
    expect(await imports.companies()).toEqual([
      { network_id: '42', network_url: 'https://www.network.com/company/acme', name: 'Acme' },
    ]);
  });

  it('takes no identifier away from another company that has it', async () => {
    await imports.load([
      { network_id: '1', network_url: 'network.com/company/a', website: 'a.com', domains: ['a.de'] },
      { network_id: '2', name: 'B' },
    ]);
    const taking = {
      network_id: '2',
      network_url: 'network.com/company/a',
      website: 'a.com',
      domains: ['a.de', 'b.com'],
    };
    const contested: number[] = [];
    await imports.load([taking], { observe: watching((progress) => contested.push(progress.contested)) });
    expect(contested).toEqual([3]);
    expect(await imports.companies()).toEqual([
      {
        network_id: '1',
        network_url: 'https://www.network.com/company/a',
        website: 'a.com',
        primary: ['a.com'],
        aliases: ['a.de'],
      },
      { network_id: '2', name: 'B', aliases: ['b.com'] },
    ]);
    expect(await imports.load([taking])).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
  });
});
