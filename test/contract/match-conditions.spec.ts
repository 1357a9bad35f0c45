import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { usedCredits } from '../support/credits/credits.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

let service: PersonService;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startPersonService({
    companies: [
      {
        ...{ website: 'acme.test', name: 'Acme', network_id: '7', industry: 'Machinery', domains: ['acme.example'] },
        network_url: 'network.com/company/acme',
      },
      { website: 'zenith.test', name: 'Zenith', network_id: '8', network_url: 'network.com/company/zenith' },
    ],
    persons: [
      {
        ...{ network_url: 'network.com/in/jane', full_name: 'Jane Doe', company_website: 'acme.test' },
        ...{ emails: [{ address: 'jane@acme.test' }], job_title: 'Engineer' },
      },
      { network_url: 'network.com/in/bill', full_name: 'Bill Gibson', company_website: 'zenith.test' },
    ],
  });
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

const company = '/v1/company/enrich';
const person = '/v1/person/enrich';

interface Result {
  readonly matched: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly unmatched_reason?: string;
  readonly match?: {
    readonly by: readonly string[];
    readonly confidence: number;
    readonly conflicts: readonly string[];
  };
}

function send(path: string, body: object): Promise<Answer> {
  return call(`${service.baseUrl}${path}`, { apiKey: service.ours.apiKey, body });
}

/** Sends a request that must succeed, and checks the answer against the OpenAPI document. @returns the only result */
async function only(path: string, body: object): Promise<Result> {
  const answer = await send(path, body);
  expect([answer.status, document.faultsOfAnswer('POST', path, answer)]).toEqual([200, []]);
  const [result, ...others] = (answer.body as { results: Result[] }).results;
  expect(others).toEqual([]);
  if (result === undefined) throw new Error('The answer has no result');
  return result;
}

const ofCompany = (identifier: object, options: object): Promise<Result> =>
  only(company, { companies: [identifier], fields: ['name'], ...options });
const ofPerson = (identifier: object, options: object): Promise<Result> =>
  only(person, { persons: [identifier], fields: ['full_name'], ...options });

/** The number of `data_access` credits that the tenant was charged for so far. */
async function chargedCredits(): Promise<number> {
  return (await usedCredits(service.database, 'ours')).data_access?.charged ?? 0;
}

