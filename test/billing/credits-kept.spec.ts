import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { enrich } from '../support/records/company-api.js';
import { creditsIn, startCreditWorld, type CreditWorld } from '../support/credits/credit-world.js';
import { usedCredits } from '../support/credits/credits.js';
import { call } from '../support/http/http.js';
import { cutOffDatabase } from '../support/outages/outage.js';
import type { PersonService } from '../support/records/person-service.js';
import { startTestService } from '../support/service/test-service.js';

let world: CreditWorld;
let service: PersonService;

beforeAll(async () => {
  world = await startCreditWorld();
  service = world.service;
});

afterAll(async () => {
  await world.close();
});

describe('The credits of a tenant', () => {
  it('are counted and do not run out if the account has no limit', async () => {
    const client = await world.tenantWith(0);
    await new CreditGrantsRepository(service.database).lift(client.tenant, 'data_access');
    const answer = await enrich(client, { companies: [{ website: 'acme.com' }], fields: ['name'] });
    expect(creditsIn(answer)).toEqual({
      'x-credits-data-access-charged': '1',
      'x-credits-data-access-remaining': 'unlimited',
    });
    expect(await usedCredits(service.database, client.tenant)).toEqual({ data_access: { charged: 1, reserved: 0 } });
  });

  it('are reported as low in the header X-Credits-Low when few of them are left', async () => {
    const client = await world.tenantWith(10);
    const ask = () => enrich(client, { companies: [{ website: 'acme.com' }], fields: ['name'] });
    for (let i = 0; i < 9; i += 1) expect(creditsIn(await ask())['x-credits-low']).toBeUndefined();
    expect(creditsIn(await ask())['x-credits-low']).toBe('data_access');
  });

  it('are reserved and charged in ledger entries that name the request, the key and the endpoint', async () => {
    const client = await world.tenantWith(10);
    const { headers } = await call(`${service.baseUrl}/v1/company/enrich`, {
      apiKey: client.apiKey,
      headers: { 'X-Request-Id': 'order-66' },
      body: { companies: [{ website: 'acme.com' }], fields: ['name'] },
    });
    expect(headers.get('X-Request-Id')).toBe('order-66');
    const entries = await service.database.prisma.creditEntry.findMany({
      where: { tenantId: client.tenant, requestId: 'order-66' },
      orderBy: { id: 'asc' },
    });
    const [key] = await service.database.prisma.apiKey.findMany({ where: { tenantId: client.tenant } });
    expect(entries.map(({ kind, keyId, endpoint }) => ({ kind, keyId, endpoint }))).toEqual([
      { kind: 'reserve', keyId: key?.id, endpoint: 'POST /v1/company/enrich' },
      { kind: 'post', keyId: key?.id, endpoint: 'POST /v1/company/enrich' },
    ]);
  });

  it('are not needed with CREDITS=off', async () => {
    const free = await startTestService({ env: { CREDITS: 'off' }, sharing: service });
    try {
      const client = await world.tenantWith(0);
      const body = { companies: [{ website: 'acme.com' }], fields: ['name'] };
      const answer = await enrich({ ...client, baseUrl: free.baseUrl }, body);
      expect(answer.status).toBe(200);
      expect(creditsIn(answer)).toEqual({
        'x-credits-data-access-charged': '0',
        'x-credits-data-access-remaining': 'unlimited',
      });
    } finally {
      await free.close();
    }
  });
});

describe('A request whose credits cannot be reserved', () => {
  it('is answered with an error during an outage of the database', async () => {
    const own = await startTestService();
    try {
      const { apiKey } = await own.issueKey('first');
      const client = { baseUrl: own.baseUrl, apiKey };
      const body = { companies: [{ website: 'acme.com' }], fields: ['name'] };
      expect((await enrich(client, body)).status).toBe(200);
      await cutOffDatabase(own);
      const answer = await enrich(client, body);
      expect(answer.status).toBe(500);
      expect(answer.body).toMatchObject({ detail: { status: 'ENRICHMENT_FAILED' } });
    } finally {
      await own.close();
    }
  });
});
