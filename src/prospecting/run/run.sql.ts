// This file uses SQL for the fair claim, for leases by the clock of the database, and to call the ledger's function in the same
// transaction.
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

/**
 * The right of a worker to work on a run and to end it. The worker loses this right as soon as the run gets an attempt with a
 * higher number.
 */
export interface Attempt {
  /** The id of the run in decimal digits. It is a text, because the id is a 64-bit number. */
  readonly jobId: string;
  /** The number of the attempt, counted from 1. */
  readonly number: number;
}

export interface ClaimedRun extends RunOrder {
  readonly attempt: Attempt;
  /** The number of attempts that have failed so far. */
  readonly failures: number;
}

/** How a run ends: with its results, or with the reason why it failed. */
export type RunEnd =
  | { readonly status: 'success'; readonly prospects: readonly RankedProspect[]; readonly metadata: object }
  | { readonly status: 'failed'; readonly reason: string };

/** The credit that was reserved for a run is not reserved any more. So the run cannot be charged, and must not succeed. */
export class HoldGone extends Error {}

/**
 * A lock that keeps a transaction and an erasure from running at the same time. An erasure that ran before the transaction has
 * already deleted its persons. One that runs after it finds the prospects that the transaction has stored.
 */
const notDuringErasure = { lock: { name: 'erasure', mode: 'shared' } } as const;

/** The condition that the run has not ended and has no newer attempt. */
const isNewestAttempt = `id = $1 and attempt = $2 and status = 'running'`;

interface ClaimRow extends RunOrder {
  readonly id: string;
  readonly attempt: number;
  readonly failures: number;
}

/**
 * Claims, renews and ends runs for workers. A worker makes each change for its attempt at the run. If the run has a newer attempt
 * or has ended, nothing is changed. All times come from the clock of the database.
 */
@Injectable()
export class RunSql {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Claims the run that is next in the fair order: the oldest waiting run of the tenant that has the fewest runs under way. For
   * example, if tenant "a" has two runs under way and tenant "b" has one, a run of "b" is next. Tenants that have reached their
   * limit, and suspended tenants, are left out.
   * @param tenantRuns the number of runs that one tenant may have under way
   * @param leaseSeconds how long the worker owns the run, unless it renews the lease
   * @param ending the signal that aborts when the process ends. If it aborts during the claim, nothing is claimed: otherwise the
   *   process could claim a run that it has just released.
   * @returns null when no run can be claimed
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

  /** The ids of at most `limit` runs that workers could claim now. */
  async claimable(tenantRuns: number, limit: number): Promise<number[]> {
    const { rows } = await this.database.work.query<{ id: string }>(listClaimable, [tenantRuns, limit]);
    return rows.map(({ id }) => Number(id));
  }

  /** Renews the lease. @returns false when the run has a newer attempt or has ended */
  async renew(attempt: Attempt, leaseSeconds: number): Promise<boolean> {
    return this.change(attempt, `lease_until = clock_timestamp() + make_interval(secs => $3)`, [leaseSeconds]);
  }

  /** Ends the lease, so that any worker can claim the run. @returns false when the run has a newer attempt or has ended */
  async release(attempt: Attempt): Promise<boolean> {
    return this.change(attempt, 'lease_until = null', []);
  }

  /**
   * Counts a failed attempt, and lets workers claim the run again after `seconds`.
   * @returns false when the run has a newer attempt or has ended
   */
  async postpone(attempt: Attempt, seconds: number): Promise<boolean> {
    const later = `lease_until = null, failures = failures + 1,
      not_before = clock_timestamp() + make_interval(secs => $3)`;
    return this.change(attempt, later, [seconds]);
  }

  /**
   * Ends a run. In one transaction it stores the prospects and the state of the run, and charges or releases its credit.
   * @returns the charges; null when the run has a newer attempt or has ended, and then nothing is changed
   * @throws HoldGone when the run would succeed but its credit is not reserved any more; then nothing is changed
   */
  async finish(attempt: Attempt, end: RunEnd): Promise<Charges | null> {
    return inTransaction(this.database.work, (client) => this.end(client, attempt, end), notDuringErasure);
  }

  /**
   * Ends a run as failed, even while a worker works on it. The run gets a new attempt first, so that the worker can no longer store
   * results.
   * @returns false when the run has ended or does not exist
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
    return inTransaction(this.database.work, fail, notDuringErasure);
  }

  /**
   * Claims a run that must be ended as failed, because it has lost too many workers or has waited too long.
   * @returns null when there is no such run
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
    const text = `update prospecting_job set ${changes} where ${isNewestAttempt}`;
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
    if (outcome === 'gone' && end.status === 'success')
      throw new HoldGone('The credit of the run is not reserved any more, so the run cannot be charged');
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
        where ${isNewestAttempt}
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
      // The scores are stored with the prospect and not in the metadata of the run. So they are deleted, too, when the person is
      // erased.
      prospects.map(({ document, scores }) => storedJson({ ...document, scores })),
    ],
  );
  await removeErasedConnections(client, { jobId });
}

/**
 * Removes from the stored prospects those employees of the client who could introduce them but were erased during the run. A
 * prospect who was erased needs no such step: the foreign key to the person makes the insert fail, and the run is attempted again.
 */
async function removeErasedConnections(client: ClientBase, { jobId }: Pick<Attempt, 'jobId'>): Promise<void> {
  await client.query(
    `update prospect set document = ${withoutConnectingEmployee}
      where job_id = $1 and document->>'connecting_employee_network_url' is not null
        and not exists (select from person p where p.network_url = document->>'connecting_employee_network_url')`,
    [jobId],
  );
}

/** Converts a value to JSON. Characters that PostgreSQL cannot store are replaced, because a language model may write any character. */
function storedJson(value: object): string {
  return JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? storable(member) : member));
}
