import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spend } from '../support/credits/credit-history.js';
import { call, type Answer } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const usage = '/v1/usage';
const requestUsage = '/v1/usage/requests/{request_id}';

let service: TestService;
let apiKey: string;
let document: OpenApiDocument;

beforeAll(async () => {
  service = await startTestService();
  ({ apiKey } = await service.issueKey('ours'));
  await spend(service.app, {
    tenant: 'ours',
    requestId: 'known',
    reserve: { data_access: 3, contact_data: 3 },
    settle: { data_access: 2 },
  });
  document = await OpenApiDocument.of(service.baseUrl);
});

afterAll(() => service.close());

function get(path: string, who: 'ours' | 'unknown key' = 'ours'): Promise<Answer> {
  return call(`${service.baseUrl}${path}`, { apiKey: who === 'ours' ? apiKey : 'garbage' });
}

/** One request for each documented status. */
const provocations: readonly (readonly [status: number, route: string, who: 'ours' | 'unknown key', path: string])[] = [
  [200, usage, 'ours', '/v1/usage'],
  [200, usage, 'ours', '/v1/usage?from=2026-02-01&to=2026-01-01'],
  [200, usage, 'ours', '/v1/usage?group_by=key'],
  [401, usage, 'unknown key', '/v1/usage'],
  [422, usage, 'ours', '/v1/usage?from=2026-02-30&to=x'],
  [422, usage, 'ours', '/v1/usage?from=2020-01-01&to=2026-01-01'],
  [200, requestUsage, 'ours', '/v1/usage/requests/known'],
  [401, requestUsage, 'unknown key', '/v1/usage/requests/known'],
  [404, requestUsage, 'ours', '/v1/usage/requests/unknown'],
];

describe('The OpenAPI document of usage', () => {
  it('describes `from`, `to` and `group_by` as optional parameters', () => {
    const parameters = document.operation('GET', usage).parameters.filter((parameter) => parameter.in === 'query');
    const day = { required: false, description: expect.any(String), schema: { type: 'string', format: 'date' } };
    expect(parameters).toMatchObject([
      { name: 'from', ...day },
      { name: 'to', ...day },
      { name: 'group_by', required: false, schema: { enum: ['day', 'endpoint', 'key'] } },
    ]);
  });

  it('describes the request id as a path parameter', () => {
    const schema: object = expect.objectContaining({ type: 'string' });
    const id = { name: 'request_id', in: 'path', required: true, schema };
    expect(document.operation('GET', requestUsage).parameters).toContainEqual(expect.objectContaining(id));
  });

  it('contains the exact texts of the errors 401 and 404', async () => {
    for (const [status, route, who, path] of provocations) {
      const { content } = document.operation('GET', route).responses[String(status)] ?? {};
      const { examples = {} } = content?.['application/json'] ?? {};
      const documented = Object.values(examples).map(({ value }) => value);
      if (status === 401 || status === 404) expect(documented).toContainEqual((await get(path, who)).body);
    }
  });

  it('has the answer of the service as the example of an invalid day', async () => {
    const { example } = document.operation('GET', usage).responses['422']?.content['application/json'] ?? {};
    expect((await get('/v1/usage?from=2026-02-30')).body).toEqual(example);
  });

  it.each([429, 500])('describes the answer with status %d', async (status) => {
    const troubled = await startTestService({ env: status === 429 ? { RATE_BURST_LIMIT: '1' } : {} });
    try {
      const key = (await troubled.issueKey('ours')).apiKey;
      await call(`${troubled.baseUrl}/v1/usage`, { apiKey: key });
      if (status === 500) await cutOffDatabase(troubled);
      const answer = await call(`${troubled.baseUrl}/v1/usage`, { apiKey: key });
      expect(answer.status).toBe(status);
      for (const route of [usage, requestUsage]) expect(document.faultsOfAnswer('GET', route, answer)).toEqual([]);
    } finally {
      await troubled.close();
    }
  });

  it('describes no other status than 503 and those that the tests of this group check', () => {
    for (const route of [usage, requestUsage]) {
      const provoked = provocations.filter(([, of]) => of === route).map(([status]) => String(status));
      const described = Object.keys(document.operation('GET', route).responses);
      const busy = route === usage ? ['503'] : [];
      expect(described.sort()).toEqual([...new Set([...provoked, ...busy, '429', '500'])].sort());
    }
  });
});
