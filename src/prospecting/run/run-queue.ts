/** The queue whose jobs wake workers, and the name of its jobs. */
export const runQueue = 'prospecting';
export const runJob = 'run-prospecting';

/**
 * Names a run that waits, for logs and the dashboard. A worker that gets the job claims the next run by the fair claim, which may be
 * another one.
 */
export interface RunJob {
  /** The `job_id` that clients know. */
  readonly runId: number;
}

/** One job works on many runs, for hours if there are enough. */
export const runJobLimitMs = 26 * 60 * 60_000;
