/** The queue whose jobs wake workers, and what its jobs are called. */
export const runQueue = 'prospecting';
export const runJob = 'run-prospecting';

/**
 * Names a run that waits, for logs and the dashboard. A worker that gets the job takes the run whose turn it is, which may be
 * another one.
 */
export interface RunJob {
  /** The `job_id` that clients know. */
  readonly runId: number;
}

/** Runs are worked on one after the other, for hours if need be. */
export const runJobLimitMs = 26 * 60 * 60_000;
