import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { QueryFieldService } from '../../src/tenancy/query-fields/query-field.service.js';
import { enrich } from '../support/records/company-api.js';
import type { Answer } from '../support/http/http.js';
import { enrichPersons } from '../support/records/person-api.js';
import { startPersonService, type PersonService } from '../support/records/person-service.js';

const acme = { website: 'acme.test' };
const jane = { network_url: 'network.com/in/jane' };
const unknown = { website: 'nobody-has-this.test' };

let service: PersonService;

beforeAll(async () => {
  service = await startPersonService({
    companies: [{ ...acme, name: 'Acme' }],
    persons: [{ ...jane, full_name: 'Jane Doe', job_title: 'CTO', company_website: acme.website }],
  });
  const fields = service.app.get(QueryFieldService, { strict: false });
  const definition = { seniorities: ['executive' as const] };
  await fields.set('ours', 'both_scopes', { scope: 'both', definition, metadata: true });
  await fields.set('ours', 'of_persons', { scope: 'person', definition, metadata: false });
  await fields.set('ours', 'of_companies', { scope: 'company', definition, metadata: false });
});

afterAll(() => service.close());

/** The header X-Unknown-Fields of an answer, which must be successful. */
function unknownFieldsIn(answer: Answer): string | null {
  expect(answer.status).toBe(200);
  return answer.headers.get('x-unknown-fields');
}

const companyRequests: readonly (readonly [what: string, request: object, expected: string | null])[] = [
  ['no field of the catalogue', { fields: ['name', 'company_website'] }, null],
  ['no query field of the tenant for companies', { fields: ['both_scopes', 'of_companies'] }, null],
  ['nothing for `include_metadata` alone', { include_metadata: true }, null],
  ['nothing for `allow_signals` alone', { allow_signals: {} }, null],
  ['no member that a requested option adds', { fields: ['signals'], allow_signals: {} }, null],
  [
    'each misspelt name once, in the order of the request',
    { fields: ['nmae', 'name', 'emial', 'nmae'] },
    'nmae, emial',
  ],
  ['a field that is for persons only', { fields: ['of_persons', 'both_scopes'] }, 'of_persons'],
  ['the member of an option that is not requested', { fields: ['signals'] }, 'signals'],
];

describe('The header X-Unknown-Fields of POST /v1/company/enrich', () => {
  it.each(companyRequests)('names %s', async (_what, request, expected) => {
    expect(unknownFieldsIn(await enrich(service.ours, { companies: [unknown, acme], ...request }))).toBe(expected);
    expect(unknownFieldsIn(await enrich(service.ours, { companies: [unknown], ...request }))).toBe(expected);
  });

  it('names query fields of another tenant as unknown', async () => {
    const answer = await enrich(service.theirs, { companies: [acme], fields: ['both_scopes', 'name'] });
    expect(unknownFieldsIn(answer)).toBe('both_scopes');
  });

  it('is absent in the answer to an invalid request', async () => {
    const answer = await enrich(service.ours, { companies: [], fields: ['nmae'] });
    expect([answer.status, answer.headers.get('x-unknown-fields')]).toEqual([400, null]);
  });
});

const personRequests: readonly (readonly [what: string, request: object, expected: string | null])[] = [
  ['no field of the catalogue', { fields: ['full_name'], enrich_company: ['name'] }, null],
  ['no query field of the tenant for persons', { fields: ['both_scopes', 'of_persons'] }, null],
  ['no query field of the tenant for the employer', { enrich_company: ['both_scopes', 'of_companies'] }, null],
  ['nothing for all fields of the employer', { enrich_company: true }, null],
  ['no members that requested options add', { fields: ['email', 'seniority'], ...contactsAndPersonas() }, null],
  [
    'each misspelt name once, in the order of the request',
    { fields: ['nmae', 'full_name', 'emial', 'nmae'] },
    'nmae, emial',
  ],
  ['misspelt names of both lists', { fields: ['b', 'a'], enrich_company: ['a', 'c', 'name'] }, 'b, a, c'],
  ['a field that is for companies only', { fields: ['of_companies', 'name'] }, 'of_companies, name'],
  ['a field of the employer that is for persons only', { enrich_company: ['of_persons'] }, 'of_persons'],
  ['the member of an option that is not requested', { fields: ['email'] }, 'email'],
];

function contactsAndPersonas(): object {
  return { include_contact_data: true, include_personas: true };
}

describe('The header X-Unknown-Fields of POST /v1/person/enrich', () => {
  it.each(personRequests)('names %s', async (_what, request, expected) => {
    const unknownPerson = { network_url: 'network.com/in/nobody' };
    expect(unknownFieldsIn(await enrichPersons(service.ours, { persons: [unknownPerson, jane], ...request }))).toBe(
      expected,
    );
    expect(unknownFieldsIn(await enrichPersons(service.ours, { persons: [unknownPerson], ...request }))).toBe(expected);
  });
});

describe('The header X-Unknown-Fields, with odd or many names,', () => {
  const odd = ['', '\u0000', '\ud800', 'x\r\nSet-Cookie: a=b', 'naïve, 😀', '__proto__', 'toString', '"', '%'];
  const encoded =
    '"", %00, %EF%BF%BD, x%0D%0ASet-Cookie%3A%20a%3Db, na%C3%AFve%2C%20%F0%9F%98%80, __proto__, toString, %22, %25';

  it('encodes control characters, line ends and characters beyond ASCII', async () => {
    const answers = [
      await enrich(service.ours, { companies: [acme], fields: odd }),
      await enrichPersons(service.ours, { persons: [jane], fields: odd }),
      await enrichPersons(service.ours, { persons: [jane], enrich_company: odd }),
    ];
    expect(answers.map(unknownFieldsIn)).toEqual([encoded, encoded, encoded]);
    for (const { headers } of answers) expect(headers.has('set-cookie')).toBe(false);
  });

  it('has at most 1,000 characters, and counts the names that it leaves out', async () => {
    const short = Array.from({ length: 999 }, (_, index) => `n${index}`);
    const fields = ['é'.repeat(40_000), ...short];
    const value = unknownFieldsIn(await enrich(service.ours, { companies: [acme], fields })) ?? '';
    expect(value.length).toBeLessThanOrEqual(1_000);
    const listed = value.split(', ');
    expect(listed.slice(0, 2)).toEqual(['n0', 'n1']);
    expect(listed.at(-1)).toBe(`+${fields.length - listed.length + 1}`);
  });
});
