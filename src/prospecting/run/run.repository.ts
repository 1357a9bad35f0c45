import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { charges, type Charges } from '../../billing/charges.js';
import { Ledger } from '../../billing/ledger.js';
import { withoutIntroducer } from '../../person/erasure.repository.js';
import { Database } from '../../platform/database/database.js';
import { erasureLock } from '../../platform/database/erasure-lock.js';
import { failureReasons, type RankedProspect, type RunOrder } from './run-result.js';
import { storable } from '../storable.js';
import { inTransaction } from '../transaction.js';

/** The right to work on a run, and to end it. It is lost as soon as the run is given to somebody else. */
export interface Attempt {
  /** A 64-bit number. */
  readonly jobId: string;
  /** Which attempt at the run this is, counted from 1. */
  readonly number: number;
}

export interface ClaimedRun extends RunOrder {
  readonly attempt: Attempt;
  /** How often something that the run needs has failed. */
  readonly failures: number;
}

/** How a run ends. */
export type RunEnd =
  | { readonly status: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly status: 'failed'; readonly reason: string };

/** The credit that was reserved for a run is no longer there, so that it must not succeed. */
export class HoldGone extends Error {}

/** A run of which so many workers were lost is not tried again. */
const mostLosses = 5;

/** A run that has waited for longer is given up: whoever has started it has long stopped asking. */
const mostDays = 7;

/** Claims come one after another, or two of them could both be the last that a tenant may have. */
const claimLock = 727_008;

/** Which runs can be given to a worker, of table `j`. */
const isClaimable = `j.status = 'running' and (j.not_before is null or j.not_before <= clock_timestamp())
  and case when j.lease_until is null then j.run_start_time > clock_timestamp() - interval '${mostDays} days'
           else j.lease_until <= clock_timestamp() and j.losses < ${mostLosses - 1} end`;

/** Which runs nobody is given any more. */
const isHopeless = `status = 'running'
  and case when lease_until is null then run_start_time <= clock_timestamp() - interval '${mostDays} days'
           else lease_until <= clock_timestamp() and losses >= ${mostLosses - 1} end`;

/**
 * How many runs of a tenant are being worked on; tenant by tenant, because one may have thousands of runs waiting. The time is
 * that of the statement, which an index can be searched with.
 */
const underWay = `select count(*) as runs from prospecting_job l
  where l.tenant_id = t.id and l.lease_until is not null and l.lease_until > statement_timestamp()`;

/** Runs of other attempts are never touched. */
const isOurs = `id = $1 and attempt = $2 and status = 'running'`;

/** What was found is judged again when it is taken: its lease may have been renewed between the two. */
const claimFairest = `
  with next as (
    select waiting.id from tenant t
     cross join lateral (${underWay}) leased
     cross join lateral (
       select j.id, j.run_start_time from prospecting_job j
        where j.tenant_id = t.id and ${isClaimable} order by j.run_start_time, j.id limit 1
     ) waiting
     where leased.runs < $1 and t.suspended_at is null
     order by leased.runs, waiting.run_start_time, waiting.id limit 1
  )
  update prospecting_job j
     set attempt = attempt + 1, losses = losses + (lease_until is not null)::int,
         lease_until = clock_timestamp() + make_interval(secs => $2)
    from next where j.id = next.id and ${isClaimable}
  returning j.id, j.attempt, j.failures, j.tenant_id as "tenantId", j.company_network_url as "companyNetworkUrl", j.team`;

const countClaimable = `
  select coalesce(sum(waiting.runs), 0)::int as runs from tenant t
   cross join lateral (${underWay}) leased
   cross join lateral (
     select count(*) as runs from (
       select from prospecting_job j where j.tenant_id = t.id and ${isClaimable} limit greatest($1 - leased.runs, 0)
     ) few
   ) waiting
   where t.suspended_at is null`;

interface ClaimRow extends RunOrder {
  readonly id: string;
  readonly attempt: number;
  readonly failures: number;
}

/**
 * Runs as workers see them. Every change of a run names the attempt that makes it, and changes nothing when that is no longer
 * the newest one. Times are the database's.
 */
