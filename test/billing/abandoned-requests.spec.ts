import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataAccessClient } from 'data-access-client';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { type Client, enrich } from '../support/records/company-api.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { usedCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { lockTable, untilWaiting } from '../support/http/idempotency.js';
import { type Era, type McpTestService, startMcpService } from '../support/http/mcp.js';
import { storeCompanies, storePersons } from '../support/records/person-factory.js';
import { sendPart } from '../support/http/raw-request.js';

let service: McpTestService;
let tenants = 0;

const websites = Array.from({ length: 20 }, (_, index) => `company-${index}.example`);
const page = 'https://www.network.com/in/leaving';

beforeAll(async () => {
  service = await startMcpService({ WORKER: 'off' });
  await storeCompanies(service.database, websites);
  await storePersons(service.database, [{ networkUrl: page, fullName: 'Lea Ving' }]);
});

afterAll(async () => {
  expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  await service.close();
});

/** How long a busy machine may take to end a request that was left. */
const slowMs = 60_000;

interface Tenant extends Client {
  readonly tenant: string;
}

async function newTenant(): Promise<Tenant> {
  tenants += 1;
  const tenant = `leaving-${tenants}`;
  return { tenant, ...(await service.clientOf(tenant)) };
}

const companies = (count: number): object => ({
  companies: websites.slice(0, count).map((website) => ({ website })),
  fields: ['name'],
});
const person = { persons: [{ network_url: page }], fields: ['full_name'] };

interface Sent {
  /** Closes the connection. */
  readonly leave: () => void;
}

function send({ baseUrl, apiKey }: Client, path: string, body: object, headers: Record<string, string> = {}): Sent {
  const sending = httpRequest(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, ...headers },
    agent: false,
  });
  sending.on('error', () => undefined);
  sending.end(JSON.stringify(body));
  return { leave: () => sending.destroy() };
}

/** Lets the client leave while the lookup of its request waits for a locked table, and then ends the lookup. */
async function leaveDuring(table: string, begin: () => Sent): Promise<void> {
  const lock = await lockTable(service.database, table);
  try {
    const { leave } = begin();
    await untilWaiting(service.database, table, 1);
    leave();
    // The close has to reach the service over the loopback interface.
    await sleep(100);
  } finally {
    await lock.release();
  }
}

/** The number of a tenant's requests that ended without an answer, as the reports of usage count them. */
async function errorsOf({ tenant }: Tenant): Promise<number> {
  await service.app.get(FreeUsage, { strict: false }).flush();
  const { rows } = await service.database.pool.query<{ errors: number }>(
    'select coalesce(sum(errors), 0)::int as errors from free_usage where tenant_id = $1',
    [tenant],
  );
  return rows[0]?.errors ?? 0;
}

async function chargedTo({ tenant }: Tenant): Promise<number> {
  return (await usedCredits(service.database, tenant)).data_access?.charged ?? 0;
}

async function holdsOf({ tenant }: Tenant): Promise<string[]> {
  const { rows } = await service.database.pool.query<{ state: string }>(
    'select state from credit_hold where tenant_id = $1 order by created_at',
    [tenant],
  );
  return rows.map(({ state }) => state);
}

/** Waits for the end of a request that was left, and expects that it was not charged. */
async function expectRelease(client: Tenant): Promise<void> {
  await eventually(async () => (await errorsOf(client)) > 0 || (await chargedTo(client)) > 0, slowMs);
  expect(await usedCredits(service.database, client.tenant)).toMatchObject({
    data_access: { charged: 0, reserved: 0 },
  });
  expect(await errorsOf(client)).toBe(1);
}

