import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { singleLine } from '../../platform/errors/command-error.js';
import type { JobQueue } from '../../platform/queue/job-queue.js';
import { runJob, type RunJob, runQueue } from './run-queue.js';
import { RunSql } from './run.sql.js';

/**
 * The maximum number of jobs that one round of this timer adds. It is enough for all workers of a large installation, but too few to
 * flood the queue.
 */
const maxWakeUps = 50;

/**
 * Repairs what lost jobs and lost workers leave behind. It adds jobs for runs that wait without a job, and ends runs as failed that
 * have waited too long or have lost too many workers.
 */
@Injectable()
export class RunReconciliationTimer extends IntervalTimer {
  constructor(
    private readonly runs: RunSql,
    @InjectQueue(runQueue) private readonly queue: JobQueue<RunJob>,
    @Inject(configToken) private readonly config: Config,
  ) {
    super(5_000, 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    await this.endAbandoned(signal);
    const waiting = await this.runs.claimable(this.config.prospectingTenantConcurrency, maxWakeUps);
    if (waiting.length > 0) await this.wake(waiting, signal);
  }

  private async endAbandoned(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const run = await this.runs.claimAbandoned(this.config.prospectingLeaseSeconds);
      if (run === null) return;
      this.logger.warn(`Run ${run.attempt.jobId} ends as failed: ${run.reason}`);
      await this.runs.finish(run.attempt, { status: 'failed', reason: run.reason });
    }
  }

  /**
   * Adds jobs until as many jobs wait in the queue as there are runs in `runIds`. If the queue is unavailable, the next round, 5
   * seconds later, tries again.
   */
  private async wake(runIds: readonly number[], signal: AbortSignal): Promise<void> {
    try {
      const missing = Math.max(0, runIds.length - (await this.queue.waiting()));
      for (const runId of runIds.slice(0, missing)) {
        if (signal.aborted) return;
        await this.queue.add(runJob, { runId });
      }
    } catch (error) {
      this.logger.debug(`Not all waiting runs could get a job; the next round tries again: ${singleLine(error)}`);
    }
  }
}
