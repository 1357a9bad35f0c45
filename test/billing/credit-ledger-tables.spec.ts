import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { Ledger } from '../../src/billing/credits/ledger.sql.js';
import { CommandError } from '../../src/platform/errors/command-error.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let own: TestDatabase;
let grants: CreditGrantsRepository;
let tenantId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  grants = new CreditGrantsRepository(own.database);
});

afterAll(async () => {
  await own.drop();
});

/** A tenant with 10 credits: 3 used, 2 reserved. */
beforeEach(async () => {
  tenantId = randomUUID();
  await run(`insert into tenant (id, name) values ($1, 'Acme')`, [tenantId]);
  await grants.grant(tenantId, 'data_access', 10);
  const ledger = new Ledger(own.database);
  const origin = { tenantId, requestId: 'request', keyId: 'key', endpoint: 'POST /v1/person/enrich' };
  const used = { holdId: randomUUID(), origin, amounts: new Map([['data_access', 4]] as const), lifeSeconds: 600 };
  const reserved = { ...used, holdId: randomUUID(), amounts: new Map([['data_access', 2]] as const) };
  await ledger.reserve(used);
  await ledger.reserve(reserved);
  await ledger.settle(used.holdId, tenantId, new Map([['data_access', 3]]));
});

async function run(sql: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const { rows } = await own.database.pool.query<Record<string, unknown>>(sql, [...values]);
  return rows;
}

describe('The credit tables', () => {
  it.each([
    ['a negative number of charged credits', 'posted = -1', 'posted_check'],
    ['a negative number of reserved credits', 'pending = -1', 'pending_check'],
    ['a negative number of granted credits', 'granted = -1', 'granted_check'],
    ['more granted credits than Number.MAX_SAFE_INTEGER', 'granted = 9007199254740992', 'granted_check'],
    ['more reserved credits than are left', 'pending = 8', 'limit_check'],
    ['more charged credits than are left', 'posted = 9', 'limit_check'],
  ])('reject an account with %s', async (_, change, constraint) => {
    const changing = run(`update credit_account set ${change} where tenant_id = $1`, [tenantId]);
    await expect(changing).rejects.toMatchObject({ constraint: `credit_account_${constraint}` });
  });

  it.each([
    ['a hold of 0 credits', `amount = 0, posted = 0, state = 'voided'`, 'amount_check'],
    ['a hold with more charged credits than reserved ones', 'posted = 5', 'posted_check'],
    ['a hold with a negative number of charged credits', 'posted = -1', 'posted_check'],
    ['a released hold with charged credits', `state = 'voided'`, 'posted_check'],
    ['a charged hold with 0 charged credits', 'posted = 0', 'posted_check'],
    ['a charged hold without the time when it ended', 'resolved_at = null', 'resolved_check'],
    ['a pending hold with a time when it ended', `state = 'pending', posted = 0`, 'resolved_check'],
  ])('reject %s', async (_, change, constraint) => {
    const changing = run(`update credit_hold set ${change} where tenant_id = $1 and state = 'posted'`, [tenantId]);
    await expect(changing).rejects.toMatchObject({ constraint: `credit_hold_${constraint}` });
  });

  it.each([
    ['a second reservation for a hold', `kind = 'reserve'`, `'reserve', 0, 0, 4`, 'hold_once_idx'],
    ['a release of a hold that was already charged', `kind = 'post'`, `'void', 0, 0, -4`, 'hold_once_idx'],
    ['a reservation without a hold', `kind = 'grant'`, `'reserve', 0, 0, 4`, 'hold_check'],
    ['a grant with a hold', `kind = 'post'`, `'grant', 4, 0, 0`, 'hold_check'],
    ['a grant of 0 credits', `kind = 'grant'`, `'grant', 0, 0, 0`, 'delta_check'],
    ['a reservation that also charges credits', `kind = 'post'`, `'reserve', 0, 4, 4`, 'delta_check'],
    ['a charge of more credits than were reserved', `kind = 'post'`, `'post', 0, 5, -4`, 'delta_check'],
    ['a release that also charges credits', `kind = 'post'`, `'void', 0, 1, -4`, 'delta_check'],
    ['an expiry that releases no credits', `kind = 'post'`, `'expire', 0, 0, 0`, 'delta_check'],
    ['a revocation that adds granted credits', `kind = 'grant'`, `'revoke', 1, 0, 0`, 'delta_check'],
    ['the removal of a limit that adds granted credits', `kind = 'grant'`, `'unlimited', 1, 0, 0`, 'delta_check'],
  ])('reject a ledger entry for %s', async (_, like, what, constraint) => {
    const entering = run(
      `insert into credit_entry (tenant_id, feature, hold_id, request_id, kind, granted_delta, posted_delta, pending_delta)
       select tenant_id, feature, hold_id, request_id, ${what} from credit_entry where tenant_id = $1 and ${like}`,
      [tenantId],
    );
    await expect(entering).rejects.toMatchObject({ constraint: `credit_entry_${constraint}` });
  });

  it.each([
    ['the number of identifiers for a reservation', `kind = 'reserve'`, `'reserve', 4, 2, 1`],
    ['more matches than identifiers', `kind = 'post'`, `'post', -4, 2, 3`],
    ['a negative number of matches', `kind = 'post'`, `'post', -4, 2, -1`],
    ['a number of identifiers and no number of matches', `kind = 'post'`, `'post', -4, 2, null`],
    ['a number of matches and no number of identifiers', `kind = 'post'`, `'post', -4, null, 2`],
  ])('reject a ledger entry with %s', async (_, like, what) => {
    const entering = run(
      `insert into credit_entry (tenant_id, feature, hold_id, request_id, posted_delta, kind, pending_delta, identifiers, matched)
       select tenant_id, feature, gen_random_uuid(), request_id, posted_delta, ${what} from credit_entry
        where tenant_id = $1 and ${like}`,
      [tenantId],
    );
    await expect(entering).rejects.toMatchObject({ constraint: 'credit_entry_identifiers_check' });
  });

  it.each([
    ['changes ledger', `update credit_entry set posted_delta = 0 where kind = 'post'`],
    ['deletes ledger', 'delete from credit_entry'],
    ['truncates the table of ledger', 'truncate credit_entry'],
  ])('reject a statement that %s entries', async (_, statement) => {
    const before = await run('select count(*) from credit_entry');
    await expect(run(statement)).rejects.toThrow('credit_entry is append-only');
    expect(await run('select count(*) from credit_entry')).toEqual(before);
  });

  it('reject the deletion of the entries of a tenant while another tenant is deleted', async () => {
    const deleting = run(`select set_config('data_access.deleted_tenant', 'another', true) from credit_entry limit 1;
      delete from credit_entry`);
    await expect(deleting).rejects.toThrow('credit_entry is append-only');
  });

  it('reject the deletion of a tenant that still has an account', async () => {
    const removing = run('delete from tenant where id = $1', [tenantId]);
    await expect(removing).rejects.toMatchObject({ constraint: 'credit_account_tenant_id_fkey' });
  });
});

