import { describe, expect, it } from '@jest/globals';
import { companyColumns, type CompanyRow, readCompany } from './company-record.js';
import { reasonOf } from '../reading/record-fields.js';

const absentRow = {
  networkId: null,
  networkUrl: null,
  website: null,
  domains: null,
  nameKey: null,
  formerNames: null,
  aliases: null,
  technologies: null,
  headcounts: null,
};

/** The row without `values`, `groups` and `source`, or its faults. */
function read(
  record: Record<string, unknown>,
  format: 'ndjson' | 'csv' = 'ndjson',
): Omit<CompanyRow, 'values' | 'groups' | 'source'> | string {
  const { row, faults } = readCompany(record, format, null);
  if (row === null || faults.count > 0) return reasonOf(faults);
  const { values: _values, groups: _groups, source: _source, ...others } = row;
  return others;
}

/** The values that are not null, by column. */
function valuesOf(
  record: Record<string, unknown>,
  format: 'ndjson' | 'csv' = 'ndjson',
): Record<string, unknown> | string {
  const { row, faults } = readCompany({ website: 'acme.com', ...record }, format, null);
  if (row === null || faults.count > 0) return reasonOf(faults);
  const named = companyColumns.map(({ column }, index) => [column, row.values[index]] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== null));
}

describe('the row of a company record', () => {
  it('has the source that the record names, and the groups of the fields that have values', () => {
    const record = { website: 'acme.com', location_country: 'Germany', funding_last_type: null, source: ' Register ' };
    const { row } = readCompany({ ...record, technologies: [{ name: 'Kafka' }] }, 'ndjson', null);
    expect([row?.groups, row?.source]).toEqual([['profile', 'location', 'technologies'], 'Register']);
    expect(readCompany({ website: 'acme.com' }, 'ndjson', null).row).toMatchObject({
      groups: ['profile'],
      source: null,
    });
  });
});

describe('the identifiers of a company record', () => {
  it('are normalised', () => {
    const record = {
      website: 'https://www.Acme.com/about',
      network_url: 'network.com/company/Acme/',
      network_id: '0042',
    };
    expect(read(record)).toEqual({
      ...absentRow,
      website: 'acme.com',
      networkUrl: 'https://www.network.com/company/acme',
      networkId: '42',
    });
  });

  it('are also read from company_website and company_network_url, the names that answers use', () => {
    expect(read({ company_website: 'acme.com', company_network_url: 'network.com/company/acme' })).toEqual({
      ...absentRow,
      website: 'acme.com',
      networkUrl: 'https://www.network.com/company/acme',
    });
  });

  it('include the network id at the end of the profile URL, unless the record has another network id', () => {
    expect(read({ network_url: 'network.com/company/42' })).toMatchObject({ networkId: '42' });
    expect(read({ network_url: 'network.com/company/42', network_id: '7' })).toMatchObject({ networkId: '7' });
    expect(read({ network_id: 42 })).toMatchObject({ networkId: '42' });
  });

  it.each([{}, { name: 'Acme' }, { website: ' ' }, { website: null, network_id: '' }])(
    'are all missing in this record, which is therefore refused: %j',
    (record) => {
      expect(read(record)).toBe('website: is required, or network_url, or network_id');
    },
  );

  it.each([
    [{ website: 'localhost' }, 'website: is not a website under a registered domain'],
    [{ website: 'localhost', network_id: '42' }, 'website: is not a website under a registered domain'],
    [{ website: 'acme.com', network_id: 'abc' }, 'network_id: is not a numeric id'],
    [{ network_id: 4.2 }, 'network_id: must be a string'],
    [{ network_id: -42 }, 'network_id: must be a string'],
    [{ website: 'acme.com', network_url: 'acme.com/team' }, 'network_url: is not a profile URL'],
    [{ network_url: 'network.com/in/jane' }, 'network_url: is the profile of a person'],
    [
      { website: 'acme.com', domains: ['acme.de', '10.0.0.1'] },
      'domains[1]: is not a website under a registered domain',
    ],
  ])('are faults if they are invalid: %j', (record, reason) => {
    expect(read(record)).toBe(reason);
  });

  it('include a profile URL only if its host is configured, or if no hosts are configured', () => {
    const record = { network_url: 'https://elsewhere.com/company/acme' };
    const { row, faults } = readCompany(record, 'ndjson', ['profiles.example.com']);
    expect([row, reasonOf(faults)]).toEqual([null, 'network_url: is not a profile URL']);
    expect(read(record)).toHaveProperty('networkUrl');
  });

  it('still identify the company if some of them are invalid', () => {
    const record = { website: 'facebook.com/acme', network_url: 'network.com/in/jane', network_id: '42' };
    expect(readCompany(record, 'ndjson', null)).toMatchObject({
      row: { website: null, networkUrl: null, networkId: '42' },
      faults: { first: [{ member: 'network_url' }, { member: 'website', value: 'facebook.com/acme' }] },
    });
  });

  it('give no row if all of them are invalid, and all faults of the record are reported', () => {
    const { row, faults } = readCompany({ website: 'mil.lv', network_id: 'x', founded_year: 'MCM' }, 'ndjson', null);
    expect(row).toBeNull();
    expect(faults.first.map(({ member }) => member)).toEqual(['website', 'network_id', 'founded_year']);
  });
});

