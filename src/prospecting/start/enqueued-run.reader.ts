import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** What an operator is told of one of many runs. */
export interface EnqueuedRun {
  readonly jobId: number;
  readonly status: 'running' | 'success' | 'failed';
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly failureReason: string | null;
  readonly prospects: number;
}

/** How far runs have come. */
export interface RunCounts {
  /** Not ended; some of them may wait. */
  readonly running: number;
  /** Of these, on which somebody works or has worked. */
  readonly begun: number;
  readonly success: number;
  readonly failed: number;
}

/** Follows the runs that operators have started, thousands at a time. */
@Injectable()
export class EnqueuedRunReader {
  constructor(private readonly database: Database) {}

  /** Job ids by the key under which they were started, however long ago. */
  async startedUnder(tenantId: string, keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (keys.length === 0) return new Map();
    const { rows } = await this.database.pool.query<[key: string, id: string]>({
      name: 'prospecting-runs-by-key',
      text: `select idempotency_key, id from prospecting_job
              where tenant_id = $1 and idempotency_key = any($2::text[])`,
      values: [tenantId, keys],
      rowMode: 'array',
    });
    return new Map(rows.map(([key, id]) => [key, Number(id)]));
  }

  async countsOf(jobIds: readonly number[]): Promise<RunCounts> {
    const { rows } = await this.database.pool.query<[number, number, number, number]>({
      name: 'prospecting-run-counts',
      text: `select count(*) filter (where status = 'running')::int,
                    count(*) filter (where status = 'running' and attempt > 0)::int,
                    count(*) filter (where status = 'success')::int,
                    count(*) filter (where status = 'failed')::int
               from prospecting_job where id = any($1::bigint[])`,
      values: [jobIds],
      rowMode: 'array',
    });
    const [running = 0, begun = 0, success = 0, failed = 0] = rows[0] ?? [];
    return { running, begun, success, failed };
  }

  /** By job id; a run that is gone has no entry. */
  async runsOf(jobIds: readonly number[]): Promise<ReadonlyMap<number, EnqueuedRun>> {
    const { rows } = await this.database.pool.query<
      [string, EnqueuedRun['status'], string, string | null, string | null, number]
    >({
      name: 'prospecting-runs-by-id',
      text: `select j.id, j.status, j.company_network_url, j.team, j.failure_reason,
                    (select count(*) from prospect p where p.job_id = j.id)::int
               from prospecting_job j where j.id = any($1::bigint[])`,
      values: [jobIds],
      rowMode: 'array',
    });
    return new Map(
      rows.map(([id, status, companyNetworkUrl, team, failureReason, prospects]) => {
        const jobId = Number(id);
        return [jobId, { jobId, status, companyNetworkUrl, team, failureReason, prospects }] as const;
      }),
    );
  }
}
