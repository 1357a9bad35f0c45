import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { type Answer, call } from '../support/http/http.js';
import { Agent } from '../support/http/mcp.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { type PersonService, startPersonService } from '../support/records/person-service.js';

let service: PersonService;
let document: OpenApiDocument;
/** The key of a tenant that has no credits and may not send previews. */
let poor: string;

const jane = 'network.com/in/jane';
const companyPath = '/v1/company/enrich';
const personPath = '/v1/person/enrich';

beforeAll(async () => {
  service = await startPersonService(
    {
      companies: [
        { website: 'acme.test', name: 'Acme', network_id: '7', network_url: 'network.com/company/acme' },
        { website: 'zenith.test', name: 'Zenith', network_id: '8', network_url: 'network.com/company/zenith' },
      ],
      persons: [
        {
          ...{ network_url: jane, full_name: 'Jane Doe', company_website: 'acme.test', job_title: 'CTO' },
          emails: [{ address: 'jane.doe@acme.test' }],
        },
        { network_url: 'network.com/in/twin-1', full_name: 'Alex Twin', company_website: 'acme.test' },
        { network_url: 'network.com/in/twin-2', full_name: 'Alex Twin', company_website: 'acme.test' },
      ],
    },
    { MCP: 'on' },
  );
  document = await OpenApiDocument.of(service.baseUrl);
  poor = (await service.issueKeyWithoutCredits('poor')).apiKey;
});

afterAll(() => service.close());

/** Sends a request that must succeed, and checks the answer against the OpenAPI document. */
async function enrich(
  path: string,
  body: object,
  apiKey = poor,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey, body, headers });
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

/** Headers that differ from request to request. */
const changing = /^(x-request-id|date|etag|idempotency-key|(x-)?ratelimit.*)$/;

/** All that an answer tells besides the identifiers, which it repeats as they were sent. */
function toldBy({ body, headers }: Answer): unknown {
  const { results } = body as { results: Record<string, unknown>[] };
  return {
    results: results.map(({ identifier, ...result }) => [Object.keys(identifier as object), result]),
    headers: [...headers].filter(([name]) => !changing.test(name)),
  };
}

/** Two addresses of the same length and form. Only the first is stored, and it is the address of Jane Doe. */
const addresses = ['jane.doe@acme.test', 'jane.roe@acme.test'] as const;

/** Identifiers that lead to the same result with any address, except if the result tells whose address it is. */
const guesses: readonly [what: string, identifier: object][] = [
  ['the page of the owner', { network_url: jane }],
  ['the page of another person', { network_url: 'network.com/in/twin-1' }],
  ['a name that is not on record', { full_name: 'Zoe Quux', company_domain: 'acme.test' }],
  ['a name that is not on record, at another employer', { full_name: 'Zoe Quux', company_name: 'Zenith' }],
];

const match = { include_match: true, explain: true } as const;

/** Requests without a price, with everything that could tell more about a match. */
const requests: readonly object[] = [
  { fields: ['zz'] },
  { fields: ['zz'], ...match },
  { fields: ['zz'], ...match, include_sources: true },
  { fields: ['zz'], ...match, min_confidence: 0.99 },
  { fields: ['zz'], ...match, required: ['zz'] },
  { fields: ['zz', 'mail'], ...match, required: ['mail'] },
  { fields: ['zz'], ...match, max_credits: 0 },
  { include_personas: true, ...match, include_sources: true },
  { include_personas: true, ...match, min_confidence: 0.99, required: ['personas'] },
  { allow_signals: {}, ...match, required: ['signals'] },
  { enrich_company: ['zz'], ...match, required: ['company'] },
];

