import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companyCatalogue } from '../../src/catalogue/company-catalogue.js';
import { personCatalogue } from '../../src/catalogue/person-catalogue.js';
import { CommandLine } from '../support/service/command-line.js';
import { shareAddress } from '../support/records/person-factory.js';
import { call } from '../support/http/http.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { ndjson } from '../support/records/ndjson.js';

let service: TestService;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService();
  ({ apiKey } = await service.issueKey('acme'));
  await imported('companies', [acme, { website: 'other.example', name: 'Other' }]);
  await imported('persons', [jane, joe, jim]);
  await shareAddress(service.database, 'shared@acme.test', 'joe');
});

afterAll(() => service.close());

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

async function imported(what: string, records: readonly object[], ...options: string[]): Promise<void> {
  await admin.answerOf(['import', what, '-', ...options], { stdin: ndjson(records) });
}

const acmePage = 'https://www.network.com/company/acme';
const acme = {
  website: 'acme.example',
  network_url: acmePage,
  network_id: '42',
  name: 'Acme',
  employee_count: 120,
  is_b2b: true,
  specialities: ['Anvils', 'Rockets'],
  account_phones: [],
  funding_last_date: '2020-02-29',
  account_last_updated: '2026-01-02T03:04:05.000Z',
  domains: ['acme.example', 'acme.test'],
  former_names: ['Acme Old'],
  aliases: ['ACM'],
  technologies: [{ name: 'Kafka', first_seen: '2024-03-01' }],
  headcount_history: [{ month: '2026-01', total: 120, tech: 40 }],
};
const jane = {
  network_url: 'https://www.network.com/in/jane',
  full_name: 'Jane Doe',
  company_name: 'Acme Limited',
  company_website: 'acme.test',
  company_network_url: acmePage,
  emails: [
    { address: 'jane@acme.test', type: 'work' },
    { address: 'shared@acme.test', type: 'work' },
  ],
  phones: ['+49 89 1'],
  skills: ['Kafka'],
  education: [{ school: 'TU', start_year: 2005, end_year: 2010 }],
  experience: [{ title: 'CTO', company_name: 'Acme Limited', company_website: 'acme.test', start_date: '2021-03' }],
};
const joe = {
  network_url: 'https://www.network.com/in/joe',
  full_name: 'Joe Bloggs',
};

/** His employer is not on record. */
const jim = {
  ...joe,
  network_url: 'https://www.network.com/in/jim',
  emails: [],
  company_name: 'Elsewhere',
  company_website: 'elsewhere.example',
  company_network_url: 'https://www.network.com/company/elsewhere',
  company_network_id: '77',
  country: 'DE',
};

async function refusalOf(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin.run(args);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(singleLine(/./))]);
  return stderr;
}

/** The data that the service answers about a company or person that it matches. */
async function answeredData(path: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const answer = await call(`${service.baseUrl}/v1/${path}/enrich`, { apiKey, body });
  const [result] = (answer.body as { results: { data: Readonly<Record<string, unknown>> }[] }).results;
  return result?.data ?? {};
}

async function isMatched(path: string, body: object): Promise<boolean> {
  const answer = await call(`${service.baseUrl}/v1/${path}/enrich`, { apiKey, body });
  return (answer.body as { results: { matched: boolean }[] }).results[0]?.matched === true;
}

const janeAt = (company: object) =>
  isMatched('person', { persons: [{ full_name: 'Jane Doe', ...company }], fields: ['job_title'] });

describe('company show succeeds', () => {
  it.each(['acme.example', 'https://www.acme.test/', 'network.com/company/Acme/', '0042'])(
    'shows all stored data of the company, named by %s',
    async (identifier) => {
      expect(await admin.answerOf(['company', 'show', identifier])).toMatchObject({
        ...acme,
        industry: null,
        technologies: [{ name: 'Kafka', first_seen: '2024-03-01' }],
        employees_on_record: 1,
      });
    },
  );

  it('shows each field of the catalogue with the value that API answers have', async () => {
    const shown = await admin.answerOf<Record<string, unknown>>(['company', 'show', '42']);
    const columns = new Set([...companyCatalogue.values()].map(({ column }) => column));
    const data = await answeredData('company', { companies: [{ network_id: '42' }], fields: [...columns] });
    // The first list was imported empty, the second was not imported. An API answer has null for both.
    expect([shown.account_phones, shown.account_emails]).toEqual([[], null]);
    const answered = { ...shown, account_phones: null };
    expect(Object.entries(answered).slice(0, columns.size)).toEqual(
      [...columns].map((column) => [column, data[column]]),
    );
  });

  it('prints the company as a table on a terminal', async () => {
    const { stdout } = await admin.run(['company', 'show', '42'], { screen: 80 });
    expect(stdout).toContain('employees on record      1\n');
    expect(stdout).toContain('\nheadcount history\nmonth    total  tech\n2026-01    120    40\n');
  });
});

describe('company show and company delete reject', () => {
  it.each([
    ['a company that is not on record', 'nobody.example', /no company "nobody.example"/],
    ['a sub-domain of the website of a company', 'blog.acme.example', /no company/],
    ['a page on a shared site', 'facebook.com/acme', /website, profile page/],
    ['an e-mail address', 'jane@acme.example', /website, profile page/],
    ['the profile page of a person', jane.network_url, /website, profile page or numeric id/],
  ])('reject %s', async (_, identifier, message) => {
    expect(await refusalOf('company', 'show', identifier)).toMatch(message);
    expect(await refusalOf('company', 'delete', identifier)).toMatch(message);
  });
});

