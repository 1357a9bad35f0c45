import { Command, Option, SubCommand } from 'nest-commander';
import { PartialCommandError, CommandError } from '../platform/errors/command-error.js';
import { EnqueueService } from '../prospecting/start/enqueue.service.js';
import { JobService } from '../prospecting/jobs/job.service.js';
import { type RunResults, RunResultsService } from '../prospecting/results/run-results.service.js';
import { RunsModule } from '../prospecting/runs.module.js';
import { RunStartModule } from '../prospecting/run-start.module.js';
import { RunListService } from '../prospecting/start/run-list.service.js';
import { TenancyModule } from '../tenancy/tenancy.module.js';
import { TenantService } from '../tenancy/tenants/tenant.service.js';
import { AdminCommand, DisplayCommand, GroupCommand } from './admin-command.js';
import type { CommandGroup } from './installation.js';
import { csvForm, jsonForm, prospectSheet, sheetForm } from './prospect-sheet.js';
import { StatusLine, wholeNumber } from './terminal.js';
import type { Operation } from '../operations/operation.js';

const statuses = ['running', 'success', 'failed'] as const;
type Status = (typeof statuses)[number];

/** The maximum of `--limit`; the command holds all jobs in memory. */
const maxJobs = 100_000;
/** The width that is used if the terminal does not report its width. */
const defaultColumns = 80;
/** The waiting time after which the command warns that no worker may be running. */
const noWorkerWarningMs = 30_000;

interface EnqueueOptions {
  readonly networkUrl?: string;
  readonly file?: string;
  readonly team?: string;
  readonly clientEmail?: string;
  readonly again?: true;
  readonly wait?: true;
}

@SubCommand({
  name: 'enqueue',
  arguments: '<tenant>',
  description:
    'Starts a run for a company or for each company of a list; after an interruption, repeat the command to start the remaining runs',
})
export class ProspectingEnqueueCommand extends AdminCommand {
  private readonly display = new StatusLine(this.terminal.stderr);

  protected override change([tenant = '']: string[], options: EnqueueOptions): Operation {
    const { networkUrl, file, team, again } = options;
    return { kind: 'prospecting enqueue', details: { tenant, network_url: networkUrl, file, team, again } };
  }

  protected override async work([tenant = '']: string[], options: EnqueueOptions): Promise<void> {
    const { networkUrl, file } = options;
    if ((networkUrl === undefined) === (file === undefined)) {
      throw new CommandError('Give either --network-url or --file');
    }
    if (options.again === true && file === undefined) throw new CommandError('--again needs --file');
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
    if (this.terminal.interruption().aborted) throw new CommandError('Interrupted; the run continues');
  }

  private async startList(tenant: string, path: string, options: EnqueueOptions): Promise<void> {
    const { team = null, clientEmail = null, again } = options;
    const content = await this.terminal.read(path);
    const lists = await this.installation.service(RunListService);
    const order = { tenantId: tenant, team, clientEmail, content, path, isAnew: again === true };
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
      const rest = `; repeating the command${again === true ? ' without --again' : ''} starts the rest`;
      throw new CommandError(`${outcome.stopped}${outcome.isRepeatable ? rest : ''}`);
    }
    if (this.terminal.interruption().aborted) throw new CommandError('Interrupted; the runs continue');
    if (outcome.refused > 0)
      throw new PartialCommandError(`${outcome.refused} of ${outcome.lines} lines were rejected`);
  }

  private async waitFor(jobIds: readonly number[]): Promise<void> {
    const runs = await this.installation.service(EnqueueService);
    const since = performance.now();
    let isWarned = false;
    await runs.wait(jobIds, this.terminal.interruption(), ({ running, begun, success, failed }) => {
      if (!isWarned && begun + success + failed === 0 && performance.now() - since > noWorkerWarningMs) {
        isWarned = true;
        this.display.note(
          'No worker has started a run yet; check that the service or a worker is running, without WORKER=off',
        );
      }
      const ended = success + failed;
      this.display.show(`${ended} of ${ended + running} ended, ${failed} failed, ${begun} running`);
    });
    this.display.end();
  }

  @Option({ flags: '--network-url <url>', description: 'The profile page of the company' })
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

  @Option({
    flags: '--team <team>',
    description: 'The team whose prospecting schema is used; by default the default schema',
  })
  parseTeam(text: string): string {
    return text;
  }

  @Option({ flags: '--client-email <address>', description: 'An e-mail address that is stored with the run' })
  parseClientEmail(text: string): string {
    return text;
  }

  @Option({
    flags: '--again',
    description: 'Starts a new run for every line of the list, even if the line already has a run',
  })
  parseAgain(): true {
    return true;
  }

  @Option({ flags: '--wait', description: 'Waits for the end of all runs' })
  parseWait(): true {
    return true;
  }
}

@SubCommand({
  name: 'show',
  arguments: '<job-id>',
  description: 'Shows a job of any tenant',
})
export class ProspectingShowCommand extends DisplayCommand {
  protected override async work([id = '']: string[], { results }: { readonly results?: true }): Promise<void> {
    const number = jobNumber(id);
    const jobs = await this.installation.service(JobService);
    const job = await jobs.find(number);
    if (job === null) throw new CommandError(`There is no job ${id}`);
    const found = results === true ? await jobs.results(number, { tenantId: job.tenant_id }) : null;
    const { stdout, isScreen } = this.terminal;
    if (found === null || !isScreen) this.terminal.present(found ?? job);
    else stdout.write(prospectSheet(job, found.resulting_prospects, stdout.columns ?? defaultColumns));
  }

