import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CallbackSql } from '../../src/prospecting/callback/callback.sql.js';
import { CallbackSettingService } from '../../src/prospecting/callback/callback-setting.service.js';
import { isSigned } from '../support/prospecting/callback-receiver.js';
import {
  callbackOf,
  deliver,
  endRun,
  endDelays,
  CallbackTenants,
  setCallback,
} from '../support/prospecting/callbacks.js';
import { eventually } from '../support/service/eventually.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { runProgram } from '../support/service/programs.js';
import { endOfRun, jobOf, startRun, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

const listeners = new CallbackTenants();
let service: TestService;

/** There is no worker: {@link deliver} delivers callbacks. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' } });
});

afterEach(() => listeners.closeAll(service));

afterAll(() => service.close());

describe('The callback of a finished run', () => {
  it('is sent after success and after failure, and contains the job in the form that the API returns', async () => {
    const { tenant, hook, secret } = await listeners.open(service);
    const client = await service.clientOf(tenant);
    await storeKnownCompany(service);
    const worker = await startTestService({
      sharing: service,
      env: { WORKER: 'inline', CALLBACK_PRIVATE_TARGETS: 'on' },
    });
    try {
      for (const body of [undefined, { network_url: 'https://www.network.com/company/nobody' }]) {
        const id = await startRun(client, body);
        await endOfRun(client, id);
        await eventually(() => hook.received.length > 0, 10_000);
        const [announcement, ...more] = hook.received;
        if (announcement === undefined) throw new Error('There is no announcement');
        expect(more).toEqual([]);
        expect(announcement).toMatchObject({ method: 'POST', path: '/hook?token=hidden-token' });
        expect(announcement.headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': `run_${id}` });
        expect(JSON.parse(announcement.body)).toEqual(await jobOf(client, id));
        expect(JSON.parse(announcement.body)).toMatchObject({ status: body === undefined ? 'success' : 'failed' });
        expect(await isSigned(announcement, secret)).toBe(true);
        expect(await isSigned({ ...announcement, body: `${announcement.body} ` }, secret)).toBe(false);
        await eventually(async () => (await callbackOf(service, id))?.isDelivered === true);
        hook.clear();
      }
    } finally {
      await worker.close();
    }
  });

  it('is sent as the webhook in the OpenAPI document describes it', async () => {
    const document = await OpenApiDocument.of(service.baseUrl);
    const { parameters } = document.content.webhooks.prospectingRunEnded?.post ?? { parameters: [] };
    expect(parameters).toHaveLength(3);
    const webhook = ['webhooks', 'prospectingRunEnded', 'post'];
    const { tenant, hook } = await listeners.open(service);
    for (const status of ['success', 'failed']) {
      await endRun(service, tenant, status);
      await deliver(service);
      const [{ headers, body } = { headers: {}, body: '' }] = hook.received;
      const sent = new Map(Object.entries(headers));
      const inBody = document.faults(
        [...webhook, 'requestBody', 'content', 'application/json', 'schema'],
        JSON.parse(body),
      );
      const inHeaders = parameters.flatMap(({ name }, index) =>
        document.faults([...webhook, 'parameters', String(index), 'schema'], sent.get(name.toLowerCase())),
      );
      expect([...inBody, ...inHeaders]).toEqual([]);
      hook.clear();
    }
  });

  it('has a signature that a receiver can verify as documented', async () => {
    const { tenant, hook, secret } = await listeners.open(service);
    await endRun(service, tenant);
    await deliver(service);
    const [{ headers, body } = { headers: {}, body: '' }] = hook.received;
    const forgeries = [
      [secret, { ...headers, 'webhook-id': 'run_0' }, body],
      [secret, { ...headers, 'webhook-timestamp': '1600000000' }, body],
      [secret, { ...headers, 'webhook-signature': 'v1,' }, body],
      [secret, headers, body.replace('success', 'failed')],
      [`whsec_${'A'.repeat(32)}`, headers, body],
    ];
    const document = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
    const example = /^## Callbacks$.*?^```js$(.*?)^```$/ms.exec(document)?.[1] ?? '';
    const asked = JSON.stringify([[secret, headers, body], ...forgeries]);
    const program = `${example}\nconsole.log(JSON.stringify(${asked}.map((given) => isGenuine(...given))));`;
    const { stdout, stderr } = await runProgram(['--input-type=module', '-'], { env: {}, stdin: program });
    expect([stderr, JSON.parse(stdout)]).toEqual(['', [true, false, false, false, false, false]]);
  });

  it('is sent only once if the receiver accepts it', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    for (let round = 0; round < 3; round += 1) {
      await deliver(service);
      await endDelays(service);
    }
    expect(hook.received).toHaveLength(1);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 1, isDelivered: true, lastFailure: null });
  });

  it('is sent only to the tenant of the run, and only if the tenant has a callback URL', async () => {
    const one = await listeners.open(service);
    const other = await listeners.open(service);
    await service.issueKey('silent');
    const ids = [await endRun(service, 'silent'), await endRun(service, one.tenant)];
    await deliver(service);
    expect(await callbackOf(service, ids[0] ?? 0)).toBeUndefined();
    expect(one.hook.received.map(({ body }) => (JSON.parse(body) as { job_id: number }).job_id)).toEqual([ids[1]]);
    expect(other.hook.received).toEqual([]);
  });

  it('is sent to the newest URL of the tenant, and is signed with the newest secret', async () => {
    const { tenant, hook, secret } = await listeners.open(service);
    await endRun(service, tenant);
    const moved = await listeners.openHook();
    const newSecret = await setCallback(service, tenant, moved.url);
    await deliver(service);
    expect(hook.received).toEqual([]);
    const [announcement] = moved.received;
    if (announcement === undefined) throw new Error('There is no announcement');
    expect([await isSigned(announcement, secret), await isSigned(announcement, newSecret)]).toEqual([false, true]);
  });

  it("is not sent after the tenant's callback URL was removed", async () => {
    const { tenant, hook } = await listeners.open(service);
    const before = await endRun(service, tenant);
    await service.app.get(CallbackSettingService, { strict: false }).remove(tenant);
    const after = await endRun(service, tenant);
    await deliver(service);
    expect(hook.received).toEqual([]);
    expect(await callbackOf(service, before)).toMatchObject({ isGivenUp: true, isDelivered: false });
    expect(await callbackOf(service, after)).toBeUndefined();
  });

  it('is sent again with the same id if the sending process was killed', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    const dying = await ofWorker(service, CallbackSql);
    expect(await dying.claim(60, [])).toMatchObject({ jobId: BigInt(id), attempts: 1 });
    await deliver(service);
    expect(hook.received).toEqual([]);
    await endDelays(service);
    hook.answerWith('silence');
    const end = new AbortController();
    const cutOff = deliver(service, end.signal);
    await eventually(() => hook.received.length === 1);
    end.abort();
    await cutOff;
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 2, isDelivered: false, lastFailure: null });
    await endDelays(service);
    hook.answerWith(200);
    await deliver(service);
    expect(hook.received.map(({ headers }) => headers['webhook-id'])).toEqual([`run_${id}`, `run_${id}`]);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 3, isDelivered: true });
  });
});
