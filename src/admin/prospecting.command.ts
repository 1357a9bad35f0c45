import { Command, CommandRunner, Option, SubCommand } from 'nest-commander';
import { PartialRefusal, Refusal } from '../platform/errors/command-error.js';
import { EnqueueService } from '../prospecting/start/enqueue.service.js';
import { JobService } from '../prospecting/jobs/job.service.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { RunStartModule } from '../prospecting/run-start.module.js';
import { RunListService } from '../prospecting/start/run-list.service.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { AdminCommand, ShowingCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { prospectSheet } from './layout.js';
import { StatusLine, wholeNumber } from './terminal.js';

const statuses = ['running', 'success', 'failed'] as const;
type Status = (typeof statuses)[number];

/** As many jobs as one command lists; they are held in memory. */
const mostJobs = 100_000;
/** Of a terminal that does not tell how wide it is. */
const usualColumns = 80;
/** A run that waits for longer than this has no worker, or many before it. */
const patienceMs = 30_000;

interface EnqueueOptions {
  readonly networkUrl?: string;
  readonly file?: string;
  readonly team?: string;
  readonly clientEmail?: string;
  readonly wait?: true;
}

@SubCommand({
  name: 'enqueue',
  arguments: '<tenant>',
  description: 'Starts a run for one company or for each company of a list; a list that was interrupted goes on',
})
export class ProspectingEnqueueCommand extends AdminCommand {
  private readonly display = new StatusLine(this.terminal.stderr);

  override async run([tenant = '']: string[], options: EnqueueOptions): Promise<void> {
    const { networkUrl, file } = options;
    if ((networkUrl === undefined) === (file === undefined)) {
      throw new Refusal('Say which company with --network-url, or which ones with --file, and not both');
    }
    this.terminal.interruption();
    if (networkUrl !== undefined) await this.startOne(tenant, networkUrl, options);
    else if (file !== undefined) await this.startList(tenant, file, options);
  }

  private async startOne(tenant: string, networkUrl: string, options: EnqueueOptions): Promise<void> {
    const { team = null, clientEmail = null } = options;
    const runs = await this.installation.service(EnqueueService);
    const jobId = await runs.enqueue(tenant, { networkUrl, team, clientEmail });
    if (options.wait === true) await this.waitFor([jobId]);
    const jobs = await this.installation.service(JobService);
    this.terminal.answer(await jobs.find(BigInt(jobId)));
    if (this.terminal.interruption().aborted) throw new Refusal('Interrupted; the run goes on');
  }

  private async startList(tenant: string, path: string, options: EnqueueOptions): Promise<void> {
    const { team = null, clientEmail = null } = options;
    const content = await this.terminal.read(path);
    const lists = await this.installation.service(RunListService);
    const order = { tenantId: tenant, team, clientEmail, content, file: path === '-' ? null : path };
    const outcome = await lists
      .start(order, {
        signal: this.terminal.interruption(),
        onRefused: (line, reason) => this.display.note(`Line ${line}: ${reason}`),
        onLine: (line) => this.display.show(`line ${line}`),
      })
      .finally(() => this.display.end());
    const ids = outcome.runs.map(({ jobId }) => jobId);
    if (options.wait === true && outcome.stopped === null) await this.waitFor(ids);
    const runs = await this.installation.service(EnqueueService);
    this.terminal.answer(describeList(outcome, await runs.runsOf(ids)));
    if (outcome.stopped !== null) {
      throw new Refusal(`${outcome.stopped}${path === '-' ? '' : '; the same command goes on from there'}`);
    }
    if (this.terminal.interruption().aborted) throw new Refusal('Interrupted; the runs go on');
    if (outcome.refused > 0) throw new PartialRefusal(`${outcome.refused} of ${outcome.lines} lines were refused`);
  }

  private async waitFor(jobIds: readonly number[]): Promise<void> {
    const runs = await this.installation.service(EnqueueService);
    const since = performance.now();
    let isWarned = false;
    await runs.wait(jobIds, this.terminal.interruption(), ({ running, begun, success, failed }) => {
      if (!isWarned && begun + success + failed === 0 && performance.now() - since > patienceMs) {
        isWarned = true;
        this.display.note('Nobody has begun with it yet; is the service running, and may it work on jobs?');
      }
      const ended = success + failed;
      this.display.show(`${ended} of ${ended + running} ended, ${failed} failed, ${begun} under way`);
    });
    this.display.end();
  }

  @Option({ flags: '--network-url <url>', description: 'Profile page of the company' })
  parseNetworkUrl(text: string): string {
    return text;
  }

