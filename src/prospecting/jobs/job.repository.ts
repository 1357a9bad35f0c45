import { Injectable } from '@nestjs/common';
import type { ProspectingJob } from '../../generated/prisma/client.js';
import { type Reservation, reservationWindowMs } from '../../billing/credits/credit-entry.repository.js';
import { Database } from '../../platform/database/database.js';
import type { ListPosition } from '../../platform/http/list-cursor.js';

/** A run as it is stored, without its prospects. */
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

export interface JobFilter {
  /** Only jobs with this status; null for jobs with any status. */
  readonly status: Job['status'] | null;
  /** Only jobs whose credit was reserved by one of these reservations; null for all jobs. */
  readonly reservations: readonly Reservation[] | null;
}

type StoredProspect = Readonly<Record<string, unknown>>;

@Injectable()
export class JobRepository {
  constructor(private readonly database: Database) {}

  async byId(id: number): Promise<Job | null> {
    const row = await this.database.prisma.prospectingJob.findUnique({ where: { id } });
    return row === null ? null : jobOf(row);
  }

  /**
   * The newest jobs of a tenant, the newest first.
   * @param after only jobs that come after this position in the list; null for the beginning of the list
   */
  async ofTenant(
    tenantId: string,
    { status, reservations }: JobFilter,
    limit: number,
    after: ListPosition | null = null,
  ): Promise<Job[]> {
    const rows = await this.database.prisma.prospectingJob.findMany({
      where: {
        tenantId,
        ...(status === null ? {} : { status }),
        ...(reservations === null ? {} : { OR: reservations.map(reservedBy) }),
        ...(after === null ? {} : behind(after)),
      },
      orderBy: [{ runStartTime: 'desc' }, { id: 'desc' }],
      take: limit,
    });
    return rows.map(jobOf);
  }

  /** Returns the jobs with these ids, by id. If there is no job with an id, the map has no entry for it. */
  async byIds(ids: readonly number[]): Promise<ReadonlyMap<number, Job>> {
    const rows = await this.database.prisma.prospectingJob.findMany({ where: { id: { in: [...ids] } } });
    return new Map(rows.map((row) => [Number(row.id), jobOf(row)]));
  }

  /** The stored prospects of several jobs, by job id; the best prospect of a job comes first. A job without prospects has no entry. */
  async prospectsOfAll(ids: readonly number[]): Promise<ReadonlyMap<number, StoredProspect[]>> {
    const rows = await this.database.prisma.prospect.findMany({
      where: { jobId: { in: [...ids] } },
      orderBy: [{ jobId: 'asc' }, { rank: 'asc' }],
      select: { jobId: true, document: true },
    });
    const prospects = new Map<number, StoredProspect[]>();
    for (const { jobId, document } of rows) {
      const ofJob = prospects.get(Number(jobId)) ?? [];
      prospects.set(Number(jobId), ofJob);
      ofJob.push(document as StoredProspect);
    }
    return prospects;
  }

  /**
   * The names of companies, by their canonical profile pages. A page has no entry if no company has it, or if the company has no
   * name.
   */
  async companyNames(pages: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.prisma.company.findMany({
      where: { networkUrl: { in: [...pages] }, name: { not: null } },
      select: { networkUrl: true, name: true },
    });
    return new Map(rows.map(({ networkUrl, name }) => [networkUrl ?? '', name ?? '']));
  }

  /** The stored prospects of a job, the best first. */
  async prospectsOf(id: number): Promise<StoredProspect[]> {
    const rows = await this.database.prisma.prospect.findMany({
      where: { jobId: id },
      orderBy: { rank: 'asc' },
      select: { document: true },
    });
    return rows.map(({ document }) => document as StoredProspect);
  }
}

/**
 * The condition for jobs that come after this position in a list from newest to oldest: those that started earlier, and those that
 * started at the same time and have a lower id. Its first part allows PostgreSQL to begin the scan of the index at this time.
 */
function behind({ time, id }: ListPosition): object {
  return { runStartTime: { lte: time }, NOT: { runStartTime: time, id: { gte: id } } };
}

/**
 * The condition for the job whose credit a reservation has reserved. It includes the time of the reservation, so that the database
 * reads only a small part of the index on the times of jobs.
 */
function reservedBy({ holdId, at }: Reservation): object {
  const [from, to] = [-reservationWindowMs, reservationWindowMs].map((offset) => new Date(at.getTime() + offset));
  return { holdId, runStartTime: { gte: from, lte: to } };
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
