import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { ndjson } from '../support/records/ndjson.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

interface Report {
  readonly findings: readonly { readonly kind: string; readonly count: number; readonly records: readonly object[] }[];
  readonly repaired: unknown;
}

const doctor = (...options: string[]): Promise<Report> => admin.answerOf<Report>(['doctor', ...options]);

beforeAll(async () => {
  service = await startTestService();
  const companies = [
    { website: 'alder.test', name: 'Alder', network_url: 'https://www.network.com/company/alder' },
    { website: 'birch.test', name: 'Birch', network_url: 'https://www.network.com/company/birch' },
    { website: 'cedar.test', name: 'Cedar', former_names: ['C1', 'C2', 'C3', 'C4', 'C5', 'C6'] },
    { website: 'dogwood.test', name: 'Dogwood', domains: Array.from({ length: 21 }, (_, n) => `dogwood${n}.test`) },
  ];
  const persons = [
    { network_url: 'https://www.network.com/in/ann', full_name: 'Ann Bolt', emails: [{ address: 'ann@alder.test' }] },
    {
      network_url: 'https://www.network.com/in/carl',
      full_name: 'Carl Dorn',
      emails: [{ address: 'carl@birch.test' }],
    },
  ];
  await admin.answerOf(['import', 'companies', '-', '--source', 'crm'], { stdin: ndjson(companies) });
  await admin.answerOf(['import', 'persons', '-', '--source', 'vendor'], { stdin: ndjson(persons) });
});

afterAll(() => service.close());

describe('admin doctor', () => {
  it('finds only companies with many names or websites among the records that this build has imported', async () => {
    const { findings, repaired } = await doctor();
    expect(findings.map(({ kind, count }) => [kind, count])).toEqual([
      ['company_with_many_names', 1],
      ['company_with_many_websites', 1],
    ]);
    expect(repaired).toBeNull();
  });

  it('lists records with pages, websites and addresses that an earlier build took from words and placeholders, and repairs them', async () => {
    const { database } = service;
    await database.pool.query(
      `update company set network_url = 'https://www.network.com/company/unavailable' where name = 'Alder'`,
    );
    await database.pool.query(`update company_domain set domain = 'gmail.com' where domain = 'birch.test'`);
    await database.pool.query(`update company set website = 'gmail.com' where name = 'Birch'`);
    await database.pool.query(
      `update person set network_url = 'https://www.network.com/in/null' where full_name = 'Ann Bolt'`,
    );
    await database.pool.query(
      `update person_email set address = 'email_not_unlocked@domain.com' where address = 'carl@birch.test'`,
    );
    const { findings } = await doctor();
    expect(findings.map(({ kind, records }) => [kind, records[0]])).toEqual([
      [
        'company_page_is_none',
        expect.objectContaining({
          name: 'Alder',
          value: 'https://www.network.com/company/unavailable',
          sources: ['crm'],
        }),
      ],
      ['company_website_of_nobody', expect.objectContaining({ name: 'Birch', value: 'gmail.com' })],
      ['person_page_is_none', expect.objectContaining({ name: 'Ann Bolt', sources: ['vendor'] })],
      [
        'person_address_of_nobody',
        expect.objectContaining({ name: 'Carl Dorn', value: 'email_not_unlocked@domain.com' }),
      ],
      ['company_with_many_names', expect.objectContaining({ name: 'Cedar', value: '6' })],
      ['company_with_many_websites', expect.objectContaining({ name: 'Dogwood' })],
    ]);
    expect((await doctor('--repair')).repaired).toEqual({ pages: 2, addresses: 1 });
    expect((await doctor()).findings.map(({ kind }) => kind)).toEqual([
      'company_website_of_nobody',
      'company_with_many_names',
      'company_with_many_websites',
    ]);
    const { rows } = await database.pool.query<{ full_name: string }>(
      'select full_name from person order by full_name',
    );
    expect(rows.map((row) => row.full_name)).toEqual(['Ann Bolt', 'Carl Dorn']);
  });
});