  @Option({ flags: '--results', description: 'Shows the prospects of the job' })
  parseResults(): true {
    return true;
  }
}

interface ResultsOptions {
  readonly file?: string;
  readonly csv?: true;
}

@SubCommand({
  name: 'results',
  arguments: '<tenant>',
  description:
    'Prints the prospects of all ended runs of a tenant, the newest first, or with --file of the runs of a list',
})
export class ProspectingResultsCommand extends DisplayCommand {
  /** Prints each run as soon as it is read. The output is one document, but it is never in memory as a whole. */
  protected override async work([tenant = '']: string[], { file, csv }: ResultsOptions): Promise<void> {
    const missing: string[] = [];
    const runs = await this.runsOf(tenant, file, (line, reason) => missing.push(`Line ${line}: ${reason}`));
    const { stdout, stderr, isScreen } = this.terminal;
    const width = stdout.columns ?? defaultColumns;
    const form = csv === true ? csvForm : isScreen ? sheetForm(width) : jsonForm;
    const interruption = this.terminal.interruption();
    const counts = { success: 0, failed: 0, running: 0 };
    let printed = 0;
    for await (const run of runs) {
      // The beginning of the document is printed with the first run, so that nothing is printed if the tenant or the
      // list cannot be read.
      stdout.write(`${printed === 0 ? form.head : form.separator}${form.run(run)}`);
      printed += 1;
      counts[run.job.status] += 1;
      if (interruption.aborted) break;
    }
    stdout.write(`${printed === 0 ? form.head : ''}${form.end(counts)}`);
    for (const line of missing) stderr.write(`${line}\n`);
    const { failed, running } = counts;
    if (csv === true && failed + running > 0) {
      stderr.write(
        `The table has only runs that succeeded: of ${printed} runs, ${failed} failed and ${running} did not end yet\n`,
      );
    }
    if (interruption.aborted) throw new CommandError('Interrupted; the rest of the runs is missing');
    if (missing.length > 0) throw new PartialCommandError(`Lines without a run: ${missing.length}`);
  }

  private async runsOf(
    tenant: string,
    file: string | undefined,
    onMissing: (line: number, reason: string) => void,
  ): Promise<AsyncIterable<RunResults>> {
    const content = file === undefined ? null : await this.terminal.read(file);
    const results = await this.installation.service(RunResultsService);
    if (content === null || file === undefined) return results.ofTenant(tenant);
    return results.ofList(tenant, content, file, onMissing);
  }

  @Option({
    flags: '--file <list>',
    description:
      'Prints only the runs of this list: the list that was given to enqueue, or a job id on each line; - is standard input',
  })
  parseFile(text: string): string {
    return text;
  }

  @Option({ flags: '--csv', description: 'Prints a table with a row for each prospect' })
  parseCsv(): true {
    return true;
  }
}

@SubCommand({ name: 'list', arguments: '<tenant>', description: 'Lists the jobs of a tenant, newest first' })
export class ProspectingListCommand extends DisplayCommand {
  protected override async work(
    [tenant = '']: string[],
    { status, limit }: { readonly status?: Status; readonly limit?: number },
  ): Promise<void> {
    const tenants = await this.installation.service(TenantService);
    await tenants.existing(tenant);
    const jobs = await this.installation.service(JobService);
    this.terminal.present(await jobs.ofTenant(tenant, status ?? null, limit ?? 100));
  }

  @Option({ flags: '--status <status>', description: 'Lists only jobs with this status: running, success or failed' })
  parseStatus(text: string): Status {
    const status = statuses.find((known) => known === text);
    if (status === undefined) throw new CommandError(`--status must be one of ${statuses.join(', ')}`);
    return status;
  }

  @Option({ flags: '--limit <jobs>', description: 'How many of the newest jobs are listed; 100 by default' })
  parseLimit(text: string): number {
    return wholeNumber('--limit', text, maxJobs);
  }
}

@SubCommand({
  name: 'cancel',
  arguments: '<job-id>',
  description: 'Ends a running job as failed and releases its credit',
})
export class ProspectingCancelCommand extends AdminCommand {
  protected override change([id = '']: string[]): Operation {
    return { kind: 'prospecting cancel', details: { job_id: id } };
  }

  protected override async work([id = '']: string[]): Promise<void> {
    const number = jobNumber(id);
    const jobs = await this.installation.service(JobService);
    this.terminal.answer(await jobs.cancel(number));
  }
}

@Command({
  name: 'prospecting',
  description: 'Prospecting runs',
  subCommands: [
    ProspectingEnqueueCommand,
    ProspectingShowCommand,
    ProspectingResultsCommand,
    ProspectingListCommand,
    ProspectingCancelCommand,
  ],
})
export class ProspectingCommand extends GroupCommand {}

export const prospectingGroup: CommandGroup = {
  command: ProspectingCommand,
  modules: [RunsModule, RunStartModule, TenancyModule],
};

function jobNumber(text: string): bigint {
  if (!/^\d+$/.test(text)) throw new CommandError('The job id must be an integer');
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
