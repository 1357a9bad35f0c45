import { Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import type { Attempt, RunSql } from './run.sql.js';

/** The number of renewals during one lease. With three, the worker keeps its lease on the run even if one renewal fails. */
const renewalsInLease = 3;

/**
 * Renews a worker's lease on a run at regular intervals, until `stop` is called. The signal `lost` tells the worker when it has lost
 * the run.
 */
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

  /** A signal that aborts when a renewal finds that another worker has taken the run, or that the run has ended. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Stops the renewals. The lease itself is not released; it expires at its usual time. */
  stop(): void {
    clearInterval(this.renewals);
  }

  /**
   * Renews the lease. If the database fails, the error is only logged, because this worker may still have the run. Before results
   * are stored, `RunSql.finish` checks that it does.
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
