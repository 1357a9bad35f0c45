import type { Attempt, Clients } from '../clients.js';
import type { Queryable } from '../postgres.js';
import type { History } from './history.js';
import { discrepanciesOfEnd, Rankings, type StoredRun } from './outcomes.js';
import type { ProspectingTenant, StartRequest } from './requests.js';
import type { ServedEnd } from './watch.js';

/** What the program reads from the answer to a request that starts a run. It checks this, and compares it with the stored runs. */
export interface StartReading {
  /** The id of the run that was started; null if the start was refused. */
  readonly job: string | null;
  /** The members of the answer besides the job id; null if the start was refused. */
  readonly told: { readonly status: string; readonly tenant: string; readonly team: string | null } | null;
  readonly isReplay: boolean;
  /** The text of an answer with an unexpected status; null for another answer. */
  readonly unexpected: string | null;
  /** The text with which a start was refused; null for another answer. */
  readonly refusal: string | null;
}

export type StartClients = Clients<StartRequest, StartReading>;

/** A credit hold of a run. */
interface Hold {
  readonly id: string;
  readonly tenant: string;
  readonly attempt: string;
  readonly amount: number;
  readonly posted: number | null;
  readonly state: string;
}

export interface Records {
  readonly runs: readonly StoredRun[];
  readonly holds: readonly Hold[];
}

/** A request with its attempts and its runs. */
interface Sent {
  readonly request: StartRequest;
  readonly attempts: Attempt<StartReading>[];
  readonly runs: StoredRun[];
}

export interface Verdict {
  readonly discrepancies: readonly string[];
  /** The numbers of runs by their outcome, in the order of the report. */
  readonly counts: readonly (readonly [string, number])[];
}

type Tenants = Readonly<Record<string, ProspectingTenant>>;

const runsQuery = `
  select j.id::text, tenant_id as tenant, company_network_url as page, team, client_email as email, status::text,
         failure_reason as reason, losses, failures, hold_id::text as hold, idempotency_key as key,
         (select coalesce(array_agg(rank order by rank), '{}') from prospect where job_id = j.id) as ranks
    from prospecting_job j order by run_start_time`;
const holdsQuery = `
  select id::text, tenant_id as tenant, request_id as attempt, amount, posted, state::text
    from credit_hold where feature = 'prospecting'`;

/** An answer which says that it is not known whether a run was started. */
const openRefusal = 'may have taken effect';

export async function readRecords(postgres: Queryable): Promise<Records> {
  return {
    runs: await postgres.query<StoredRun & Record<string, unknown>>(runsQuery),
    holds: await postgres.query<Hold & Record<string, unknown>>(holdsQuery),
  };
}

/**
 * Compares the requests and answers of the clients with the stored runs and credits. Each difference is a line of text.
 * @param ends the outcome of each run, as the service has returned it
 */
export function compare(
  { requests, attempts }: StartClients,
  ends: ReadonlyMap<string, ServedEnd>,
  { runs, holds }: Records,
  history: History,
  tenants: Tenants,
): Verdict {
  const sent = requests.map((request): Sent => ({ request, attempts: [], runs: [] }));
  const byEmail = new Map(sent.map((each) => [each.request.email, each]));
  const byId = new Map(sent.map((each) => [each.request.id, each]));
  for (const attempt of attempts) byId.get(attempt.requestId)?.attempts.push(attempt);
  for (const run of runs) byEmail.get(run.email)?.runs.push(run);
  const origins = new Map(attempts.map(({ id, requestId }) => [id, requestId]));
  const holdsById = new Map(holds.map((hold) => [hold.id, hold]));
  const rankings = new Rankings();
  const discrepanciesOfRun = (run: StoredRun, request: StartRequest): string[] => {
    const end = ends.get(run.id);
    const hold = run.hold === null ? undefined : holdsById.get(run.hold);
    const discrepancies = [
      ...discrepanciesOfOrder(run, request),
      ...discrepanciesOfEnd(run, request, end),
      ...rankings.discrepanciesOf(run, request, end),
      ...discrepanciesOfHold(run, hold, origins),
    ];
    return discrepancies.map((discrepancy) => `Run ${run.id} (${request.id} of ${request.tenant}) ${discrepancy}`);
  };
  const usedHolds = new Set(runs.map(({ hold }) => hold));
  return {
    discrepancies: [
      ...history.discrepancies,
      ...runs
        .filter(({ email }) => !byEmail.has(email))
        .map(({ id }) => `Run ${id} exists, although no client has requested it`),
      ...sent.flatMap((each) => discrepanciesOfRequest(each, tenants)),
      ...sent.flatMap((each) => each.runs.flatMap((run) => discrepanciesOfRun(run, each.request))),
      ...holds.filter(({ id }) => !usedHolds.has(id)).flatMap((hold) => discrepanciesOfOrphan(hold, history, origins)),
    ],
    counts: countsOf(sent, runs, history),
  };
}

