// This file uses SQL for a transaction that takes an id from a sequence, takes an advisory lock, and calls the ledger's function.
import { Injectable } from '@nestjs/common';
import type { ClientBase, PoolClient } from 'pg';
import { Ledger } from '../../billing/credits/ledger.sql.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { Database } from '../../platform/database/database.js';
import { inTransaction } from '../../platform/database/transaction.js';

export interface NewRun {
  readonly tenantId: string;
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
  /** The id of the hold that reserves the run's credit; null if the service counts no credits (`CREDITS=off`). */
  readonly holdId: string | null;
  readonly idempotencyKey: string | null;
}

/** For this number of hours, a retry with the same idempotency key finds the run. Answers are stored for retries for the same time. */
const keyLifeHours = 24;

@Injectable()
export class RunStartSql {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * Runs `work` in a transaction. `work` must pass the client that it gets to the other methods, so that they take part in the
   * transaction.
   */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.database.pool, work);
  }

  /** Stores a new run. @returns the id of the run */
  async store(client: ClientBase, run: NewRun): Promise<number> {
    const { rows } = await client.query<{ id: string }>(
      `insert into prospecting_job
         (id, tenant_id, company_network_url, team, client_email, hold_id, idempotency_key, run_start_time)
       values (prospecting_job_id(nextval('prospecting_job_number')), $1, $2, $3, $4, $5, $6, clock_timestamp())
       returning id`,
      [run.tenantId, run.companyNetworkUrl, run.team, run.clientEmail, run.holdId, run.idempotencyKey],
    );
    return Number(rows[0]?.id);
  }

  /**
   * Finds the run that an earlier request with the same idempotency key and content has stored, for example before its process was
   * killed. An advisory lock keeps other requests with the key from storing a run until this transaction ends.
   * @returns the id of the run, or null when there is none
   */
  async storedBefore(client: ClientBase, run: NewRun): Promise<number | null> {
    const { tenantId, idempotencyKey, companyNetworkUrl, team, clientEmail } = run;
    await client.query('select pg_advisory_xact_lock($1, hashtext($2))', [
      advisoryLocks.startedRun,
      `${tenantId} ${idempotencyKey ?? ''}`,
    ]);
    const { rows } = await client.query<{ id: string }>(
      `select id from prospecting_job
        where tenant_id = $1 and idempotency_key = $2 and company_network_url = $3
          and team is not distinct from $4 and client_email is not distinct from $5
          and run_start_time > now() - interval '${keyLifeHours} hours'
        order by run_start_time desc limit 1`,
      [tenantId, idempotencyKey, companyNetworkUrl, team, clientEmail],
    );
    return rows[0] === undefined ? null : Number(rows[0].id);
  }

  /** Sets a timeout for each of the following statements in the transaction. */
  async limitStatements(client: ClientBase, milliseconds: number): Promise<void> {
    await client.query(`set local statement_timeout = ${milliseconds}`);
  }

  /** Restores the usual timeout for the following statements in the transaction. */
  async unlimitStatements(client: ClientBase): Promise<void> {
    await client.query('set local statement_timeout = default');
  }

  /**
   * Removes a run that no worker has claimed, and releases its credit.
   * @returns false when a worker has already claimed the run, or the run has ended; then nothing is changed
   */
  async undo(id: number): Promise<boolean> {
    return this.transaction(async (client) => {
      const { rows } = await client.query<{ tenantId: string; holdId: string | null }>(
        `delete from prospecting_job where id = $1 and attempt = 0 and status = 'running'
         returning tenant_id as "tenantId", hold_id as "holdId"`,
        [id],
      );
      const [run] = rows;
      if (run === undefined) return false;
      if (run.holdId !== null) await this.ledger.settleWithin(client, run.holdId, run.tenantId, new Map());
      return true;
    });
  }
}
