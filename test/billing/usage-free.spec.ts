import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import type { Client } from '../support/records/company-api.js';
import { type CreditWorld, startCreditWorld } from '../support/credits/credit-world.js';
import { eventually } from '../support/service/eventually.js';
import { call } from '../support/http/http.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const company = 'POST /v1/company/enrich';
const signalsOnly = { companies: [{ website: 'acme.com' }, { website: 'nowhere.example' }], allow_signals: {} };

let world: CreditWorld;
let service: TestService;

beforeAll(async () => {
  world = await startCreditWorld();
  ({ service } = world);
});

afterAll(() => world.close());

/** Sends a request, and checks that the answer has this status. */
async function send(endpoint: string, body: unknown, client: Client, status = 200): Promise<void> {
  const answer = await call(`${client.baseUrl}${endpoint.replace('POST ', '')}`, { ...client, body });
  expect(answer.status).toBe(status);
}

async function groupsOf({ apiKey }: Client): Promise<unknown> {
  const { body } = await call(`${service.baseUrl}/v1/usage?group_by=endpoint`, { apiKey });
  return (body as { groups: unknown }).groups;
}

describe('The usage of free requests', () => {
  const stored = async (tenant: string): Promise<unknown[]> => {
    const { rows } = await service.database.pool.query<object>(
      `select endpoint, requests::int, identifiers::int, matched::int from free_usage where tenant_id = $1`,
      [tenant],
    );
    return rows;
  };

  it('is written some seconds later, in one row for all requests of a day to an endpoint', async () => {
    const client = await world.tenantWith(1);
    await Promise.all(Array.from({ length: 5 }, () => send(company, signalsOnly, client)));
    await eventually(async () => (await stored(client.tenant)).length > 0, 60_000);
    expect(await stored(client.tenant)).toEqual([{ endpoint: company, requests: 5, identifiers: 10, matched: 5 }]);
  });

  it('is written when a process ends, and several processes add to the same row', async () => {
    const client = await world.tenantWith(1);
    const others = await Promise.all([1, 2].map(() => startTestService({ sharing: service, env: { WORKER: 'off' } })));
    for (const { baseUrl } of others) await send(company, signalsOnly, { ...client, baseUrl });
    await Promise.all(others.map((other) => other.close()));
    expect(await stored(client.tenant)).toMatchObject([{ requests: 2, identifiers: 4, matched: 2 }]);
  });

  it('is written if the service counts no credits', async () => {
    const client = await world.tenantWith(1);
    const unmetered = await startTestService({ sharing: service, env: { CREDITS: 'off', WORKER: 'off' } });
    const free = { ...client, baseUrl: unmetered.baseUrl };
    const companies = [{ website: 'acme.com' }, { website: 'nowhere.example' }];
    await send(company, { companies, fields: ['name'] }, free);
    const start = 'POST /v1/prospecting/start';
    await send(start, { network_url: 'network.com/company/acme' }, free, 202);
    await unmetered.close();
    expect(await groupsOf(client)).toMatchObject([
      { group: company, requests: 1, identifiers: 2, matched: 1, credits: [] },
      { group: start, requests: 1, identifiers: 0, matched: 0, credits: [] },
    ]);
  });

  it('is kept until it can be written, and dropped for deleted tenants', async () => {
    const free = service.app.get(FreeUsage, { strict: false });
    const [client, deleted] = [await world.tenantWith(1), await world.tenantWith(1)];
    for (const each of [client, deleted]) await send(company, signalsOnly, each);
    await service.database.pool.query('alter table free_usage rename to unreachable');
    await free.flush();
    await service.database.pool.query('alter table unreachable rename to free_usage');
    await service.app.get(TenantService, { strict: false }).remove(deleted.tenant);
    await send(company, signalsOnly, client);
    await free.flush();
    expect([await stored(client.tenant), await stored(deleted.tenant)]).toMatchObject([[{ requests: 2 }], []]);
  });
});
