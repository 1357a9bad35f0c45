import { creditRules } from '../../../test/support/credit-rules.mjs';

const RUNS = `
  select j.id::text, tenant_id as tenant, company_network_url as page, team, client_email as email, status::text,
         failure_reason as reason, losses, failures, hold_id::text as hold, idempotency_key as key,
         (select coalesce(array_agg(rank order by rank), '{}') from prospect where job_id = j.id) as ranks
    from prospecting_job j order by run_start_time`;
const HOLDS = `
  select id::text, tenant_id as tenant, request_id as attempt, amount, posted, state::text
    from credit_hold where feature = 'prospecting'`;
/** What the database says in the end: `runs`, `holds`, and `broken`, the rules of credits that are. */
export async function readRecords(postgres) {
  const broken = [];
  for (const [rule, sql] of creditRules) {
    const found = await postgres.query(sql);
    broken.push(...found.map((row) => `${rule}: ${Object.values(row)[0]}`));
  }
  return { runs: await postgres.query(RUNS), holds: await postgres.query(HOLDS), broken };
}
