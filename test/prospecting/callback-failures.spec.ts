import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { configToken, type Config } from '../../src/platform/config/config.js';
import { CallbackRepository } from '../../src/prospecting/callback/callback.repository.js';
import { CallbackService } from '../../src/prospecting/callback/callback.service.js';
import { CallbackSql } from '../../src/prospecting/callback/callback.sql.js';
import { JobService } from '../../src/prospecting/jobs/job.service.js';
import {
  callbackOf,
  deliver,
  endRun,
  endDelays,
  CallbackTenants,
  setCallback,
} from '../support/prospecting/callbacks.js';
import { eventually } from '../support/service/eventually.js';
import { ofWorker, startTestService, type TestService } from '../support/service/test-service.js';

const listeners = new CallbackTenants();
let service: TestService;
let logged = '';

/** There is no worker: {@link deliver} delivers callbacks. */
beforeAll(async () => {
  const env = { WORKER: 'off', CALLBACK_PRIVATE_TARGETS: 'on' };
  const logger = pino({ level: 'debug' }, { write: (line: string) => void (logged += line) });
  service = await startTestService({ env, logger });
});

afterEach(() => listeners.closeAll(service));

afterAll(() => service.close());

describe('The sender of callbacks protects itself from receivers that fail', () => {
  it.each([
    ['the status 500', 500, 'status 500'],
    ['the status 307, and does not follow the redirection', 307, 'status 307'],
    ['the status 404', 404, 'status 404'],
  ] as const)('repeats a callback after %s', async (_, status, lastFailure) => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    hook.answerWith(status);
    await deliver(service);
    const stored = { attempts: 1, waits: 10, isDelivered: false, isGivenUp: false, lastFailure };
    expect(await callbackOf(service, id)).toEqual(stored);
    await deliver(service);
    expect(hook.received).toHaveLength(1);
    hook.answerWith(204);
    await endDelays(service);
    await deliver(service);
    expect(hook.received.map(({ headers, path }) => [headers['webhook-id'], path])).toEqual(
      Array(2).fill([`run_${id}`, '/hook?token=hidden-token']),
    );
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 2, isDelivered: true, lastFailure: null });
  });

  it('repeats a callback with growing delays, and gives it up after nine attempts', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    await hook.close();
    const waits: number[] = [];
    while ((await callbackOf(service, id))?.isGivenUp === false && waits.length < 20) {
      await endDelays(service);
      await deliver(service);
      waits.push((await callbackOf(service, id))?.waits ?? 0);
    }
    expect(waits.slice(0, -1)).toEqual([10, 60, 300, 900, 3_600, 7_200, 14_400, 28_800]);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 9, isGivenUp: true, lastFailure: 'ECONNREFUSED' });
    await endDelays(service);
    await deliver(service);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 9 });
  });

  it('gives up a callback at once after the status 410', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    hook.answerWith(410);
    await deliver(service);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 1, isGivenUp: true, lastFailure: 'status 410' });
  });

  it('sends other callbacks without a delay when one receiver does not answer', async () => {
    const silent = await listeners.open(service);
    const other = await listeners.open(service);
    silent.hook.answerWith('silence');
    const [first, second] = [await endRun(service, silent.tenant), await endRun(service, silent.tenant)];
    const round = deliver(service);
    await eventually(() => silent.hook.received.length === 1);
    await endRun(service, other.tenant);
    await eventually(() => other.hook.received.length === 1);
    expect([silent.hook.received.length, await callbackOf(service, second)]).toEqual([
      1,
      expect.objectContaining({ attempts: 0 }),
    ]);
    expect(await callbackOf(service, first)).toMatchObject({ attempts: 1, lastFailure: null });
    silent.hook.answerWith(200);
    await silent.hook.close();
    await round;
  });

  it('counts an attempt as failed when the receiver does not answer in time', async () => {
    const { tenant, hook } = await listeners.open(service);
    hook.answerWith('silence');
    const id = await endRun(service, tenant);
    const impatient = new CallbackService(
      await ofWorker(service, CallbackSql),
      await ofWorker(service, CallbackRepository),
      await ofWorker(service, JobService),
      service.app.get<Config>(configToken, { strict: false }),
      300,
    );
    await impatient.deliverDue(new AbortController().signal);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 1, waits: 10, lastFailure: 'no answer in time' });
  });

  it('does not mark a callback as failed if a later attempt has delivered it', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    const slow = await ofWorker(service, CallbackSql);
    const taken = await slow.claim(60, []);
    await endDelays(service);
    await deliver(service);
    if (taken === null) throw new Error('Nothing was due');
    await (await ofWorker(service, CallbackRepository)).failed(taken, 'no answer in time', null);
    expect(hook.received).toHaveLength(1);
    expect(await callbackOf(service, id)).toMatchObject({ attempts: 2, isDelivered: true, isGivenUp: false });
  });

  it('logs failures without the URL', async () => {
    const { tenant, hook, secret } = await listeners.open(service);
    const id = await endRun(service, tenant);
    hook.answerWith(503);
    await deliver(service);
    expect(logged).toContain(`The callback of run ${id} failed (status 503); the next attempt is in 10 s`);
    for (const hidden of ['hidden-token', '/hook', new URL(hook.url).host, secret])
      expect(logged).not.toContain(hidden);
  });
});

describe('A callback into a private network', () => {
  let careful: TestService;

  beforeAll(async () => {
    careful = await startTestService({ sharing: service, env: { WORKER: 'off' } });
  });

  afterAll(() => careful.close());

  it.each([
    ['http://127.0.0.1:9/', 'https://'],
    ['https://127.0.0.1:9/', 'private network'],
    ['https://[::1]:9/', 'private network'],
    ['https://169.254.169.254/latest/meta-data', 'private network'],
    ['https://localhost:9/', 'private network'],
  ])('is rejected by default: %s', async (url, problem) => {
    await service.issueKey('private');
    await expect(setCallback(careful, 'private', url)).rejects.toThrow(problem);
  });

  it.each(['127.0.0.1', 'localhost'])('is not sent if private networks are no longer allowed: %s', async (host) => {
    const { tenant, hook } = await listeners.open(service);
    const url = new URL(hook.url);
    url.hostname = host;
    url.protocol = 'https:';
    await setCallback(service, tenant, url.href);
    const id = await endRun(service, tenant);
    await deliver(careful);
    expect(await callbackOf(service, id)).toMatchObject({
      attempts: 1,
      isDelivered: false,
      isGivenUp: false,
      lastFailure: 'The callback URL leads into a private network, which CALLBACK_PRIVATE_TARGETS=on would allow',
    });
    expect(hook.connections).toBe(0);
    await endDelays(service);
    await deliver(service);
    expect(hook.connections).toBe(1);
  });

  it('is not sent over plain HTTP if private networks are no longer allowed', async () => {
    const { tenant, hook } = await listeners.open(service);
    const id = await endRun(service, tenant);
    await deliver(careful);
    expect(hook.received).toEqual([]);
    expect(await callbackOf(service, id)).toMatchObject({ lastFailure: 'The callback URL must begin with https://' });
  });
});
