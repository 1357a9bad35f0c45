import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { charges, type Charges } from '../../src/billing/credits/credit-amounts.js';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { HoldSweepTimer } from '../../src/billing/credits/hold-sweep.timer.js';
import { Ledger, type Reservation } from '../../src/billing/credits/ledger.sql.js';
import { Database } from '../../src/platform/database/database.js';
import { creditDiscrepancies, overdueHolds } from '../support/credits/credit-invariants.js';
import { silentLog } from '../support/service/silent-log.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let own: TestDatabase;
/** Several databases with connections of their own. Each stands for the connections of one process. */
let processes: Database[] = [];
let ledgers: Ledger[] = [];
let ledger: Ledger;
let grants: CreditGrantsRepository;
let tenantId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  grants = new CreditGrantsRepository(own.database);
  const opened = Array.from({ length: 3 }, () => Database.open({ databaseUrl: own.url, dataDir: '' }, silentLog));
  processes = await Promise.all(opened);
});

afterAll(async () => {
  await Promise.all(processes.map((database) => database.onApplicationShutdown()));
  await own.drop();
});

beforeEach(async () => {
  tenantId = randomUUID();
  await run(`insert into tenant (id, name) values ($1, 'Acme')`, [tenantId]);
  ledger = new Ledger(own.database);
  ledgers = [ledger, ...processes.map((database) => new Ledger(database))];
});

async function run(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await own.database.pool.query<Record<string, unknown>>(sql, [...values])).rows;
}

function reservation(amounts: Charges, rest: Partial<Reservation> = {}): Reservation {
  const origin = { tenantId, requestId: 'request 7', keyId: 'key 7', endpoint: 'POST /v1/person/enrich' };
  return { holdId: randomUUID(), origin, amounts, lifeSeconds: 600, ...rest };
}

/** Distributes concurrent calls evenly over the processes. */
function spread<T, U>(items: readonly T[], call: (ledger: Ledger, item: T) => Promise<U>): Promise<U[]> {
  return Promise.all(items.map((item, index) => call(ledgers[index % ledgers.length] ?? ledger, item)));
}

const outlive = (holdIds: readonly string[]) =>
  run(`update credit_hold set expires_at = now() - interval '1 s' where id = any($1::uuid[])`, [holdIds]);

describe('Reserving and settling', () => {
  it('stores in the ledger entries which request, key and endpoint have used the credits', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const asked = reservation(charges({ data_access: 6 }));
    await ledger.reserve(asked);
    await ledger.settle(asked.holdId, tenantId, charges({ data_access: 4 }));
    const columns = 'hold_id, request_id, key_id, endpoint, kind, posted_delta::int, pending_delta::int';
    const use = { request_id: 'request 7', key_id: 'key 7', endpoint: 'POST /v1/person/enrich', hold_id: asked.holdId };
    expect(
      await run(`select ${columns} from credit_entry where tenant_id = $1 and hold_id is not null`, [tenantId]),
    ).toEqual([
      { ...use, kind: 'reserve', posted_delta: 0, pending_delta: 6 },
      { ...use, kind: 'post', posted_delta: 4, pending_delta: -6 },
    ]);
  });

  it('counts the credits that are charged to an account without a limit', async () => {
    await grants.lift(tenantId, 'prospecting');
    const most = charges({ prospecting: 2 ** 31 - 1 });
    const [first, second] = [reservation(most), reservation(most)];
    await Promise.all([ledger.reserve(first), ledger.reserve(second)]);
    await Promise.all([first, second].map(({ holdId }) => ledger.settle(holdId, tenantId, most)));
    expect(await grants.accounts(tenantId)).toMatchObject([{ posted: 2 * (2 ** 31 - 1), pending: 0 }]);
  });

  it('combines a hundred concurrent calls into five transactions', async () => {
    await grants.grant(tenantId, 'data_access', 100);
    const asked = Array.from({ length: 100 }, () => reservation(charges({ data_access: 1 })));
    // The reservations are sent in batches of 1, 50, 25, 16 and 8.
    const shared = 5;
    const transactions = `select count(distinct xmin::text)::int as count from credit_hold where tenant_id = $1`;
    await Promise.all(asked.map((each) => ledger.reserve(each)));
    expect(await run(transactions, [tenantId])).toEqual([{ count: shared }]);
    await Promise.all(asked.map(({ holdId }) => ledger.settle(holdId, tenantId, charges({ data_access: 1 }))));
    expect(await run(transactions, [tenantId])).toEqual([{ count: shared }]);
  });

  it('can be done in a transaction of the caller', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const [kept, lost] = [reservation(charges({ data_access: 3 })), reservation(charges({ data_access: 4 }))];
    for (const [asked, end] of [
      [kept, 'commit'],
      [lost, 'rollback'],
    ] as const) {
      const client = await own.database.pool.connect();
      await client.query('begin');
      expect(await ledger.reserveWithin(client, asked)).toMatchObject({ outcome: 'reserved' });
      await client.query(end);
      client.release();
    }
    expect(await ledger.settleWithin(own.database.pool, lost.holdId, tenantId, new Map())).toMatchObject({
      outcome: 'gone',
    });
    expect(await ledger.settleWithin(own.database.pool, kept.holdId, tenantId, charges({ data_access: 2 }))).toEqual({
      outcome: 'settled',
      balances: new Map([['data_access', { remaining: 8, granted: 10 }]]),
    });
  });
});

