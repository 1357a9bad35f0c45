import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admissionTimeoutToken } from '../../src/platform/http/admission-gate.js';
import { companyFieldNames } from '../support/records/company-fields.js';
import { grantCredits } from '../support/credits/credits.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { call, type Answer, type Call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { sendText } from '../support/http/raw-request.js';
import { openAnswer } from '../support/http/open-answer.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import { eventually } from '../support/service/eventually.js';
import { callWithRetry } from '../support/http/call-with-retry.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const path = '/v1/company/enrich';
const company = { website: 'siemens.com' };

let demo: DemoTestService;
let document: OpenApiDocument;

beforeAll(async () => {
  demo = await startDemoService();
  document = await OpenApiDocument.of(demo.baseUrl);
});

afterAll(() => demo.close());

async function post(options: Call): Promise<Answer> {
  return callWithRetry(`${demo.baseUrl}${path}`, { apiKey: demo.apiKey, method: 'POST', ...options });
}

/** A request for each documented status that needs no special state of the service. */
const provocations: readonly (readonly [status: number, what: string, options: Call])[] = [
  [200, 'a match and a miss', { body: { companies: [company, { website: 'unknown.example' }], fields: ['name'] } }],
  [200, 'strange names', { body: { companies: [company], fields: ['__proto__', '', 'engineers'] } }],
  [400, 'no companies', { body: { companies: [] } }],
  [400, 'no fields', { body: { companies: [company] } }],
  [401, 'a bad key', { apiKey: 'garbage', body: {} }],
  [413, 'a large body', { raw: ' '.repeat(6_000_000) }],
  [415, 'another type', { raw: 'x', headers: { 'Content-Type': 'text/plain' } }],
  [400, 'a body that is no gzip', { raw: 'x', headers: { 'Content-Encoding': 'gzip' } }],
  [415, 'a body in Brotli', { raw: 'x', headers: { 'Content-Encoding': 'br' } }],
  [422, 'many faults', { body: { companies: [1, {}, { network_id: 1 }], fields: {}, allow_signals: { type: 'x' } } }],
  [422, 'no JSON', { raw: '{' }],
  [422, 'no body', { raw: '' }],
];

describe('The OpenAPI document of POST /v1/company/enrich', () => {
  it('describes the answer to a request for all demo companies', async () => {
    const companies = demoCompanies.map(({ website, network_id }) => ({ website, network_id, external_id: null }));
    const answer = await post({ body: { companies, fields: companyFieldNames } });
    expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
  });

  it('has a request example whose answer is the response example', async () => {
    const { CompanyEnrichRequest, CompanyEnrichResponse } = document.content.components.schemas;
    const answer = await post({ body: CompanyEnrichRequest?.example });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(CompanyEnrichResponse?.example);
  });

  it('has an example with the exact body of each answer with 400, 401, 413 or 415', async () => {
    const documented = document.exampleAnswers('POST', path);
    for (const [status, , options] of provocations) {
      if (status === 200 || status === 422) continue;
      expect(documented).toContainEqual((await post(options)).body);
    }
  });
});

describe('The OpenAPI document of POST /v1/company/enrich, compared with a separate service,', () => {
  it('describes the answer 429 to a request above the rate limit', async () => {
    const service = await startTestService({ env: { RATE_BURST_LIMIT: '1' } });
    try {
      const { apiKey } = await service.issueKey('ours');
      const ask = (): Promise<Answer> => call(`${service.baseUrl}${path}`, { apiKey, body: {} });
      expect((await ask()).status).toBe(422);
      const answer = await ask();
      expect(answer.status).toBe(429);
      expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('describes the answer 500 when the database is cut off', async () => {
    const service = await startTestService();
    try {
      const { apiKey } = await service.issueKey('ours');
      await cutOffDatabase(service);
      const answer = await call(`${service.baseUrl}${path}`, { apiKey, body: {} });
      expect(answer.status).toBe(500);
      expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('describes the answer 402 to a tenant without credits, and 409 while the idempotency key is in use', async () => {
    const service = await startTestService();
    try {
      const { apiKey } = await service.issueKeyWithoutCredits('poor');
      const body = { companies: [company], fields: ['name'] };
      const answer = await call(`${service.baseUrl}${path}`, { apiKey, body });
      expect(answer.status).toBe(402);
      expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
      const held = await answerWhileRunning(service, 'poor', { apiKey, body });
      expect(held.status).toBe(409);
      expect(document.faultsOfAnswer('POST', path, held)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('describes the answer 503 when another large answer takes up the memory for large answers', async () => {
    const service = await startTestService({
      env: { LARGE_ANSWERS_MB: '1' },
      replace: (module) => module.overrideProvider(admissionTimeoutToken).useValue(500),
    });
    try {
      const { apiKey } = await service.issueKey('ours');
      const body = { companies: Array<object>(1_000).fill(company), fields: ['x'.repeat(15_000)] };
      const untaken = await openAnswer({ baseUrl: service.baseUrl, apiKey }, path, body);
      const answer = await call(`${service.baseUrl}${path}`, { apiKey, body });
      untaken.destroy();
      expect(answer.status).toBe(503);
      expect(document.faultsOfAnswer('POST', path, answer)).toEqual([]);
    } finally {
      await service.close();
    }
  });

  it('describes exactly the statuses 200, 400 to 403, 409, 413, 415, 422, 429, 500 and 503', () => {
    const provoked = new Set([
      ...provocations.map(([status]) => String(status)),
      '402',
      '403',
      '409',
      '429',
      '500',
      '503',
    ]);
    expect(Object.keys(document.operation('POST', path).responses).sort()).toEqual([...provoked].sort());
  });
});

/** The answer to a request while an equal one with the same idempotency key is running. */
async function answerWhileRunning(service: TestService, tenant: string, options: Call): Promise<Answer> {
  const ask = () => call(`${service.baseUrl}${path}`, { ...options, headers: { 'Idempotency-Key': 'one' } });
  const blocker = await service.database.pool.connect();
  try {
    await grantCredits(service.database, tenant, 'data_access', 1);
    await blocker.query('begin');
    await blocker.query('select from credit_account where tenant_id = $1 for update', [tenant]);
    const first = ask();
    await eventually(async () => (await service.database.prisma.storedAnswer.count()) === 1);
    const second = await ask();
    await blocker.query('rollback');
    await first;
    return second;
  } finally {
    blocker.release();
  }
}

describe('The OpenAPI document of GET /health and GET /ready succeeds', () => {
  it.each(['/health', '/ready'])('describes the answer 400 of %s', async (path) => {
    const text = await sendText(demo.baseUrl, `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`);
    const [head = '', body = ''] = text.split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const headers = new Headers(
      lines.map((line): [string, string] => /^([^:]+): (.*)$/.exec(line)?.slice(1) as [string, string]),
    );
    const answer = { status: 400, headers, body: JSON.parse(body) as unknown };
    expect([head.split(' ')[1], document.faultsOfAnswer('GET', path, answer)]).toEqual(['400', []]);
  });
});
