import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { resultsOf, type Client, type CompanyResult } from '../support/records/company-api.js';
import { call } from '../support/http/http.js';
import { Agent } from '../support/http/mcp.js';
import { enrichPersons } from '../support/records/person-api.js';
import { endOfRun, resultsOf as prospectsOf, startRun } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { ndjson } from '../support/records/ndjson.js';

/** A service without NETWORK_HOSTS, and one on the same database with the site of the imported pages. */
let usual: TestService;
let configured: TestService;
let usualClient: Client;
let client: Client;

const site = 'https://www.site.example';
const acmePage = `${site}/company/acme`;
const janePage = `${site}/in/jane`;
const ownPage = `${site}/company/vendor`;
const acme = { network_url: acmePage, network_id: '42', website: 'acme.example', name: 'Acme' };
const vendor = { network_url: ownPage, website: 'vendor.example', name: 'Vendor' };
const jane = {
  network_url: janePage,
  full_name: 'Jane Doe',
  job_title: 'Chief Technology Officer',
  company_network_url: acmePage,
  emails: [{ address: 'jane@acme.example', type: 'work' }],
  education: [{ school: 'TU Wien', start_year: 2005, end_year: 2010 }],
  experience: [{ title: 'Chief Technology Officer', company_network_url: acmePage, start_date: '2021-03' }],
};
const max = {
  network_url: `${site}/in/max`,
  full_name: 'Max Weber',
  job_title: 'Account Executive',
  company_network_url: ownPage,
  emails: [{ address: 'max@vendor.example', type: 'work' }],
  education: [{ school: 'TU Wien', start_year: 2006, end_year: 2011 }],
  experience: [{ title: 'Account Executive', company_network_url: ownPage, start_date: '2020-01' }],
};
const signal = {
  date: '2026-01-15',
  signal_type: 'Article',
  account_website: 'acme.example',
  intent_holder_network_url: janePage,
};

beforeAll(async () => {
  usual = await startTestService({ env: { MCP: 'on', WORKER: 'inline' } });
  usualClient = await usual.clientOf('ours');
  await imported('companies', [acme, vendor]);
  await imported('persons', [jane, max]);
  await imported('signals', [signal], '--tenant', 'ours');
  configured = await startTestService({
    sharing: usual,
    env: { MCP: 'on', NETWORK_HOSTS: 'site.example,other.example' },
  });
  client = await configured.clientOf('ours');
});

afterAll(async () => {
  await configured.close();
  await usual.close();
});

const admin = new CommandLine(() => ({ DATABASE_URL: usual.databaseUrl }));
const hosts = { env: { NETWORK_HOSTS: 'site.example' } };

/** Runs an import without NETWORK_HOSTS. @returns what it wrote to standard error */
async function imported(what: string, records: readonly object[], ...options: string[]): Promise<string> {
  const { code, stderr } = await admin.run(['import', what, '-', ...options], { stdin: ndjson(records) });
  expect(code).toBe(0);
  return stderr;
}

const pageFields = ['network_url', 'company_network_url', 'network_url_hash'];

async function companyOf(
  asker: Client,
  identifier: object,
  enhanced_matching = true,
): Promise<CompanyResult | undefined> {
  const body = { companies: [identifier], fields: pageFields, enhanced_matching, allow_signals: {} };
  return (await resultsOf(asker, body))[0];
}

function pagesOfAcme(page: string) {
  const network_url_hash = createHash('sha256').update(page).digest('hex');
  return { network_url: page, company_network_url: page, network_url_hash };
}

