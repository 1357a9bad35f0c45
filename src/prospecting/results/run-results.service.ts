import { Inject, Injectable } from '@nestjs/common';
import { type PageWriter, pageWriter } from '../../matching/urls/profile-url.js';
import { configToken, type Config } from '../../platform/config/config.js';
import type { ListPosition } from '../../platform/http/list-cursor.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { type Job, JobRepository } from '../jobs/job.repository.js';
import { recordOf, served } from '../jobs/job.service.js';
import type { ProspectingJobRecord } from '../jobs/prospecting.dto.js';
import { companyPage } from '../records/company-page.js';
import { isPassedOver, linesOf, readRunLine } from '../start/run-list.js';
import { StartedLinesService } from '../start/started-lines.service.js';

export interface RunResults {
  readonly job: ProspectingJobRecord;
  /** The company's name; null if no company with a name has the page for which the run was started. */
  readonly companyName: string | null;
  /** The prospects, the best first. The list is empty unless the run has succeeded. */
  readonly prospects: readonly Readonly<Record<string, unknown>>[];
}

/** The number of runs whose prospects are read together. It limits the memory: a run has up to 500 prospects of some kilobytes each. */
const runsAtOnce = 20;
const jobsAtOnce = 1_000;

const digits = /^\d+$/;

/** A line of a list that names a company. Its run is looked up by `key`, which `keyOf` makes from the company and the team. */
interface PageLine {
  readonly line: number;
  readonly key: string;
}

/** Reads the results of many runs for operators. It reads a few runs at a time, so that the memory does not grow with their number. */
@Injectable()
export class RunResultsService {
  private readonly writePage: PageWriter;

  constructor(
    private readonly jobs: JobRepository,
    private readonly startedLines: StartedLinesService,
    private readonly tenants: TenantService,
    @Inject(configToken) private readonly config: Config,
  ) {
    this.writePage = pageWriter(config.networkHosts);
  }

  /**
   * Yields all runs of a tenant that have ended, the newest first.
   * @throws CommandError when there is no such tenant
   */
  async *ofTenant(tenantId: string): AsyncGenerator<RunResults, void> {
    await this.tenants.existing(tenantId);
    for await (const jobs of this.pagesOf(tenantId))
      yield* this.resultsOf(jobs.filter(({ status }) => status !== 'running'));
  }

  /**
   * Yields the runs of a list, in the order of its lines. A line is either the id of a job, or a company in one of the forms that
   * `readRunLine` reads.
   *
   * If a line names a company, the run that was started for this line is taken. That run is unknown if the list was moved or comes
   * from standard input. Then the tenant's newest run for the company is taken, or, if the line names a team, the newest run for
   * the company and this team.
   * @param path the path of the list; `-` for standard input
   * @param onMissing called with each line that has no run, and the reason, before the first result is yielded
   * @throws CommandError when there is no such tenant
   */
  async *ofList(
    tenantId: string,
    content: string,
    path: string,
    onMissing: (line: number, reason: string) => void,
  ): AsyncGenerator<RunResults, void> {
    await this.tenants.existing(tenantId);
    const ids = await this.jobIdsOf(tenantId, content, path, onMissing);
    for (let start = 0; start < ids.length; start += jobsAtOnce) {
      const some = ids.slice(start, start + jobsAtOnce);
      const jobs = await this.jobs.byIds(some);
      yield* this.resultsOf(some.flatMap((id) => jobs.get(id) ?? []));
    }
  }

