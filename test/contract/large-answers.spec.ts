import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { admissionTimeoutToken } from '../../src/platform/http/admission-gate.js';
import { enrich, resultsOf, type Client } from '../support/records/company-api.js';
import { usedCredits } from '../support/credits/credits.js';
import { call } from '../support/http/http.js';
import { companyEnrich, lockTable, post, untilWaiting } from '../support/http/idempotency.js';
import { openAnswer } from '../support/http/open-answer.js';
import { knownCompany, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { sendPart } from '../support/http/raw-request.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { usedMemory } from '../support/service/used-memory.js';

const mb = 1024 * 1024;
const { path } = companyEnrich;

/** A request with an answer of about 16 MB that reserves credits and costs nothing. */
const large = {
  companies: Array.from({ length: 1_000 }, (_, place) => ({ website: `unknown-${place}.example` })),
  // A known name, because a request without one reserves no credits.
  fields: ['name', ...Array.from({ length: 239 }, (_, place) => `field_${place}`.padEnd(60, '_'))],
};
const usual = { companies: large.companies, fields: ['name', 'industry', 'website'] };

let service: TestService;
let ours: Client;
let theirs: Client;
const open: (IncomingMessage | ClientRequest)[] = [];

beforeAll(async () => {
  service = await startTestService({
    env: { LARGE_ANSWERS_MB: '8', WORKER: 'off' },
    // Milliseconds. This is shorter than usual, but long enough for every request that can get memory.
    replace: (module) => module.overrideProvider(admissionTimeoutToken).useValue(1_500),
  });
  [ours, theirs] = [await service.clientOf('ours'), await service.clientOf('theirs')];
});

afterEach(() => {
  for (const each of open.splice(0)) each.destroy();
});

afterAll(() => service.close());

async function openLarge(): Promise<IncomingMessage> {
  const answer = await openAnswer(ours, path, large);
  open.push(answer);
  return answer;
}

/** Sends the headers of a request with a body of 5 MB, but not the body. @returns the status of the answer */
function announceBody(): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Api-Key': ours.apiKey, 'Content-Length': 5_000_000 };
  const asking = request(`${ours.baseUrl}${path}`, { method: 'POST', headers, agent: false });
  open.push(asking);
  asking.on('error', () => undefined);
  asking.flushHeaders();
  return once(asking, 'response').then(([answer]: IncomingMessage[]) => answer?.statusCode ?? 0);
}

const busy = { status: 'SERVICE_BUSY', message: expect.stringMatching(/./) };

describe('POST /v1/company/enrich protects the service from many unread large answers', () => {
  it('holds a few of the answers in memory, refuses the other requests with 503, and serves other tenants', async () => {
    const before = usedMemory();
    const flood = Promise.all(Array.from({ length: 20 }, openLarge));
    for (let round = 0; round < 5; round++) {
      expect(await resultsOf(theirs, usual)).toHaveLength(1_000);
      expect(await resultsOf(theirs, { ...usual, companies: [{ website: 'one.example' }] })).toHaveLength(1);
      expect((await call(`${service.baseUrl}/health`)).status).toBe(200);
    }
    const answers = await flood;
    expect((usedMemory() - before) / mb).toBeLessThan(60);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(refused.length).toBeGreaterThan(answers.length / 2);
    for (const answer of refused) {
      expect(answer.headers['retry-after']).toBe('5');
      expect(JSON.parse(await text(answer))).toEqual({ detail: busy });
    }
    const [taken] = answers.filter(({ statusCode }) => statusCode === 200);
    if (taken === undefined) throw new Error('The first of them is answered');
    expect(taken.headers['content-length']).toBeUndefined();
    const { results } = JSON.parse(await text(taken)) as { results: { data: object }[] };
    expect(results).toHaveLength(1_000);
    expect(new Set(results.map(({ data }) => Object.keys(data).join())).size).toBe(1);
  });

  it('neither reserves nor charges credits for refused requests', async () => {
    const reservations = async (): Promise<number> => {
      const { rows } = await service.database.pool.query<{ n: number }>('select count(*)::int n from credit_hold');
      return rows[0]?.n ?? 0;
    };
    const before = await reservations();
    const answers = await Promise.all(Array.from({ length: 5 }, openLarge));
    const taken = answers.filter(({ statusCode }) => statusCode === 200);
    expect(taken.length).toBeLessThan(5);
    expect((await reservations()) - before).toBe(taken.length);
    expect(await usedCredits(service.database, 'ours')).toMatchObject({ data_access: { charged: 0, reserved: 0 } });
  });

  it('serves the tenant again when the clients have disconnected', async () => {
    expect((await openLarge()).statusCode).toBe(200);
    const waiting = enrich(ours, large);
    for (const each of open.splice(0)) each.destroy();
    expect((await waiting).status).toBe(200);
  });

  it('frees the memory of all requests of a connection when the connection is closed before their answers', async () => {
    const pipelined = async ({ baseUrl, apiKey }: Client): Promise<Socket> => {
      const body = JSON.stringify(large);
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\n`;
      return sendPart(baseUrl, `${head}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(2));
    };
    for (const client of [ours, theirs]) {
      const lock = await lockTable(service.database, 'company_domain');
      const connection = await pipelined(client);
      await untilWaiting(service.database, 'company_domain', 1);
      connection.destroy();
      await sleep(100);
      await lock.release();
    }
    expect((await enrich(await service.clientOf('next'), large)).status).toBe(200);
  });

  it('sends a stored large answer byte for byte as it was sent first', async () => {
    await storeKnownCompany(service);
    // One company is on record, because an answer that costs nothing is not stored.
    const body = { ...large, companies: [{ network_url: knownCompany }, ...large.companies.slice(1)] };
    const first = await post(ours, { path, body }, 'large');
    const again = await post(ours, { path, body }, 'large');
    expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([200, 200, 'true']);
    expect(again.text === first.text).toBe(true);
    expect((JSON.parse(first.text) as { results: object[] }).results).toHaveLength(1_000);
  });
});

describe('POST /v1/company/enrich protects the service from many large bodies that do not arrive', () => {
  it('waits for a few of the bodies, refuses the other requests with 503, and reads bodies of other tenants', async () => {
    const flood = Array.from({ length: 10 }, announceBody);
    const identifiers = large.companies.map((company) => ({ ...company, external_id: 'x'.repeat(4_000) }));
    expect(await resultsOf(theirs, { ...usual, companies: identifiers })).toHaveLength(1_000);
    expect(await Promise.race(flood)).toBe(503);
    expect(await resultsOf(ours, { ...usual, companies: [{ website: 'one.example' }] })).toHaveLength(1);
  });
});
