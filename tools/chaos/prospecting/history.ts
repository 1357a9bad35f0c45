import type { Queryable } from '../postgres.js';

/** The `application_name` of sessions of the harness. Their changes do not belong to the history. */
const harness = 'chaos harness';

/**
 * Installs a trigger that records each change of a run, with the process that has made it. Each process of the service has another
 * `application_name`. The service itself does not know of the trigger.
 */
const installation = `
  create schema chaos;
  create table chaos.change (
    number bigint generated always as identity primary key, at timestamptz not null, who text not null, job bigint not null,
    tenant text not null, hold uuid, email text, attempt_before int, attempt int, status_before text, status text,
    lease_before timestamptz, lease timestamptz);
  create function chaos.note() returns trigger language plpgsql as $$
  declare
    run prospecting_job := coalesce(new, old);
  begin
    insert into chaos.change (at, who, job, tenant, hold, email, attempt_before, attempt, status_before, status, lease_before, lease)
    values (clock_timestamp(), current_setting('application_name'), run.id, run.tenant_id, run.hold_id, run.client_email,
            old.attempt, new.attempt, old.status, new.status, old.lease_until, new.lease_until);
    return null;
  end
  $$;
  create trigger chaos after insert or update or delete on prospecting_job for each row execute function chaos.note();`;

const changesQuery = `
  select who, job::text, hold::text, attempt_before as "attemptBefore", attempt, status_before as "statusBefore",
         status, lease_before is not null as "wasLeased", lease_before > at as "wasHeld"
    from chaos.change where who <> '${harness}' order by number`;

const holdersQuery = `
  select distinct on (j.id) c.who, j.id::text as job, j.attempt
    from prospecting_job j join chaos.change c on c.job = j.id and c.attempt = j.attempt
   where j.lease_until > clock_timestamp() + interval '500 milliseconds' order by j.id, c.number`;

const reassignedQuery = `
  select from prospecting_job j
    join unnest($1::bigint[], $2::int[]) as held (id, attempt) on j.id = held.id and j.attempt > held.attempt`;

/** One change of a run. The values before the change are null when the run is created, those after it when the run is deleted. */
interface Change {
  readonly who: string;
  readonly job: string;
  readonly hold: string | null;
  readonly attemptBefore: number | null;
  readonly attempt: number | null;
  readonly statusBefore: string | null;
  readonly status: string | null;
  readonly wasLeased: boolean;
  /** Whether a worker still had a valid lease on the run at the time of the change. */
  readonly wasHeld: boolean | null;
}

/** A process that holds the lease of a run. */
export interface Holder {
  readonly who: string;
  readonly job: string;
  readonly attempt: number;
}

export interface History {
  readonly discrepancies: string[];
  /** The holds of deleted runs. */
  readonly deletedHolds: Set<string>;
  attempts: number;
  /** The number of attempts whose worker was lost, so that another worker made a further attempt. */
  lost: number;
}

interface Life {
  holder: string | null;
  isOver: boolean;
}

export async function recordHistory(postgres: Queryable): Promise<void> {
  await postgres.query(installation);
}

export function holders(postgres: Queryable): Promise<Holder[]> {
  return postgres.query<Holder & Record<string, unknown>>(holdersQuery);
}

/** Whether a worker has begun a further attempt at one of the runs. */
export async function isReassigned(postgres: Queryable, held: readonly Holder[]): Promise<boolean> {
  const rows = await postgres.query(reassignedQuery, [held.map(({ job }) => job), held.map(({ attempt }) => attempt)]);
  return rows.length > 0;
}

/** Ends the delays before further attempts, which can last minutes. */
export async function endDelays(postgres: Queryable): Promise<void> {
  await postgres.query(
    `set application_name = '${harness}';
     update prospecting_job set not_before = null where status = 'running' and not_before is not null`,
  );
}

/** Checks the recorded changes of every run in their order. */
export async function readHistory(postgres: Queryable): Promise<History> {
  const lives = new Map<string, Life>();
  const history: History = { discrepancies: [], deletedHolds: new Set(), attempts: 0, lost: 0 };
  for (const change of await postgres.query<Change & Record<string, unknown>>(changesQuery)) {
    const life = lives.get(change.job) ?? { holder: null, isOver: false };
    lives.set(change.job, life);
    const discrepancies = discrepanciesOfChange(life, change, history);
    history.discrepancies.push(...discrepancies.map((discrepancy) => `Run ${change.job} ${discrepancy}`));
  }
  return history;
}

function discrepanciesOfChange(life: Life, change: Change, history: History): string[] {
  const { who, hold, attempt, attemptBefore, status, statusBefore, wasHeld, wasLeased } = change;
  const holder = life.holder ?? 'no process';
  if (attemptBefore === null)
    return status === 'running' && attempt === 0 ? [] : [`was created with the status ${status ?? 'null'}`];
  const discrepancies = life.isOver ? [`was changed by ${who} after its end`] : [];
  if (attempt === null) {
    if (attemptBefore > 0) discrepancies.push(`was deleted by ${who} after its first attempt`);
    if (hold !== null) history.deletedHolds.add(hold);
  } else if (attempt !== attemptBefore) {
    if (attempt !== attemptBefore + 1) discrepancies.push(`went from attempt ${attemptBefore} to attempt ${attempt}`);
    if (wasHeld === true) discrepancies.push(`was claimed by ${who}, although the lease of ${holder} had not expired`);
    history.attempts += 1;
    if (wasLeased) history.lost += 1;
    life.holder = who;
  } else if (who !== life.holder) {
    discrepancies.push(`was changed by ${who} in attempt ${attempt}, which belongs to ${holder}`);
  }
  life.isOver = attempt === null || status !== 'running';
  if (statusBefore !== 'running')
    discrepancies.push(`went from the final status ${statusBefore ?? 'null'} to ${status ?? 'null'}`);
  return discrepancies;
}
