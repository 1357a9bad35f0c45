/**
 * Has the database write down who changes a run, and how. Every process has a name, which its sessions are known by. Nothing
 * of the service knows of it.
 */
const INSTALL = `
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

const CHANGES = `
  select who, job::text, tenant, hold::text, email, attempt_before as "attemptBefore", attempt, status_before as "statusBefore",
         status, lease_before is not null as "wasLeased", lease_before > at as "wasHeld"
    from chaos.change order by number`;

/** Who works on which run now. */
const HOLDERS = `
  select distinct on (j.id) c.who, j.id::text as job, j.attempt
    from prospecting_job j join chaos.change c on c.job = j.id and c.attempt = j.attempt
   where j.lease_until > clock_timestamp() + interval '500 milliseconds' order by j.id, c.number`;

export async function keepHistory(postgres) {
  await postgres.query(INSTALL);
}

/** @returns {Promise<{ who: string, job: string, attempt: number }[]>} the processes that work on runs */
export function holders(postgres) {
  return postgres.query(HOLDERS);
}

/**
 * Goes through the life of every run.
 * @returns `complaints`; `undone`, the runs that were taken back, by their hold; and how many attempts at runs there were, and
 *   how many of these were lost
 */
export async function readHistory(postgres) {
  const lives = new Map();
  const read = { complaints: [], undone: new Map(), attempts: 0, lost: 0 };
  for (const change of await postgres.query(CHANGES)) {
    const life = lives.get(change.job) ?? { holder: null, isOver: false };
    lives.set(change.job, life);
    const complaints = follow(life, change, read);
    read.complaints.push(...complaints.map((complaint) => `Run ${change.job} ${complaint}`));
  }
  return read;
}

/** @returns what is wrong with one more change */
function follow(life, change, read) {
  const { who, job, attempt, attemptBefore, status, statusBefore, wasHeld, wasLeased } = change;
  if (attemptBefore === null) return status === 'running' && attempt === 0 ? [] : [`began as ${status}`];
  const complaints = life.isOver ? [`was changed by ${who} after its end`] : [];
  if (attempt === null) {
    if (attemptBefore > 0) complaints.push(`was taken back by ${who} although it had been begun`);
    read.undone.set(change.hold, change);
  } else if (attempt !== attemptBefore) {
    if (attempt !== attemptBefore + 1) complaints.push(`went from attempt ${attemptBefore} to ${attempt}`);
    if (wasHeld) complaints.push(`was taken by ${who} from ${life.holder}, whose lease had not run out`);
    read.attempts += 1;
    if (wasLeased) read.lost += 1;
    life.holder = who;
  } else if (who !== life.holder) {
    complaints.push(`was changed by ${who} in attempt ${attempt}, which is that of ${life.holder}`);
  }
  life.isOver = attempt === null || status !== 'running';
  if (statusBefore !== 'running') complaints.push(`went from ${statusBefore} to ${status ?? 'nothing'} (${job})`);
  return complaints;
}
