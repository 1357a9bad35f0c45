import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { sortableId } from '../../platform/database/sortable-id.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { DomainError } from '../../platform/errors/domain-error.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { EnqueuedRunRepository, type EnqueuedRun, type RunCounts } from './enqueued-run.repository.js';
import { checkRunRequest, readRunLine, type ReadLine, type RunRequest, type UsualRequest } from './run-list.js';
import { RunStartService } from './run-start.service.js';
import { TeamService } from '../teams/team.service.js';

/** What the ledger stores as the endpoint of a run that an operator started. */
const endpoint = 'admin prospecting enqueue';

const pollMs = 1_000;

/** Starts runs on behalf of operators. */
@Injectable()
export class EnqueueService {
  constructor(
    private readonly runs: RunStartService,
    private readonly enqueued: EnqueuedRunRepository,
    private readonly tenants: TenantService,
    private readonly teams: TeamService,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /**
   * Starts one run.
   * @returns the job's id
   * @throws CommandError when there is no such tenant or team, the URL is not the profile page of a company, the e-mail address
   * is invalid, the credits are used up, or the queue is unavailable
   */
  async enqueue(tenantId: string, request: RunRequest): Promise<number> {
    await this.tenants.served(tenantId);
    const checked = await this.check(tenantId, checkRunRequest(request, this.config.networkHosts));
    if ('reason' in checked) throw new CommandError(`The run cannot be started: ${checked.reason}`);
    try {
      return await this.start(tenantId, checked.request, null);
    } catch (error) {
      if (error instanceof DomainError) throw new CommandError(error.message);
      throw error;
    }
  }

  /**
   * Reads the run that a line of a list asks for, or the reason why this run cannot be started; null for an empty line or a
   * comment. A team that does not exist is an error here, because the operator has probably mistyped its name. A client that names
   * such a team gets the default schema.
   */
  async read(tenantId: string, line: string, usual: UsualRequest): Promise<ReadLine | null> {
    const read = readRunLine(line, usual, this.config.networkHosts);
    return read === null ? null : this.check(tenantId, read);
  }

  /**
   * Starts a run that {@link EnqueueService.read} has accepted.
   * @param idempotencyKey if the same run was started with this key within the last 24 hours, no second run is started and the id
   *   of the first one is returned; null always starts a new run
   * @returns the job's id
   * @throws DomainError when the credits are used up, or the queue is unavailable
   */
  async start(tenantId: string, request: RunRequest, idempotencyKey: string | null): Promise<number> {
    const origin = { tenantId, requestId: sortableId(), keyId: null, endpoint: endpoint };
    const { answer } = await this.runs.begin({ ...request, origin, idempotencyKey, claim: null });
    return answer.job_id;
  }

  /**
   * Checks that the tenant has this team; null stands for no team and is accepted. @throws CommandError when the tenant has no such
   * team
   */
  async assertTeam(tenantId: string, team: string | null): Promise<void> {
    if (team === null || (await this.teams.has(tenantId, team))) return;
    throw new CommandError(`The runs cannot be started: ${noTeam(tenantId, team)}`);
  }

  /** Waits until all these runs have ended or the signal aborts. Meanwhile it calls `onProgress` every second. */
  async wait(jobIds: readonly number[], signal: AbortSignal, onProgress: (counts: RunCounts) => void): Promise<void> {
    for (;;) {
      const counts = await this.enqueued.countsOf(jobIds);
      onProgress(counts);
      if (counts.running === 0 || signal.aborted) return;
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The present state of the runs with these ids, in the order of the ids. A run that no longer exists is left out. */
  async runsOf(jobIds: readonly number[]): Promise<EnqueuedRun[]> {
    const runs = await this.enqueued.runsOf(jobIds);
    return jobIds.flatMap((id) => runs.get(id) ?? []);
  }

  private async check(tenantId: string, read: ReadLine): Promise<ReadLine> {
    if ('reason' in read || read.request.team === null) return read;
    const { team } = read.request;
    return (await this.teams.has(tenantId, team)) ? read : { reason: noTeam(tenantId, team) };
  }
}

function noTeam(tenantId: string, team: string): string {
  return `tenant "${tenantId}" has no team ${JSON.stringify(team)}`;
}
