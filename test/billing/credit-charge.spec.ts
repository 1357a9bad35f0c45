import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { charges, type Charges } from '../../src/billing/credits/credit-amounts.js';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { Ledger, type Reservation } from '../../src/billing/credits/ledger.sql.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let own: TestDatabase;
let ledger: Ledger;
let grants: CreditGrantsRepository;
let tenantId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  ledger = new Ledger(own.database);
  grants = new CreditGrantsRepository(own.database);
});

afterAll(async () => {
  expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
  await own.drop();
});

beforeEach(async () => {
  tenantId = randomUUID();
  await own.database.pool.query('insert into tenant (id, name) values ($1, $1)', [tenantId]);
});

function reservation(amounts: Charges): Reservation {
  const origin = { tenantId, requestId: 'request 8', keyId: 'key 8', endpoint: 'POST /v1/company/enrich' };
  return { holdId: randomUUID(), origin, amounts, lifeSeconds: 600 };
}

describe('A charge in one step', () => {
  it('needs credits for the maximum cost, and charges only the actual cost', async () => {
    await grants.grant(tenantId, 'data_access', 5);
    const most = charges({ data_access: 4 });
    const balances = new Map([['data_access', { remaining: 3, granted: 5 }]]);
    expect(await ledger.charge(reservation(most), charges({ data_access: 2 }))).toEqual({
      outcome: 'reserved',
      balances,
    });
    expect(await ledger.charge(reservation(most), charges({ data_access: 1 }))).toEqual({
      outcome: 'refused',
      balances,
    });
    const holds = 'select state, amount, posted from credit_hold where tenant_id = $1';
    const { rows } = await own.database.pool.query(holds, [tenantId]);
    expect(rows).toEqual([{ state: 'posted', amount: 4, posted: 2 }]);
  });

  it('can be sent to the database in one batch with reservations and settlements of other requests', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const three = charges({ data_access: 3 });
    const [held, next, most] = [reservation(three), reservation(three), reservation(three)];
    await ledger.reserve(held);
    const outcomes = await Promise.all([
      ledger.reserve(reservation(charges({ data_access: 1 }))),
      ledger.charge(most, charges({ data_access: 2 })),
      ledger.settle(held.holdId, tenantId, charges({ data_access: 1 })),
      ledger.reserve(next),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['reserved', 'reserved', 'settled', 'reserved']);
    expect(await grants.accounts(tenantId)).toMatchObject([{ granted: 10, posted: 3, pending: 4 }]);
  });
});

describe('A charge in one step, when it is rejected,', () => {
  it('charges nothing if its cost exceeds the reservation or is for a feature that was not reserved', async () => {
    await grants.grant(tenantId, 'data_access', 10);
    const asked = reservation(charges({ data_access: 1 }));
    await expect(ledger.charge(asked, charges({ data_access: 2 }))).rejects.toThrow(RangeError);
    await expect(ledger.charge(asked, charges({ contact_data: 1 }))).rejects.toThrow(RangeError);
    expect(await grants.accounts(tenantId)).toMatchObject([{ posted: 0, pending: 0 }]);
  });
});