  @Option({
    flags: '--file <list>',
    description: 'A profile page or {"network_url","team","client_email"} on each line; - is standard input',
  })
  parseFile(text: string): string {
    return text;
  }

  @Option({ flags: '--team <team>', description: 'Team whose schema is used; without one the defaults are' })
  parseTeam(text: string): string {
    return text;
  }

  @Option({ flags: '--client-email <address>', description: 'E-mail address that is kept with the run' })
  parseClientEmail(text: string): string {
    return text;
  }

  @Option({ flags: '--wait', description: 'Waits until all runs have ended' })
  parseWait(): true {
    return true;
  }
}

@SubCommand({
  name: 'show',
  arguments: '<job-id>',
  description: 'Shows a job of any tenant; laid out for people on a terminal',
})
export class ProspectingShowCommand extends ShowingCommand {
  override async run([id = '']: string[], { results }: { readonly results?: true }): Promise<void> {
    const number = jobNumber(id);
    const jobs = await this.installation.service(JobService);
    const job = await jobs.find(number);
    if (job === null) throw new Refusal(`There is no job ${id}`);
    const found = results === true ? await jobs.results(number, { tenantId: job.tenant_id }) : null;
    const { stdout, isScreen } = this.terminal;
    if (found === null || !isScreen) this.terminal.present(found ?? job);
    else stdout.write(prospectSheet(job, found.resulting_prospects, stdout.columns ?? usualColumns));
  }

  @Option({ flags: '--results', description: 'Its prospects in place of the job itself' })
  parseResults(): true {
    return true;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the jobs of a tenant, the newest first' })
export class ProspectingListCommand extends ShowingCommand {
  override async run(
    [tenant = '']: string[],
    { status, limit }: { readonly status?: Status; readonly limit?: number },
  ): Promise<void> {
    const tenants = await this.installation.service(TenantService);
    await tenants.existing(tenant);
    const jobs = await this.installation.service(JobService);
    this.terminal.present(await jobs.ofTenant(tenant, status ?? null, limit ?? 100));
  }

  @Option({ flags: '--status <status>', description: 'Only jobs that are running, success or failed' })
  parseStatus(text: string): Status {
    const status = statuses.find((known) => known === text);
    if (status === undefined) throw new Refusal(`--status must be one of ${statuses.join(', ')}`);
    return status;
  }

  @Option({ flags: '--limit <jobs>', description: 'How many jobs; 100 by default' })
  parseLimit(text: string): number {
    const limit = wholeNumber('--limit', text);
    if (limit > mostJobs) throw new Refusal(`--limit must be a whole number from 1 to ${mostJobs}`);
    return limit;
  }
}

@SubCommand({
  name: 'cancel',
  arguments: '<job-id>',
  description: 'Fails a run that has not ended, and gives its credit back',
})
export class ProspectingCancelCommand extends AdminCommand {
  override async run([id = '']: string[]): Promise<void> {
    const number = jobNumber(id);
    const jobs = await this.installation.service(JobService);
    this.terminal.answer(await jobs.cancel(number));
  }
}

@Command({
  name: 'prospecting',
  description: 'Prospecting runs',
  subCommands: [ProspectingEnqueueCommand, ProspectingShowCommand, ProspectingListCommand, ProspectingCancelCommand],
})
export class ProspectingCommand extends CommandRunner {
  override run(): Promise<void> {
    throw new Refusal('Say what to do with prospecting runs: enqueue, show, list or cancel');
  }
}

export const prospectingGroup: CommandGroup = {
  command: ProspectingCommand,
  modules: [RunsModule, RunStartModule, TenancyModule],
};

function jobNumber(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new Refusal('A job id is a whole number');
  return BigInt(text);
}

type ListOutcome = Awaited<ReturnType<RunListService['start']>>;
type EnqueuedRuns = Awaited<ReturnType<EnqueueService['runsOf']>>;

function describeList({ lines, refused, notStarted, runs }: ListOutcome, jobs: EnqueuedRuns): object {
  const started = runs.filter(({ isNew }) => isNew).length;
  const lineOf = new Map(runs.map(({ jobId, line }) => [jobId, line]));
  const counts = statuses.map((status) => [status, jobs.filter((job) => job.status === status).length] as const);
  return {
    lines,
    refused,
    started,
    started_before: runs.length - started,
    not_started: notStarted,
    ...Object.fromEntries(counts),
    jobs: jobs.map((job) => ({
      line: lineOf.get(job.jobId),
      job_id: job.jobId,
      company_network_url: job.companyNetworkUrl,
      team: job.team,
      status: job.status,
      failure_reason: job.failureReason,
      total_results: job.prospects,
    })),
  };
}