describe('A service with NETWORK_HOSTS succeeds', () => {
  it('returns the profile pages of a company as they were imported, and the hash of its own profile page', async () => {
    const result = await companyOf(client, { website: 'acme.example' });
    expect(result?.data).toMatchObject(pagesOfAcme(acmePage));
    expect(result?.data.signals).toMatchObject([{ intent_holder_network_url: janePage }]);
    const found = await call(`${client.baseUrl}/v1/companies?q=acme.example`, { apiKey: client.apiKey });
    expect(found.body).toMatchObject({ companies: [{ network_url: acmePage }] });
  });

  it('returns the profile pages of a person as they were imported', async () => {
    const answer = await enrichPersons(client, {
      persons: [{ full_name: 'Jane Doe', company_domain: 'acme.example' }],
      fields: ['contact_network_url', 'company_network_url'],
      enrich_company: pageFields,
      allow_signals: {},
    });
    expect(answer.body).toMatchObject({
      results: [
        {
          identifier: { resolved_network_url: janePage },
          data: {
            contact_network_url: janePage,
            company_network_url: acmePage,
            company: pagesOfAcme(acmePage),
            signals: [{ intent_holder_network_url: janePage }],
          },
        },
      ],
    });
  });

  it('returns the profile pages of signals as they were imported, also to agents that use MCP', async () => {
    const days = { start_time: '2026-01-01', end_time: '2026-12-31' };
    const answer = await call(`${client.baseUrl}/v1/signals/get-signals`, { apiKey: client.apiKey, body: days });
    expect(answer.body).toMatchObject({ signals: { 'acme.example': [{ intent_holder_network_url: janePage }] } });
    const agent = await Agent.connect(client);
    try {
      expect(await agent.resultOf('get_signals', days)).toMatchObject({
        signals: [{ intent_holder_network_url: janePage }],
      });
    } finally {
      await agent.close();
    }
  });

  it('returns the profile pages of prospects as they were imported, even of a run that was made without NETWORK_HOSTS', async () => {
    const schema = JSON.stringify({ client_company_network_url: ownPage });
    await admin.run(['team', 'set', 'ours', 'sales', '--schema', '-'], { stdin: schema });
    const jobId = await startRun(usualClient, { network_url: acmePage, team_name: 'sales' });
    expect(await endOfRun(usualClient, jobId)).toMatchObject({ status: 'success', company_network_url: acmePage });
    const { resulting_prospects: prospects } = await prospectsOf(client, jobId);
    expect(prospects).toMatchObject([
      { network_url: janePage, company_network_url: acmePage, connecting_employee_network_url: max.network_url },
    ]);
    expect(JSON.stringify(prospects)).not.toContain('network.com');
    expect((await prospectsOf(usualClient, jobId)).resulting_prospects).toMatchObject([
      {
        network_url: 'https://www.network.com/in/jane',
        company_network_url: 'https://www.network.com/company/acme',
        connecting_employee_network_url: 'https://www.network.com/in/max',
      },
    ]);
  });

  it('shows operators the profile pages as they were imported', async () => {
    expect(await admin.answerOf(['company', 'show', 'acme.example'], hosts)).toMatchObject({ network_url: acmePage });
    expect(await admin.answerOf(['person', 'show', janePage], hosts)).toMatchObject({
      contact_network_url: janePage,
      company_network_url: acmePage,
      experience: [{ company_network_url: acmePage }],
    });
    // An import gives an address to one page only, but databases of earlier versions have addresses of two pages.
    await usual.database.pool.query(
      `insert into person_email (address, person_id, type)
       select 'jane@acme.example', person_id, type from person_email where address = 'max@vendor.example'`,
    );
    const { stderr } = await admin.run(['person', 'show', 'jane@acme.example'], hosts);
    expect(stderr).toContain(`${janePage}, ${max.network_url}`);
  });

  it('accepts in strict matching profile pages on the listed hosts, and no profile pages on other hosts', async () => {
    expect(await companyOf(client, { network_url: acmePage }, false)).toMatchObject({ matched: true });
    expect(await companyOf(client, { network_url: acmePage, website: 'acme.example' }, false)).toMatchObject({
      matched: true,
    });
    expect(await companyOf(client, { network_url: 'other.example/company/acme' }, false)).toMatchObject({
      matched: true,
    });
    expect(await companyOf(client, { network_url: 'de.site.example/company/acme' }, false)).toMatchObject({
      matched: false,
    });
    expect(await companyOf(client, { network_url: 'https://third.example/company/acme' }, false)).toMatchObject({
      matched: false,
    });
  });
});

describe('A service without NETWORK_HOSTS succeeds', () => {
  it('returns profile pages on network.com', async () => {
    const result = await companyOf(usualClient, { website: 'acme.example' });
    expect(result?.data).toMatchObject(pagesOfAcme('https://www.network.com/company/acme'));
  });

  it.each([acmePage, 'https://www.network.com/company/acme', 'third.example/company/acme/'])(
    'accepts in strict matching a profile page on any host, as imports do: %s',
    async (network_url) => {
      expect(await companyOf(usualClient, { network_url }, false)).toMatchObject({ matched: true });
    },
  );
});

describe('An import', () => {
  it('names the setting NETWORK_HOSTS once if the file has profile pages on another host', async () => {
    const stderr = await imported('persons', [jane, max]);
    expect(stderr).toBe(
      'The file has profile pages on site.example. In answers they have the host network.com; ' +
        'set NETWORK_HOSTS=site.example to keep site.example as their host\n',
    );
    expect(await imported('companies', [acme, vendor])).toContain('NETWORK_HOSTS=site.example ');
    expect(await imported('signals', [signal], '--tenant', 'ours')).toContain('NETWORK_HOSTS=site.example ');
  });

  it('names the setting NETWORK_HOSTS also for profile pages that it does not import', async () => {
    const stdin = JSON.stringify({ ...vendor, network_url: 'https://de.third.example/company/vendor' });
    const { code, stderr } = await admin.run(['import', 'companies', '-', '--rejects', '/dev/null'], {
      stdin,
      ...hosts,
    });
    expect([code, stderr]).toEqual([0, expect.stringContaining('set NETWORK_HOSTS=site.example,third.example to ')]);
  });

  it('says nothing about profile pages on network.com or a configured host', async () => {
    const stdin = [acme, { ...vendor, network_url: 'de.network.com/company/vendor' }].map((record) =>
      JSON.stringify(record),
    );
    const onSite = await admin.run(['import', 'companies', '-'], { stdin: stdin[0] ?? '', ...hosts });
    const onNetwork = await admin.run(['import', 'companies', '-'], { stdin: stdin[1] ?? '' });
    expect([onSite.stderr, onNetwork.stderr]).toEqual(['', '']);
  });
});
