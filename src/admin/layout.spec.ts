import { describe, expect, it } from '@jest/globals';
import { formatDocument } from './layout.js';

const plain = { hasColors: false };
const linesOf = (document: unknown, columns?: number): string[] =>
  formatDocument(document, { ...plain, columns }).split('\n');

describe('A list', () => {
  const tenants = [
    { tenant: 'acme', name: 'Acme', burst_limit: 50, callback_url: null, suspended: false },
    { tenant: 'globex', name: '株式会社', burst_limit: null, callback_url: null, suspended: true },
  ];

  it('is printed as a table, with numbers aligned right, and without empty columns', () => {
    expect(linesOf(tenants)).toEqual([
      'tenant  name      burst limit  suspended',
      'acme    Acme               50  no',
      'globex  株式会社            -  yes',
      '',
    ]);
  });

  it('is printed as for a terminal of 80 characters if the terminal does not report its width', () => {
    expect([linesOf(tenants, 0), linesOf(tenants, undefined)]).toEqual([linesOf(tenants, 80), linesOf(tenants, 80)]);
  });

  it('is printed as None if it is empty', () => {
    expect(linesOf([])).toEqual(['None', '']);
  });

  it('is printed on a narrow terminal with the texts of its widest column shortened, but never those of its first column', () => {
    const runs = [{ job_id: '1234567890123456', page: 'https://www.network.com/company/acme', status: 'success' }];
    expect(linesOf(runs, 50)).toEqual([
      'job id            page                     status',
      '1234567890123456  https://www.network.co…  success',
      '',
    ]);
  });

  it('is printed as records with one line for each member if the terminal is too narrow for a table', () => {
    expect(linesOf(tenants, 30).slice(0, 6)).toEqual([
      'tenant        acme',
      'name          Acme',
      'burst limit   50',
      'callback url  -',
      'suspended     no',
      '',
    ]);
  });
});

describe('An object', () => {
  it('is printed with one line for each member, and below them a table for each list of objects', () => {
    const company = {
      name: 'Acme',
      domains: ['acme.com', 'acme.de'],
      former_names: [],
      technologies: [{ name: 'Kafka', first_seen: '2024-03-01' }],
      schema: { regions: ['DACH'] },
      updated_at: new Date('2026-01-02T03:04:05.678Z'),
    };
    expect(linesOf(company)).toEqual([
      'name          Acme',
      'domains       acme.com, acme.de',
      'former names  -',
      'schema        {"regions":["DACH"]}',
      'updated at    2026-01-02 03:04Z',
      '',
      'technologies',
      'name   first seen',
      'Kafka  2024-03-01',
      '',
    ]);
  });

  it('is printed without control characters', () => {
    const hostile = { 'a\u001b[2J': 'b\u001b[2Jc\u202ed', list: [{ '\u009b31m': 'e\r\nf' }] };
    expect(linesOf(hostile).filter((line) => /[\p{Cc}\p{Cf}]/u.test(line))).toEqual([]);
  });
});

it('The headings of a table are bold only on a terminal with colours', () => {
  expect(formatDocument([{ a: 1 }], { hasColors: true })).toBe('\u001b[1ma\u001b[22m\n1\n');
  expect(formatDocument([{ a: 1 }], { hasColors: false })).toBe('a\n1\n');
});
