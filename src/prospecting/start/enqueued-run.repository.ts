import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';

/** A run in the form in which a command reports it to an operator. `prospects` is the number of its prospects. */
export interface EnqueuedRun {
  readonly jobId: number;
  readonly status: 'running' | 'success' | 'failed';
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly failureReason: string | null;
  readonly prospects: number;
}

export interface KeyedRun {
  readonly jobId: number;
  readonly key: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
}

/** The number of runs in each state. A command shows these numbers as its progress. */
export interface RunCounts {
  /** Runs that have not ended. Some of them may still wait for a worker. */
  readonly running: number;
  /** How many of the running runs a worker has claimed at least once. */
  readonly begun: number;
  readonly success: number;
  readonly failed: number;
}

/** Reads the state of runs that operators have started. It can read thousands of runs at a time. */
@Injectable()
export class EnqueuedRunRepository {
  constructor(private readonly database: Database) {}

  /** The runs of a tenant whose idempotency key begins with this prefix, even very old ones. */
  async startedUnder(tenantId: string, prefix: string): Promise<KeyedRun[]> {
    const rows = await this.database.prisma.prospectingJob.findMany({
      where: { tenantId, idempotencyKey: { startsWith: prefix } },
      select: { id: true, idempotencyKey: true, team: true, clientEmail: true },
    });
    return rows.map(({ id, idempotencyKey, ...run }) => ({ ...run, jobId: Number(id), key: idempotencyKey ?? '' }));
  }

  async countsOf(jobIds: readonly number[]): Promise<RunCounts> {
    const counts = { running: 0, begun: 0, success: 0, failed: 0 };
    const { prospectingJob } = this.database.prisma;
    for (const ids of parts(jobIds)) {
      const id = { in: ids };
      const states = await prospectingJob.groupBy({ by: ['status'], where: { id }, _count: true });
      for (const { status, _count: runs } of states) counts[status] += runs;
      counts.begun += await prospectingJob.count({ where: { id, status: 'running', attempt: { gt: 0 } } });
    }
    return counts;
  }

  /** Returns the runs by job id; a run that no longer exists has no entry. */
  async runsOf(jobIds: readonly number[]): Promise<ReadonlyMap<number, EnqueuedRun>> {
    const runs = new Map<number, EnqueuedRun>();
    const { prospectingJob, prospect } = this.database.prisma;
    for (const ids of parts(jobIds)) {
      const rows = await prospectingJob.findMany({ where: { id: { in: ids } }, select: members });
      const found = await prospect.groupBy({ by: ['jobId'], where: { jobId: { in: ids } }, _count: true });
      const prospects = new Map(found.map(({ jobId, _count: count }) => [jobId, count]));
      for (const { id, ...run } of rows) {
        runs.set(Number(id), { jobId: Number(id), ...run, prospects: prospects.get(id) ?? 0 });
      }
    }
    return runs;
  }
}

const members = { id: true, status: true, companyNetworkUrl: true, team: true, failureReason: true } as const;

/** The maximum number of ids in one statement, because PostgreSQL allows at most 65,535 parameters. */
const partSize = 10_000;

function* parts<T>(list: readonly T[]): Generator<T[]> {
  for (let start = 0; start < list.length; start += partSize) yield list.slice(start, start + partSize);
}
