import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { load } from 'js-yaml';
import { charges } from '../../src/billing/credits/credit-amounts.js';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { Database } from '../../src/platform/database/database.js';
import { endRun, setCallback } from '../support/prospecting/callbacks.js';
import { type Exposition, metricsUrl, scrape } from '../support/service/exposition.js';
import { call } from '../support/http/http.js';
import {
  endOfRun,
  deleteRuns,
  type ProspectingClient,
  startRun,
  storeKnownCompany,
} from '../support/prospecting/prospecting.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let client: ProspectingClient;

beforeAll(async () => {
  service = await startTestService({ env: { METRICS_PORT: '0', WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' } });
  await storeKnownCompany(service);
  client = await service.clientOf('ours-by-name');
});

afterAll(() => service.close());

/** Scrapes until a request is counted, which happens after its answer is sent. */
async function scrapeOnce(isSo: (seen: Exposition) => boolean): Promise<Exposition> {
  let seen = await scrape(service);
  await eventually(async () => {
    seen = await scrape(service);
    return isSo(seen);
  });
  return seen;
}

const enrichment = { method: 'POST', route: '/v1/company/enrich' };

describe('GET /metrics', () => {
  it('returns metrics of the process and of the service in the format of Prometheus', async () => {
    const seen = await scrape(service);
    expect(seen.names).toEqual(
      expect.arrayContaining([
        'http_requests_total',
        'http_request_duration_seconds',
        'enrichment_identifiers_total',
        'credits_charged_total',
        'credit_holds_pending',
        'job_queue_waiting_jobs',
        'job_queue_oldest_waiting_seconds',
        'prospecting_runs',
        'prospecting_run_duration_seconds',
        'callbacks_due',
        'database_pool_connections',
        'database_pool_waiting',
        'nodejs_eventloop_lag_seconds',
        'process_cpu_seconds_total',
        'process_resident_memory_bytes',
      ]),
    );
    expect(seen.value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    const idle = seen.value('database_pool_connections', { state: 'idle' }) ?? 0;
    expect(idle + (seen.value('database_pool_connections', { state: 'busy' }) ?? 0)).toBeGreaterThan(0);
  });

  it('does not count the database connections that the scrape itself uses', async () => {
    await eventually(() => {
      const { totalCount, idleCount, waitingCount } = service.app.get(Database, { strict: false }).pool;
      return totalCount === idleCount && waitingCount === 0;
    });
    const seen = await scrape(service);
    expect(seen.value('database_pool_waiting')).toBe(0);
    expect(seen.value('database_pool_connections', { state: 'busy' })).toBe(0);
  });

  it('counts requests by route and status, and their durations by route, but nothing by path', async () => {
    const body = { companies: [{ website: 'acme.example' }], fields: ['name'] };
    const url = `${client.baseUrl}/v1/company/enrich`;
    for (const apiKey of [client.apiKey, client.apiKey, 'garbage']) await call(url, { apiKey, body });
    await call(`${client.baseUrl}/somewhere/else?token=abc`);
    const seen = await scrapeOnce((now) => now.of('http_requests_total').some(({ labels }) => labels.status === '404'));
    expect(seen.value('http_requests_total', { ...enrichment, status: '200' })).toBe(2);
    expect(seen.value('http_requests_total', { ...enrichment, status: '401' })).toBe(1);
    expect(seen.value('http_requests_total', { method: 'GET', route: 'unmatched', status: '404' })).toBe(1);
    expect(seen.value('http_request_duration_seconds_count', enrichment)).toBe(3);
    expect(seen.value('http_request_duration_seconds_bucket', { ...enrichment, le: '+Inf' })).toBe(3);
    expect(seen.value('http_request_duration_seconds_sum', enrichment)).toBeGreaterThan(0);
    expect(seen.text).not.toMatch(/somewhere|token/);
  });

  it('counts matched and unmatched identifiers, and charged credits', async () => {
    const before = await scrape(service);
    const known = { network_url: 'https://www.network.com/in/acme-0' };
    const people = { persons: [known, known, { work_email: 'nobody@nowhere.example' }], fields: ['full_name'] };
    await call(`${client.baseUrl}/v1/person/enrich`, { apiKey: client.apiKey, body: people });
    const companies = { companies: [{ website: 'acme.example' }, { website: 'nowhere.example' }], fields: ['name'] };
    await call(`${client.baseUrl}/v1/company/enrich`, { apiKey: client.apiKey, body: companies });
    const after = await scrape(service);
    const gained = (name: string, labels: Record<string, string>): number =>
      (after.value(name, labels) ?? 0) - (before.value(name, labels) ?? 0);
    const outcomes = (endpoint: string): number[] =>
      ['matched', 'missed'].map((outcome) => gained('enrichment_identifiers_total', { endpoint, outcome }));
    expect(outcomes('POST /v1/person/enrich')).toEqual([2, 1]);
    expect(outcomes('POST /v1/company/enrich')).toEqual([1, 1]);
    expect(gained('credits_charged_total', { feature: 'data_access' })).toBe(3);
  });

  it('returns the numbers of waiting and running prospecting runs, pending credit holds and due callbacks', async () => {
    await setCallback(service, 'ours-by-name', 'http://127.0.0.1:9/');
    await endRun(service, 'ours-by-name');
    await service.database.pool.query(
      `insert into prospecting_job (id, tenant_id, company_network_url, lease_until)
       values (101, 'ours-by-name', 'x', null), (102, 'ours-by-name', 'x', now() - interval '1 minute'),
              (103, 'ours-by-name', 'x', now() + interval '1 minute')`,
    );
    const origin = { tenantId: 'ours-by-name', requestId: 'r', keyId: null, endpoint: null };
    const amounts = charges({ data_access: 5 });
    await new Ledger(service.database).reserve({ holdId: randomUUID(), origin, amounts, lifeSeconds: 60 });
    const seen = await scrape(service);
    expect(seen.value('prospecting_runs', { status: 'waiting' })).toBe(2);
    expect(seen.value('prospecting_runs', { status: 'running' })).toBe(1);
    expect(seen.value('callbacks_due')).toBe(1);
    expect(seen.value('credit_holds_pending')).toBe(1);
    await deleteRuns(service);
    expect((await scrape(service)).value('prospecting_runs', { status: 'waiting' })).toBe(0);
  });

  it('counts prospecting runs by their outcome, and the credits that they cost', async () => {
    const worker = await startTestService({ sharing: service, env: { WORKER: 'inline', METRICS_PORT: '0' } });
    try {
      for (const body of [undefined, { network_url: 'https://www.network.com/company/nobody' }]) {
        await endOfRun(client, await startRun(client, body), 30_000);
      }
      const runs = (seen: Exposition, outcome: string) =>
        seen.value('prospecting_run_duration_seconds_count', { outcome });
      await eventually(async () => runs(await scrape(worker), 'failed') === 1);
      const seen = await scrape(worker);
      expect(runs(seen, 'success')).toBe(1);
      expect(seen.value('prospecting_run_duration_seconds_sum', { outcome: 'success' })).toBeGreaterThan(0);
      expect(seen.value('credits_charged_total', { feature: 'prospecting' })).toBe(1);
    } finally {
      await worker.close();
    }
  });

  it('contains neither a tenant nor a key', async () => {
    expect((await scrape(service)).text).not.toMatch(/ours-by-name|das_live/);
  });
});

describe('The port of the metrics', () => {
  it('is only open to this machine by default, and the public port serves no metrics', async () => {
    expect(new URL(metricsUrl(service)).hostname).toBe('127.0.0.1');
    for (const apiKey of [undefined, client.apiKey]) {
      const answer = await call(`${client.baseUrl}/metrics`, { apiKey });
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([404, expect.not.stringContaining('_total')]);
    }
  });

  it('does not serve the API', async () => {
    const url = metricsUrl(service);
    expect((await call(`${url}?name=http_requests_total`)).status).toBe(200);
    expect((await call(new URL('/health', url).href)).status).toBe(404);
    expect((await call(`${url}/`)).status).toBe(404);
    const refused = await call(url, { method: 'POST', body: {} });
    expect([refused.status, refused.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('The files for monitoring', () => {
  it.each([
    ['grafana-dashboard.json', expressionsOfDashboard],
    ['alerts.yml', expressionsOfAlerts],
  ] as const)('use only metrics that exist (%s)', async (file, expressionsIn) => {
    const seen = await scrape(service);
    const expressions = expressionsIn(
      await readFile(join(import.meta.dirname, '..', '..', 'monitoring', file), 'utf8'),
    );
    expect(expressions.length).toBeGreaterThan(8);
    for (const expression of expressions) {
      const names = expression.match(/\b[a-z]+(_[a-z0-9]+)+(?=[[{) ]|$)/g) ?? [];
      const measured = names.filter((name) => !['histogram_quantile', 'predict_linear'].includes(name));
      if (!expression.includes('up{job=')) expect([expression, measured]).not.toEqual([expression, []]);
      // Metrics that begin with `node_` describe the machine, and come from another exporter.
      for (const name of measured.filter((each) => !each.startsWith('node_')))
        expect(seen.names).toContain(name.replace(/_(bucket|sum|count)$/, ''));
    }
  });

  it('show zero instead of a gap for a status that no answer has had', async () => {
    const text = await readFile(join(import.meta.dirname, '..', '..', 'monitoring', 'grafana-dashboard.json'), 'utf8');
    const ofStatus = expressionsOfDashboard(text).filter((expression) => expression.includes('status=~'));
    expect(ofStatus.length).toBeGreaterThan(0);
    for (const expression of ofStatus) expect(expression).toContain('vector(0)');
  });
});

function expressionsOfDashboard(text: string): string[] {
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

function expressionsOfAlerts(text: string): string[] {
  const { groups } = load(text) as { groups: { rules: { expr: string }[] }[] };
  return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}
