import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { charges } from '../src/billing/charges.js';
import { CreditGrantsRepository } from '../src/billing/credit-grants.repository.js';
import { Ledger, type Reservation } from '../src/billing/ledger.js';
import { creditDiscrepancies } from './support/credit-invariants.js';
import { eventually } from './support/patience.js';
import { describeInside, isExternal } from './support/target.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

let own: TestDatabase;
let grants: CreditGrantsRepository;
const tenantId = randomUUID();

beforeAll(async () => {
  if (isExternal) return;
  own = await createTestDatabase();
  grants = new CreditGrantsRepository(own.database);
  await own.database.pool.query(`insert into tenant (id, name) values ($1, 'Acme')`, [tenantId]);
  await grants.grant(tenantId, 'data_access', 100);
}, 60_000);

afterAll(async () => {
  if (!isExternal) await own.drop();
});

/** Cuts the connection that waits for a lock. @returns whether there was one */
async function cutWaiting(): Promise<boolean> {
  const { rowCount } = await own.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount === 1;
}

describeInside('A ledger whose connection breaks', () => {
  it('fails who was in the batch, goes on with the others, and takes the same again', async () => {
    const ledger = new Ledger(own.database);
    const amounts = charges({ data_access: 1 });
    const asked = Array.from({ length: 4 }, (): Reservation => {
      const occasion = { tenantId, requestId: 'request', keyId: null, endpoint: null };
      return { holdId: randomUUID(), occasion, amounts, lifeSeconds: 600 };
    });
    const inTheWay = await own.database.pool.connect();
    await inTheWay.query('begin; lock table credit_account in exclusive mode');

    const calls = Promise.allSettled(asked.map((each) => ledger.reserve(each)));
    await eventually(cutWaiting);
    // The first was alone, and the second batch has the other three.
    await eventually(cutWaiting);
    const outcomes = await calls;
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await inTheWay.query('commit');
    inTheWay.release();

    expect(await grants.accounts(tenantId)).toMatchObject([{ pending: 0 }]);
    const again = await Promise.all(asked.map((each) => ledger.reserve(each)));
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(4).fill('reserved'));
    const known = await Promise.all(asked.map((each) => ledger.reserve(each)));
    expect(known.map(({ outcome }) => outcome)).toEqual(Array(4).fill('known'));
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });
});
