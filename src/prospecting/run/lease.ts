import { Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import type { Attempt, RunSql } from './run.sql.js';

/** A lease is renewed three times before it would expire, so the worker keeps the run even if two renewals fail. */
const renewalsInLease = 3;

/** Renews the lease of a run in regular intervals until it is stopped, and signals when another worker has taken the run. */
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

  /** The signal that aborts when a renewal finds that another worker has taken the run, or that the run has ended. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Stops the renewals. The lease itself is not released; it expires at its usual time. */
  stop(): void {
    clearInterval(this.renewals);
  }

  /**
   * An error of the database is only logged, because this worker may still own the run. Before results are stored,
   * `RunSql.finish` checks who owns it.
   */
  private async renew(): Promise<void> {
    try {
      if (!(await this.runs.renew(this.attempt, this.seconds)))
        this.loss.abort(new Error('another worker has taken the run'));
    } catch (error) {
      this.logger.warn(`The lease of run ${this.attempt.jobId} could not be renewed: ${singleLine(error)}`);
    }
  }
}