@Injectable()
export class RunRepository {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Takes the run that is next: of the tenants that may have another one under way the one with the fewest, and of its runs
   * the oldest.
   * @param tenantRuns how many runs of a tenant may be under way
   */
  async claim(tenantRuns: number, leaseSeconds: number): Promise<ClaimedRun | null> {
    return inTransaction(this.database.work, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [claimLock]);
      const { rows } = await client.query<ClaimRow>(claimFairest, [tenantRuns, leaseSeconds]);
      const [row] = rows;
      if (row === undefined) return null;
      const { id, attempt, ...order } = row;
      return { ...order, attempt: { jobId: id, number: attempt } };
    });
  }

  /** How many runs workers could take at once. */
  async claimable(tenantRuns: number): Promise<number> {
    const { rows } = await this.database.work.query<{ runs: number }>(countClaimable, [tenantRuns]);
    return rows[0]?.runs ?? 0;
  }

  /** Says that the run is still worked on. @returns false when it was given to somebody else, or has ended */
  async renew(attempt: Attempt, leaseSeconds: number): Promise<boolean> {
    return this.change(attempt, `lease_until = clock_timestamp() + make_interval(secs => $3)`, [leaseSeconds]);
  }

  /** Lets somebody else take the run at once. @returns false as `renew` */
  async handBack(attempt: Attempt): Promise<boolean> {
    return this.change(attempt, 'lease_until = null', []);
  }

  /** Has the run tried again later, and counts a failure. @returns false as `renew` */
  async postpone(attempt: Attempt, seconds: number): Promise<boolean> {
    const later = `lease_until = null, failures = failures + 1,
      not_before = clock_timestamp() + make_interval(secs => $3)`;
    return this.change(attempt, later, [seconds]);
  }

  /**
   * Ends a run: its prospects, its state and its credit in one transaction.
   * @returns what it has cost; null where `renew` says false, and then nothing has happened
   * @throws HoldGone when it was to succeed and there is no credit to charge
   */
  async finish(attempt: Attempt, end: RunEnd): Promise<Charges | null> {
    return inTransaction(this.database.work, async (client) => {
      // Before any row, as an erasure does. Whoever is erased later is found in what is stored here.
      await client.query('select pg_advisory_xact_lock_shared($1)', [erasureLock]);
      const run = await this.close(client, attempt, end);
      if (run === null) return null;
      if (end.status === 'success') await insertProspects(client, attempt, end.prospects);
      if (run.holdId === null) return charges({});
      const amounts = charges({ prospecting: end.status === 'success' ? 1 : 0 });
      const { outcome } = await this.ledger.settleWithin(client, run.holdId, run.tenantId, amounts);
      if (outcome === 'gone' && end.status === 'success') throw new HoldGone('The credit of a run is gone');
      return amounts;
    });
  }

  /**
   * Takes a run that nobody will work on, so that it can be ended as any other: too many workers were lost with it, or it has
   * waited too long.
   */
  async claimHopeless(leaseSeconds: number): Promise<{ readonly attempt: Attempt; readonly reason: string } | null> {
    const { rows } = await this.database.work.query<{ id: string; attempt: number; reason: string }>(
      `with hopeless as (
         select id, case when lease_until is not null then $2::text
                         when attempt = 0 then $3::text
                         else $4::text end as reason
           from prospecting_job where ${isHopeless} limit 1 for update skip locked
       )
       update prospecting_job j
          set attempt = attempt + 1, lease_until = clock_timestamp() + make_interval(secs => $1)
         from hopeless where j.id = hopeless.id
       returning j.id, j.attempt, hopeless.reason`,
      [
        leaseSeconds,
        failureReasons.workerLost,
        failureReasons.notStarted(mostDays),
        failureReasons.notFinished(mostDays),
      ],
    );
    const [row] = rows;
    return row === undefined ? null : { attempt: { jobId: row.id, number: row.attempt }, reason: row.reason };
  }

  private async change({ jobId, number }: Attempt, changes: string, values: readonly unknown[]): Promise<boolean> {
    const text = `update prospecting_job set ${changes} where ${isOurs}`;
    const { rowCount } = await this.database.work.query(text, [jobId, number, ...values]);
    return rowCount === 1;
  }

  private async close(
    client: ClientBase,
    { jobId, number }: Attempt,
    end: RunEnd,
  ): Promise<{ tenantId: string; holdId: string | null } | null> {
    const { rows } = await client.query<{ tenantId: string; holdId: string | null }>(
      `update prospecting_job
          set status = $3, failure_reason = $4, metadata = $5, run_end_time = clock_timestamp(), lease_until = null
        where ${isOurs}
        returning tenant_id as "tenantId", hold_id as "holdId"`,
      [
        jobId,
        number,
        end.status,
        end.status === 'failed' ? end.reason : null,
        end.status === 'success' ? storedJson(end.metadata) : null,
      ],
    );
    return rows[0] ?? null;
  }
}

async function insertProspects(
  client: ClientBase,
  { jobId }: Attempt,
  prospects: readonly RankedProspect[],
): Promise<void> {
  await client.query(
    `insert into prospect (job_id, rank, person_id, document)
     select $1, rank, person_id, document
       from unnest($2::bigint[], $3::jsonb[]) with ordinality as ranked(person_id, document, rank)`,
    [jobId, prospects.map(({ personId }) => personId), prospects.map(({ document }) => storedJson(document))],
  );
  await forgetErased(client, { jobId });
}

/** Who was erased while the run was under way stays out of it. Prospects themselves refer to their person, who must be there. */
async function forgetErased(client: ClientBase, { jobId }: Pick<Attempt, 'jobId'>): Promise<void> {
  await client.query(
    `update prospect set document = ${withoutIntroducer}
      where job_id = $1 and document->>'connecting_employee_network_url' is not null
        and not exists (select from person p where p.network_url = document->>'connecting_employee_network_url')`,
    [jobId],
  );
}

/** A language model may write any character. */
function storedJson(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storable(member) : member));
}
