import { describe, expect, it } from '@jest/globals';
import { type CompanyRow, readCompany } from './company-record.js';
import { reasonOf } from '../reading/record-fields.js';

/** The profile page and the website of the row that is read from a record, or the faults of the record. */
function read(
  record: Record<string, unknown>,
  hosts: readonly string[] | null = null,
): Pick<CompanyRow, 'networkUrl' | 'website'> | string {
  const { row, faults } = readCompany(record, 'ndjson', hosts);
  if (row === null || faults.count > 0) return reasonOf(faults);
  const { networkUrl, website } = row;
  return { networkUrl, website };
}

describe('a website that is a profile page', () => {
  const acme = { networkUrl: 'https://www.network.com/company/acme', website: null };

  it.each([
    { website: 'https://www.network.com/company/Acme' },
    { website: 'de.network.com/company/acme/about?x=1' },
    { company_website: 'network.com/company/acme' },
    { website: 'network.com/company/acme', network_url: 'https://www.network.com/company/acme/' },
    { website: 'network.com/company/acme', company_website: 'network.com/company/acme' },
  ])('is read as the profile page of the company: %j', (record) => {
    expect(read(record)).toEqual(acme);
  });

  it('is read as the profile page, and the website is read from another column if that has a real website', () => {
    const record = { website: 'network.com/company/acme', company_website: 'acme.com' };
    expect(read(record)).toEqual({ ...acme, website: 'acme.com' });
  });

  it('gives the company the network id at the end of its URL', () => {
    const record = { website: 'network.com/company/42' };
    expect(readCompany(record, 'ndjson', null)).toHaveProperty('row.networkId', '42');
  });

  it.each([
    [{ website: 'network.com/company/acme', network_url: 'network.com/company/other' }, 'website'],
    [{ website: 'network.com/company/acme', company_network_url: 'network.com/school/acme' }, 'website'],
    [{ website: 'network.com/company/acme', company_website: 'network.com/company/other' }, 'company_website'],
  ])('is a fault if the record has another profile page: %j', (record, name) => {
    expect(read(record)).toBe(`${name}: is another profile page than the one that the record names`);
  });

  it('is a fault if it is the page of a person', () => {
    expect(read({ website: 'network.com/in/jane' })).toBe('website: is the profile of a person');
  });

  it('is recognised only on network.com and on configured hosts, and only if its path is that of a profile page; any other URL is read as a website', () => {
    const record = { website: 'https://pages.example.com/company/acme' };
    expect(read(record, ['pages.example.com'])).toEqual(acme);
    expect(read(record)).toEqual({ networkUrl: null, website: 'pages.example.com' });
    expect(read({ website: 'acme.com/company/about' })).toEqual({ networkUrl: null, website: 'acme.com' });
    expect(read({ website: 'https://www.network.com/about' })).toEqual({ networkUrl: null, website: 'network.com' });
  });
});

describe('a page on a shared site', () => {
  it.each([
    [{ website: 'facebook.com/fbpageco' }, 'website'],
    [{ website: 'https://m.facebook.com/fbpageco', network_id: '42' }, 'website'],
    [{ company_website: 'https://sites.google.com/view/acme' }, 'company_website'],
    [{ website: 'github.com/acme' }, 'website'],
  ])('is a fault if it is the website of a company: %j', (record, name) => {
    expect(read(record)).toBe(`${name}: is a page on a shared site`);
  });

  it('is a fault in the list of domains, whose other domains are kept', () => {
    const record = { website: 'acme.com', domains: ['acme.de', 'facebook.com/acme'] };
    const { row, faults } = readCompany(record, 'ndjson', null);
    expect(row?.domains).toEqual(['acme.de']);
    expect(reasonOf(faults)).toBe('domains[1]: is a page on a shared site');
  });

  it('is something else than a subdomain such as acme.zendesk.com, which is accepted as a website', () => {
    expect(read({ website: 'https://acme.zendesk.com/hc' })).toEqual({ networkUrl: null, website: 'acme.zendesk.com' });
  });

  it.each(['facebook.com', 'https://www.facebook.com/', 'https://www.facebook.com/?ref=home'])(
    'is something else than the front page of the site, which is accepted as a website: %s',
    (website) => {
      expect(read({ website })).toEqual({ networkUrl: null, website: 'facebook.com' });
    },
  );
});
