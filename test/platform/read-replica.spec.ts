import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HealthReport } from '../../src/health/health.dto.js';
import type { Database } from '../../src/platform/database/database.js';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { usedCredits } from '../support/credits/credits.js';
import { call } from '../support/http/http.js';
import { storeCompanies, storePersons } from '../support/records/person-factory.js';
import { singleLine, runProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { startTestService, type TestService } from '../support/service/test-service.js';
import { ndjson } from '../support/records/ndjson.js';

const personPage = 'https://www.network.com/in/only-there';

let replica: TestDatabase;
let service: TestService;
let apiKey: string;

/** The primary database and the replica have different rows, so that an answer shows from which of them it was read. */
beforeAll(async () => {
  replica = await createTestDatabase();
  service = await startTestService({ env: { DATABASE_READ_URL: replica.url, WORKER: 'off' } });
  ({ apiKey } = await service.issueKey('ours'));
  await storeCompanies(service.database, ['here.example']);
  const [companyId] = await storeCompanies(replica.database, ['there.example']);
  await storePersons(replica.database, [{ networkUrl: personPage, fullName: 'Ada Lovelace', companyId }]);
  await storeTenantsOwn(replica.database);
});

afterAll(async () => {
  await service.close();
  await replica.drop();
});

/** Stores a signal and a query field of a tenant. */
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

describe('A service with a read replica', () => {
  it('reads companies, query fields and signals from the replica', async () => {
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

  it('reads persons from the replica, and charges credits in the primary database', async () => {
    const before = await dataAccess();
    const body = { persons: [{ network_url: personPage }], fields: ['full_name', 'everybody'] };
    expect(await ask('/v1/person/enrich', body)).toMatchObject({
      results: [{ matched: true, data: { full_name: 'Ada Lovelace', everybody: 1 } }],
    });
    expect(await dataAccess()).toEqual({ charged: before.charged + 1, reserved: 0 });
  });

  it('reports the state of the replica in /health', async () => {
    expect(await health()).toMatchObject({
      status: 'ok',
      database: { status: 'ok' },
      database_replica: { status: 'ok' },
    });
  });
});

describe('A service whose read replica has not replayed an erasure', () => {
  const page = 'https://www.network.com/in/erased';
  const colleague = 'https://www.network.com/in/colleague';
  const commands = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
  const days = { start_time: '2026-01-01', end_time: '2026-01-31' };
  const website = 'where-erased.example';
  /** Identifies the erased person without the profile page, because the profile page is on the suppression list. */
  const person = { full_name: 'Eve Erased', company_domain: website };
  const fields = ['full_name'];

  /** Imports the person into both databases, and then erases the person only in the primary one. */
  beforeAll(async () => {
    const people = [
      { network_url: page, full_name: 'Eve Erased', job_title: 'CTO', emails: [{ address: `eve@${website}` }] },
      { network_url: colleague, full_name: 'Carl Colleague' },
    ].map((each) => ({ ...each, company_website: website }));
    const day = { date: '2026-01-15', signal_type: 'Article', account_website: website };
    for (const url of [service.databaseUrl, replica.url]) {
      const load = (what: string, records: object[], ...more: string[]) =>
        commands.answerOf(['import', what, '-', ...more], {
          stdin: ndjson(records),
          env: { DATABASE_URL: url },
        });
      await load('companies', [{ website, name: 'Where Erased' }]);
      await load('persons', people);
      await load('signals', [{ ...day, intent_holder_network_url: page }], '--tenant', 'ours');
    }
    const erased = await commands.answerOf(['erase', 'person', '--network-url', page]);
    expect(erased).toMatchObject({ erased: { persons: 1, signals: 1 } });
  });

  /** Runs `work` on a process that was started after the erasure. */
  async function inFreshProcess<T>(env: Record<string, string>, work: (baseUrl: string) => Promise<T>): Promise<T> {
    const fresh = await startTestService({
      sharing: service,
      env: { DATABASE_READ_URL: replica.url, WORKER: 'off', ...env },
    });
    try {
      return await work(fresh.baseUrl);
    } finally {
      await fresh.close();
    }
  }

  it.each<[what: string, path: string, body: object, env?: Record<string, string>]>([
    ['in an answer that is charged in one step', '/v1/person/enrich', { persons: [person], fields }],
    [
      'in an answer that is charged after a reservation',
      '/v1/person/enrich',
      { persons: Array.from({ length: 11 }, () => person), fields },
    ],
    [
      'in an answer with contact data and employer',
      '/v1/person/enrich',
      { persons: [person], include_contact_data: true, enrich_company: true },
    ],
    ['in a free answer', '/v1/person/enrich', { persons: [person], include_personas: true }],
    ['in signals of persons', '/v1/person/enrich', { persons: [person], allow_signals: days }],
    [
      'in signals of companies',
      '/v1/company/enrich',
      { companies: [{ website }], fields: ['name'], allow_signals: days },
    ],
    ['in all signals', '/v1/signals/get-signals', days],
    [
      'in an answer of a service that charges no credits',
      '/v1/person/enrich',
      { persons: [person], fields },
      { CREDITS: 'off' },
    ],
  ])('does not return the erased person %s', async (_what, path, body, env = {}) => {
    const before = await dataAccess();
    const { status, body: answer } = await inFreshProcess(env, (baseUrl) =>
      call(`${baseUrl}${path}`, { apiKey, body }),
    );
    expect(status).toBe(200);
    const told = JSON.stringify(answer);
    expect(told).not.toMatch(/eve@|in\/erased/);
    if (path.includes('person')) expect(told).not.toContain('"matched":true');
    const charged = path.includes('company') ? 1 : 0;
    expect(await dataAccess()).toEqual({ charged: before.charged + charged, reserved: 0 });
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });

  it.each([1, 11])(
    'does not return the erased person if %i identifiers of the request are the profile URL of that person',
    async (times) => {
      const body = { persons: Array.from({ length: times }, () => ({ network_url: page })), fields };
      const answer = await inFreshProcess({}, (baseUrl) => call(`${baseUrl}/v1/person/enrich`, { apiKey, body }));
      const nothing = { matched: false, data: { full_name: null } };
      expect(answer.body).toMatchObject({ results: Array.from({ length: times }, () => nothing) });
    },
  );

  it('charges one credit for a request with the erased person and another person', async () => {
    const before = await dataAccess();
    const body = { persons: [person, { network_url: colleague }], fields };
    const answer = await inFreshProcess({}, (baseUrl) => call(`${baseUrl}/v1/person/enrich`, { apiKey, body }));
    expect(answer.body).toMatchObject({
      results: [{ matched: false }, { matched: true, data: { full_name: 'Carl Colleague' } }],
    });
    expect(answer.headers.get('X-Credits-Data-Access-Charged')).toBe('1');
    expect(await dataAccess()).toEqual({ charged: before.charged + 1, reserved: 0 });
  });

  it('reads from the primary database until the replica has caught up', async () => {
    const here = { companies: [{ website: 'here.example' }, { website: 'there.example' }], fields: ['name'] };
    const matched = async (): Promise<boolean[]> => {
      const { results } = (await ask('/v1/company/enrich', here)) as { results: { matched: boolean }[] };
      return results.map((result) => result.matched);
    };
    expect(await matched()).toEqual([true, false]);
    await replica.database.pool.query('update installation set erasures = erasures + 1');
    expect(await matched()).toEqual([false, true]);
  });
});

describe('A read replica without a primary database', () => {
  it('prevents the start of the service, with a message of one line', async () => {
    const env = { DATABASE_READ_URL: 'postgresql://replica.example/das' };
    expect(await runProgram(['dist/main.js'], { env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(singleLine(/DATABASE_READ_URL needs DATABASE_URL/)),
    });
  });
});

describe('An unreachable read replica', () => {
  it('makes requests fail without a charge; they do not read from the primary database instead', async () => {
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
