import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { charges } from '../../src/billing/credits/credit-amounts.js';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { Ledger, type Reservation } from '../../src/billing/credits/ledger.sql.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { eventually } from '../support/service/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let own: TestDatabase;
let grants: CreditGrantsRepository;
const tenantId = randomUUID();
const cutSessions: number[] = [];

beforeAll(async () => {
  own = await createTestDatabase();
  grants = new CreditGrantsRepository(own.database);
  await own.database.pool.query(`insert into tenant (id, name) values ($1, 'Acme')`, [tenantId]);
  await grants.grant(tenantId, 'data_access', 100);
});

afterAll(async () => {
  await own.drop();
});

function reservation(): Reservation {
  const origin = { tenantId, requestId: 'request', keyId: null, endpoint: null };
  return { holdId: randomUUID(), origin, amounts: charges({ data_access: 1 }), lifeSeconds: 600 };
}

const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/**
 * Terminates the next session that waits for a lock. Sessions that this test has already terminated are left out, because PostgreSQL
 * may still list them.
 */
async function cutNextWaiting(): Promise<void> {
  await eventually(async () => {
    const { rows } = await own.database.pool.query<{ pid: number }>(
      `select pid, pg_terminate_backend(pid) ${waiting} and pid <> all ($1)`,
      [cutSessions],
    );
    cutSessions.push(...rows.map(({ pid }) => pid));
    return rows.length === 1;
  });
}

/** Runs calls of several processes concurrently: all wait for the lock before one continues. */
async function atOnce<T>(lock: string, calls: readonly (() => Promise<T>)[]): Promise<T[]> {
  const inTheWay = await own.database.pool.connect();
  await inTheWay.query(`begin; ${lock}`);
  const answers = Promise.all(calls.map((call) => call()));
  await eventually(async () => (await own.database.pool.query(`select ${waiting}`)).rowCount === calls.length);
  await inTheWay.query('commit');
  inTheWay.release();
  return answers;
}

describe('A hold that concurrent processes use', () => {
  const [one, other] = [() => new Ledger(own.database), () => new Ledger(own.database)];
  const outcomes = (answers: readonly { readonly outcome: string }[]) => answers.map(({ outcome }) => outcome).sort();

  it('is reserved only once', async () => {
    const asked = reservation();
    const account = `select from credit_account for update`;
    const answers = await atOnce(account, [() => one().reserve(asked), () => other().reserve(asked)]);
    expect(outcomes(answers)).toEqual(['known', 'reserved']);
  });

  it('is settled only once', async () => {
    const { holdId, amounts, ...rest } = reservation();
    await one().reserve({ holdId, amounts, ...rest });
    const hold = `select from credit_hold where id = '${holdId}' for update`;
    const settle = (ledger: Ledger) => () => ledger.settle(holdId, tenantId, amounts);
    expect(outcomes(await atOnce(hold, [settle(one()), settle(other())]))).toEqual(['gone', 'settled']);
  });

  it('expires only once', async () => {
    const asked = reservation();
    await one().reserve(asked);
    await own.database.pool.query(`update credit_hold set expires_at = now() where id = '${asked.holdId}'`);
    const account = `select from credit_account for update`;
    const swept = await atOnce(account, [() => one().sweepExpired(10), () => other().sweepExpired(10)]);
    expect(swept.sort()).toEqual([0, 1]);
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });
});

describe('A ledger whose connection breaks', () => {
  it('fails the calls that are under way, and accepts them when they are repeated', async () => {
    const ledger = new Ledger(own.database);
    const [{ pending } = { pending: 0 }] = await grants.accounts(tenantId);
    const asked = Array.from({ length: 4 }, reservation);
    const inTheWay = await own.database.pool.connect();
    try {
      await inTheWay.query('begin; lock table credit_account in exclusive mode');
      const calls = Promise.allSettled(asked.map((each) => ledger.reserve(each)));
      // The first batch has one call, the second batch the other three.
      await cutNextWaiting();
      await cutNextWaiting();
      expect((await calls).map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
      await inTheWay.query('commit');
    } finally {
      inTheWay.release();
    }

    expect(await grants.accounts(tenantId)).toMatchObject([{ pending }]);
    const again = await Promise.all(asked.map((each) => ledger.reserve(each)));
    expect(again.map(({ outcome }) => outcome)).toEqual(Array(4).fill('reserved'));
    const known = await Promise.all(asked.map((each) => ledger.reserve(each)));
    expect(known.map(({ outcome }) => outcome)).toEqual(Array(4).fill('known'));
    expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  });
});