describe('the fields of a company record', () => {
  it('are those of the catalogue, and all other members are ignored', () => {
    const record = {
      name: ' Acme ',
      employee_count: 12,
      founded_year: '1999',
      is_b2b: false,
      specialities: ['a', 'b'],
      funding_last_date: '2024-05-06',
      account_last_updated: '2024-05-06T07:08:09+02:00',
      network_url_hash: 'derived',
      unknown: { nested: true },
    };
    expect(valuesOf(record)).toEqual({
      name: 'Acme',
      employee_count: 12,
      founded_year: 1999,
      is_b2b: false,
      specialities: ['a', 'b'],
      funding_last_date: '2024-05-06',
      account_last_updated: '2024-05-06T05:08:09.000Z',
    });
  });

  it.each([
    [{ name: 5 }, 'name: must be a string'],
    [{ employee_count: '12 people' }, 'employee_count: must be a whole number from 0 to 2147483647'],
    [{ is_b2b: 'true' }, 'is_b2b: must be true or false'],
    [{ specialities: 'a|b' }, 'specialities: must be a list'],
    [{ account_emails: ['a@acme.com', {}] }, 'account_emails[1]: must be a string'],
    [{ funding_last_date: '2024' }, 'funding_last_date: must be a date, YYYY-MM-DD'],
    [{ account_last_updated: 'now' }, 'account_last_updated: must be an ISO 8601 timestamp'],
    [{ tagline: 'a\0b' }, 'tagline: must not contain a NUL character'],
  ])('are faults if their values are invalid: %j', (record, reason) => {
    expect(valuesOf(record)).toBe(reason);
  });

  it('are read from texts in CSV, such as TRUE for a boolean and a|b for a list', () => {
    expect(valuesOf({ employee_count: '12', is_b2b: 'TRUE', specialities: 'a|b' }, 'csv')).toEqual({
      employee_count: 12,
      is_b2b: true,
      specialities: ['a', 'b'],
    });
  });
});

describe('the lists of a company record', () => {
  it('are read from arrays in JSON, without repeated items', () => {
    const record = {
      website: 'acme.com',
      domains: ['www.acme.com', 'acme.de', 'ACME.de'],
      former_names: ['Old', 'Older', 'Old'],
      aliases: ['ACM', 'ACM'],
      technologies: [
        { name: 'Kafka', first_seen: '2021-03' },
        { name: 'Redis', first_seen: '2020-02-29' },
        { name: 'Go' },
      ],
      headcount_history: [
        { month: '2026-01', total: 120, tech: 40 },
        { month: '2026-02', total: 130 },
      ],
    };
    expect(read(record)).toEqual({
      ...absentRow,
      website: 'acme.com',
      domains: ['acme.com', 'acme.de'],
      formerNames: ['Old', 'Older'],
      aliases: ['ACM'],
      technologies: [
        { name: 'Kafka', firstSeen: '2021-03-01' },
        { name: 'Redis', firstSeen: '2020-02-29' },
        { name: 'Go', firstSeen: null },
      ],
      headcounts: [
        { month: '2026-01-01', total: 120, tech: 40 },
        { month: '2026-02-01', total: 130, tech: null },
      ],
    });
  });

  it('are read from CSV cells, in which | stands between items and @ or : between the parts of an item', () => {
    const record = {
      website: 'acme.com',
      domains: 'acme.com|acme.de',
      technologies: 'Kafka@2021-03|@angular/core|@nestjs/core@2020-02-29|Go',
      headcount_history: '2026-01:120:40|2026-02:130',
    };
    expect(read(record, 'csv')).toMatchObject({
      domains: ['acme.com', 'acme.de'],
      technologies: [
        { name: 'Kafka', firstSeen: '2021-03-01' },
        { name: '@angular/core', firstSeen: null },
        { name: '@nestjs/core', firstSeen: '2020-02-29' },
        { name: 'Go', firstSeen: null },
      ],
      headcounts: [
        { month: '2026-01-01', total: 120, tech: 40 },
        { month: '2026-02-01', total: 130, tech: null },
      ],
    });
  });

  it('keep only the last of several technologies with the same name', () => {
    const technologies = [{ name: 'Go', first_seen: '2021-03' }, { name: 'Go' }];
    expect(read({ website: 'acme.com', technologies })).toMatchObject({
      technologies: [{ name: 'Go', firstSeen: null }],
    });
  });

  it.each([
    [{ technologies: [{ first_seen: '2021-03' }] }, 'technologies[0].name: is required'],
    [{ technologies: [{ name: 'x'.repeat(501) }] }, 'technologies[0].name: must not be longer than 500 characters'],
    [{ former_names: ['x'.repeat(501)] }, 'former_names[0]: must not be longer than 500 characters'],
    [{ headcount_history: [{ month: '2026-01' }] }, 'headcount_history[0].total: is required'],
    [{ headcount_history: [{ month: 'January', total: 1 }] }, 'headcount_history[0].month: must be a month, YYYY-MM'],
  ])('give a fault that names the invalid item: %#', (record, reason) => {
    expect(read({ website: 'acme.com', ...record })).toBe(reason);
  });

  it('give a fault if an item in a CSV cell is not written in the right notation', () => {
    const read2 = (cell: string): unknown => read({ website: 'acme.com', headcount_history: cell }, 'csv');
    expect(read2('2026-01')).toBe('headcount_history[0].total: is required');
    expect(read2('2026-01:1:2:3')).toMatch(/^headcount_history\[0\]\.tech: must be a whole number/);
    expect(read({ website: 'acme.com', technologies: 'Go@2021-99' }, 'csv')).toMatch(
      /^technologies\[0\]\.first_seen: must be/,
    );
  });
});
