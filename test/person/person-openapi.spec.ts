import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, Call } from '../support/http.js';
import { OpenApiDocument } from '../support/openapi-document.js';
import { cutOffDatabase } from '../support/outage.js';
import { callWithRetry } from '../support/call-with-retry.js';
import { startPersonService, type PersonService } from '../support/person-service.js';
import { storeSignals } from '../support/signals.js';

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
  [200, 'matches and misses with everything', { body: { persons: everyone, ...everything } }],
  [200, 'a list of company fields', { body: { persons: everyone, enrich_company: ['name', 'x', 'specialities'] } }],
  [400, 'no persons', { body: { persons: [] } }],
  [400, 'no fields', { body: { persons: [jane] } }],
  [401, 'a bad key', { apiKey: 'garbage', body: {} }],
  [413, 'a large body', { raw: ' '.repeat(6_000_000) }],
  [415, 'another type', { raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [422, 'many faults', { body: { persons: [1, {}, { full_name: 1 }], enrich_company: [], include_personas: 1 } }],
  [422, 'no JSON', { raw: '{' }],
  [422, 'no body', { raw: '' }],
];

const [name, first, last] = [{ full_name: 'a' }, { first_name: 'a' }, { last_name: 'b' }];
const [domain, company] = [{ company_domain: 'c' }, { company_name: 'd' }];
const asked = { fields: ['full_name'] };

const bodies: readonly (readonly [what: string, body: unknown])[] = [
  ['a profile page', { persons: [jane], ...asked }],
  ['an e-mail', { persons: [unknown], ...asked }],
  ['a full name and a domain', { persons: [{ ...name, ...domain }], ...asked }],
  ['a full name and a company', { persons: [{ ...name, ...company }], ...asked }],
  ['two names and a domain', { persons: [{ ...first, ...last, ...domain }], ...asked }],
  ['two names and a company', { persons: [{ ...first, ...last, ...company }], ...asked }],
  ['every member', { persons: [{ ...jane, ...unknown, ...name, ...first, ...last, ...domain, ...company }], ...asked }],
  ['null beside a page', { persons: [{ ...jane, work_email: null, external_id: null }], ...asked }],
  ['an empty e-mail beside a page', { persons: [{ ...jane, work_email: '' }], ...asked }],
  ['a name alone', { persons: [name], ...asked }],
  ['a first name and a domain', { persons: [{ ...first, ...domain }], ...asked }],
  ['a last name and a company', { persons: [{ ...last, ...company }], ...asked }],
  ['an employer alone', { persons: [{ ...domain, ...company }], ...asked }],
  ['an empty half', { persons: [{ full_name: '', ...domain }], ...asked }],
  ['a null half', { persons: [{ ...name, company_name: null }], ...asked }],
  ['nothing of a person', { persons: [{}], ...asked }],
  ['text for a person', { persons: ['jane'], ...asked }],
  ['a number for an e-mail', { persons: [{ work_email: 1 }], ...asked }],
  ['all options', { persons: [jane], ...everything }],
  ['fields of null', { persons: [jane], fields: null, include_personas: true }],
  ['a number for a field', { persons: [jane], fields: [1] }],
  ['an empty list of company fields', { persons: [jane], enrich_company: [] }],
  ['text for company fields', { persons: [jane], enrich_company: 'name' }],
  ['null for company fields', { persons: [jane], ...asked, enrich_company: null }],
  ['numbers for company fields', { persons: [jane], enrich_company: [1] }],
  ['no company fields', { persons: [jane], ...asked, enrich_company: false }],
  ['null for a flag', { persons: [jane], ...asked, include_personas: null }],
  ['text for a flag', { persons: [jane], include_contact_data: 'true' }],
  ['signals of null', { persons: [jane], ...asked, allow_signals: null }],
  ['a type that is none', { persons: [jane], allow_signals: { type: 'Promoted' } }],
  ['no persons', { ...asked }],
  ['persons of null', { persons: null, ...asked }],
  ['too many persons', { persons: Array.from({ length: 1_001 }, () => jane), ...asked }],
  ['unknown members', { persons: [{ ...jane, x: 1 }], ...asked, limit: 1 }],
];

describe('The OpenAPI document of POST /v1/person/enrich succeeds', () => {
  it.each(provocations)('describes the answer %d to %s', async (status, _what, options) => {
    const answer = await post(options);
    expect(answer.status).toBe(status);
    expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
  });

  it.each(bodies)('accepts or rejects %s exactly as the service does', async (_what, body) => {
    const { status } = await post({ body });
    const faults = document.faults(['components', 'schemas', 'PersonEnrichRequest'], body);
    expect({ status: status === 422 ? 422 : 'taken', faults }).toEqual({
      status: faults.length > 0 ? 422 : 'taken',
      faults,
    });
  });

  it('contains the exact texts of errors', async () => {
    const { responses } = document.operation('POST', path);
    const documented = Object.values(responses).flatMap(({ content }) =>
      Object.values(content['application/json']?.examples ?? {}).map(({ value }) => value),
    );
    for (const [status, , options] of provocations) {
      if (status === 200 || status === 422) continue;
      expect(documented).toContainEqual((await post(options)).body);
    }
  });

  it('names each valid combination of members', () => {
    const { if: condition } = document.content.components.schemas.PersonIdentifier as {
      if: { anyOf: { required: string[] }[] };
    };
    expect(condition.anyOf.map(({ required }) => required)).toHaveLength(6);
  });
});

describe('POST /v1/person/enrich protects internals', () => {
  it('by a documented answer 500 without details', async () => {
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
