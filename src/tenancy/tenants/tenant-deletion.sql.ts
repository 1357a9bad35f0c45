// SQL for row locks in a fixed order, and the variable that permits the deletion of ledger entries.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';

/**
 * The tables with the records of a tenant, in the order of their deletion. Runs come before credit accounts, because the end of a run
 * locks them in this order. Callbacks and counts are deleted by cascades.
 */
const tenantTables = [
  ['prospects', 'prospect', 'job_id in (select id from prospecting_job where tenant_id = $1)'],
  ['prospecting_jobs', 'prospecting_job', 'tenant_id = $1'],
  ['stored_answers', 'stored_answer', 'tenant_id = $1'],
  ['signals', 'signal', 'tenant_id = $1'],
  ['query_fields', 'query_field', 'tenant_id = $1'],
  ['teams', 'team', 'tenant_id = $1'],
  ['keys', 'api_key', 'tenant_id = $1'],
  ['credit_entries', 'credit_entry', 'tenant_id = $1'],
] as const;

export type TenantRecordCounts = Readonly<Record<(typeof tenantTables)[number][0], number>>;

/** Deletes a tenant and its records in all modules. */
@Injectable()
export class TenantDeletionSql {
  constructor(private readonly database: Database) {}

  /**
   * Deletes the tenant in one transaction.
   * @returns the numbers of deleted records; null if the tenant does not exist
   */
  async delete(tenantId: string): Promise<TenantRecordCounts | null> {
    return inTransaction(this.database.pool, (client) => deleteWithin(client, tenantId), {
      lock: { name: 'erasure', mode: 'alone' },
      local: unlimited,
    });
  }
}

async function deleteWithin(client: ClientBase, tenantId: string): Promise<TenantRecordCounts | null> {
  // While the tenant is locked, no record of it can be added.
  const { rowCount } = await client.query('select from tenant where id = $1 for update', [tenantId]);
  if (rowCount === 0) return null;
  await client.query('select from prospecting_job where tenant_id = $1 order by id for update', [tenantId]);
  const deleted: [string, number][] = [];
  for (const [name, table, condition] of tenantTables) {
    if (table === 'credit_entry') await allowEntryDeletion(client, tenantId);
    const { rowCount: count } = await client.query(`delete from ${table} where ${condition}`, [tenantId]);
    deleted.push([name, count ?? 0]);
  }
  await client.query('delete from credit_account where tenant_id = $1', [tenantId]);
  await client.query('delete from tenant where id = $1', [tenantId]);
  return Object.fromEntries(deleted) as unknown as TenantRecordCounts;
}

/**
 * Permits the deletion of a tenant's ledger entries in this transaction. The accounts are locked in the order in which the functions of
 * the ledger lock them, which prevents deadlocks.
 */
async function allowEntryDeletion(client: ClientBase, tenantId: string): Promise<void> {
  await client.query('select from credit_account where tenant_id = $1 order by feature for update', [tenantId]);
  await client.query(`select set_config('data_access.deleted_tenant', $1, true)`, [tenantId]);
  await client.query('delete from credit_hold where tenant_id = $1', [tenantId]);
}
