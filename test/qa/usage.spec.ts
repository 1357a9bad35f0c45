import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { describeWith, known, needs } from './known.js';
import { ask, companyPath, freeRequest, nowhere, theirKey, unique, type Ask } from './target.js';
import { describeQueryValidation } from './validation.js';

interface FeatureUsage {
  readonly feature: string;
  readonly charged: number;
}

interface Group {
  readonly group: string | null;
  readonly requests: number;
  readonly identifiers: number;
  readonly matched: number;
  readonly credits: readonly FeatureUsage[];
}

interface Listed {
  readonly request_id: string;
  readonly started_at: string;
}

const list = '/v1/usage/requests';
const groupings = ['day', 'endpoint', 'key'];
const endpoint = `POST ${companyPath}`;
const id = `${unique}-listed`;
const miss = { companies: [{ website: nowhere }, { website: `2-${nowhere}` }], fields: ['name'] };
await ask(companyPath, { body: miss, headers: { 'X-Request-Id': id } });
const { key } = (await ask('/v1/me')).body as { key: { id: string } };

async function groupsOf(query: string): Promise<{ usage: readonly FeatureUsage[]; groups: readonly Group[] }> {
  const { status, body } = await ask(`/v1/usage?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body as { usage: FeatureUsage[]; groups: Group[] };
}

async function pageOf(query: string, options: Ask = {}): Promise<{ requests: Listed[]; next_cursor: string | null }> {
  const { status, body } = await ask(`${list}?${query}`, options);
  expect([query, status]).toEqual([query, 200]);
  return body as { requests: Listed[]; next_cursor: string | null };
}

function chargedIn(usages: readonly FeatureUsage[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { feature, charged } of usages) sums[feature] = (sums[feature] ?? 0) + charged;
  return sums;
}

describe('GET /v1/usage with groups', () => {
  describe('succeeds', () => {
    it.each(groupings)(
      'returns each %s once, with no more matches than identifiers, and with charges that add up to those of the period',
      async (by) => {
        // Past days do not change during the test.
        const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
        const { usage, groups } = await groupsOf(`group_by=${by}&to=${yesterday}`);
        expect(new Set(groups.map(({ group }) => group)).size).toBe(groups.length);
        for (const { identifiers, matched } of groups) expect(matched).toBeLessThanOrEqual(identifiers);
        expect(chargedIn(groups.flatMap(({ credits }) => credits))).toEqual(chargedIn(usage));
      },
    );

    it('counts the identifiers of a free request within 30 seconds', async () => {
      const identifiersOfKey = async (): Promise<number> =>
        (await groupsOf('group_by=key')).groups.find(({ group }) => group === key.id)?.identifiers ?? 0;
      const before = await identifiersOfKey();
      await ask(companyPath, { body: freeRequest });
      for (let attempt = 0; attempt < 60 && (await identifiersOfKey()) === before; attempt += 1) await sleep(500);
      expect(await identifiersOfKey()).toBeGreaterThan(before);
    });
  });
});

describe('GET /v1/usage/requests', () => {
  // A service that counts no credits lists no requests.
  describeWith(known.isCounting || null, needs.counting, 'succeeds', () => {
    const filters = [
      '',
      `key_id=${key.id}`,
      `endpoint=${encodeURIComponent(endpoint)}`,
      'status=free',
      `key_id=${key.id}&endpoint=${encodeURIComponent(endpoint)}&status=free`,
    ];

    it.each(filters)('lists, for the filter "%s", a request that was not charged', async (filter) => {
      let page = await pageOf(`limit=100&${filter}`);
      const requests = [...page.requests];
      while (page.next_cursor !== null && !requests.some(({ request_id: requestId }) => requestId === id)) {
        page = await pageOf(`limit=100&${filter}&cursor=${page.next_cursor}`);
        requests.push(...page.requests);
      }
      expect(requests).toContainEqual({
        ...{ request_id: id, endpoint, key_id: key.id, status: 'free', identifiers: 2, matched: 0 },
        credits: [{ feature: 'data_access', reserved: 2, charged: 0, released: 2 }],
        ...{ started_at: expect.any(String), ended_at: expect.any(String) },
      });
    });

    it('returns as many requests on three pages with one request each as on one page with three, the newest first', async () => {
      const whole = await pageOf('limit=3');
      let page = await pageOf('limit=1');
      const times: string[] = [];
      for (let count = 0; count < 3; count += 1) {
        times.push(...page.requests.map(({ started_at: time }) => time));
        if (page.next_cursor === null) break;
        page = await pageOf(`limit=1&cursor=${page.next_cursor}`);
      }
      // Other clients of the tenant may have sent requests meanwhile, so only the order and the number are compared.
      expect(times.length).toBe(whole.requests.length);
      expect(times).toEqual(times.toSorted().reverse());
    });
  });

  describe('protects', () => {
    it('lists no request of a tenant to another tenant, and answers 401 without a valid key', async () => {
      expect(await pageOf(`key_id=${key.id}`, { apiKey: theirKey })).toMatchObject({ requests: [] });
      expect((await ask(list, { apiKey: unique })).status).toBe(401);
    });
  });
});

describeQueryValidation(list, [
  ['limit=0', 'greater_than_equal', 'limit'],
  ['limit=101', 'less_than_equal', 'limit'],
  ['limit=many', 'int_parsing', 'limit'],
  ['cursor=x', 'value_error', 'cursor'],
  ['status=running', 'enum', 'status'],
  ['endpoint=a%00', 'value_error', 'endpoint'],
  [`endpoint=${'x'.repeat(201)}`, 'string_too_long', 'endpoint'],
  ['key_id=%00', 'value_error', 'key_id'],
  ['key_id=a&key_id=b', 'string_type', 'key_id'],
]);

describeQueryValidation('/v1/usage', [['group_by=tenant', 'enum', 'group_by']]);
