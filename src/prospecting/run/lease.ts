import { Logger } from '@nestjs/common';
import { oneLine } from '../../platform/errors/command-error.js';
import type { Attempt, RunSql } from './run.sql.js';

/** Renewed so often that two renewals may fail. */
const renewalsInLease = 3;

/** Keeps a run for whoever works on it, and hears when it was given to somebody else. */
export class Lease {
  private readonly logger = new Logger(Lease.name);
  private readonly loss = new AbortController();
  private readonly renewals: NodeJS.Timeout;

  constructor(
    private readonly runs: RunSql,
    private readonly attempt: Attempt,
    private readonly seconds: number,
  ) {
    this.renewals = setInterval(() => void this.renew(), (seconds * 1_000) / renewalsInLease);
  }

  /** Aborts when the run is somebody else's. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** The run stays ours until somebody else asks for it. */
  stop(): void {
    clearInterval(this.renewals);
  }

  /** Without an answer the run may still be ours, and its end will tell. */
  private async renew(): Promise<void> {
    try {
      if (!(await this.runs.renew(this.attempt, this.seconds))) this.loss.abort(new Error('the run was given away'));
    } catch (error) {
      this.logger.warn(`The lease of run ${this.attempt.jobId} could not be renewed: ${oneLine(error)}`);
    }
  }
}

const firstRetrySeconds = 5;

/** How long a run waits after something that it needs has failed: 5, 20, 80, 320 seconds. */
export function secondsUntilRetry(failures: number): number {
  return firstRetrySeconds * 4 ** (failures - 1);
}
