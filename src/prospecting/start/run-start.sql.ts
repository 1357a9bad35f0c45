// SQL for a run's id from a sequence, an advisory lock, and the ledger's function in one transaction.
import { Injectable } from '@nestjs/common';
import type { ClientBase, PoolClient } from 'pg';
import { Ledger } from '../../billing/credits/ledger.sql.js';
import { advisoryLocks } from '../../platform/database/advisory-locks.js';
import { Database } from '../../platform/database/database.js';
import { inTransaction } from '../../platform/database/transaction.js';

/** A run that is to be stored. */
export interface NewRun {
  readonly tenantId: string;
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
  /** Null where credits are off. */
  readonly holdId: string | null;
  readonly idempotencyKey: string | null;
}

/** As long as answers are stored under their keys. */
const keyLifeHours = 24;

/** Stores the start of a run. */
@Injectable()
export class RunStartSql {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /** As {@link inTransaction}; the other methods write in it. */
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return inTransaction(this.database.pool, work);
  }

  /** @returns the new job's id */
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
   * The run that an earlier attempt at the same request stored before its process was killed. Until the
   * transaction ends no other attempt can store one.
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

  /** Sets the statement timeout of the rest of the transaction. */
  async limitStatements(client: ClientBase, milliseconds: number): Promise<void> {
    await client.query(`set local statement_timeout = ${milliseconds}`);
  }

  async unlimitStatements(client: ClientBase): Promise<void> {
    await client.query('set local statement_timeout = default');
  }

  /**
   * Removes a run that no worker has claimed, and gives its credit back.
   * @returns false when a worker has claimed it: then it stays
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
