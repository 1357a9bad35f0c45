import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { advanceDate, restoreDate } from '../support/service/clock.js';
import { spend, storeMovements } from '../support/credits/credit-history.js';
import { call } from '../support/http/http.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

interface DayUsage {
  readonly date: string;
  readonly feature: string;
  readonly reserved: number;
  readonly charged: number;
  readonly released: number;
  readonly requests: number;
}

interface Usage {
  readonly from: string;
  readonly to: string;
  readonly usage: readonly DayUsage[];
}

const nothing = { reserved: 0, charged: 0, released: 0, requests: 0 };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

describe('GET /v1/usage', () => {
  afterEach(restoreDate);

  async function usageOf(tenant: string, query = ''): Promise<Usage> {
    const { apiKey } = await service.issueKey(tenant);
    const { status, body } = await call(`${service.baseUrl}/v1/usage${query}`, { apiKey });
    expect(status).toBe(200);
    return body as Usage;
  }

  it('returns the reserved, charged and released credits of today, by feature', async () => {
    await service.issueKey('today');
    const of = { tenant: 'today', requestId: 'r' };
    await spend(service.app, {
      ...of,
      reserve: { contact_data: 10, data_access: 10 },
      settle: { data_access: 7, contact_data: 10 },
    });
    await spend(service.app, { ...of, reserve: { data_access: 5 }, settle: { data_access: 0 } });
    await spend(service.app, { ...of, reserve: { data_access: 3 } });
    const { usage, to } = await usageOf('today');
    expect(usage).toEqual([
      { date: to, feature: 'data_access', reserved: 18, charged: 7, released: 8, requests: 3 },
      { date: to, feature: 'contact_data', reserved: 10, charged: 10, released: 0, requests: 1 },
    ]);
  });

  it('adds up the usage of each UTC day, and omits days and features without usage', async () => {
    await storeMovements(service.database, 'days', [
      { at: '2026-03-01T23:59:59.999Z', reserve: 8 },
      { at: '2026-03-02T00:00:00Z', post: 6, of: 8 },
      { at: '2026-03-04T12:00:00+14:00', feature: 'prospecting', reserve: 1 },
      { at: '2026-03-04T12:00:00Z', feature: 'prospecting', expire: 1 },
      { at: '2026-03-04T12:00:00Z', feature: 'contact_data', expire: 9 },
    ]);
    expect((await usageOf('days', '?from=2026-03-01&to=2026-03-05')).usage).toEqual([
      { ...nothing, date: '2026-03-01', feature: 'data_access', reserved: 8, requests: 1 },
      { ...nothing, date: '2026-03-02', feature: 'data_access', charged: 6, released: 2 },
      { ...nothing, date: '2026-03-03', feature: 'prospecting', reserved: 1, requests: 1 },
      { ...nothing, date: '2026-03-04', feature: 'contact_data', released: 9 },
      { ...nothing, date: '2026-03-04', feature: 'prospecting', released: 1 },
    ]);
  });

  it('includes the first and the last day of the period, and no other', async () => {
    const hours = [
      '2025-12-30T23:59:59.999Z',
      '2025-12-31T00:00:00Z',
      '2026-01-01T23:59:59.999Z',
      '2026-01-02T00:00:00Z',
    ];
    await storeMovements(
      service.database,
      'range',
      hours.map((at) => ({ at, reserve: 1 })),
    );
    const { usage, ...period } = await usageOf('range', '?from=2025-12-31&to=2026-01-01');
    expect(period).toEqual({ from: '2025-12-31', to: '2026-01-01' });
    expect(usage.map(({ date }) => date)).toEqual(['2025-12-31', '2026-01-01']);
  });

  it('covers the last 30 days by default', async () => {
    advanceDate(0);
    const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    const movements = [30, 29, 0].map((days) => ({ at: daysAgo(days), reserve: 1 }));
    await storeMovements(service.database, 'month', movements);
    const [first, last] = [daysAgo(29).slice(0, 10), daysAgo(0).slice(0, 10)];
    const { usage, ...period } = await usageOf('month');
    expect(period).toEqual({ from: first, to: last });
    expect(usage.map(({ date }) => date)).toEqual([first, last]);
    expect(await usageOf('month', `?from=${daysAgo(30).slice(0, 10)}`)).toMatchObject({
      to: last,
      usage: [{}, {}, {}],
    });
  });

  it('does not count grants as usage', async () => {
    expect((await usageOf('granted')).usage).toEqual([]);
  });

  it('returns the same sums as the credit accounts', async () => {
    await service.issueKey('agreed');
    const amounts = Array.from({ length: 40 }, (_, n) => ({ reserve: (n % 7) + 1, settle: n % 4 }));
    await Promise.all(
      amounts.map(({ reserve, settle }, n) =>
        spend(service.app, {
          tenant: 'agreed',
          requestId: `r${n}`,
          reserve: { data_access: reserve },
          ...(n % 5 === 0 ? {} : { settle: { data_access: Math.min(reserve, settle) } }),
        }),
      ),
    );
    const { rows } = await service.database.pool.query(
      `select posted::int, pending::int from credit_account where tenant_id = 'agreed' and feature = 'data_access'`,
    );
    const { usage } = await usageOf('agreed');
    const total = (member: 'reserved' | 'charged' | 'released' | 'requests'): number =>
      usage.reduce((sum, day) => sum + day[member], 0);
    const pending = total('reserved') - total('charged') - total('released');
    expect([{ posted: total('charged'), pending }]).toEqual(rows);
    expect([total('requests'), total('charged') > 0, pending > 0]).toEqual([40, true, true]);
  });

  it('returns only the usage of the tenant', async () => {
    await storeMovements(service.database, 'mine', [{ at: '2026-03-01T00:00:00Z', reserve: 1 }]);
    await storeMovements(service.database, 'theirs', [{ at: '2026-03-01T00:00:00Z', reserve: 100 }]);
    const { usage } = await usageOf('mine', '?from=2026-03-01&to=2026-03-01&tenant=theirs');
    expect(usage).toEqual([{ ...nothing, date: '2026-03-01', feature: 'data_access', reserved: 1, requests: 1 }]);
  });
});
