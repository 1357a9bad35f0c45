import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/platform/database/database.js';
import type { Client } from './company-api.js';
import type { Answer } from '../http/http.js';
import { callWithRetry } from '../http/call-with-retry.js';

export interface SignalRecord {
  readonly date: string;
  readonly signal_type: string;
  readonly message_text: string | null;
  readonly intent_holder_network_url: string | null;
  readonly source_type: string | null;
}

export interface StoredSignal extends SignalRecord {
  readonly account_website: string | null;
}

const plain: StoredSignal = {
  date: '2026-01-15',
  signal_type: 'Article',
  message_text: null,
  account_website: 'example.com',
  intent_holder_network_url: null,
  source_type: null,
};

/** Stores signals of a tenant, in this order. Members that are left out are those of {@link plain}. */
export async function storeSignals(
  { prisma }: Database,
  tenantId: string,
  signals: readonly Partial<StoredSignal>[],
): Promise<void> {
  await prisma.signal.createMany({
    data: signals
      .map((signal) => ({ ...plain, ...signal }))
      .map((signal) => ({
        tenantId,
        date: new Date(signal.date),
        signalType: signal.signal_type,
        messageText: signal.message_text,
        accountWebsite: signal.account_website,
        intentHolderNetworkUrl: signal.intent_holder_network_url,
        sourceType: signal.source_type,
        fingerprint: randomBytes(32),
      })),
  });
}

/** Stores `count` numbered signals of a tenant, spread over 40 days of 2026 and over `sites` websites. */
export async function storeManySignals(
  { pool }: Database,
  tenantId: string,
  { count, sites, textLength }: { count: number; sites: number; textLength: number },
): Promise<void> {
  await pool.query(
    `insert into signal (tenant_id, date, signal_type, message_text, account_website, fingerprint)
     select $1, date '2026-01-01' + (n % 40)::int, 'Article', n || repeat('-', $4::int), 'site' || n % $3::int || '.example', int8send(n)
     from generate_series(1, $2::bigint) n`,
    [tenantId, count, sites, textLength],
  );
}

/** The days of 2026, as a request for signals has them. */
export const year = { start_time: '2026-01-01', end_time: '2026-12-31' };

/** Sends `POST /v1/signals/get-signals`. */
export async function getSignals({ baseUrl, apiKey }: Client, body: unknown): Promise<Answer> {
  return callWithRetry(`${baseUrl}/v1/signals/get-signals`, { apiKey, body });
}

/** Sends a request for signals that must succeed. @returns the signals by website */
export async function signalsOf(client: Client, body: unknown): Promise<Record<string, SignalRecord[]>> {
  const answer = await getSignals(client, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return (answer.body as { signals: Record<string, SignalRecord[]> }).signals;
}
