import { Inject, Injectable } from '@nestjs/common';
import { CreditEntryRepository } from '../../billing/credits/credit-entry.repository.js';
import { type PageWriter, pageWriter } from '../../matching/urls/profile-url.js';
import type { Caller } from '../../platform/auth/caller.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { pageOf, positionOf } from '../../platform/http/list-cursor.js';
import { JobRepository, type Job } from './job.repository.js';
import {
  prospectKeys,
  type ProspectingJobList,
  type ProspectingJobRecord,
  type ProspectingResults,
} from './prospecting.dto.js';
import { failureReasons } from '../run/run-result.js';
import { RunSql } from '../run/run.sql.js';

/** The parameters of a request for a list of jobs. A DTO class implements this type. */
export interface JobListRequest {
  readonly status?: Job['status'];
  /** The X-Request-Id of the request that started the jobs; absent for all jobs. */
  readonly request_id?: string;
  readonly limit: number;
  /** A valid cursor: the `next_cursor` of the page before. */
  readonly cursor?: string;
}

/**
 * A list of the jobs of one X-Request-Id has at most this number of jobs, the newest ones. There can be more, because a client may
 * send any number of requests with the same X-Request-Id.
 */
const maxReservations = 100;

const cancellations: readonly (string | null)[] = [failureReasons.cancelled, failureReasons.cancelledByClient];

/**
 * Reads and cancels runs, for clients and operators. It does not use the queue, so a command that only reads runs does not load
 * one.
 */
@Injectable()
export class JobService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly jobs: JobRepository,
    private readonly entries: CreditEntryRepository,
    private readonly runs: RunSql,
    @Inject(configToken) config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * A job of the caller's tenant, without its prospects.
   * @throws DomainError JOB_NOT_FOUND, FOREIGN_JOB
   */
  async record(id: bigint, caller: Pick<Caller, 'tenantId'>): Promise<ProspectingJobRecord> {
    return recordOf(await this.owned(id, caller));
  }

  /**
   * The prospects of a job. The list is empty while the job is running and after it has failed.
   * @throws DomainError JOB_NOT_FOUND, FOREIGN_JOB
   */
  async results(id: bigint, caller: Pick<Caller, 'tenantId'>): Promise<ProspectingResults> {
    const job = await this.owned(id, caller);
    const stored = job.status === 'success' ? await this.jobs.prospectsOf(job.id) : [];
    return {
      job_id: job.id,
      status: job.status,
      total_results: stored.length,
      resulting_prospects: stored.map((document) => served(document, this.writePage)),
      metadata: job.metadata && { ...job.metadata, scores: stored.map(({ scores }) => scores ?? null) },
    };
  }

  /** A page of the jobs of the caller's tenant, the newest first. */
  async list(
    { status, request_id: requestId, limit, cursor = '' }: JobListRequest,
    { tenantId }: Pick<Caller, 'tenantId'>,
  ): Promise<ProspectingJobList> {
    const reservations =
      requestId === undefined
        ? null
        : await this.entries.reservationsOf(tenantId, requestId, 'prospecting', maxReservations);
    const filter = { status: status ?? null, reservations };
    const found = await this.jobs.ofTenant(tenantId, filter, limit + 1, positionOf(cursor));
    const { items, nextCursor } = pageOf(found, limit, ({ startedAt, id }) => ({ time: startedAt, id: BigInt(id) }));
    return { jobs: items.map(recordOf), next_cursor: nextCursor };
  }

  /**
   * Cancels a run for its tenant: the run ends as failed, its credit is released, and what a worker still finds is discarded. If
   * the run was cancelled before, nothing changes and the job is returned again.
   * @throws DomainError JOB_NOT_FOUND, FOREIGN_JOB, and JOB_ENDED when the run ended in another way than by a cancellation
   */
  async cancelOwn(id: bigint, caller: Pick<Caller, 'tenantId'>): Promise<ProspectingJobRecord> {
    const job = await this.owned(id, caller);
    if (job.status === 'running') await this.runs.cancel(String(id), failureReasons.cancelledByClient);
    const now = await this.owned(id, caller);
    if (!cancellations.includes(now.failureReason)) throw new DomainError('JOB_ENDED');
    return recordOf(now);
  }

  /**
   * Cancels a run of any tenant for an operator: the run ends as failed, its credit is released, and what a worker still finds is
   * discarded.
   * @throws CommandError when there is no such run, or it has ended
   */
  async cancel(id: bigint): Promise<ProspectingJobRecord> {
    const job = await this.byId(id);
    const isCancelled = job !== null && (await this.runs.cancel(String(id), failureReasons.cancelled));
    const now = await this.find(id);
    if (now === null) throw new CommandError(`There is no job ${id}`);
    if (!isCancelled) throw new CommandError(`Job ${id} has ended already: ${now.failure_reason ?? now.status}`);
    return now;
  }

  /** A job of any tenant, for operators; null when there is no such job. */
  async find(id: bigint): Promise<ProspectingJobRecord | null> {
    const job = await this.byId(id);
    return job === null ? null : recordOf(job);
  }

  /**
   * The newest jobs of a tenant, the newest first.
   * @param status only jobs with this status; null for jobs with any status
   */
  async ofTenant(tenantId: string, status: Job['status'] | null, limit: number): Promise<ProspectingJobRecord[]> {
    return (await this.jobs.ofTenant(tenantId, { status, reservations: null }, limit)).map(recordOf);
  }

  private async owned(id: bigint, { tenantId }: Pick<Caller, 'tenantId'>): Promise<Job> {
    const job = await this.byId(id);
    if (job === null) throw new DomainError('JOB_NOT_FOUND');
    if (job.tenantId !== tenantId) throw new DomainError('FOREIGN_JOB');
    return job;
  }

  /** Finds a job. Job ids have at most 53 bits. No job has a larger id, and converted to a `number` such an id would lose digits. */
  private async byId(id: bigint): Promise<Job | null> {
    return id < 0n || id > Number.MAX_SAFE_INTEGER ? null : this.jobs.byId(Number(id));
  }
}

export function recordOf(job: Job): ProspectingJobRecord {
  return {
    job_id: job.id,
    status: job.status,
    tenant_id: job.tenantId,
    company_network_url: job.companyNetworkUrl,
    team: job.team,
    client_email: job.clientEmail,
    run_start_time: job.startedAt.toISOString(),
    run_end_time: job.endedAt?.toISOString() ?? null,
    failure_reason: job.failureReason,
  };
}

const prospectPages: ReadonlySet<string> = new Set([
  'network_url',
  'company_network_url',
  'connecting_employee_network_url',
]);

/**
 * A stored prospect in the form that answers have. It has exactly the keys of the contract, in their order, because the database
 * does not keep the order of keys. A missing key becomes `null`. Profile pages get the host name that this installation uses.
 */
export function served(
  document: Readonly<Record<string, unknown>>,
  writePage: PageWriter,
): Readonly<Record<string, unknown>> {
  const valueOf = (key: string): unknown => {
    const value = document[key] ?? null;
    return prospectPages.has(key) && typeof value === 'string' ? writePage(value) : value;
  };
  return Object.fromEntries(prospectKeys.map((key) => [key, valueOf(key)]));
}