  /** Returns the job ids for the lines of a list, in the order of the lines, and reports the lines that have no job. */
  private async jobIdsOf(
    tenantId: string,
    content: string,
    path: string,
    onMissing: (line: number, reason: string) => void,
  ): Promise<number[]> {
    const lines = linesOf(content);
    const { runs: started } = await this.startedLines.of(tenantId, path, lines);
    const idOf = new Map<number, number>();
    const missing = new Map<number, string>();
    const pages: PageLine[] = [];
    for (const { number: line, text } of lines) {
      if (isPassedOver(text)) continue;
      const known = started.get(line);
      const id = digits.test(text.trim()) ? Number(text) : NaN;
      if (Number.isSafeInteger(id)) idOf.set(line, id);
      else if (known !== undefined) idOf.set(line, known.jobId);
      else {
        const read = readRunLine(text, { team: null, clientEmail: null }, this.config.networkHosts);
        if (read === null || 'reason' in read) missing.set(line, read?.reason ?? 'the line is empty');
        else pages.push({ line, key: this.keyOf(read.request.networkUrl, read.request.team) });
      }
    }
    const newest = await this.newestOf(tenantId, new Set(pages.map(({ key }) => key)));
    for (const { line, key } of pages) {
      const id = newest.get(key);
      if (id === undefined) missing.set(line, 'the tenant has no run for this company');
      else idOf.set(line, id);
    }
    for (const [line, id] of await this.foreignOf(tenantId, idOf)) {
      idOf.delete(line);
      missing.set(line, `the tenant has no job ${id}`);
    }
    for (const [line, reason] of sorted(missing)) onMissing(line, reason);
    return sorted(idOf).map(([, id]) => id);
  }

  /** The lines whose job does not exist or belongs to another tenant, each with the id of the job. */
  private async foreignOf(tenantId: string, idOf: ReadonlyMap<number, number>): Promise<[line: number, id: number][]> {
    const entries = [...idOf];
    const foreign: [line: number, id: number][] = [];
    for (let start = 0; start < entries.length; start += jobsAtOnce) {
      const some = entries.slice(start, start + jobsAtOnce);
      const jobs = await this.jobs.byIds(some.map(([, id]) => id));
      foreign.push(...some.filter(([, id]) => jobs.get(id)?.tenantId !== tenantId));
    }
    return foreign;
  }

  /**
   * The id of the newest job for each key; a key without a job has no entry. The jobs of the tenant are read from the newest on,
   * until a job is found for every key. A key without a team stands for a job of any team.
   */
  private async newestOf(tenantId: string, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    if (wanted.size === 0) return found;
    for await (const jobs of this.pagesOf(tenantId)) {
      for (const { id, companyNetworkUrl, team } of jobs) {
        for (const key of [this.keyOf(companyNetworkUrl, null), this.keyOf(companyNetworkUrl, team)]) {
          if (wanted.has(key) && !found.has(key)) found.set(key, id);
        }
      }
      if (found.size === wanted.size) break;
    }
    return found;
  }

  /** Yields all jobs of a tenant in pages, the newest first. */
  private async *pagesOf(tenantId: string): AsyncGenerator<Job[], void> {
    let after: ListPosition | null = null;
    for (;;) {
      const jobs: Job[] = await this.jobs.ofTenant(tenantId, { status: null, reservations: null }, jobsAtOnce, after);
      yield jobs;
      const last = jobs.at(-1);
      if (last === undefined || jobs.length < jobsAtOnce) return;
      after = { time: last.startedAt, id: BigInt(last.id) };
    }
  }

  private async *resultsOf(jobs: readonly Job[]): AsyncGenerator<RunResults, void> {
    for (let start = 0; start < jobs.length; start += runsAtOnce) {
      const some = jobs.slice(start, start + runsAtOnce);
      const succeeded = some.filter(({ status }) => status === 'success');
      const [prospects, names] = await Promise.all([
        this.jobs.prospectsOfAll(succeeded.map(({ id }) => id)),
        this.jobs.companyNames(some.flatMap(({ companyNetworkUrl }) => this.pageOf(companyNetworkUrl) ?? [])),
      ]);
      for (const job of some) {
        const stored = prospects.get(job.id) ?? [];
        yield {
          job: recordOf(job),
          companyName: names.get(this.pageOf(job.companyNetworkUrl) ?? '') ?? null,
          prospects: stored.map((document) => served(document, this.writePage)),
        };
      }
    }
  }

  private keyOf(networkUrl: string, team: string | null): string {
    return JSON.stringify([this.pageOf(networkUrl) ?? networkUrl, team]);
  }

  private pageOf(networkUrl: string): string | null {
    return companyPage(networkUrl, this.config.networkHosts)?.canonical ?? null;
  }
}

function sorted<T>(byLine: ReadonlyMap<number, T>): [line: number, value: T][] {
  return [...byLine].sort(([one], [other]) => one - other);
}
