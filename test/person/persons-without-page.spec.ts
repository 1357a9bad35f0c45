import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { PipelineService } from '../../src/prospecting/run/pipeline.service.js';
import { call } from '../support/http/http.js';
import { enrichPersons, personResultsOf } from '../support/records/person-api.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';
import { CommandLine } from '../support/service/command-line.js';
import { ofWorker } from '../support/service/test-service.js';
import { ndjson } from '../support/records/ndjson.js';

let service: PersonService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

const acme = { website: 'acme.test', name: 'Acme GmbH', network_url: 'network.com/company/acme', industry: 'Anvils' };
/** A record without a profile page, such as a contact of a CRM. */
const jane = {
  first_name: 'Jane',
  last_name: 'Doe',
  job_title: 'Chief Technology Officer',
  company_name: 'Acme GmbH',
  company_website: 'acme.test',
  emails: [{ address: 'jane.doe@acme.test' }, { address: 'jane@gmail.com', type: 'personal' }],
  phones: ['+49 89 1'],
  skills: ['Kafka'],
};
const page = 'https://www.network.com/in/john-roe';
const john = { network_url: page, full_name: 'John Roe', company_website: 'acme.test', job_title: 'VP Engineering' };

beforeAll(async () => {
  service = await startPersonService({ companies: [acme], persons: [jane, john] });
});

afterAll(() => service.close());

async function importing(...records: object[]): Promise<Record<string, unknown>> {
  const ended = await admin.run(['import', 'persons', '-', '--rejects', '/dev/null'], { stdin: ndjson(records) });
  return JSON.parse(ended.stdout) as Record<string, unknown>;
}

async function namesOf(identifier: object): Promise<unknown> {
  const [result] = await personResultsOf(service.ours, { persons: [identifier], fields: ['full_name'] });
  return result?.data.full_name;
}

describe('A person without a profile page', () => {
  it.each([
    ['the work address', { work_email: 'jane.doe@acme.test' }],
    ['another address', { work_email: 'Jane+news@gmail.com' }],
    ['the full name and the domain', { full_name: 'Jane Doe', company_domain: 'acme.test' }],
    ['the full name and the name of the employer', { full_name: 'Jane Doe', company_name: 'Acme' }],
    ['first and last name and the domain', { first_name: 'Jane', last_name: 'Doe', company_domain: 'acme.test' }],
    ['first and last name and the employer', { first_name: 'Jane', last_name: 'Doe', company_name: 'Acme GmbH' }],
    [
      'all together',
      { work_email: 'jane.doe@acme.test', full_name: 'Jane Doe', company_domain: 'acme.test', external_id: 'crm-1' },
    ],
  ])('is found by %s, with all data and with null for the profile page', async (_what, identifier) => {
    const asked = {
      persons: [identifier],
      fields: ['contact_network_url', 'full_name', 'job_title', 'company_website', 'company_network_url'],
      include_contact_data: true,
      include_personas: true,
      enrich_company: ['industry'],
      allow_signals: {},
      include_match: true,
    };
    expect(await personResultsOf(service.ours, asked)).toEqual([
      {
        identifier: { ...identifier, resolved_network_url: null },
        data: {
          contact_network_url: null,
          full_name: 'Jane Doe',
          job_title: 'Chief Technology Officer',
          company_website: 'acme.test',
          company_network_url: 'https://www.network.com/company/acme',
          personas: expect.any(Array),
          seniority: 'seniority_executive',
          email: 'jane.doe@acme.test',
          phone: '+49 89 1',
          company: { industry: 'Anvils' },
          signals: [],
        },
        matched: true,
        match: expect.objectContaining({ conflicts: [] }),
      },
    ]);
  });

  it('is found in one request with persons who have profile pages, and gets none of these pages in the answer', async () => {
    const persons = [
      { work_email: 'jane.doe@acme.test' },
      { full_name: 'John Roe', company_name: 'Acme' },
      { network_url: page },
      { network_url: 'network.com/in/jane-doe' },
    ];
    const results = await personResultsOf(service.ours, { persons, fields: ['full_name'] });
    expect(results.map(({ identifier, data }) => [identifier.resolved_network_url, data.full_name])).toEqual([
      [null, 'Jane Doe'],
      [page, 'John Roe'],
      [undefined, 'John Roe'],
      [undefined, null],
    ]);
  });

  it('is found by its e-mail address in the commands for operators', async () => {
    expect(await admin.answerOf(['person', 'show', 'jane.doe@acme.test'])).toMatchObject({
      contact_network_url: null,
      full_name: 'Jane Doe',
      is_employer_on_record: true,
    });
  });
});

