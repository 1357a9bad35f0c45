// SQL for locks in one order, and the ledger's setting that lets its entries go.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';

/**
 * What belongs to a tenant, in the order in which it is deleted: runs before accounts, as whoever ends a run locks them.
 * Prospects, announcements and counts go with what they belong to.
 */
const belongings = [
  ['prospects', 'prospect', 'job_id in (select id from prospecting_job where tenant_id = $1)'],
  ['prospecting_jobs', 'prospecting_job', 'tenant_id = $1'],
  ['stored_answers', 'stored_answer', 'tenant_id = $1'],
  ['signals', 'signal', 'tenant_id = $1'],
  ['query_fields', 'query_field', 'tenant_id = $1'],
  ['teams', 'team', 'tenant_id = $1'],
  ['keys', 'api_key', 'tenant_id = $1'],
  ['credit_entries', 'credit_entry', 'tenant_id = $1'],
] as const;

/** How many records of each kind belong, or belonged, to a tenant. */
export type Belongings = Readonly<Record<(typeof belongings)[number][0], number>>;

/** Deletes all that belongs to a tenant, in whichever module. */
@Injectable()
export class TenantDeletionSql {
  constructor(private readonly database: Database) {}

  /** Everything or nothing of it goes. @returns what was deleted; null when there is no such tenant */
  async delete(tenantId: string): Promise<Belongings | null> {
    return inTransaction(this.database.pool, (client) => deleteWithin(client, tenantId), {
      lock: { name: 'erasure', mode: 'alone' },
      local: unlimited,
    });
  }
}

async function deleteWithin(client: ClientBase, tenantId: string): Promise<Belongings | null> {
  // Nothing new comes to the tenant from here on.
  const { rowCount } = await client.query('select from tenant where id = $1 for update', [tenantId]);
  if (rowCount === 0) return null;
  await client.query('select from prospecting_job where tenant_id = $1 order by id for update', [tenantId]);
  const deleted: [string, number][] = [];
  for (const [name, table, of] of belongings) {
    if (table === 'credit_entry') await openLedger(client, tenantId);
    const { rowCount: count } = await client.query(`delete from ${table} where ${of}`, [tenantId]);
    deleted.push([name, count ?? 0]);
  }
  await client.query('delete from credit_account where tenant_id = $1', [tenantId]);
  await client.query('delete from tenant where id = $1', [tenantId]);
  return Object.fromEntries(deleted) as unknown as Belongings;
}

/** The ledger lets entries go in a transaction only that says whose. Accounts are locked in the order of all others. */
async function openLedger(client: ClientBase, tenantId: string): Promise<void> {
  await client.query('select from credit_account where tenant_id = $1 order by feature for update', [tenantId]);
  await client.query(`select set_config('data_access.deleted_tenant', $1, true)`, [tenantId]);
  await client.query('delete from credit_hold where tenant_id = $1', [tenantId]);
}
