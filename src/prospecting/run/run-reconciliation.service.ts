import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { oneLine } from '../../platform/errors/error-message.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { RunSql } from './run.sql.js';

/** Enough to wake every worker of a large installation, few enough that a queue is not flooded while they are busy. */
const mostWakeUps = 50;

/** Sees to it that a run is neither forgotten nor stays under way for ever, whatever the queue and the workers have lost. */
@Injectable()
export class RunReconciliationService {
  private readonly logger = new Logger(RunReconciliationService.name);

  constructor(
    private readonly runs: RunSql,
    private readonly queue: JobQueue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async reconcile(signal: AbortSignal): Promise<void> {
    await this.endAbandoned(signal);
    const claimable = await this.runs.claimable(this.config.prospectingTenantConcurrency);
    if (claimable > 0) await this.wake(Math.min(claimable, mostWakeUps), signal);
  }

  private async endAbandoned(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const run = await this.runs.claimAbandoned(this.config.prospectingLeaseSeconds);
      if (run === null) return;
      this.logger.warn(`Run ${run.attempt.jobId} is given up: ${run.reason}`);
      await this.runs.finish(run.attempt, { status: 'failed', reason: run.reason });
    }
  }

  /** While the queue is away nobody can be woken, and the next round comes soon. */
  private async wake(wanted: number, signal: AbortSignal): Promise<void> {
    try {
      const missing = wanted - (await this.queue.waiting('prospecting'));
      for (let added = 0; added < missing && !signal.aborted; added += 1) await this.queue.add('run-prospecting', {});
    } catch (error) {
      this.logger.debug(`Nobody could be told of runs that wait: ${oneLine(error)}`);
    }
  }
}
