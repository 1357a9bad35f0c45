/** The queue whose jobs wake workers. */
export const runQueue = 'prospecting';
/** The name that each job in the queue has. */
export const runJob = 'run-prospecting';

/**
 * The payload of a job. It names a waiting run, for logs and the dashboard only: a worker that gets the job claims the run
 * that is next in the fair order, which may be a different one.
 */
export interface RunJob {
  /** The `job_id` that clients know. */
  readonly runId: number;
}

/** The time limit of a job in milliseconds. It is 26 hours, because one job works on one run after the other. */
export const runJobLimitMs = 26 * 60 * 60_000;
