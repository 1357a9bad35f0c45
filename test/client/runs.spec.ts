import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataAccessClient, InvalidCallback, RunFailed, verifyCallback } from 'data-access-client';
import { openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { CallbackTenants, deliver, endRun } from '../support/prospecting/callbacks.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { knownCompany, RunBlock, storedRuns, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const listeners = new CallbackTenants();
let service: TestService;
let worker: TestService;
let client: DataAccessClient;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' } });
  await storeKnownCompany(service);
  worker = await startTestService({ sharing: service, env: { WORKER: 'inline', CALLBACK_PRIVATE_TARGETS: 'on' } });
  ({ apiKey } = await service.issueKey('ours'));
  client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey });
});

afterAll(async () => {
  await listeners.closeAll(service);
  await worker.close();
  await service.close();
});

describe('prospecting', () => {
  it('starts a run, reports its progress, and returns its prospects', async () => {
    const seen: string[] = [];
    const { data, response } = await client.prospecting
      .startAndWait({ network_url: knownCompany }, { pollInterval: 50, onProgress: ({ status }) => seen.push(status) })
      .withResponse();
    expect(data).toMatchObject({ status: 'success', total_results: 3 });
    expect(data.resulting_prospects.map(({ title_name }) => title_name)).toEqual(
      Array(3).fill('Chief Technology Officer'),
    );
    expect([seen.at(-1), new Set(seen.slice(0, -1))]).toEqual(['success', new Set(seen.length > 1 ? ['running'] : [])]);
    expect(response.requestId).toEqual(expect.any(String));
  });

  it('throws RunFailed with the run if the run fails', async () => {
    const unknown = 'https://www.network.com/company/unknown-company';
    const waiting = client.prospecting.startAndWait({ network_url: unknown }, { pollInterval: 50 });
    const error = await waiting.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(RunFailed);
    expect(error).toMatchObject({
      job: { status: 'failed', company_network_url: unknown, failure_reason: expect.any(String) },
    });
  });

  it('starts one run and is charged once if the connection is cut after the start', async () => {
    let cuts = 2;
    const proxy = await openBreakingProxy(service.baseUrl, [[/start$/, (status) => (cuts-- > 0 ? 'cut' : status)]]);
    try {
      const own = await service.issueKey('cut');
      const behind = new DataAccessClient({ baseUrl: proxy.baseUrl, apiKey: own.apiKey });
      const { job_id, status } = await behind.prospecting.start({ network_url: knownCompany });
      expect(status).toBe('running');
      await behind.prospecting.waitForResults(job_id, { pollInterval: 50 });
      const runs = await storedRuns(service);
      expect(runs.filter(({ tenantId }) => tenantId === 'cut').map(({ id }) => id)).toEqual([job_id]);
      expect(await usedCredits(service.database, 'cut')).toMatchObject({ prospecting: { charged: 1, reserved: 0 } });
    } finally {
      await proxy.close();
    }
  });

  it('stops waiting for a run when `signal` aborts', async () => {
    const block = await RunBlock.begin(service);
    try {
      const { job_id } = await client.prospecting.start({ network_url: knownCompany });
      const waiting = client.prospecting.waitForResults(job_id, { signal: AbortSignal.timeout(200), pollInterval: 20 });
      await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
    } finally {
      await block.end();
    }
  });
});

describe('prospecting.jobs', () => {
  it('yields all runs or only those with a given status, the newest first', async () => {
    const { apiKey: key } = await service.issueKey('lister');
    const lister = new DataAccessClient({ baseUrl: service.baseUrl, apiKey: key });
    const block = await RunBlock.begin(service);
    try {
      const { job_id: first } = await lister.prospecting.start({ network_url: knownCompany });
      const { job_id: second } = await lister.prospecting.start({ network_url: knownCompany });
      expect(await lister.prospecting.cancel(first)).toMatchObject({ job_id: first, status: 'failed' });
      const [all, running]: number[][] = [[], []];
      for await (const { job_id: id } of lister.prospecting.jobs()) all?.push(id);
      for await (const { job_id: id } of lister.prospecting.jobs({ status: 'running' })) running?.push(id);
      expect([all, running]).toEqual([[second, first], [second]]);
    } finally {
      await block.end();
    }
  });
});

describe('verifyCallback', () => {
  it('returns the run of a callback, and refuses a callback whose body, headers, secret or time is wrong', async () => {
    const { tenant, hook, secret } = await listeners.open(service);
    const jobId = await endRun(service, tenant);
    await deliver(service);
    await eventually(() => hook.received.length > 0);
    const [callback] = hook.received;
    if (callback === undefined) throw new Error('There is no callback');
    const { headers, body } = callback;
    const verified = { id: `run_${jobId}`, job: expect.objectContaining({ job_id: jobId, status: 'success' }) };
    expect(await verifyCallback(body, headers, secret)).toEqual(verified);
    const asFetch = new Headers(headers as Record<string, string>);
    expect(await verifyCallback(new TextEncoder().encode(body), asFetch, secret)).toEqual(verified);
    const signature = headers['webhook-signature'] ?? '';
    const rotated = { ...headers, 'webhook-signature': `v2,x v1,${'A'.repeat(43)}= ${String(signature)}` };
    expect(await verifyCallback(body, rotated, secret)).toEqual(verified);
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
    const forgeries = [
      () => verifyCallback(`${body} `, headers, secret),
      () => verifyCallback(body, { ...headers, 'webhook-id': 'run_0' }, secret),
      () => verifyCallback(body, { ...headers, 'webhook-signature': 'v1,' }, secret),
      () => verifyCallback(body, { ...headers, 'webhook-signature': `v1,${'*'.repeat(44)}` }, secret),
      () => verifyCallback(body, {}, secret),
      () => verifyCallback(body, headers, other),
      () => verifyCallback(body, headers, secret, { tolerance: -1 }),
      () => verifyCallback(body, { ...headers, 'webhook-timestamp': 'now' }, secret),
    ];
    for (const forgery of forgeries) await expect(forgery()).rejects.toThrow(InvalidCallback);
  });
});
