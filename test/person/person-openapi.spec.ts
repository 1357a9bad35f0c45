import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { callWithRetry } from '../support/http/call-with-retry.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';
import { storeSignals } from '../support/records/signals.js';

const path = '/v1/person/enrich';
const jane = { network_url: 'https://www.network.com/in/jane' };
const unknown = { work_email: 'nobody@nowhere.test' };

let service: PersonService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startPersonService({
    companies: [{ website: 'acme.test', name: 'Acme', specialities: ['anvils'], employee_count: 2 }],
    persons: [
      {
        ...jane,
        full_name: 'Jane Doe',
        job_title: 'Sales Director',
        company_website: 'acme.test',
        emails: [{ address: 'jane@acme.test' }],
        phones: ['+49 89 1'],
      },
      { network_url: 'network.com/in/bare' },
    ],
  });
  await storeSignals(service.database, 'ours', [{ intent_holder_network_url: jane.network_url }]);
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

async function post(options: Call): Promise<Answer> {
  return callWithRetry(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, method: 'POST', ...options });
}

const everything = {
  fields: ['full_name', 'company_website', 'some_query', '__proto__'],
  include_personas: true,
  include_contact_data: true,
  enrich_company: true,
  allow_signals: {},
};
const everyone = [jane, unknown, { network_url: 'network.com/in/bare' }, { work_email: 'jane@acme.test' }];

/** One request for each documented status. */
const provocations: readonly (readonly [status: number, what: string, options: Call])[] = [
  [200, 'known and unknown persons, with all options', { body: { persons: everyone, ...everything } }],
  [200, 'a list of company fields', { body: { persons: everyone, enrich_company: ['name', 'x', 'specialities'] } }],
  [400, 'no persons', { body: { persons: [] } }],
  [400, 'no fields', { body: { persons: [jane] } }],
  [401, 'an unknown key', { apiKey: 'garbage', body: {} }],
  [413, 'a body that is too large', { raw: ' '.repeat(6_000_000) }],
  [415, 'a body of another type', { raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [
    422,
    'many invalid values',
    { body: { persons: [1, {}, { full_name: 1 }], enrich_company: [], include_personas: 1 } },
  ],
  [422, 'malformed JSON', { raw: '{' }],
  [422, 'no body', { raw: '' }],
];

describe('The OpenAPI document of POST /v1/person/enrich', () => {
  it.each(provocations)('describes the answer %d to a request with %s', async (status, _what, options) => {
    const answer = await post(options);
    expect(answer.status).toBe(status);
    expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
  });

  it('contains the errors that the service returns to faulty requests, with the same texts', async () => {
    const documented = document.exampleAnswers('POST', path);
    for (const [status, , options] of provocations) {
      if (status === 200 || status === 422) continue;
      expect(documented).toContainEqual((await post(options)).body);
    }
  });

  it('names each of the six valid combinations of members of an identifier', () => {
    const { if: condition } = document.content.components.schemas.PersonIdentifier as {
      if: { anyOf: { required: string[] }[] };
    };
    expect(condition.anyOf.map(({ required }) => required)).toHaveLength(6);
  });
});

describe('POST /v1/person/enrich protects internals', () => {
  it('answers 500 without details, as documented, if the database is not reachable', async () => {
    const broken = await startPersonService({});
    try {
      await cutOffDatabase(broken);
      const answer = await callWithRetry(`${broken.baseUrl}${path}`, { apiKey: broken.ours.apiKey, body: {} });
      expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([500, []]);
      expect(answer.body).toEqual({ detail: { status: 'ENRICHMENT_FAILED', message: expect.any(String) } });
    } finally {
      await broken.close();
    }
  });
});