describe('person show succeeds', () => {
  it('shows all stored data of a person who is named by a profile page or an e-mail address', async () => {
    const shown = await admin.answerOf(['person', 'show', 'network.com/in/Jane/']);
    expect(shown).toMatchObject({
      contact_network_url: jane.network_url,
      full_name: 'Jane Doe',
      job_title: 'CTO',
      company_name: 'Acme Limited',
      company_website: 'acme.example',
      is_employer_on_record: true,
      seniority: 'seniority_executive',
      emails: jane.emails,
      phones: ['+49 89 1'],
      skills: ['Kafka'],
      education: jane.education,
      experience: [{ title: 'CTO', company_website: 'acme.test', start_date: '2021-03-01', end_date: null }],
    });
    expect(await admin.answerOf(['person', 'show', ' Jane@Acme.test'])).toEqual(shown);
    expect(await admin.answerOf(['person', 'show', '--email', 'jane@acme.test'])).toEqual(shown);
    expect(await admin.answerOf(['person', 'show', '--network-url', 'network.com/in/jane'])).toEqual(shown);
  });
});

describe('person show succeeds with an employer', () => {
  it.each([
    ['on record', jane.network_url],
    ['that is not on record', jim.network_url],
  ])(
    'shows for an employer %s each field of the catalogue with the value that API answers have',
    async (_, network_url) => {
      const shown = await admin.answerOf<Record<string, unknown>>(['person', 'show', network_url]);
      const fields = [...personCatalogue.keys()];
      const data = await answeredData('person', { persons: [{ network_url }], fields });
      expect(Object.entries(shown).slice(0, fields.length)).toEqual(fields.map((field) => [field, data[field]]));
    },
  );
});

describe('person show rejects', () => {
  it('rejects an unknown person, an e-mail address of several persons, and an invalid identifier', async () => {
    expect(await refusalOf('person', 'show', 'x@acme.test')).toBe(
      'No person is stored with this profile page or e-mail address; check its spelling\n',
    );
    expect(await refusalOf('person', 'show', 'shared@acme.test')).toContain(
      `2 persons have this address; give the profile page of one: ${jane.network_url}, ${joe.network_url}`,
    );
    expect(await refusalOf('person', 'show', acmePage)).toContain(
      'A person must be identified by profile page or e-mail',
    );
  });
});

describe('company delete succeeds', () => {
  it('deletes a company, and keeps its employees with their employer data', async () => {
    expect([await janeAt({ company_domain: 'acme.example' }), await janeAt({ company_domain: 'acme.test' })]).toEqual([
      true,
      true,
    ]);
    expect(await admin.answerOf(['company', 'delete', 'acme.test'])).toEqual({
      company: { name: 'Acme', website: 'acme.example', network_url: acmePage, network_id: '42' },
      deleted: {
        domains: 2,
        former_names: 1,
        aliases: 1,
        technologies: 1,
        headcount_months: 1,
        employees_unlinked: 1,
        positions_unlinked: 1,
      },
    });
    expect(await refusalOf('company', 'show', 'acme.example')).toContain('no company');
    expect(await isMatched('company', { companies: [{ network_id: '42' }], fields: ['name'] })).toBe(false);
    expect(await admin.answerOf(['person', 'show', jane.network_url])).toMatchObject({
      company_name: 'Acme Limited',
      company_website: 'acme.test',
      is_employer_on_record: false,
      experience: [{ company_name: 'Acme Limited' }],
    });
    expect([await janeAt({ company_domain: 'acme.example' }), await janeAt({ company_domain: 'acme.test' })]).toEqual([
      false,
      true,
    ]);
    const { rows } = await service.database.pool.query(`select from person_block where employer like 'c%'`);
    expect(rows).toEqual([]);
    await imported('companies', [acme]);
    expect(await janeAt({ company_domain: 'acme.example' })).toBe(true);
  });
});

describe('signals delete succeeds', () => {
  it("deletes a tenant's signals before the given day, even 20,000 of them", async () => {
    const dates = ['2025-12-31', '2026-01-01', '2026-01-02'];
    const signals = dates.map((date) => ({ date, signal_type: 'Article', account_website: 'acme.example' }));
    for (const tenant of ['acme', 'other']) {
      await service.issueKey(tenant);
      await imported('signals', signals, '--tenant', tenant);
    }
    await service.database.pool.query(
      `insert into signal (tenant_id, date, signal_type, fingerprint)
       select 'acme', '2025-01-01', 'Article', int4send(i) from generate_series(1, 20000) i`,
    );
    const deleting = ['signals', 'delete', '--tenant', 'acme', '--before', '2026-01-01'];
    expect(await admin.answerOf(deleting)).toEqual({ tenant: 'acme', before: '2026-01-01', deleted: 20_001 });
    expect(await admin.answerOf(deleting)).toMatchObject({ deleted: 0 });
    const { rows } = await service.database.pool.query<{ tenant: string; left: number }>(
      'select tenant_id as tenant, count(*)::int as left from signal group by 1 order by 1',
    );
    expect(rows).toEqual([
      { tenant: 'acme', left: 2 },
      { tenant: 'other', left: 3 },
    ]);
  });
});

describe('signals delete rejects', () => {
  it('rejects an unknown tenant and an invalid day', async () => {
    const deleting = (tenant: string, day: string) => ['signals', 'delete', '--tenant', tenant, '--before', day];
    expect(await refusalOf(...deleting('missing', '2026-01-01'))).toContain('no tenant "missing"');
    expect(await refusalOf(...deleting('acme', '2026-02-30'))).toContain('must be a date');
    expect(await refusalOf('signals', 'delete', '--tenant', 'acme')).toContain('--before is missing');
    expect(await refusalOf('signals', 'delete', '--before', '2026-01-01')).toContain('--tenant is missing');
  });
});
