import { Logger } from '@nestjs/common';
import { singleLine } from '../../platform/errors/command-error.js';
import type { Attempt, RunSql } from './run.sql.js';

/** Renewals in the time of a lease: two of them may fail. */
const renewalsInLease = 3;

/** Renews the lease of a run for its worker, and signals when the run was given to another. */
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

  /** Aborts when the run was given to another worker. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  /** Stops the renewals; the lease itself runs on. */
  stop(): void {
    clearInterval(this.renewals);
  }

  /** After a failed renewal the run may still be ours: finishing it checks that. */
  private async renew(): Promise<void> {
    try {
      if (!(await this.runs.renew(this.attempt, this.seconds))) this.loss.abort(new Error('the run was given away'));
    } catch (error) {
      this.logger.warn(`The lease of run ${this.attempt.jobId} could not be renewed: ${singleLine(error)}`);
    }
  }
}