describe('An employee without a profile page', () => {
  it('is counted once in query fields after an import has shown that the employee is a stored person with a profile page', async () => {
    const definition = JSON.stringify({ technologies: ['Kafka'] });
    const words = ['query', 'set', 'ours', 'kafka_users', '--scope', 'both', '--definition', definition];
    expect((await admin.run(words)).code).toBe(0);
    const count = async (): Promise<unknown> => {
      const body = { companies: [{ website: 'acme.test' }], fields: ['kafka_users'] };
      const answer = await call(`${service.baseUrl}/v1/company/enrich`, { apiKey: service.ours.apiKey, body });
      return (answer.body as { results: { data: object }[] }).results[0]?.data;
    };
    expect(await count()).toEqual({ kafka_users: 1 });
    const kate = { full_name: 'Kate Key', company_website: 'acme.test', skills: ['Kafka'] };
    const address = { emails: [{ address: 'kate@acme.test' }] };
    const withPage = { ...kate, network_url: 'network.com/in/kate' };
    await importing({ ...kate, ...address });
    await importing(withPage);
    expect(await count()).toEqual({ kafka_users: 3 });
    // The address shows that the employee without a page and the person with the page are one person.
    expect(await importing({ ...withPage, ...address })).toMatchObject({ inserted: 0, updated: 0, joined: 1 });
    expect(await count()).toEqual({ kafka_users: 2 });
  });

  it('is no prospect, because the results of a run need a profile page', async () => {
    const worker = await ofWorker(service, PipelineService);
    const result = await worker.run(
      { tenantId: 'ours', companyNetworkUrl: 'https://www.network.com/company/acme', team: null },
      new AbortController().signal,
    );
    if (result.outcome === 'failed') throw new Error(result.reason);
    const names = result.prospects.map(({ document }) => ({ full_name: '', ...document }).full_name);
    expect(names).toContain('John Roe');
    expect(names).not.toContain('Jane Doe');
  });
});

describe('A profile page that is imported later', () => {
  const max = { full_name: 'Max Moor', company_website: 'acme.test', emails: [{ address: 'max@acme.test' }] };
  const itsPage = 'https://www.network.com/in/max-moor';
  const asked = { persons: [{ work_email: 'max@acme.test' }], fields: ['full_name'], allow_signals: {} };

  it('belongs to the person, so answers have this page and its signals', async () => {
    const signal = {
      date: '2026-01-15',
      signal_type: 'Article',
      intent_holder_network_url: itsPage,
      message_text: 'Max',
    };
    await admin.answerOf(['import', 'signals', '-', '--tenant', 'ours'], { stdin: JSON.stringify(signal) });
    await importing(max);
    const headers = { 'Idempotency-Key': randomUUID() };
    const send = async (): Promise<unknown> =>
      (await call(`${service.baseUrl}/v1/person/enrich`, { apiKey: service.ours.apiKey, body: asked, headers })).body;
    const before = await send();
    expect(before).toMatchObject({ results: [{ identifier: { resolved_network_url: null }, data: { signals: [] } }] });
    expect(await importing({ ...max, network_url: itsPage })).toMatchObject({ inserted: 0, joined: 1 });
    const [after] = await personResultsOf(service.ours, asked);
    expect(after).toMatchObject({
      identifier: { resolved_network_url: itsPage },
      data: { signals: [{ message_text: 'Max' }] },
    });
    // A retry gets the answer of its first attempt.
    expect(await send()).toEqual(before);
  });
});

describe('An erased person without a profile page', () => {
  const eve = {
    full_name: 'Eve Erased',
    job_title: 'Auditor',
    company_website: 'acme.test',
    emails: [{ address: 'eve@acme.test' }],
  };

  it('is removed from answers and stored answers, and is not imported again by an address, another profile page, or name and employer', async () => {
    await importing({ ...eve, emails: [...eve.emails, { address: 'eve@gmail.com' }] });
    const byName = { full_name: 'Eve Erased', company_domain: 'acme.test' };
    const body = { persons: [byName], fields: ['job_title'] };
    const headers = { 'Idempotency-Key': randomUUID() };
    await call(`${service.baseUrl}/v1/person/enrich`, { apiKey: service.ours.apiKey, body, headers });
    const stored = `select count(*)::int as n from stored_answer where key = '${headers['Idempotency-Key']}'`;
    const storedAnswers = async (): Promise<unknown> => (await service.database.pool.query(stored)).rows;
    expect(await storedAnswers()).toEqual([{ n: 1 }]);
    expect(await admin.answerOf(['erase', 'person', '--email', 'eve@acme.test'])).toMatchObject({
      erased: { persons: 1, emails: 2 },
      suppressed: { network_urls: 0, emails: 2 },
    });
    expect(await storedAnswers()).toEqual([{ n: 0 }]);
    const again = [
      eve,
      { ...eve, emails: [{ address: 'eve@gmail.com' }] },
      { ...eve, network_url: 'network.com/in/eve' },
      { ...eve, emails: [] },
      // An address of another person in the record does not bring the erased person back.
      { emails: [{ address: 'jane.doe@acme.test' }, { address: 'eve@acme.test' }] },
    ];
    expect(await importing(...again)).toMatchObject({ inserted: 0, updated: 0, joined: 0, rejected: again.length });
    expect([await namesOf(byName), await namesOf({ work_email: 'eve@acme.test' })]).toEqual([null, null]);
    expect(await namesOf({ work_email: 'jane.doe@acme.test' })).toBe('Jane Doe');
  });

  it('does not change the charge for the contact data of another person without a profile page', async () => {
    const answer = await enrichPersons(service.ours, {
      persons: [{ work_email: 'jane@gmail.com' }],
      fields: ['full_name'],
      include_contact_data: true,
    });
    expect(answer.headers.get('x-credits-contact-data-charged')).toBe('1');
  });
});
