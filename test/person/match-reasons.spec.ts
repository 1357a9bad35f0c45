import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ErasureService } from '../../src/privacy/erasure.service.js';
import { usedCredits } from '../support/credits.js';
import { call, type Answer } from '../support/http.js';
import { OpenApiDocument } from '../support/openapi-document.js';
import { startPersonService, type PersonService } from '../support/person-service.js';

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
const asking = { Prefer: 'match-reasons' };

/** A successful answer that the OpenAPI document describes. */
async function enrich(path: string, body: object, headers: Record<string, string> = asking): Promise<Answer> {
  const answer = await call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body, headers });
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  return answer;
}

const personsAsked = (...persons: object[]): object => ({ persons, fields: ['full_name'] });
const companiesAsked = (...companies: object[]): object => ({ companies, fields: ['name'] });

async function reasonOf(identifier: object): Promise<unknown> {
  const { body } = await enrich(person, personsAsked(identifier));
  const [result] = (body as { results: { matched: boolean; reason?: string }[] }).results;
  expect(result?.matched).toBe(result?.reason === undefined);
  return result?.reason;
}

describe('Prefer: match-reasons succeeds', () => {
  it.each<[reason: string | undefined, what: string, identifier: object]>([
    [undefined, 'a match', { full_name: 'Jane Doe', company_domain: 'acme.test' }],
    ['no_candidate', 'an unknown page', { network_url: 'network.com/in/unknown' }],
    ['no_candidate', 'an unknown name', { full_name: 'Ursula Unknown', company_domain: 'acme.test' }],
    ['no_candidate', 'a role address', { work_email: 'info@acme.test' }],
    ['no_candidate', 'an erased page', { network_url: 'network.com/in/erased' }],
    ['no_candidate', 'an erased address', { work_email: 'erik@acme.test' }],
    ['several_candidates', 'a name that two have', { full_name: 'Alex Twin', company_name: 'Acme' }],
    ['contradiction', 'an address and the name of another', { work_email: 'jane@acme.test', full_name: 'Bill Gibson' }],
    [
      'contradiction',
      'an address and the name of a colleague',
      { work_email: 'jane@acme.test', full_name: 'Alex Twin', company_domain: 'acme.test' },
    ],
    ['unusable_identifier', 'no page, no address, no employer', { full_name: 'Jane Doe', company_name: '?!' }],
    ['unusable_identifier', 'a page that is none of a person', { network_url: 'network.com/company/acme' }],
  ])('with %s for %s', async (reason, _what, identifier) => {
    expect(await reasonOf(identifier)).toBe(reason);
  });

  it('with the reasons of companies, in order, after the members of the contract', async () => {
    const companies = [
      { website: 'acme.test' },
      { website: 'acme.test', network_id: '8' },
      { website: 'none.example' },
    ];
    const { body, headers } = await enrich(company, { ...companiesAsked(...companies), enhanced_matching: false });
    expect(headers.get('Preference-Applied')).toBe('match-reasons');
    expect(JSON.stringify(body)).toBe(
      '{"results":[{"identifier":{"website":"acme.test"},"data":{"name":"Acme"},"matched":true},' +
        '{"identifier":{"website":"acme.test","network_id":"8"},"data":{"name":null},"matched":false,"reason":"contradiction"},' +
        '{"identifier":{"website":"none.example"},"data":{"name":null},"matched":false,"reason":"no_candidate"}]}',
    );
  });

  it.each(['Match-Reasons', 'return=minimal, match-reasons', 'match-reasons; x=1 ,wait=5'])(
    'among other preferences: %s',
    async (Prefer) => {
      const { headers } = await enrich(company, companiesAsked({ website: 'none.example' }), { Prefer });
      expect(headers.get('Preference-Applied')).toBe('match-reasons');
    },
  );

  it.each(['', 'return=minimal', 'no-match-reasons', 'match-reasons-not'])('only if it is sent: %j', async (Prefer) => {
    const { headers, body } = await enrich(company, companiesAsked({ website: 'none.example' }), { Prefer });
    expect(headers.has('Preference-Applied')).toBe(false);
    expect(JSON.stringify(body)).not.toContain('reason');
  });

  it('in an answer that is written in pieces', async () => {
    const missing = Array.from({ length: 999 }, (_, index) => ({ website: `none-${index}.example` }));
    const fields = Array.from({ length: 40 }, (_, index) => `field_${index}`);
    const companies = [...missing, { website: 'acme.test' }];
    const { body } = await enrich(company, { companies, fields });
    const { results } = body as { results: { reason?: string }[] };
    expect(results.map(({ reason }) => reason)).toEqual([...missing.map(() => 'no_candidate'), undefined]);
  });

  it('in the answer to a retry, with no second charge', async () => {
    const headers = { ...asking, 'Idempotency-Key': randomUUID() };
    const body = personsAsked(
      { work_email: 'jane@acme.test' },
      { full_name: 'Alex Twin', company_domain: 'acme.test' },
    );
    const before = await usedCredits(service.database, 'ours');
    const [first, second] = [await enrich(person, body, headers), await enrich(person, body, headers)];
    expect(second.body).toEqual(first.body);
    expect(first.body).toMatchObject({ results: [{ matched: true }, { reason: 'several_candidates' }] });
    for (const answer of [first, second]) expect(answer.headers.get('Preference-Applied')).toBe('match-reasons');
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    const { data_access: after } = await usedCredits(service.database, 'ours');
    expect(after?.charged).toBe((before.data_access?.charged ?? 0) + 1);
  });
});

describe('Prefer: match-reasons rejects', () => {
  it.each([
    ['without', asking, {}],
    ['with', {}, asking],
  ])('a retry %s the preference under the same key as another request', async (_what, first, second) => {
    const key = { 'Idempotency-Key': randomUUID() };
    const body = companiesAsked({ website: 'acme.test' });
    await enrich(company, body, { ...key, ...first });
    const headers = { ...key, ...second };
    const answer = await call(`${service.baseUrl}${company}`, { apiKey: service.ours.apiKey, body, headers });
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['header', 'idempotency-key'] }] } });
    expect(answer.headers.has('Preference-Applied')).toBe(false);
  });
});
