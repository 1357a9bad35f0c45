import { until } from '../support/until.mjs';
import { MOST_WORTH, requestWorth } from './requests.mjs';
import { isFree } from './verdict.mjs';

const PATIENCE_MS = 120_000;
const REPEATED = 30;
/** The last credits are asked for one by one. */
const LAST = 5;
const REFUSALS = 3;

/**
 * After the load: lets all come to rest, asks again what was answered, and uses up the accounts that are scarce.
 * @returns {Promise<string[]>} what went wrong, in lines to read
 */
export async function comeToRest({ fleet, postgres, clients, tenants, random }) {
  const complaints = [];
  const wait = (look, complaint) =>
    until(look, PATIENCE_MS, complaint).catch((error) => complaints.push(error.message));
  fleet.disarm();
  await wait(() => fleet.listening().length === fleet.size, 'Not all processes listen');
  await wait(() => clients.unanswered === 0, 'Requests with an idempotency key are without an answer');
  await wait(async () => (await pendingHolds(postgres)) === 0, 'Credits are still reserved');
  const done = new Set(clients.attempts.filter(({ status }) => status === 200).map(({ request }) => request));
  const kept = clients.requests.filter((request) => request.key !== null && done.has(request.id) && !isFree(request));
  for (const request of random.sample(kept, REPEATED)) {
    const { status, isReplay } = await clients.sendAgain(request);
    if (status !== 200 || !isReplay)
      complaints.push(`${request.id} was answered, and is answered ${status} when asked again`);
  }
  for (const [tenant, { scarce }] of Object.entries(tenants)) {
    if (scarce !== undefined) complaints.push(...(await useUp(tenant, scarce, postgres, clients)));
  }
  return complaints;
}

/** Nothing is under way any more, so what is left must be had, to the last credit, and nothing after it. */
async function useUp(tenant, feature, postgres, clients) {
  const complaints = [];
  const ask = async (amount, expected) => {
    const id = `last${clients.requests.length + 1}`;
    const { status } = await clients.send(requestWorth(id, tenant, feature, amount));
    if (status !== expected)
      complaints.push(`${id}: ${tenant} asked for ${amount} ${feature} and got ${status} instead of ${expected}`);
    return status === expected;
  };
  for (let left = await leftOf(postgres, tenant, feature); left > 0; left = await leftOf(postgres, tenant, feature)) {
    const amount = left > LAST ? Math.min(left - LAST, MOST_WORTH) : 1;
    if (!(await ask(amount, 200))) return complaints;
  }
  for (let refusal = 0; refusal < REFUSALS; refusal += 1) await ask(1, 402);
  return complaints;
}

async function leftOf(postgres, tenant, feature) {
  const sql =
    'select (granted - posted - pending)::int as left from credit_account where tenant_id = $1 and feature = $2::credit_feature';
  const [row] = await postgres.query(sql, [tenant, feature]);
  return row.left;
}

async function pendingHolds(postgres) {
  const [row] = await postgres.query(`select count(*)::int as count from credit_hold where state = 'pending'`);
  return row.count;
}
