import { until } from '../support/until.mjs';

/** A run whose database has died twice waits for a while before it is tried again. */
const PATIENCE_MS = 240_000;

/** After the load: lets all come to rest, and looks at every run once more. @returns {Promise<string[]>} what went wrong */
export async function comeToRest({ apis, workers, postgres, clients, watch }) {
  const complaints = [];
  const wait = (look, complaint) =>
    until(look, PATIENCE_MS, complaint).catch((error) => complaints.push(error.message));
  for (const fleet of [apis, workers]) fleet.disarm();
  await wait(() => [apis, workers].every((fleet) => fleet.ready().length === fleet.size), 'Not all processes are up');
  await wait(() => clients.unanswered === 0, 'Requests with an idempotency key are without an answer');
  await wait(async () => (await running(postgres)) === 0, 'Runs have not ended');
  watch.stop();
  // Those too whose clients never learnt of them.
  for (const { job, tenant } of await started(postgres)) watch.follow(job, tenant);
  await watch.lookAtAll();
  return [...complaints, ...watch.complaints];
}

async function running(postgres) {
  const [row] = await postgres.query(`select count(*)::int as count from prospecting_job where status = 'running'`);
  return row.count;
}

function started(postgres) {
  return postgres.query('select id::text as job, tenant_id as tenant from prospecting_job');
}
