import { describe, expect, it } from '@jest/globals';
import { companyFields } from '../support/records/company-fields.js';
import { known } from './known.js';
import { ask, companyPath, credits, freeRequest, nowhere, personPath, resultsOf, theirKey, unique } from './target.js';

interface Me {
  readonly tenant_id: string;
  readonly key: { readonly id: string };
  readonly limits: Readonly<Record<string, number>>;
}

interface Fields {
  readonly company: readonly { readonly name: string }[];
  readonly person: readonly { readonly name: string }[];
  readonly query_fields: readonly { readonly name: string; readonly scope: string; readonly metadata: boolean }[];
}

interface Account {
  readonly feature: string;
  readonly available: number | null;
  readonly low_mark: number;
  readonly low: boolean;
}

async function get<Body>(path: string, apiKey?: string): Promise<Body> {
  const { status, body } = await ask(path, apiKey === undefined ? {} : { apiKey });
  expect([path, status]).toEqual([path, 200]);
  return body as Body;
}

describe('GET /v1/me', () => {
  describe('succeeds', () => {
    it('returns the tenant and the id of the key, which are different for the key of another tenant', async () => {
      const [ours, again, theirs] = [
        await get<Me>('/v1/me'),
        await get<Me>('/v1/me'),
        await get<Me>('/v1/me', theirKey),
      ];
      expect(again).toEqual(ours);
      expect(theirs.tenant_id).not.toBe(ours.tenant_id);
      expect(theirs.key.id).not.toBe(ours.key.id);
    });

    it('returns the limits that the header RateLimit-Policy states', async () => {
      const { headers, body } = await ask('/v1/me');
      const { limits } = body as Me;
      const { burst_requests: burst, burst_window_seconds: window, requests_per_second: rate } = limits;
      expect(headers.get('RateLimit-Policy')).toBe(`"burst";q=${burst};w=${window}, "rate";q=${rate};w=1`);
    });
  });
});
describe('GET /v1/fields', () => {
  describe('succeeds', () => {
    it('returns every field of the contract, and only names that requests may use', async () => {
      const fields = await get<Fields>('/v1/fields');
      const company = fields.company.map(({ name }) => name);
      const person = fields.person.map(({ name }) => name);
      expect(company).toEqual(expect.arrayContaining(Object.keys(companyFields)));
      const counts = fields.query_fields.filter(({ scope }) => scope !== 'person').map(({ name }) => name);
      const companies = { companies: [{ website: nowhere }], fields: [...company, ...counts] };
      const persons = { persons: [{ work_email: `jo@${nowhere}` }], fields: person };
      for (const [path, request] of [[companyPath, companies] as const, [personPath, persons] as const]) {
        const [result] = await resultsOf(path, request);
        expect(Object.keys(result?.data ?? {}).toSorted()).toEqual([...new Set(request.fields)].toSorted());
      }
      expect((await ask(companyPath, { body: companies })).headers.has('X-Unknown-Fields')).toBe(false);
    });

    it('returns the query fields that `include_metadata` adds', async () => {
      const { query_fields: fields } = await get<Fields>('/v1/fields');
      const added = fields.filter(({ metadata, scope }) => metadata && scope !== 'person').map(({ name }) => name);
      expect(added).toEqual(expect.arrayContaining([...known.queryFields]));
    });
  });
});
describe('GET /v1/teams', () => {
  describe('succeeds', () => {
    it('returns the name of each team once', async () => {
      const { teams } = await get<{ teams: readonly { readonly name: string }[] }>('/v1/teams');
      const names = teams.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(names).toEqual(expect.arrayContaining(known.team === null ? [] : [known.team]));
    });
  });
});
describe('GET /v1/credits', () => {
  describe('succeeds', () => {
    it('returns an account for each feature, with `low` true only if fewer credits are left than its `low_mark`', async () => {
      const { credits: accounts } = await get<{ credits: readonly Account[] }>('/v1/credits');
      expect(accounts.map(({ feature }) => feature)).toEqual(['data_access', 'contact_data', 'prospecting']);
      for (const { available, low_mark: mark, low } of accounts)
        expect(low).toBe(available !== null && available < mark);
    });

    it('returns an unlimited account if the headers of requests say that it is unlimited, and only then', async () => {
      const left = credits(await ask(companyPath, { body: freeRequest }), 'Data-Access', 'Remaining');
      const { credits: accounts } = await get<{ credits: readonly Account[] }>('/v1/credits');
      expect(accounts[0]?.available === null).toBe(left === Infinity);
    });
  });
});
describe.each([
  '/v1/me',
  '/v1/keys',
  '/v1/fields',
  '/v1/teams',
  '/v1/credits',
  '/v1/companies',
  '/v1/usage',
  '/v1/usage/requests',
  '/v1/usage/requests/1',
  '/v1/prospecting/jobs',
  '/v1/prospecting/jobs/1',
  '/v1/prospecting/jobs/1/results',
])('GET %s', (path) => {
  describe('protects', () => {
    it('answers 401 to requests without a valid key', async () => {
      for (const apiKey of [undefined, unique]) {
        const { status, body } = await ask(path, { apiKey });
        expect([status, body]).toEqual([401, { detail: 'Invalid API key' }]);
      }
    });
  });
});