describe('An invalid call of the ledger', () => {
  it.each([
    ['a hold id that is no UUID', { holdId: 'hold 7' }],
    ['a negative number of credits', { amounts: charges({ data_access: -1 }) }],
    ['half a credit', { amounts: charges({ data_access: 0.5 }) }],
    ['more credits than the column can store', { amounts: charges({ data_access: 2 ** 31 }) }],
    ['a hold that expires after 0 seconds', { lifeSeconds: 0 }],
  ])('is rejected for %s, and does not fail the other calls of its batch', async (_, wrong) => {
    await grants.grant(tenantId, 'data_access', 10);
    const right = reservation(charges({ data_access: 1 }));
    const [, refused, reserved] = await Promise.allSettled([
      ledger.reserve(reservation(charges({ data_access: 1 }))),
      ledger.reserve({ ...reservation(charges({ data_access: 1 })), ...wrong }),
      ledger.reserve(right),
    ]);
    expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
    expect(reserved).toMatchObject({ value: { outcome: 'reserved' } });
  });

  it('is rejected if it settles more than was reserved, and does not fail the other calls of its batch', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const asked = Array.from({ length: 3 }, () => reservation(charges({ data_access: 2 })));
    await Promise.all(asked.map((each) => ledger.reserve(each)));
    const [, excessive, settled] = await Promise.allSettled(
      asked.map(({ holdId }, index) =>
        ledger.settle(holdId, tenantId, charges({ data_access: [1, 3, 2][index] ?? 0 })),
      ),
    );
    expect(excessive).toMatchObject({ status: 'rejected', reason: expect.any(RangeError) });
    expect(settled).toMatchObject({ value: { outcome: 'settled' } });
    expect(await grants.accounts(tenantId)).toMatchObject([{ posted: 3, pending: 2 }]);
  });
});