describe('A request whose client has disconnected before the charge', () => {
  it.each([
    ['few companies', '/v1/company/enrich', companies(3), 'company_domain'],
    ['a person', '/v1/person/enrich', person, 'person'],
  ])('costs nothing and leaves no hold when it asks for %s', async (_, path, body, table) => {
    const client = await newTenant();
    await leaveDuring(table, () => send(client, path, body));
    await expectRelease(client);
    expect(await holdsOf(client)).toEqual([]);
  });

  it('releases its credits if they were reserved before the lookup', async () => {
    const client = await newTenant();
    await leaveDuring('company_domain', () => send(client, '/v1/company/enrich', companies(20)));
    await expectRelease(client);
    expect(await holdsOf(client)).toEqual(['voided']);
  });

  it('costs nothing when it asks for many companies and the tenant is known to have plenty of credits', async () => {
    const client = await newTenant();
    await enrich(client, { companies: [{ website: 'unknown.example' }], fields: ['name'] });
    await leaveDuring('company_domain', () => send(client, '/v1/company/enrich', companies(20)));
    await expectRelease(client);
  });

  it('costs nothing, and neither does a second request on the same connection', async () => {
    const client = await newTenant();
    const { baseUrl, apiKey } = client;
    const body = JSON.stringify(companies(2));
    const head = `POST /v1/company/enrich HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\n`;
    const text = `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const lock = await lockTable(service.database, 'company_domain');
    const connection = await sendPart(baseUrl, text + text);
    await untilWaiting(service.database, 'company_domain', 2);
    connection.destroy();
    await sleep(100);
    await lock.release();
    await eventually(async () => (await errorsOf(client)) === 2 || (await chargedTo(client)) > 0, slowMs);
    expect(await chargedTo(client)).toBe(0);
  });

  it('is finished and charged once if it has an idempotency key, and a retry gets its answer', async () => {
    const client = await newTenant();
    const headers = { 'Idempotency-Key': 'kept' };
    await leaveDuring('company_domain', () => send(client, '/v1/company/enrich', companies(3), headers));
    await eventually(async () => (await chargedTo(client)) === 3);
    const retry = await fetch(`${client.baseUrl}/v1/company/enrich`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': client.apiKey, ...headers },
      body: JSON.stringify(companies(3)),
    });
    expect([retry.status, retry.headers.get('idempotent-replayed')]).toEqual([200, 'true']);
    expect(await chargedTo(client)).toBe(3);
  });

  it('starts the prospecting run that it asked for, and the credit of the run stays reserved', async () => {
    const client = await newTenant();
    const body = { network_url: 'https://www.network.com/company/acme' };
    await leaveDuring('prospecting_job', () => send(client, '/v1/prospecting/start', body));
    await eventually(async () => (await usedCredits(service.database, client.tenant)).prospecting?.reserved === 1);
  });
});

describe('A call of the TypeScript client', () => {
  const leave = async (client: Tenant, options: { maxWait?: number; idempotencyKey?: string }): Promise<void> => {
    const { baseUrl, apiKey } = client;
    const end = new AbortController();
    const list = [{ website: 'company-0.example' }, { website: 'company-1.example' }];
    let asking: Promise<unknown> | undefined;
    await leaveDuring('company_domain', () => {
      const enrichment = new DataAccessClient({ baseUrl, apiKey }).enrichCompanies(list, {
        fields: ['name'],
        signal: end.signal,
        ...options,
      });
      asking = expect(enrichment.withResponse()).rejects.toThrow('enough');
      return { leave: () => end.abort(new Error('enough')) };
    });
    await asking;
  };

  it('costs nothing when it is aborted and the client does not retry', async () => {
    const client = await newTenant();
    await leave(client, { maxWait: 0 });
    await expectRelease(client);
  });

  it.each([
    ['without retries', { maxWait: 0 }],
    ['with retries', {}],
  ])('is charged when it is aborted and has an idempotency key, %s', async (_, options) => {
    const client = await newTenant();
    await leave(client, { idempotencyKey: 'own', ...options });
    await eventually(async () => (await chargedTo(client)) === 2);
  });
});

describe('A tool call that its client ends before the charge', () => {
  const eras: [name: string, era: Era][] = [
    ['closes the connection', { pin: '2026-07-28' }],
    ['sends a cancellation', 'legacy'],
  ];

  const abandon = async (client: Tenant, era: Era, tool: string, args: object, table: string): Promise<void> => {
    const agent = await service.connect(client.tenant, era);
    const end = new AbortController();
    let asking: Promise<unknown> | undefined;
    await leaveDuring(table, () => {
      const params = { name: tool, arguments: { ...args } };
      asking = expect(agent.client.callTool(params, { signal: end.signal })).rejects.toThrow();
      return { leave: () => end.abort(new Error('enough')) };
    });
    await asking;
  };

  it.each(eras)('costs nothing when the agent %s', async (_, era) => {
    const few = await newTenant();
    await abandon(few, era, 'enrich_companies', companies(3), 'company_domain');
    await expectRelease(few);
    const many = await newTenant();
    await abandon(many, era, 'enrich_companies', companies(20), 'company_domain');
    await expectRelease(many);
    const one = await newTenant();
    await abandon(one, era, 'enrich_persons', person, 'person');
    await expectRelease(one);
  });

  it.each(eras)('is finished and charged if it has an idempotency key and the agent %s', async (_, era) => {
    const client = await newTenant();
    const args = { ...companies(3), idempotency_key: 'kept' };
    await abandon(client, era, 'enrich_companies', args, 'company_domain');
    await eventually(async () => (await chargedTo(client)) === 3);
    const agent = await service.connect(client.tenant);
    expect(await agent.resultOf('enrich_companies', args)).toMatchObject({ replayed: true });
  });

  it.each([
    ['the cancellation was sent with the API key of another tenant', 1, 'another key'],
    ['the cancellation could mean either of two calls', 2, 'the same key'],
  ])('is charged when %s', async (_, count, key) => {
    const client = await newTenant();
    const canceller = key === 'the same key' ? client : await newTenant();
    const call = {
      jsonrpc: '2.0',
      id: 7,
      method: 'tools/call',
      params: { name: 'enrich_companies', arguments: companies(3) },
    };
    const cancellation = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    const post = (sender: Client, sent: object): Promise<Response> =>
      fetch(`${sender.baseUrl}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Api-Key': sender.apiKey },
        body: JSON.stringify(sent),
      });
    const lock = await lockTable(service.database, 'company_domain');
    const calls = Array.from({ length: count }, () => post(client, call));
    await untilWaiting(service.database, 'company_domain', count);
    expect((await post(canceller, cancellation)).status).toBe(202);
    await lock.release();
    for (const answer of await Promise.all(calls)) {
      expect(await answer.json()).toMatchObject({
        result: { structuredContent: { credits_charged: { data_access: 3 } } },
      });
    }
  });
});
