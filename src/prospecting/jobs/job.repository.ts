import { Injectable } from '@nestjs/common';
import type { ProspectingJob } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { ListPosition } from '../../platform/http/list-cursor.js';

/** A job without its prospects. */
export interface Job {
  readonly id: number;
  readonly tenantId: string;
  readonly companyNetworkUrl: string;
  readonly team: string | null;
  readonly clientEmail: string | null;
  readonly status: 'running' | 'success' | 'failed';
  readonly failureReason: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly metadata: object | null;
}

@Injectable()
export class JobRepository {
  constructor(private readonly database: Database) {}

  async byId(id: number): Promise<Job | null> {
    const row = await this.database.prisma.prospectingJob.findUnique({ where: { id } });
    return row === null ? null : jobOf(row);
  }

  /**
   * The newest jobs of a tenant, the newest first.
   * @param status null for any
   * @param after only jobs behind this position
   */
  async ofTenant(
    tenantId: string,
    status: Job['status'] | null,
    limit: number,
    after: ListPosition | null = null,
  ): Promise<Job[]> {
    const rows = await this.database.prisma.prospectingJob.findMany({
      where: { tenantId, ...(status === null ? {} : { status }), ...(after === null ? {} : behind(after)) },
      orderBy: [{ runStartTime: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map(jobOf);
  }

  /** The prospects of a job as they are stored, the best first. */
  async prospectsOf(id: number): Promise<Readonly<Record<string, unknown>>[]> {
    const rows = await this.database.prisma.prospect.findMany({
      where: { jobId: id },
      orderBy: { rank: 'asc' },
      select: { document: true },
    });
    return rows.map(({ document }) => document as Readonly<Record<string, unknown>>);
  }
}

/** The first condition bounds the index scan, which the second cannot. */
function behind({ time, id }: ListPosition): object {
  return { runStartTime: { lte: time }, NOT: { runStartTime: time, id: { gte: id } } };
}

function jobOf({ id, runStartTime, runEndTime, metadata, ...row }: ProspectingJob): Job {
  return {
    ...row,
    id: Number(id),
    startedAt: runStartTime,
    endedAt: runEndTime,
    metadata: typeof metadata === 'object' ? metadata : null,
  };
}
