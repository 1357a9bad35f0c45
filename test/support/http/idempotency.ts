import { setTimeout as sleep } from 'node:timers/promises';
import type { PackedAnswer } from '../../../src/billing/idempotency/stored-answer.js';
import { StoredAnswerSql } from '../../../src/billing/idempotency/stored-answer.sql.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Client } from '../records/company-api.js';
import { rawRequest, type RawAnswer } from './raw-request.js';

export interface Endpoint {
  readonly path: string;
  readonly body: object;
  /** A table that only the handler of this endpoint reads. */
  readonly table: string;
}

export const companyEnrich: Endpoint = {
  path: '/v1/company/enrich',
  body: { companies: [{ external_id: 'a', website: 'acme.example' }], fields: ['name'] },
  table: 'company_domain',
};
export const personEnrich: Endpoint = {
  path: '/v1/person/enrich',
  body: { persons: [{ external_id: 'a', network_url: 'network.com/in/jane-doe' }], fields: ['full_name'] },
  table: 'person',
};
export const signals: Endpoint = {
  path: '/v1/signals/get-signals',
  body: { start_time: '2026-01-01', end_time: '2026-12-31' },
  table: 'signal',
};

/** Sends a POST with an idempotency key. @returns the answer with the text of its body */
export function post(
  { baseUrl, apiKey }: Client,
  { path, body }: Pick<Endpoint, 'path'> & { readonly body: object | string },
  key: string | string[],
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return rawRequest(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Api-Key': apiKey, 'Idempotency-Key': key, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** The statements for stored answers, as the service has them. */
export function storedAnswersOf(database: Database): StoredAnswerSql {
  return new StoredAnswerSql(database, { storedAnswersBytes: 2 ** 30 });
}

/** A stored answer that is too short to be compressed. */
export const shortAnswer = (body: string): PackedAnswer => ({
  answer: { status: 200, body, features: ['data_access'] },
  text: { body: Buffer.from(body), packed: null },
});

export interface StoredRow {
  readonly tenant_id: string;
  readonly key: string;
  readonly request_id: string;
  readonly status: number | null;
  readonly hours: number;
}

/** The stored answers, by tenant and key. */
export async function storedRows({ pool }: Database): Promise<StoredRow[]> {
  const { rows } = await pool.query<StoredRow>(
    `select tenant_id, key, request_id, status, extract(epoch from expires_at - created_at)::float8 / 3600 as hours
       from stored_answer order by tenant_id, key`,
  );
  return rows;
}

export interface TableLock {
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Locks a table exclusively, so that requests wait for it. */
export async function lockTable({ pool }: Database, table: string): Promise<TableLock> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`lock table ${table} in access exclusive mode`);
  return {
    release: async () => {
      await client.query('rollback');
      client.release();
    },
  };
}

/** Waits until `count` statements wait for a locked table. */
export async function untilWaiting({ pool }: Database, table: string, count: number): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ n: number }>(
      'select count(distinct pid)::int as n from pg_locks where relation = $1::regclass and not granted',
      [table],
    );
    if ((rows[0]?.n ?? 0) >= count) return;
    await sleep(20);
  }
}
