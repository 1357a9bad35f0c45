import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HealthReport } from '../src/health/health.dto.js';
import { call, type Call } from './support/http.js';
import { cutOffDatabase } from './support/outage.js';
import { rawRequest } from './support/raw-request.js';
import { describeInside, isExternal, openTarget, type Target } from './support/target.js';
import { startTestService, type TestService } from './support/test-service.js';

async function reportOf(baseUrl: string, options: Call = {}): Promise<HealthReport> {
  const answer = await call(`${baseUrl}/health`, options);
  expect(answer.status).toBe(200);
  return answer.body as HealthReport;
}

describe('GET /health succeeds', () => {
  let target: Target;

  beforeAll(async () => {
    target = await openTarget();
  });

  afterAll(() => target.close());

  it('with everything that an operator asks for', async () => {
    const answer = await call(`${target.baseUrl}/health`);
    expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(answer.body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      uptime_seconds: expect.any(Number),
      database: { status: 'ok', latency_ms: expect.any(Number) },
      queue: { backend: expect.stringMatching(/^(postgres|redis)$/), status: 'ok', latency_ms: expect.any(Number) },
      endpoints: expect.any(Object),
      event_loop_delay_ms: { mean: expect.any(Number), p99: expect.any(Number) },
      memory_bytes: { rss: expect.any(Number), heap_used: expect.any(Number) },
    });
  });

  it('without a key, with a valid one and with a bad one', async () => {
    for (const apiKey of [undefined, target.apiKey, 'garbage']) {
      expect((await reportOf(target.baseUrl, { apiKey })).status).toBe('ok');
    }
  });

  it('without a body for HEAD', async () => {
    const answer = await rawRequest(`${target.baseUrl}/health`, { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});

describeInside('GET /health succeeds, on a service of its own,', () => {
  let service: TestService;
  let apiKey: string;

  beforeAll(async () => {
    if (isExternal) return;
    service = await startTestService();
    ({ apiKey } = await service.issueKey('ours'));
  });

  afterAll(() => (isExternal ? undefined : service.close()));

  it('with the version of the project', async () => {
    const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
    expect((await reportOf(service.baseUrl)).version).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  it('with the figures of each endpoint that was asked, by route and never by path', async () => {
    const url = `${service.baseUrl}/v1/company/enrich`;
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    expect((await reportOf(service.baseUrl)).endpoints).not.toHaveProperty('POST /v1/company/enrich');
    for (const key of [apiKey, apiKey, 'garbage']) await call(url, { apiKey: key, body });
    await call(`${service.baseUrl}/somewhere/else?token=abc`);
    const { endpoints } = await reportOf(service.baseUrl);
    expect(endpoints['POST /v1/company/enrich']).toMatchObject({ requests: 3, error_rate: 0 });
    expect(endpoints['GET unmatched']).toMatchObject({ requests: 1, error_rate: 0 });
    expect(JSON.stringify(endpoints)).not.toMatch(/somewhere|token/);
    for (const { latency_ms, requests_per_second } of Object.values(endpoints)) {
      expect(requests_per_second).toBeGreaterThan(0);
      expect(latency_ms.p50).toBeGreaterThan(0);
      expect(latency_ms.p95).toBeGreaterThanOrEqual(latency_ms.p50);
      expect(latency_ms.p99).toBeGreaterThanOrEqual(latency_ms.p95);
    }
  });

  it('with failures of its own as errors, and those of clients as none', async () => {
    const { pool } = service.database;
    const companies = [{ website: 'siemens.com' }];
    await pool.query('alter table company_domain rename to company_domain_away');
    const url = `${service.baseUrl}/v1/company/enrich`;
    const answer = await call(url, { apiKey, body: { companies, fields: ['name'] } });
    await pool.query('alter table company_domain_away rename to company_domain');
    expect(answer.status).toBe(500);
    const { 'POST /v1/company/enrich': figures } = (await reportOf(service.baseUrl)).endpoints;
    expect(figures?.error_rate).toBeCloseTo(1 / (figures?.requests ?? 0));
  });
});

describeInside('GET /health protects the operator', () => {
  it('by answering where every other request has used up the limit', async () => {
    const service = await startTestService({ env: { RATE_BURST_LIMIT: '1', RATE_PER_SECOND: '1' } });
    try {
      expect((await call(`${service.baseUrl}/nothing`)).status).toBe(404);
      expect((await call(`${service.baseUrl}/nothing`)).status).toBe(429);
      for (let round = 0; round < 5; round += 1) await reportOf(service.baseUrl);
      const { headers } = await call(`${service.baseUrl}/health`);
      expect(headers.has('RateLimit')).toBe(false);
    } finally {
      await service.close();
    }
  });

  it('by answering 200, degraded, when the database is gone', async () => {
    const service = await startTestService();
    try {
      await cutOffDatabase(service);
      const report = await reportOf(service.baseUrl);
      expect(report).toMatchObject({ status: 'degraded', database: { status: 'unreachable', latency_ms: null } });
      expect(JSON.stringify(report)).not.toMatch(/error|ECONN|password/);
    } finally {
      await service.close();
    }
  });
});
