import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { HealthReport } from '../src/health/health.dto.js';
import type { Database } from '../src/platform/database/database.js';
import { usedCredits } from './support/credits.js';
import { call } from './support/http.js';
import { storeCompanies, storePersons } from './support/person-factory.js';
import { oneLine, runProgram } from './support/programs.js';
import { describeInside, isExternal } from './support/target.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { startTestService, type TestService } from './support/test-service.js';

const personPage = 'https://www.network.com/in/only-there';

let replica: TestDatabase;
let service: TestService;
let apiKey: string;

/** Both databases have rows of their own, so that an answer tells which one it was read from. */
beforeAll(async () => {
  if (isExternal) return;
  replica = await createTestDatabase();
  service = await startTestService({ env: { DATABASE_READ_URL: replica.url, WORKER: 'off' } });
  ({ apiKey } = await service.issueKey('ours'));
  await storeCompanies(service.database, ['here.example']);
  const [companyId] = await storeCompanies(replica.database, ['there.example']);
  await storePersons(replica.database, [{ networkUrl: personPage, fullName: 'Ada Lovelace', companyId }]);
  await storeTenantsOwn(replica.database);
});

afterAll(async () => {
  if (isExternal) return;
  await service.close();
  await replica.drop();
});

/** What belongs to a tenant: a signal and a query field. */
async function storeTenantsOwn({ prisma }: Database): Promise<void> {
  const tenantId = 'ours';
  await prisma.tenant.create({ data: { id: tenantId, name: tenantId } });
  const [date, countedAt] = [new Date('2026-01-15'), new Date()];
  const signal = { signalType: 'Article', accountWebsite: 'there.example', fingerprint: Buffer.from('1') };
  await prisma.signal.create({ data: { tenantId, date, ...signal } });
  const field = { name: 'everybody', scope: 'both', definition: {}, countedAt } as const;
  await prisma.queryField.create({ data: { tenantId, ...field } });
}

async function ask(path: string, body: unknown): Promise<unknown> {
  return (await call(`${service.baseUrl}${path}`, { apiKey, body })).body;
}

async function dataAccess(): Promise<{ charged: number; reserved: number }> {
  return (await usedCredits(service.database, 'ours')).data_access ?? { charged: 0, reserved: 0 };
}

async function health(): Promise<HealthReport> {
  return (await call(`${service.baseUrl}/health`)).body as HealthReport;
}

describeInside('A service with a read replica', () => {
  it('reads companies, their query fields and signals there', async () => {
    const companies = [{ website: 'there.example' }, { website: 'here.example' }];
    const allow_signals = { start_time: '2026-01-01', end_time: '2026-01-31' };
    expect(await ask('/v1/company/enrich', { companies, fields: ['everybody'], allow_signals })).toEqual({
      results: [
        expect.objectContaining({
          matched: true,
          data: { everybody: 0, signals: [expect.objectContaining({ signal_type: 'Article' })] },
        }),
        expect.objectContaining({ matched: false }),
      ],
    });
  });

  it('reads persons there, and counts credits in the database itself', async () => {
    const before = await dataAccess();
    const body = { persons: [{ network_url: personPage }], fields: ['full_name', 'everybody'] };
    expect(await ask('/v1/person/enrich', body)).toMatchObject({
      results: [{ matched: true, data: { full_name: 'Ada Lovelace', everybody: 1 } }],
    });
    expect(await dataAccess()).toEqual({ charged: before.charged + 1, reserved: 0 });
  });

  it('tells how the replica is', async () => {
    expect(await health()).toMatchObject({
      status: 'ok',
      database: { status: 'ok' },
      database_replica: { status: 'ok' },
    });
  });
});

describeInside('A read replica that has not heard of an erasure yet', () => {
  it('is never the source of an answer that is stored', async () => {
    const url = `${service.baseUrl}/v1/company/enrich`;
    const body = { companies: [{ website: 'there.example' }], fields: ['name'] };
    const isReplayed = async (key: string): Promise<boolean> => {
      const headers = { 'Idempotency-Key': key };
      const first = await call(url, { apiKey, body, headers });
      const second = await call(url, { apiKey, body, headers });
      expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
      return second.headers.has('Original-Request-Id');
    };
    expect(await isReplayed('before')).toBe(true);
    await service.database.pool.query('update installation set erasures = erasures + 1');
    expect(await isReplayed('after')).toBe(false);
  });
});

describeInside('A read replica', () => {
  it('must be the replica of a database', async () => {
    const env = { DATABASE_READ_URL: 'postgresql://replica.example/das' };
    expect(await runProgram(['dist/main.js'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(oneLine(/DATABASE_READ_URL needs DATABASE_URL/)),
    });
  });

  it('that is away is an outage: nothing is read from the database instead, and nothing charged', async () => {
    const env = { DATABASE_READ_URL: 'postgresql://nobody@127.0.0.1:1/nowhere', WORKER: 'off' };
    const cutOff = await startTestService({ sharing: service, env });
    try {
      const before = await dataAccess();
      const body = { companies: [{ website: 'here.example' }], fields: ['name'] };
      const answer = await call(`${cutOff.baseUrl}/v1/company/enrich`, { apiKey, body });
      expect(answer.status).toBe(500);
      expect(await dataAccess()).toEqual(before);
      const { body: report } = await call(`${cutOff.baseUrl}/health`);
      expect(report).toMatchObject({ status: 'degraded', database_replica: { status: 'unreachable' } });
    } finally {
      await cutOff.close();
    }
  });
});