describe('A request without a price does not tell', () => {
  for (const [what, identifier] of guesses) {
    it.each(requests)(`whether an address beside ${what} is stored, in body, headers and size: %j`, async (request) => {
      const [stored, other] = await Promise.all(
        addresses.map((work_email) => enrich(personPath, { persons: [{ ...identifier, work_email }], ...request })),
      );
      if (stored === undefined || other === undefined) throw new Error('Both requests have an answer');
      expect(toldBy(stored)).toEqual(toldBy(other));
      expect(JSON.stringify(stored.body)).not.toContain('"match":');
    });
  }

  it('more about an address alone than the contract says: whether it matches, and which page', async () => {
    const persons = [{ work_email: 'jane.doe@acme.test' }, { work_email: 'not.stored@acme.test' }];
    const options = { include_personas: true, min_confidence: 0.999, required: ['personas'], ...match };
    const { body, headers } = await enrich(personPath, { persons, ...options, include_sources: true });
    expect(body).toEqual({
      results: [
        {
          identifier: { ...persons[0], resolved_network_url: `https://www.${jane}` },
          ...{ data: { personas: expect.any(Array), seniority: 'seniority_executive' }, matched: true },
          sources: { employment: { source: 'persons.ndjson', confirmed: expect.any(String) } },
        },
        {
          identifier: persons[1],
          ...{ data: { personas: null, seniority: null }, matched: false, unmatched_reason: 'no_candidate' },
        },
      ],
    });
    expect(headers.get('X-Unmatched-Reasons')).toBe('no_candidate=1');
  });

  it('that an address is on record and contradicts a name, but tells of several candidates and of unusable identifiers', async () => {
    const persons = [
      { full_name: 'Alex Twin', company_domain: 'acme.test' },
      { full_name: 'Alex Twin', work_email: 'jane.doe@acme.test' },
      { full_name: 'Zoe Quux', company_domain: 'acme.test' },
      { work_email: 'info@acme.test' },
    ];
    const { body, headers } = await enrich(personPath, { persons, fields: ['zz'], explain: true });
    const { results } = body as { results: { unmatched_reason?: string }[] };
    expect(results.map((result) => result.unmatched_reason)).toEqual([
      ...['several_candidates', 'no_candidate', 'no_candidate', 'unusable_identifier'],
    ]);
    expect(headers.get('X-Unmatched-Reasons')).toBe('unusable_identifier=1, no_candidate=2, several_candidates=1');
  });

  it.each([
    { fields: ['zz'], ...match },
    { fields: ['zz'], ...match, include_sources: true, required: ['zz'], min_confidence: 1 },
    { include_metadata: true, ...match },
    { allow_signals: {}, ...match, required: ['signals'] },
  ])('which parts of an identifier belong to one company: %j', async (request) => {
    const site = { website: 'acme.test' };
    for (const enhanced_matching of [true, false]) {
      const told = [];
      for (const network_id of ['7', '8', '9']) {
        const companies = [{ ...site, network_id }];
        const answer = await enrich(companyPath, { companies, enhanced_matching, ...request });
        expect(JSON.stringify(answer.body)).not.toMatch(/"match":|contradiction/);
        told.push(toldBy(answer));
      }
      // In strict matching the contract demands that the parts agree, so the first of them is matched and the others are not.
      expect(told[1]).toEqual(enhanced_matching ? told[0] : told[2]);
    }
  });

  it('more in a repeated request with the same idempotency key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { persons: [{ network_url: jane, work_email: addresses[0] }], fields: ['zz'], ...match };
    const answers = [await enrich(personPath, body, poor, headers), await enrich(personPath, body, poor, headers)];
    const told = answers.map(toldBy);
    expect(told[1]).toEqual(told[0]);
    for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain('"match":');
  });

  it('more to an agent that uses the tools of POST /mcp', async () => {
    const agent = await Agent.connect({ baseUrl: service.baseUrl, apiKey: poor });
    try {
      for (const [what, identifier] of guesses) {
        const told = [];
        for (const work_email of addresses) {
          const persons = [{ ...identifier, work_email }];
          const { results, ...rest } = await agent.resultOf('enrich_persons', { persons, fields: ['zz'], ...match });
          const [{ identifier: _echo, ...result } = {}] = results as Record<string, unknown>[];
          expect([what, result]).not.toEqual([what, expect.objectContaining({ match: expect.anything() })]);
          told.push({ ...rest, result });
        }
        expect(told[1]).toEqual(told[0]);
      }
      const companies = [{ website: 'acme.test', network_id: '8' }];
      const { results } = await agent.resultOf('enrich_companies', { companies, fields: ['zz'], ...match });
      expect(results).toEqual([{ identifier: companies[0], data: { zz: null }, matched: true }]);
    } finally {
      await agent.close();
    }
  });
});

describe('A request without a price tells', () => {
  it('a tenant with previews everything about a match, which its previews tell, too', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('previewing');
    await service.app.get(TenantService, { strict: false }).update('previewing', { previews: true }, {});
    const persons = [
      { network_url: jane, work_email: addresses[0] },
      { full_name: 'Alex Twin', company_domain: 'acme.test' },
    ];
    const { body, headers } = await enrich(personPath, { persons, fields: ['zz'], ...match }, apiKey);
    expect(body).toMatchObject({
      results: [{ match: { by: ['network_url', 'email'] } }, { unmatched_reason: 'several_candidates' }],
    });
    expect(headers.get('X-Unmatched-Reasons')).toBe('several_candidates=1');
    const preview = { persons, fields: ['zz'], preview: true };
    const refused = await call(`${service.baseUrl}${personPath}`, { apiKey: poor, body: preview });
    expect(refused.status).toBe(403);
  });

  it('which identifiers match, as a request with a price does', async () => {
    const persons = [{ network_url: jane }, { network_url: 'network.com/in/not-stored' }];
    const { body } = await enrich(personPath, { persons, fields: ['zz'] });
    expect(body).toEqual({
      results: [
        { identifier: persons[0], data: { zz: 0 }, matched: true },
        { identifier: persons[1], data: { zz: null }, matched: false },
      ],
    });
  });
});

describe('The rate limits of requests without a price', () => {
  const limits = { burstLimit: 20, burstWindowSeconds: 3_600, perSecond: 20 };
  const persons = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ network_url: `network.com/in/not-stored-${index}` }));
  const companies = (count: number): object[] =>
    Array.from({ length: count }, (_, index) => ({ website: `nobody-${index}.test` }));

  it('allow a tenth of the requests that have more than a tenth of the identifiers, and all others', async () => {
    const { apiKey } = await service.issueKey('listing', limits);
    const send = (path: string, body: object): Promise<Answer> => call(`${service.baseUrl}${path}`, { apiKey, body });
    const statuses = [];
    for (const [path, body] of [
      [personPath, { persons: persons(101), fields: ['zz'] }],
      [companyPath, { companies: companies(101), fields: ['zz'] }],
      [personPath, { persons: persons(101), include_personas: true }],
      [companyPath, { companies: companies(101), allow_signals: {} }],
    ] as const)
      statuses.push((await send(path, body)).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    const refused = await send(personPath, { persons: persons(101), fields: ['zz'] });
    expect(refused.body).toEqual({ detail: 'Rate limit exceeded' });
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    for (const [path, body] of [
      [personPath, { persons: persons(100), fields: ['zz'] }],
      [companyPath, { companies: companies(100), fields: ['zz'] }],
      // None of these identifiers matches, but if they did, the requests would be charged.
      [personPath, { persons: persons(1_000), fields: ['zz', 'full_name'] }],
      [personPath, { persons: persons(1_000), include_contact_data: true }],
      [companyPath, { companies: companies(1_000), fields: ['name'] }],
    ] as const)
      expect([JSON.stringify(body).slice(-40), (await send(path, body)).status]).toEqual([expect.any(String), 200]);
  });
});
