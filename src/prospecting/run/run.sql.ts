// SQL for the fair claim, leases by the clock of the database, and the ledger's function in one transaction.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { charges, type Charges } from '../../billing/credits/credit-amounts.js';
import { Ledger } from '../../billing/credits/ledger.sql.js';
import { withoutConnectingEmployee } from '../../privacy/erasure.sql.js';
import { Database } from '../../platform/database/database.js';
import { claimAbandoned, claimFairest, listClaimable, maxDays } from './run-claims.sql.js';
import { failureReasons, type RankedProspect, type RunOrder } from './run-result.js';
import { storable } from '../../platform/database/text.js';
import { inTransaction } from '../../platform/database/transaction.js';

/** The right to work on a run, and to end it. It ends when another worker gets the run. */
export interface Attempt {
  /** A 64-bit number. */
  readonly jobId: string;
  /** The number of the attempt, from 1. */
  readonly number: number;
}

export interface ClaimedRun extends RunOrder {
  readonly attempt: Attempt;
  /** Failed attempts so far. */
  readonly failures: number;
}

/** How a run ends. */
export type RunEnd =
  | { readonly status: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly status: 'failed'; readonly reason: string };

/** The hold of a run no longer exists, so the run must not succeed. */
export class HoldGone extends Error {}

/** An erasure after it finds the stored prospects. */
const besideErasures = { lock: { name: 'erasure', mode: 'shared' } } as const;

/** Runs of other attempts are never touched. */
const isOurs = `id = $1 and attempt = $2 and status = 'running'`;

interface ClaimRow extends RunOrder {
  readonly id: string;
  readonly attempt: number;
  readonly failures: number;
}

/**
 * Runs for workers. Every change of a run names its attempt, and changes nothing when that is no longer
 * the newest one. Times are the database's.
 */
@Injectable()
export class RunSql {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Takes the run that is next: of the tenants that may have another one under way the one with the fewest, and of its runs
   * the oldest.
   * @param tenantRuns how many runs of a tenant may be under way
   * @param ending when it aborts during the claim, nothing is taken: it could be a run that this process has just released
   */
  async claim(tenantRuns: number, leaseSeconds: number, ending?: AbortSignal): Promise<ClaimedRun | null> {
    const claim = async (client: ClientBase): Promise<ClaimedRun | null> => {
      const { rows } = await client.query<ClaimRow>(claimFairest, [tenantRuns, leaseSeconds]);
      const [row] = rows;
      if (row === undefined) return null;
      ending?.throwIfAborted();
      const { id, attempt, ...order } = row;
      return { ...order, attempt: { jobId: id, number: attempt } };
    };
    try {
      return await inTransaction(this.database.work, claim, { lock: { name: 'runClaim', mode: 'alone' } });
    } catch (error) {
      if (ending?.aborted === true && error === ending.reason) return null;
      throw error;
    }
  }

  /** The ids of runs that workers could take at once, at most `limit`. */
  async claimable(tenantRuns: number, limit: number): Promise<number[]> {
    const { rows } = await this.database.work.query<{ id: string }>(listClaimable, [tenantRuns, limit]);
    return rows.map(({ id }) => Number(id));
  }

  /** Renews the lease. @returns false when another worker has the run, or it has ended */
  async renew(attempt: Attempt, leaseSeconds: number): Promise<boolean> {
    return this.change(attempt, `lease_until = clock_timestamp() + make_interval(secs => $3)`, [leaseSeconds]);
  }

  /** Releases the run for any worker. @returns false as `renew` */
  async release(attempt: Attempt): Promise<boolean> {
    return this.change(attempt, 'lease_until = null', []);
  }

  /** Schedules another attempt, and counts a failure. @returns false as `renew` */
  async postpone(attempt: Attempt, seconds: number): Promise<boolean> {
    const later = `lease_until = null, failures = failures + 1,
      not_before = clock_timestamp() + make_interval(secs => $3)`;
    return this.change(attempt, later, [seconds]);
  }

  /**
   * Ends a run: its prospects, its state and its credit in one transaction.
   * @returns the charges; null where `renew` returns false, and then nothing has changed
   * @throws HoldGone for a success without a hold to charge
   */
  async finish(attempt: Attempt, end: RunEnd): Promise<Charges | null> {
    return inTransaction(this.database.work, (client) => this.end(client, attempt, end), besideErasures);
  }

  /**
   * Fails a run that has not ended, also one under way: it takes a new attempt, which makes that of the worker stale.
   * @returns false when it has ended or does not exist
   */
  async cancel(jobId: string, reason: string): Promise<boolean> {
    const fail = async (client: ClientBase): Promise<boolean> => {
      const { rows } = await client.query<{ number: number }>(
        `update prospecting_job set attempt = attempt + 1 where id = $1 and status = 'running' returning attempt as number`,
        [jobId],
      );
      const [attempt] = rows;
      if (attempt === undefined) return false;
      const end: RunEnd = { status: 'failed', reason };
      return (await this.end(client, { jobId, number: attempt.number }, end)) !== null;
    };
    return inTransaction(this.database.work, fail, besideErasures);
  }

  /**
   * Claims a run that is to fail, because too many workers were lost with it or it has waited too long.
   */
  async claimAbandoned(leaseSeconds: number): Promise<{ readonly attempt: Attempt; readonly reason: string } | null> {
    const { rows } = await this.database.work.query<{ id: string; attempt: number; reason: string }>(claimAbandoned, [
      leaseSeconds,
      failureReasons.workerLost,
      failureReasons.notStarted(maxDays),
      failureReasons.notFinished(maxDays),
    ]);
    const [row] = rows;
    return row === undefined ? null : { attempt: { jobId: row.id, number: row.attempt }, reason: row.reason };
  }

  private async change({ jobId, number }: Attempt, changes: string, values: readonly unknown[]): Promise<boolean> {
    const text = `update prospecting_job set ${changes} where ${isOurs}`;
    const { rowCount } = await this.database.work.query(text, [jobId, number, ...values]);
    return rowCount === 1;
  }

  private async end(client: ClientBase, attempt: Attempt, end: RunEnd): Promise<Charges | null> {
    const run = await this.close(client, attempt, end);
    if (run === null) return null;
    if (end.status === 'success') await insertProspects(client, attempt, end.prospects);
    if (run.holdId === null) return charges({});
    const amounts = charges({ prospecting: end.status === 'success' ? 1 : 0 });
    const { outcome } = await this.ledger.settleWithin(client, run.holdId, run.tenantId, amounts);
    if (outcome === 'gone' && end.status === 'success') throw new HoldGone('The credit of a run is gone');
    return amounts;
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
    [
      jobId,
      prospects.map(({ personId }) => personId),
      // In the row of the prospect, so that they are erased with the person.
      prospects.map(({ document, scores }) => storedJson({ ...document, scores })),
    ],
  );
  await forgetErased(client, { jobId });
}

/** Removes persons who were erased during the run; prospects refer to the row of their person. */
async function forgetErased(client: ClientBase, { jobId }: Pick<Attempt, 'jobId'>): Promise<void> {
  await client.query(
    `update prospect set document = ${withoutConnectingEmployee}
      where job_id = $1 and document->>'connecting_employee_network_url' is not null
        and not exists (select from person p where p.network_url = document->>'connecting_employee_network_url')`,
    [jobId],
  );
}

/** Replaces characters that PostgreSQL cannot store; a language model may write any. */
function storedJson(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storable(member) : member));
}
