import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ApiError,
  type ClientOptions,
  ConnectionLost,
  DataAccessClient,
  InsufficientCredits,
  RateLimited,
  type Retry,
  Unauthorised,
} from 'data-access-client';
import { type Breach, openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { usedCredits } from '../support/credits/credits.js';
import { type DemoTestService, startDemoService } from '../support/service/demo-service.js';
import { RunBlock } from '../support/prospecting/prospecting.js';
import { startTestService } from '../support/service/test-service.js';

let service: DemoTestService;
const proxies: { close(): Promise<void> }[] = [];
let tenants = 0;

beforeAll(async () => {
  service = await startDemoService();
});

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

afterAll(() => service.close());

const asked = { fields: ['name'] } as const;
const list = [{ website: 'siemens.com' }, { website: 'dropbox.com' }];
const names = ['Siemens', 'Dropbox'];

interface Stage {
  readonly client: DataAccessClient;
  readonly tenant: string;
  readonly apiKey: string;
  readonly retries: Retry[];
  /** The number of requests that reached the service. */
  readonly requests: () => number;
}

/** A client of a new tenant behind a proxy. The n-th of the breaches breaks the n-th answer; later answers arrive unbroken. */
async function stage(breaches: readonly Breach[], options: Partial<ClientOptions> = {}): Promise<Stage> {
  let requests = 0;
  const breach: Breach = (...answer) => breaches[requests++]?.(...answer) ?? answer[0];
  const proxy = await openBreakingProxy(service.baseUrl, [[/^(POST|GET) \/v1/, breach]]);
  proxies.push(proxy);
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const { apiKey } = await service.issueKey(tenant);
  const retries: Retry[] = [];
  const settings = { baseUrl: proxy.baseUrl, apiKey, onRetry: (retry: Retry) => retries.push(retry), ...options };
  return { client: new DataAccessClient(settings), tenant, apiKey, retries, requests: () => requests };
}

async function chargesOf({ tenant }: Stage) {
  return (await usedCredits(service.database, tenant)).data_access;
}

function errorOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );
}

function failing(status: number, headers: Record<string, string> = {}): Breach {
  return (_, sent, body) => {
    for (const name of Object.keys(body)) Reflect.deleteProperty(body, name);
    Object.assign(sent, headers);
    return status;
  };
}

describe('A request of the client', () => {
  it.each<[string, Breach]>([
    ['when its connection is cut after the charge', () => 'cut'],
    ['when its answer breaks off', () => 'half'],
    ['after 408', failing(408)],
    ['after 500', failing(500)],
    ['after 502 of a proxy', failing(502)],
    ['after 503', failing(503, { 'retry-after': '0' })],
  ])('is sent again under its key and charged once %s', async (_, breach) => {
    const trial = await stage([breach, breach]);
    const { data, responses } = await trial.client.enrichCompanies(list, asked).withResponse();
    expect(data.map((result) => result.data.name)).toEqual(names);
    expect(trial.retries.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(responses).toEqual([expect.objectContaining({ isReplayed: true })]);
    expect(await chargesOf(trial)).toEqual({ charged: 2, reserved: 0 });
  });

  it('is sent again with the same idempotency key, and charged once, if no bytes come for `timeout` milliseconds', async () => {
    const trial = await stage([], { timeout: 300 });
    let silent = true;
    const slow: ClientOptions['fetch'] = async (url, init) => {
      const answer = await fetch(url, { ...init, signal: null });
      if (!silent) return answer;
      silent = false;
      return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('silence'))));
    };
    const client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey: trial.apiKey, timeout: 300, fetch: slow });
    expect(await client.enrichCompanies(list, asked)).toHaveLength(2);
    expect(await chargesOf(trial)).toEqual({ charged: 2, reserved: 0 });
  });

  it('is sent again while another request with the same idempotency key is under way, and the two are charged only once', async () => {
    const block = await RunBlock.begin(service);
    const refusals: unknown[] = [];
    const onRetry = ({ error }: Retry): void => {
      refusals.push((error as ApiError).code);
      void block.end();
    };
    const trial = await stage([], { onRetry });
    const enriching = [1, 2].map(() => trial.client.enrichCompanies(list, { ...asked, idempotencyKey: 'same key' }));
    const answers = await Promise.all(enriching);
    expect(answers.map((results) => results.map(({ data }) => data.name))).toEqual([names, names]);
    expect(refusals[0]).toBe('IDEMPOTENCY_KEY_IN_USE');
    expect(await chargesOf(trial)).toEqual({ charged: 2, reserved: 0 });
  });
});

