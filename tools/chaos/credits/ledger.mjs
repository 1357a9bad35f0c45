import { creditRules } from '../../../test/support/credit-rules.mjs';

const ENTRIES = `
  select tenant_id as tenant, feature::text, hold_id as hold, request_id as attempt, kind::text,
         posted_delta::int as posted, pending_delta::int as pending
    from credit_entry where hold_id is not null order by id`;
const ACCOUNTS = `
  select tenant_id as tenant, feature::text, granted::float8, posted::float8, pending::float8, is_unlimited as "isUnlimited"
    from credit_account order by tenant_id, feature`;

/**
 * What the database says in the end.
 * @returns `accounts`; `traces`, which are by the id of an attempt what it left in the ledger; and `broken`, the rules that are
 */
export async function readLedger(postgres) {
  const broken = [];
  for (const [rule, sql] of creditRules) {
    const found = await postgres.query(sql);
    broken.push(...found.map((row) => `${rule}: ${Object.values(row)[0]}`));
  }
  const traces = new Map();
  for (const entry of await postgres.query(ENTRIES)) add(traces, entry);
  return { accounts: await postgres.query(ACCOUNTS), traces, broken };
}

/** Entries cannot be changed, so their sums are the truth; the rules hold the rest to it. */
function add(traces, { tenant, feature, hold, attempt, kind, posted, pending }) {
  const trace = traces.get(attempt) ?? { tenant, holds: new Set(), reserved: {}, posted: {}, expired: {} };
  traces.set(attempt, trace);
  trace.holds.add(hold);
  if (kind === 'reserve') trace.reserved[feature] = (trace.reserved[feature] ?? 0) + pending;
  if (kind === 'post') trace.posted[feature] = (trace.posted[feature] ?? 0) + posted;
  if (kind === 'expire') trace.expired[feature] = (trace.expired[feature] ?? 0) - pending;
}
