import type { Queryable } from '../postgres.js';
import { type Amounts, type Feature } from './requests.js';

const entriesQuery = `
  select tenant_id as tenant, feature::text, hold_id as hold, request_id as attempt, kind::text,
         posted_delta::int as posted, pending_delta::int as pending
    from credit_entry where hold_id is not null and feature in ('data_access', 'contact_data') order by id`;
const accountsQuery = `
  select tenant_id as tenant, feature::text, granted::float8, posted::float8, pending::float8, is_unlimited as "isUnlimited"
    from credit_account where feature in ('data_access', 'contact_data') order by tenant_id, feature`;

interface Entry {
  readonly tenant: string;
  readonly feature: Feature;
  readonly hold: string;
  readonly attempt: string;
  readonly kind: string;
  readonly posted: number;
  readonly pending: number;
}

export interface Account {
  readonly tenant: string;
  readonly feature: Feature;
  readonly granted: number;
  readonly posted: number;
  readonly pending: number;
  readonly isUnlimited: boolean;
}

/** The entries of an attempt in the ledger, added up. */
export interface Trace {
  readonly tenant: string;
  readonly holds: Set<string>;
  readonly reserved: Amounts;
  readonly posted: Amounts;
  readonly expired: Amounts;
}

export interface Ledger {
  readonly accounts: readonly Account[];
  /** The entries of each attempt, by the id of the attempt. */
  readonly traces: ReadonlyMap<string, Trace>;
}

/**
 * Reads the accounts and the entries. Entries cannot be changed, so the sums of entries are taken as right. Another
 * check, `brokenCreditRules`, finds accounts and holds that do not agree with these sums.
 */
export async function readLedger(postgres: Queryable): Promise<Ledger> {
  const traces = new Map<string, Trace>();
  for (const { tenant, feature, hold, attempt, kind, posted, pending } of await postgres.query<Entry>(entriesQuery)) {
    const trace = traces.get(attempt) ?? { tenant, holds: new Set(), reserved: {}, posted: {}, expired: {} };
    traces.set(attempt, trace);
    trace.holds.add(hold);
    if (kind === 'reserve') add(trace.reserved, feature, pending);
    if (kind === 'post') add(trace.posted, feature, posted);
    if (kind === 'expire') add(trace.expired, feature, -pending);
  }
  return { accounts: await postgres.query<Account>(accountsQuery), traces };
}

function add(amounts: Amounts, feature: Feature, amount: number): void {
  amounts[feature] = (amounts[feature] ?? 0) + amount;
}
