import { Processor } from '@nestjs/bullmq';
import { Inject } from '@nestjs/common';
import { configToken, type Config } from '../../platform/config/config.js';
import { JobProcessor } from '../../platform/queue/job-processor.js';
import { runJobLimitMs, runQueue } from './run-queue.js';
import { RunService } from './run.service.js';

/** Does the jobs in the queue. Each job works on one run after the other, until no run can be claimed. */
@Processor(runQueue)
export class RunProcessor extends JobProcessor {
  constructor(
    private readonly runs: RunService,
    @Inject(configToken) config: Config,
  ) {
    super(config.prospectingConcurrency);
  }

  override process(): Promise<void> {
    return this.perform(runJobLimitMs, (signal) => this.runs.drain(signal));
  }
}
