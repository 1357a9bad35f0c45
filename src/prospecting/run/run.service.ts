import { Inject, Injectable, Logger } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { untilAborted } from '../../platform/async/with-timeout.js';
import { Failpoints } from '../../platform/async/failpoints.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { singleLine } from '../../platform/errors/command-error.js';
import { Tracing } from '../../platform/observability/tracing.js';
import { Lease } from './lease.js';
import { PipelineService } from './pipeline.service.js';
import { type Attempt, type ClaimedRun, HoldGone, type RunEnd, RunSql } from './run.sql.js';
import { failureReasons, type RunResult } from './run-result.js';

/** The maximum number of failed attempts at a run. After the last one, the run is not attempted again. */
const maxFailures = 5;

const firstRetrySeconds = 5;

/**
 * The delay before the next attempt, in seconds: 5 after the first failure, then 20, 80 and 320.
 * @param failures the number of failed attempts so far, at least 1
 */
export function secondsUntilRetry(failures: number): number {
  return firstRetrySeconds * 4 ** (failures - 1);
}

/** How long a job claims runs, in milliseconds. After that, the queue can distribute the other runs among all workers. */
const maxDrainMs = 60 * 60_000;

interface Stops {
  /** This signal aborts when the process ends. */
  readonly ending: AbortSignal;
  /** The signal that aborts at the time limit of the run. */
  readonly limit: AbortSignal;
  /** The signal that aborts when another worker has taken the run, or the run was cancelled. */
  readonly lost: AbortSignal;
}

/** A run on which this process works. */
interface Execution extends ClaimedRun {
  /** The value of `performance.now()` when the work on the run began. */
  readonly begunAt: number;
}

/** Claims runs and works on them, stores how they end, and lets them be attempted again after a failure. */
@Injectable()
export class RunService {
  private readonly logger = new Logger(RunService.name);

  constructor(
    private readonly runs: RunSql,
    private readonly pipeline: PipelineService,
    private readonly failpoints: Failpoints,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
    @Inject(configToken) private readonly config: Config,
  ) {}

  /** Works on one run after the other. It stops when no run can be claimed, when the signal aborts, or after an hour. */
  async drain(ending: AbortSignal): Promise<void> {
    const endOfDrain = performance.now() + maxDrainMs;
    const { prospectingTenantConcurrency, prospectingLeaseSeconds } = this.config;
    while (!ending.aborted && performance.now() < endOfDrain) {
      const run = await this.runs.claim(prospectingTenantConcurrency, prospectingLeaseSeconds, ending);
      if (run === null) return;
      this.failpoints.reach('run-claimed');
      const execution = { ...run, begunAt: performance.now() };
      const job = { id: run.attempt.jobId, tenantId: run.tenantId };
      await this.tracing.run(job, async () => this.execute(execution, ending));
    }
  }

  private async execute(run: Execution, ending: AbortSignal): Promise<void> {
    const lease = new Lease(this.runs, run.attempt, this.config.prospectingLeaseSeconds);
    const limit = AbortSignal.timeout(this.config.prospectingRunSeconds * 1_000);
    const stops = { ending, limit, lost: lease.lost };
    try {
      const signal = AbortSignal.any([ending, limit, lease.lost]);
      signal.throwIfAborted();
      const result = await untilAborted(signal, this.pipeline.run(run, signal));
      this.failpoints.reach('run-ranked');
      await this.finish(run, endOf(result));
      this.failpoints.reach('run-finished');
    } catch (error) {
      await this.interrupt(run, stops, error);
    } finally {
      lease.stop();
    }
  }

  private async interrupt(run: Execution, { ending, limit, lost }: Stops, error: unknown): Promise<void> {
    const { attempt } = run;
    if (lost.aborted) this.dropped(attempt);
    else if (limit.aborted) await this.fail(run, failureReasons.timedOut(this.config.prospectingRunSeconds));
    else if (ending.aborted) await this.runs.release(attempt);
    else await this.retryLater(run, error);
  }

  private async retryLater(run: Execution, error: unknown): Promise<void> {
    const { attempt, failures } = run;
    const count = failures + 1;
    this.logger.error(
      `Attempt ${attempt.number} of run ${attempt.jobId} failed (failure ${count} of at most ${maxFailures}): ${singleLine(error)}`,
    );
    const isFinal = error instanceof HoldGone || count >= maxFailures;
    if (isFinal) await this.fail(run, failureReasons.internal);
    else await this.runs.postpone(attempt, secondsUntilRetry(count));
  }

  private async fail(run: Execution, reason: string): Promise<void> {
    await this.finish(run, { status: 'failed', reason });
  }

  private async finish({ attempt, begunAt }: Execution, end: RunEnd): Promise<void> {
    const cost = await this.runs.finish(attempt, end);
    if (cost === null) {
      this.dropped(attempt);
      return;
    }
    this.metrics.creditsCharged(cost);
    this.metrics.runEnded(end.status, (performance.now() - begunAt) / 1_000);
  }

  private dropped({ jobId, number }: Attempt): void {
    this.logger.warn(
      `Another worker has taken run ${jobId}, or it was cancelled; the results of attempt ${number} are dropped`,
    );
  }
}

function endOf(result: RunResult): RunEnd {
  if (result.outcome === 'failed') return { status: 'failed', reason: result.reason };
  return { status: 'success', prospects: result.prospects, metadata: result.metadata };
}
