import { Logger } from '@nestjs/common';
import { oneLine } from '../../platform/errors/error-message.js';
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