describe('CreditGrantsRepository', () => {
  const account = { feature: 'data_access', granted: 10, posted: 3, pending: 2, isUnlimited: false };

  describe('succeeds', () => {
    it('adds credits to an account', async () => {
      expect(await grants.grant(tenantId, 'data_access', 5)).toEqual({ ...account, granted: 15 });
      expect(await grants.accounts(tenantId)).toEqual([{ ...account, granted: 15 }]);
    });

    it('creates an account with the first grant of a feature', async () => {
      const opened = { feature: 'prospecting', granted: 7, posted: 0, pending: 0, isUnlimited: false };
      expect(await grants.grant(tenantId, 'prospecting', 7)).toEqual(opened);
      expect(await grants.accounts(tenantId)).toEqual([account, opened]);
    });

    it('removes and restores the limit of an account', async () => {
      expect(await grants.lift(tenantId, 'data_access')).toEqual({ ...account, isUnlimited: true });
      expect(await grants.limit(tenantId, 'data_access')).toEqual(account);
    });

    it('does not restore the limit of an account that has used and reserved more credits than it was granted', async () => {
      await grants.lift(tenantId, 'data_access');
      const origin = { tenantId, requestId: 'large', keyId: null, endpoint: null };
      const amounts = new Map([['data_access', 6]] as const);
      await new Ledger(own.database).reserve({ holdId: randomUUID(), origin, amounts, lifeSeconds: 600 });
      expect(await grants.limit(tenantId, 'data_access')).toBeNull();
      expect(await grants.accounts(tenantId)).toEqual([{ ...account, pending: 8, isUnlimited: true }]);
    });

    it('writes a ledger entry for every change, and none for a grant that is rejected', async () => {
      await grants.lift(tenantId, 'contact_data');
      await grants.limit(tenantId, 'contact_data');
      await grants.grant(tenantId, 'contact_data', 4);
      const tooMany = grants.grant(tenantId, 'contact_data', Number.MAX_SAFE_INTEGER);
      await expect(tooMany).rejects.toThrow(CommandError);
      const entries = `select kind, granted_delta::int as granted from credit_entry
                      where tenant_id = $1 and feature = 'contact_data' order by id`;
      expect(await run(entries, [tenantId])).toEqual([
        { kind: 'unlimited', granted: 0 },
        { kind: 'limited', granted: 0 },
        { kind: 'grant', granted: 4 },
      ]);
      expect(await creditDiscrepancies(own.database.pool)).toEqual([]);
    });
  });

  describe('rejects', () => {
    it.each([0, -1, 1.5, Number.NaN, 2 ** 60])('rejects a grant of %d credits', async (amount) => {
      await expect(grants.grant(tenantId, 'data_access', amount)).rejects.toThrow(RangeError);
    });
  });
});
