import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { plainDemoPersons } from '../support/records/demo-persons.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { enrichPersons, personResultsOf } from '../support/records/person-api.js';
import { startDemoServiceWithPersons, type DemoTestService } from '../support/service/demo-service.js';

const persons = plainDemoPersons(40);

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoServiceWithPersons();
});

afterAll(() => service.close());

type Identify = (person: (typeof persons)[number]) => Record<string, string>;

const strategies: readonly (readonly [string, Identify])[] = [
  ['e-mail address', ({ email }) => ({ work_email: email })],
  ['full name and domain', (p) => ({ full_name: p.full_name, company_domain: p.company_website })],
  ['full name and company name', (p) => ({ full_name: p.full_name, company_name: p.employer })],
  [
    'first and last name and domain',
    (p) => ({ first_name: p.first_name, last_name: p.last_name, company_domain: p.company_website }),
  ],
  [
    'first and last name and company name',
    (p) => ({ first_name: p.first_name, last_name: p.last_name, company_name: p.employer }),
  ],
  [
    'e-mail address, full name, domain and company name',
    (p) => ({
      work_email: p.email,
      full_name: p.full_name,
      company_domain: p.company_website,
      company_name: p.employer,
    }),
  ],
];

describe('POST /v1/person/enrich on the demo data succeeds', () => {
  it.each(strategies)('matches one person at each of forty employers by %s', async (_, identify) => {
    const results = await personResultsOf(service, { persons: persons.map(identify), fields: ['contact_network_url'] });
    expect(results.map((result) => result.data.contact_network_url)).toEqual(
      persons.map((person) => person.network_url),
    );
    expect(results.map((result) => result.identifier)).toEqual(
      persons.map((person) => ({ ...identify(person), resolved_network_url: person.network_url })),
    );
  });

  it('matches persons by profile URL, and then adds no `resolved_network_url`', async () => {
    const identifiers = persons.map(({ network_url: url }, index) => ({ network_url: url, external_id: `${index}` }));
    const results = await personResultsOf(service, { persons: identifiers, fields: ['full_name', 'job_title'] });
    expect(results.map((result) => result.identifier)).toEqual(identifiers);
    expect(results.map((result) => result.data)).toEqual(
      persons.map(({ full_name, job_title }) => ({ full_name, job_title })),
    );
  });

  it('answers the example request of the OpenAPI document with the example answer of this document', async () => {
    const { content } = await OpenApiDocument.of(service.baseUrl);
    const { PersonEnrichRequest, PersonEnrichResponse } = content.components.schemas;
    const answer = await enrichPersons(service, PersonEnrichRequest?.example);
    expect([answer.status, answer.body]).toEqual([200, PersonEnrichResponse?.example]);
  });

  it('answers a request with all options', async () => {
    const [person] = persons;
    const results = await personResultsOf(service, {
      persons: [{ work_email: person?.email }, { work_email: 'info@unknown.example' }],
      fields: ['full_name', 'nobody_has_this_query'],
      include_personas: true,
      include_contact_data: true,
      enrich_company: ['website'],
      allow_signals: {},
    });
    expect(results[0]?.data).toMatchObject({
      full_name: person?.full_name,
      nobody_has_this_query: 0,
      email: person?.email,
      company: { website: person?.company_website },
    });
    expect(results[1]).toMatchObject({ matched: false });
    expect(new Set(Object.values(results[1]?.data ?? {}))).toEqual(new Set([null]));
    expect(Object.keys(results[1]?.data ?? {})).toEqual(Object.keys(results[0]?.data ?? {}));
  });
});

describe('POST /v1/person/enrich on the demo data protects from false matches', () => {
  it('does not match a person by the full name and the domain of another employer', async () => {
    const elsewhere = persons.map((person, index) => ({
      full_name: person.full_name,
      company_domain: persons[(index + 1) % persons.length]?.company_website,
    }));
    const results = await personResultsOf(service, { persons: elsewhere, fields: ['full_name'] });
    expect(results.every((result) => !result.matched)).toBe(true);
  });
});