describe('A retry of the client', () => {
  it('waits between 1.0 and 1.1 seconds if `Retry-After` is 1', async () => {
    const trial = await stage([failing(429, { 'retry-after': '1' })]);
    await trial.client.enrichCompanies(list, asked);
    const [retry] = trial.retries;
    expect(retry?.error).toBeInstanceOf(RateLimited);
    expect(retry?.delay).toBeGreaterThanOrEqual(1_000);
    expect(retry?.delay).toBeLessThanOrEqual(1_100);
  });

  it('is not made if the wait would exceed `maxWait`', async () => {
    const trial = await stage([failing(429, { 'retry-after': '7200' })]);
    const error = await errorOf(trial.client.enrichCompanies(list, asked));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ retryAfter: 7_200 });
    expect([trial.retries, trial.requests()]).toEqual([[], 1]);
  });

  it.each([[400], [401], [402], [403], [404], [413], [415]])('is not made after the status %i', async (status) => {
    const trial = await stage([failing(status)]);
    const error = await errorOf(trial.client.prospecting.job(1));
    expect(error).toMatchObject({ status });
    expect(trial.requests()).toBe(1);
  });

  it('is not made after `signal` has aborted, and the call throws the reason of the signal', async () => {
    const trial = await stage(Array(20).fill(failing(503)));
    const end = new AbortController();
    const onRetry = (): void => end.abort(new Error('enough'));
    const error = await errorOf(trial.client.enrichCompanies(list, { ...asked, signal: end.signal, onRetry }));
    expect(error).toMatchObject({ message: 'enough' });
    expect(trial.requests()).toBe(1);
  });

  it('lets a list succeed although its requests exceed the rate limit at first', async () => {
    const limited = await startTestService({
      sharing: service,
      env: { RATE_BURST_LIMIT: '3', RATE_BURST_WINDOW_SECONDS: '1' },
    });
    try {
      const retries: Retry[] = [];
      const settings = {
        baseUrl: limited.baseUrl,
        apiKey: service.apiKey,
        onRetry: (retry: Retry) => retries.push(retry),
      };
      const many = Array.from({ length: 10 }, () => ({ website: 'siemens.com' }));
      const results = await new DataAccessClient(settings).enrichCompanies(many, { ...asked, chunkSize: 1 });
      expect(results.map(({ data }) => data.name)).toEqual(Array(10).fill('Siemens'));
      expect(retries.length).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe('An error of the client', () => {
  it('says that the API key is invalid, and does not contain the key', async () => {
    const client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey: 'das_live_wrong' });
    const error = await errorOf(client.enrichCompanies(list, asked));
    expect(error).toBeInstanceOf(Unauthorised);
    expect(error).toMatchObject({ status: 401, code: null, detail: 'Invalid API key' });
    expect(String(error)).not.toContain('das_live');
  });

  it('states how many credits are left when they are too few for the request', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('poor');
    const client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey });
    const error = await errorOf(client.enrichCompanies(list, asked));
    expect(error).toBeInstanceOf(InsufficientCredits);
    expect(error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      response: { credits: { data_access: { remaining: 0 } } },
    });
  });

  it('has the id of the request as a property and in its message', async () => {
    const { client } = await stage([]);
    const error = await errorOf(client.enrichCompanies(list, {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: 'NO_FIELDS_PROVIDED', requestId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(String(error)).toContain((error as ApiError).requestId);
  });

  it('has the reason of the failure and the request id that was sent when there is no connection', async () => {
    const client = new DataAccessClient({ baseUrl: 'http://127.0.0.1:9', apiKey: 'x', maxWait: 0 });
    const error = await errorOf(client.prospecting.job(1));
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(String(error)).toMatch(/ConnectionLost: GET \/v1\/prospecting\/jobs\/1 .+\(request [\da-f-]{36}\)/);
    expect(error).toMatchObject({ response: null });
  });

  it('has the request id and the headers of the answer when the answer breaks off after its headers', async () => {
    const breach: Breach = (_, headers) => {
      headers['x-request-id'] = 'id-of-the-answer';
      return 'half';
    };
    const trial = await stage([breach], { maxWait: 0 });
    const error = await errorOf(trial.client.me());
    expect(error).toBeInstanceOf(ConnectionLost);
    expect(error).toMatchObject({ requestId: 'id-of-the-answer', response: { status: 200 } });
    expect(String(error)).toContain('(request id-of-the-answer)');
  });

  it('is thrown for a redirection, which the client does not follow', async () => {
    const trial = await stage([failing(302, { location: `${service.baseUrl}/v1/usage` })]);
    expect(await errorOf(trial.client.prospecting.job(1))).toMatchObject({ status: 302 });
  });

  it.each<[what: string, status: number, type: string, body: string, message: string]>([
    [
      'an empty body',
      404,
      '',
      '',
      'answered 404: another program than the service answered with no content type and an empty body',
    ],
    [
      'a page',
      404,
      'text/html',
      '<h1>\n  Not here</h1>',
      '404: another program than the service answered with text/html: <h1> Not here</h1>',
    ],
    [
      'other JSON',
      400,
      'application/json',
      '{"error":7}',
      'another program than the service answered with application/json: {"error":7}',
    ],
    [
      'a page and the status 200',
      200,
      'text/html',
      '<p>Welcome</p>',
      'no complete answer: another program than the service answered with text/html: <p>Welcome</p>',
    ],
  ])('says which content came when another program answers with %s', async (_, status, type, body, message) => {
    const server = createServer((_request, response) => {
      response.writeHead(status, type === '' ? {} : { 'Content-Type': type }).end(body);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    proxies.push({ close: () => Promise.resolve(void server.close()) });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await errorOf(new DataAccessClient({ baseUrl, apiKey: 'x', maxWait: 0 }).me());
    expect(String(error)).toContain(message);
  });

  it('is thrown by the constructor for a base URL or an API key that cannot be used', () => {
    for (const baseUrl of ['data.example.com', 'localhost', 'localhost:3000', '', '/data']) {
      const make = (): unknown => new DataAccessClient({ baseUrl, apiKey: 'x' });
      expect(make).toThrow(TypeError);
      expect(make).toThrow(`baseUrl must be a URL such as https://data.example.com, not "${baseUrl}"`);
    }
    expect(() => new DataAccessClient({ baseUrl: service.baseUrl, apiKey: 'two\nlines' })).toThrow(TypeError);
  });
});