/** Checks that a request has started at most one run, and exactly one if it was accepted. */
function discrepanciesOfRequest({ request, attempts, runs }: Sent, tenants: Tenants): string[] {
  const discrepancies = attempts.flatMap(({ status, reading }) =>
    typeof reading?.unexpected === 'string'
      ? [`was answered with the unexpected status ${status ?? 0}: ${reading.unexpected}`]
      : [],
  );
  const accepted = attempts.flatMap(({ reading }) => (reading !== null && reading.told !== null ? [reading] : []));
  const jobs = new Set(accepted.map(({ job }) => job));
  if (runs.length > 1) discrepancies.push(`has started ${runs.length} runs instead of one`);
  if (jobs.size > 1) discrepancies.push(`was answered with different runs: ${[...jobs].join(', ')}`);
  for (const job of jobs)
    if (!runs.some(({ id }) => id === job))
      discrepancies.push(`was answered with run ${job ?? ''}, which does not exist`);
  for (const { told } of accepted) {
    const isRight = told?.status === 'running' && told.tenant === request.tenant && told.team === request.team;
    if (!isRight) discrepancies.push(`was answered with a wrong status, tenant or team: ${JSON.stringify(told)}`);
  }
  const refusal = attempts.map(({ reading }) => reading?.refusal ?? null);
  const isRefused = attempts.length > 0 && refusal.every((text) => text !== null && !text.includes(openRefusal));
  if (isRefused && runs.length > 0) discrepancies.push(`was refused, but has started a run: ${refusal.join(' ')}`);
  const isShort = attempts.some(({ status }) => status === 402);
  if (isShort && tenants[request.tenant]?.isScarce !== true)
    discrepancies.push('was refused with 402, although the tenant has enough credits');
  if (request.key !== null && accepted.length === 0 && !isShort)
    discrepancies.push('never got an answer with 202 or 402');
  return discrepancies.map((discrepancy) => `Request ${request.id} of ${request.tenant} ${discrepancy}`);
}

function discrepanciesOfOrder(run: StoredRun, request: StartRequest): string[] {
  const members = ['tenant', 'page', 'team', 'key'] as const;
  return members
    .filter((member) => run[member] !== request[member])
    .map((member) => `has ${member} ${run[member] ?? 'null'} instead of ${request[member] ?? 'null'}`);
}

/**
 * Checks that a run which succeeded was charged one credit, and that a run which failed got its credit back.
 * @param origins for the id of each attempt the id of its request
 */
function discrepanciesOfHold(run: StoredRun, hold: Hold | undefined, origins: ReadonlyMap<string, string>): string[] {
  if (hold === undefined) return ['has no credit hold'];
  const discrepancies: string[] = [];
  const origin = origins.get(hold.attempt);
  if (origin === undefined || !run.email.startsWith(`${origin}@`))
    discrepancies.push(`has a credit hold of ${hold.attempt}, which is an attempt of another request`);
  if (hold.tenant !== run.tenant) discrepancies.push(`has a credit hold of another tenant, ${hold.tenant}`);
  const [state, posted] = run.status === 'success' ? ['posted', 1] : ['voided', 0];
  if (hold.amount !== 1 || hold.state !== state || (hold.posted ?? 0) !== posted) {
    discrepancies.push(
      `has the status ${run.status}, but its hold of ${hold.amount} credits is ${hold.state}, with ${hold.posted ?? 0} charged`,
    );
  }
  return discrepancies;
}

/** Checks a hold without a run. Such a hold is right only if its run was deleted and the hold was then released. */
function discrepanciesOfOrphan(hold: Hold, history: History, origins: ReadonlyMap<string, string>): string[] {
  const discrepancies = origins.has(hold.attempt) ? [] : [`belongs to ${hold.attempt}, which no client has sent`];
  if (!history.deletedHolds.has(hold.id))
    discrepancies.push(`of ${hold.attempt} is ${hold.state}, but never had a run`);
  else if (hold.state !== 'voided')
    discrepancies.push(`of ${hold.attempt} is ${hold.state}, although its run was deleted`);
  return discrepancies.map((discrepancy) => `Hold ${hold.id} ${discrepancy}`);
}

function countsOf(sent: readonly Sent[], runs: readonly StoredRun[], history: History): Verdict['counts'] {
  const count = (isOne: (run: StoredRun) => boolean): number => runs.filter(isOne).length;
  const isAcknowledged = ({ attempts }: Sent): boolean => attempts.some(({ status }) => status === 202);
  const started = sent.filter((each) => each.runs.length > 0);
  return [
    ['started', runs.length],
    ['  and acknowledged', started.filter(isAcknowledged).length],
    ['  and not acknowledged', started.filter((each) => !isAcknowledged(each)).length],
    ['deleted because the answer could not be stored', history.deletedHolds.size],
    ['succeeded, charged', count(({ status }) => status === 'success')],
    ['failed: company not found', count(({ reason }) => reason === 'Company not found')],
    ['failed: no employees on record', count(({ reason }) => reason === 'No employees on record')],
    ['failed: five workers lost', count(({ reason }) => reason === 'Worker lost')],
    ['failed: five internal failures', count(({ reason }) => reason === 'Internal failure')],
    ['interrupted at least once', count(({ losses, failures }) => losses + failures > 0)],
    ['attempts', history.attempts],
    ['  whose worker was lost', history.lost],
  ];
}