describe('Several processes', () => {
  it('reserve together exactly the available credits, and no more', async () => {
    await grants.grant(tenantId, 'data_access', 100);
    await grants.grant(tenantId, 'contact_data', 1_000);
    const asked = Array.from({ length: 400 }, () => reservation(charges({ data_access: 1, contact_data: 1 })));
    const outcomes = await spread(asked, (process, each) => process.reserve(each));
    expect(outcomes.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(100);
    expect(await grants.accounts(tenantId)).toMatchObject([{ pending: 100 }, { pending: 100 }]);
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });

  it('refuse no request for which enough credits are left', async () => {
    await grants.grant(tenantId, 'data_access', 500);
    const sizes = Array.from({ length: 400 }, (_, index) => 1 + ((index * 7) % 9));
    const outcomes = await spread(sizes, (process, size) =>
      process.reserve(reservation(charges({ data_access: size }))),
    );
    const [{ pending } = { pending: 0 }] = await grants.accounts(tenantId);
    const refused = sizes.filter((_, index) => outcomes[index]?.outcome === 'refused');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter((size) => size <= 500 - pending)).toEqual([]);
  });

  it('cause no deadlock when they lock accounts in different orders', async () => {
    for (const feature of ['data_access', 'contact_data', 'prospecting'] as const)
      await grants.grant(tenantId, feature, 1_000);
    const orders = [
      ['data_access', 'prospecting'],
      ['prospecting', 'contact_data'],
      ['contact_data', 'data_access'],
    ] as const;
    const asked = Array.from({ length: 300 }, (_, index) => {
      const features = orders[index % orders.length] ?? [];
      return reservation(new Map(features.map((feature) => [feature, 1] as const)));
    });
    const outcomes = await spread(asked, async (process, each) => {
      await process.reserve(each);
      return process.settle(each.holdId, tenantId, each.amounts);
    });
    expect(outcomes.filter(({ outcome }) => outcome === 'settled')).toHaveLength(300);
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });

  it('reserve a hold only once and settle it only once', async () => {
    await grants.grant(tenantId, 'data_access', 100);
    const asked = Array.from({ length: 10 }, () => reservation(charges({ data_access: 5 })));
    const fourTimes = [asked, asked, asked, asked].flat();
    const reserved = await spread(fourTimes.toSorted(byId), (process, each) => process.reserve(each));
    expect(reserved.filter(({ outcome }) => outcome === 'reserved')).toHaveLength(10);
    expect(reserved.filter(({ outcome }) => outcome === 'known')).toHaveLength(30);
    const settled = await spread(fourTimes.toSorted(byId), (process, { holdId, amounts }) =>
      process.settle(holdId, tenantId, amounts),
    );
    expect(settled.filter(({ outcome }) => outcome === 'settled')).toHaveLength(10);
    expect(settled.filter(({ outcome }) => outcome === 'gone')).toHaveLength(30);
    expect(await grants.accounts(tenantId)).toMatchObject([{ posted: 50, pending: 0 }]);
  });
});

describe('An expired hold', () => {
  it('cannot be settled, even before the timer has released it', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const asked = reservation(charges({ data_access: 10 }));
    await ledger.reserve(asked);
    await outlive([asked.holdId]);
    const balances = new Map([['data_access', { remaining: 0, granted: 10 }]]);
    expect(await ledger.settle(asked.holdId, tenantId, asked.amounts)).toEqual({ outcome: 'gone', balances });
  });

  it('is released only once, even if several sweeps run at the same time', async () => {
    await grants.grant(tenantId, 'data_access', 100);
    const asked = Array.from({ length: 30 }, () => reservation(charges({ data_access: 2 })));
    await Promise.all(asked.map((each) => ledger.reserve(each)));
    await outlive(asked.slice(0, 20).map(({ holdId }) => holdId));
    const swept = await spread(Array<number>(40).fill(3), (process, limit) => process.sweepExpired(limit));
    expect(Math.max(...swept)).toBeLessThanOrEqual(3);
    while ((await ledger.sweepExpired(3)) > 0);
    expect(await grants.accounts(tenantId)).toMatchObject([{ posted: 0, pending: 20 }]);
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });

  it('is released by the timer, which stops when it is aborted', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const asked = reservation(charges({ data_access: 10 }));
    await ledger.reserve(asked);
    await outlive([asked.holdId]);
    const timer = new HoldSweepTimer(ledger);
    const stopped = timer.round(AbortSignal.abort(new Error('stopping')));
    await expect(stopped).rejects.toThrow('stopping');
    expect(await overdueHolds(own.database.pool)).toBeGreaterThan(0);
    await timer.round(new AbortController().signal);
    expect(await overdueHolds(own.database.pool)).toBe(0);
  });
});

const byId = (one: Reservation, other: Reservation): number => (one.holdId < other.holdId ? -1 : 1);
