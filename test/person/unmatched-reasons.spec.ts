import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { usedCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;
let document: OpenApiDocument;

beforeAll(async () => {
  const employed = (slug: string, full_name: string, ...emails: string[]): object => ({
    ...{ network_url: `network.com/in/${slug}`, full_name, company_website: 'acme.test' },
    emails: emails.map((address) => ({ address })),
  });
  service = await startPersonService({
    companies: [{ website: 'acme.test', name: 'Acme', network_id: '7' }],
    persons: [
      employed('jane', 'Jane Doe', 'jane@acme.test'),
      employed('twin-1', 'Alex Twin'),
      employed('twin-2', 'Alex Twin'),
      employed('erased', 'Erik Erased', 'erik@acme.test'),
    ],
  });
  await service.app.get(ErasureService, { strict: false }).erase({ email: 'erik@acme.test' });
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

const company = '/v1/company/enrich';
const person = '/v1/person/enrich';
const header = 'X-Unmatched-Reasons';

/** Sends a request that must succeed, and checks the answer against the OpenAPI document. */
async function enrich(path: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body, headers });
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

const asked = { fields: ['full_name'], explain: true };
const companies = [{ website: 'acme.test' }, { website: 'acme.test', network_id: '8' }, { website: 'none.example' }];
const strictly = { companies, fields: ['name'], enhanced_matching: false };

async function reasonOf(identifier: object): Promise<unknown> {
  const { body, headers } = await enrich(person, { persons: [identifier], ...asked });
  const [result] = (body as { results: { matched: boolean; unmatched_reason?: string }[] }).results;
  const reason = result?.unmatched_reason;
  expect(result?.matched).toBe(reason === undefined);
  expect(headers.get(header)).toBe(reason === undefined ? null : `${reason}=1`);
  return reason;
}

describe('explain of enrichments succeeds', () => {
  it.each<[reason: string | undefined, what: string, identifier: object]>([
    [undefined, 'a match', { full_name: 'Jane Doe', company_domain: 'acme.test' }],
    ['no_candidate', 'an unknown page', { network_url: 'network.com/in/ursula' }],
    ['no_candidate', 'an unknown name', { full_name: 'Ursula Unknown', company_domain: 'acme.test' }],
    ['unusable_identifier', 'a role address', { work_email: 'info@acme.test' }],
    ['no_candidate', 'an erased page', { network_url: 'network.com/in/erased' }],
    ['no_candidate', 'an erased address', { work_email: 'erik@acme.test' }],
    ['several_candidates', 'a name that two persons have', { full_name: 'Alex Twin', company_name: 'Acme' }],
    ['contradiction', 'an address and the name of another', { work_email: 'jane@acme.test', full_name: 'Bill Gibson' }],
    [
      'contradiction',
      'an address and the name of a colleague',
      { work_email: 'jane@acme.test', full_name: 'Alex Twin', company_domain: 'acme.test' },
    ],
    ['unusable_identifier', 'a name without a usable employer', { full_name: 'Jane Doe', company_name: '?!' }],
    ['unusable_identifier', 'the page of a company', { network_url: 'network.com/company/acme' }],
  ])('returns the reason %s for %s', async (reason, _what, identifier) => {
    expect(await reasonOf(identifier)).toBe(reason);
  });

  it('returns the reason for a company in the last member of its result, and the number of each reason in a header', async () => {
    const { body, headers } = await enrich(company, { ...strictly, explain: true });
    expect(headers.get(header)).toBe('no_candidate=1, contradiction=1');
    expect(JSON.stringify(body)).toBe(
      '{"results":[{"identifier":{"website":"acme.test"},"data":{"name":"Acme"},"matched":true},' +
        '{"identifier":{"website":"acme.test","network_id":"8"},"data":{"name":null},"matched":false,' +
        '"unmatched_reason":"contradiction"},' +
        '{"identifier":{"website":"none.example"},"data":{"name":null},"matched":false,"unmatched_reason":"no_candidate"}]}',
    );
  });

  it('returns the reasons in an answer that is written in pieces', async () => {
    const missing = Array.from({ length: 999 }, (_, index) => ({ website: `none-${index}.example` }));
    const fields = Array.from({ length: 40 }, (_, index) => `field_${index}`);
    const { body, headers } = await enrich(company, {
      ...{ companies: [...missing, { website: 'acme.test' }], fields, explain: true },
    });
    const { results } = body as { results: { unmatched_reason?: string }[] };
    const reasons = results.map((result) => result.unmatched_reason);
    expect(reasons).toEqual([...missing.map(() => 'no_candidate'), undefined]);
    expect(headers.get(header)).toBe('no_candidate=999');
  });

  it.each([
    ['short', ['full_name']],
    ['long', ['full_name', ...Array.from({ length: 200 }, (_, index) => `field_${index}`)]],
  ])('repeats the reasons in the %s answer to a retry, and does not charge the retry', async (_what, fields) => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const persons = [{ work_email: 'jane@acme.test' }, { full_name: 'Alex Twin', company_domain: 'acme.test' }];
    const body = { persons, fields, explain: true };
    const before = await usedCredits(service.database, 'ours');
    const [first, second] = [await enrich(person, body, headers), await enrich(person, body, headers)];
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ results: [{ matched: true }, { unmatched_reason: 'several_candidates' }] });
    for (const answer of [first, second]) expect(answer.headers.get(header)).toBe('several_candidates=1');
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    const { data_access: after } = await usedCredits(service.database, 'ours');
    expect(after?.charged).toBe((before.data_access?.charged ?? 0) + 1);
  });
});

