import { InjectQueue } from '@nestjs/bullmq';
import { Inject, Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { configToken, type Config } from '../../platform/config/config.js';
import { singleLine } from '../../platform/errors/command-error.js';
import type { JobQueue } from '../../platform/queue/job-queue.js';
import { runJob, type RunJob, runQueue } from './run-queue.js';
import { RunSql } from './run.sql.js';

/** Enough to wake every worker of a large installation, without flooding the queue while they are busy. */
const maxWakeUps = 50;

/** Wakes workers for runs whose job was lost, and fails runs that no worker can take any more. */
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
      this.logger.warn(`Run ${run.attempt.jobId} is failed: ${run.reason}`);
      await this.runs.finish(run.attempt, { status: 'failed', reason: run.reason });
    }
  }

  /** Without the queue no worker can be woken; the next round is soon. */
  private async wake(runIds: readonly number[], signal: AbortSignal): Promise<void> {
    try {
      const missing = Math.max(0, runIds.length - (await this.queue.waiting()));
      for (const runId of runIds.slice(0, missing)) {
        if (signal.aborted) return;
        await this.queue.add(runJob, { runId });
      }
    } catch (error) {
      this.logger.debug(`No job could be added for runs that wait: ${singleLine(error)}`);
    }
  }
}
