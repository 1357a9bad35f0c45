import type { Pool } from 'pg';
import { creditRules } from './credit-rules.mjs';

/** The violations of the ledger's invariants, as lines of text. They are read in one snapshot, so requests may run at the same time. */
export async function creditDiscrepancies(pool: Pick<Pool, 'connect'>): Promise<string[]> {
  const client = await pool.connect();
  const found: string[] = [];
  try {
    await client.query('begin isolation level repeatable read read only');
    for (const [rule, query] of creditRules) {
      const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' });
      found.push(...rows.map(([discrepancy]) => `${rule}: ${discrepancy}`));
    }
    return found;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The number of holds that are still pending after their time to live. After a sweep it is 0. */
export async function overdueHolds(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ overdue: number }>(
    `select count(*)::int as overdue from credit_hold where state = 'pending' and expires_at <= now()`,
  );
  return rows[0]?.overdue ?? 0;
}