/** The number of `data_access` credits that some work costs. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const before = await chargedCredits();
  await work();
  return (await chargedCredits()) - before;
}

describe('`include_match` succeeds', () => {
  it.each<[by: string[], conflicts: string[], identifier: object]>([
    [['website'], [], { website: 'https://www.acme.test/de' }],
    [['alias'], [], { website: 'acme.example' }],
    [['parent_website'], [], { website: 'shop.acme.test' }],
    [
      ['network_id', 'network_url', 'website'],
      [],
      { website: 'acme.test', network_url: 'network.com/company/acme', network_id: '7' },
    ],
    [['network_id'], ['website'], { website: 'zenith.test', network_id: '7' }],
    [['network_id'], [], { website: 'unknown.example', network_id: '7' }],
  ])('returns the evidence %j and the conflicts %j for a company by %j', async (by, conflicts, identifier) => {
    const { match } = await ofCompany(identifier, { include_match: true });
    expect(match).toEqual({ by, conflicts, confidence: expect.any(Number) });
    expect(match?.confidence).toBeGreaterThan(conflicts.length === 0 ? 0.95 : 0.5);
    expect(match?.confidence).toBeLessThan(conflicts.length === 0 ? 1 : 0.9);
  });

  it.each<[by: string[], conflicts: string[], identifier: object]>([
    [['network_url'], [], { network_url: 'network.com/in/jane' }],
    [
      ['network_url', 'name', 'company'],
      [],
      { network_url: 'network.com/in/jane', full_name: 'Jane Doe', company_name: 'Acme' },
    ],
    [['network_url'], ['name'], { network_url: 'network.com/in/jane', full_name: 'Bill Gibson', company_name: 'Acme' }],
    [['email'], [], { work_email: 'jane@acme.test' }],
    [['email', 'name'], ['company'], { work_email: 'jane@acme.test', full_name: 'Jane Doe', company_name: 'Zenith' }],
    [['name', 'company'], [], { full_name: 'Jane Doe', company_domain: 'acme.test' }],
    [['email_pattern'], [], { work_email: 'bill.gibson@zenith.test' }],
  ])('returns the evidence %j and the conflicts %j for a person by %j', async (by, conflicts, identifier) => {
    const { match } = await ofPerson(identifier, { include_match: true });
    expect(match).toEqual({ by: expect.arrayContaining(by), conflicts, confidence: expect.any(Number) });
  });

  it('changes nothing in an answer if its value is false, and adds nothing to a result without a match', async () => {
    const identifiers = [{ website: 'acme.test' }, { website: 'none.example' }];
    const plain = await send(company, { companies: identifiers, fields: ['name'] });
    const without = await send(company, { companies: identifiers, fields: ['name'], include_match: false });
    expect(JSON.stringify(without.body)).toBe(JSON.stringify(plain.body));
    expect(await ofCompany({ website: 'none.example' }, { include_match: true })).not.toHaveProperty('match');
  });

  it('adds the evidence to every result of an answer that is written in pieces', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `field_${index}`);
    const companies = Array.from({ length: 1000 }, () => ({ website: 'acme.test' }));
    const { body } = await send(company, { companies, fields: ['name', ...names], include_match: true });
    const { results } = body as { results: Result[] };
    expect(results.filter(({ match }) => match?.by[0] === 'website')).toHaveLength(1000);
  });
});

describe('`min_confidence` succeeds', () => {
  const conflicting = { website: 'zenith.test', network_id: '7' };

  it('treats a match of a company with a lower confidence as no match, and charges nothing for it', async () => {
    const cost = await costOf(async () => {
      const options = { min_confidence: 0.9, explain: true };
      expect(await ofCompany(conflicting, options)).toMatchObject({
        ...{ matched: false, data: { name: null }, unmatched_reason: 'below_confidence' },
      });
    });
    expect(cost).toBe(0);
    expect(await ofCompany(conflicting, { min_confidence: 0.5 })).toMatchObject({
      matched: true,
      data: { name: 'Acme' },
    });
  });

  it('treats a match of a person with a lower confidence as no match, and charges nothing for it', async () => {
    const wrongName = { network_url: 'network.com/in/jane', full_name: 'Bill Gibson', company_name: 'Acme' };
    const cost = await costOf(async () => {
      const options = { min_confidence: 0.9, explain: true };
      expect(await ofPerson(wrongName, options)).toMatchObject({
        matched: false,
        unmatched_reason: 'below_confidence',
      });
    });
    expect(cost).toBe(0);
    expect(await ofPerson(wrongName, {})).toMatchObject({ matched: true });
  });
});

describe('`required` succeeds', () => {
  it('treats a company without a value of a required field as no match, and charges nothing for it', async () => {
    const options = { fields: ['name', 'industry'], required: ['industry'], explain: true };
    const cost = await costOf(async () => {
      expect(await ofCompany({ website: 'zenith.test' }, options)).toMatchObject({
        ...{ matched: false, data: { name: null, industry: null }, unmatched_reason: 'required_field_missing' },
      });
    });
    expect(cost).toBe(0);
    expect(await ofCompany({ website: 'acme.test' }, options)).toMatchObject({ matched: true });
  });

  it('treats a person without a value of a required field as no match, and charges nothing for it', async () => {
    const options = { include_contact_data: true, required: ['email'], explain: true };
    const cost = await costOf(async () => {
      const { matched, unmatched_reason: reason } = await ofPerson({ network_url: 'network.com/in/bill' }, options);
      expect([matched, reason]).toEqual([false, 'required_field_missing']);
    });
    expect(cost).toBe(0);
    expect(await ofPerson({ network_url: 'network.com/in/jane' }, options)).toMatchObject({ matched: true });
  });

  it('treats an empty list of signals, and the 0 that a person has for a name that is no field, as a missing value', async () => {
    const missing = { matched: false, unmatched_reason: 'required_field_missing' };
    const cost = await costOf(async () => {
      const withoutSignals = { allow_signals: {}, required: ['signals'], explain: true };
      expect(await ofCompany({ website: 'acme.test' }, withoutSignals)).toMatchObject(missing);
      // Without `include_contact_data`, the name `email` is no field of a person.
      const noField = { fields: ['full_name', 'email'], required: ['email'], explain: true };
      expect(await ofPerson({ network_url: 'network.com/in/jane' }, noField)).toMatchObject(missing);
    });
    expect(cost).toBe(0);
  });
});

describe('`max_credits` succeeds', () => {
  const companies = [{ website: 'acme.test' }, { website: 'zenith.test' }];

  it('refuses a request that may cost more than the maximum with 402, and charges nothing', async () => {
    const cost = await costOf(async () => {
      const refused = await send(company, { companies, fields: ['name'], max_credits: 1 });
      expect(refused).toMatchObject({ status: 402, body: { detail: { status: 'MAXIMUM_CREDITS_EXCEEDED' } } });
      expect(document.faultsOfAnswer('POST', company, refused)).toEqual([]);
    });
    expect(cost).toBe(0);
  });

  it('allows a request whose highest possible cost is exactly the maximum', async () => {
    expect(await send(company, { companies, fields: ['name'], max_credits: 2 })).toMatchObject({ status: 200 });
  });

  it('refuses to start a prospecting run that costs more than the maximum', async () => {
    const body = { network_url: 'network.com/company/acme', max_credits: 0 };
    const refused = await send('/v1/prospecting/start', body);
    expect(refused).toMatchObject({ status: 402, body: { detail: { status: 'MAXIMUM_CREDITS_EXCEEDED' } } });
  });
});

describe('The conditions of a match', () => {
  it.each<[member: string, value: unknown, type: string, message: string]>([
    ['include_match', 'yes', 'bool_type', 'Input should be a valid boolean'],
    ['min_confidence', '0.9', 'float_type', 'Input should be a valid number'],
    ['min_confidence', -0.1, 'greater_than_equal', 'Input should be greater than or equal to 0'],
    ['min_confidence', 1.1, 'less_than_equal', 'Input should be less than or equal to 1'],
    ['required', 'name', 'list_type', 'Input should be a valid list'],
    ['max_credits', '5', 'int_type', 'Input should be a valid integer'],
    ['max_credits', 1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
    ['max_credits', -1, 'greater_than_equal', 'Input should be greater than or equal to 0'],
  ])('are rejected if %s is %j', async (member, value, type, message) => {
    for (const [path, list] of [
      [company, { companies: [{ website: 'acme.test' }] }],
      [person, { persons: [{ network_url: 'network.com/in/jane' }] }],
    ] as const) {
      const { status, body } = await send(path, { ...list, fields: ['name'], [member]: value });
      const expected = { type, loc: ['body', member], msg: message, input: value };
      expect([status, body]).toEqual([422, { detail: [expect.objectContaining(expected)] }]);
    }
  });

  it('are rejected if `required` names a field that `fields` does not name', async () => {
    const { status, body } = await send(company, {
      companies: [{ website: 'acme.test' }],
      fields: ['name'],
      required: ['name', 'industry'],
    });
    const fault = { type: 'value_error', loc: ['body', 'required', 1], input: 'industry' };
    expect([status, body]).toEqual([422, { detail: [expect.objectContaining(fault)] }]);
  });
});