describe('Enrichments without explain', () => {
  it.each([{}, { explain: false }])(
    'count the reasons in a header and return no reason in the results: %j',
    async (option) => {
      const persons = ['Alex Twin', 'Ursula Unknown', 'Vera Void'].map((full_name) => ({
        full_name,
        company_name: 'Acme',
      }));
      for (const [path, body, counts] of [
        [company, strictly, 'no_candidate=1, contradiction=1'],
        [person, { persons, fields: ['full_name'] }, 'no_candidate=2, several_candidates=1'],
      ] as const) {
        const answer = await enrich(path, { ...body, ...option });
        expect(answer.headers.get(header)).toBe(counts);
        const { results } = answer.body as { results: object[] };
        for (const result of results) expect(Object.keys(result)).toEqual(['identifier', 'data', 'matched']);
      }
    },
  );

  it('send no header of reasons if every identifier has a match', async () => {
    const { headers } = await enrich(company, { companies: companies.slice(0, 1), fields: ['name'] });
    expect(headers.has(header)).toBe(false);
  });

  it('send the header of reasons also with the answer to a retry', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    for (const isReplayed of [null, 'true']) {
      const answer = await enrich(company, strictly, headers);
      expect(answer.headers.get('Idempotent-Replayed')).toBe(isReplayed);
      expect(answer.headers.get(header)).toBe('no_candidate=1, contradiction=1');
    }
  });

  it('refuse an idempotency key that a request with explain has used', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    await enrich(company, { ...strictly, explain: true }, headers);
    const answer = await call(`${service.baseUrl}${company}`, {
      ...{ apiKey: service.ours.apiKey, body: strictly, headers },
    });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'idempotency-key'] }] } });
    expect(answer.headers.has(header)).toBe(false);
  });
});

describe('explain of enrichments rejects', () => {
  it.each([null, 'true', 1, [true]])('refuses %j, which is no boolean, for companies and persons', async (explain) => {
    const persons = [{ work_email: 'jane@acme.test' }];
    for (const [path, body] of [
      [company, strictly],
      [person, { persons, fields: ['full_name'] }],
    ] as const) {
      const { apiKey } = service.ours;
      const answer = await call(`${service.baseUrl}${path}`, { apiKey, body: { ...body, explain } });
      expect(answer).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'bool_type', loc: ['body', 'explain'], input: explain }] },
      });
    }
  });
});
