/** The queue whose jobs wake workers. */
export const runQueue = 'prospecting';
/** The name of all jobs in this queue. */
export const runJob = 'run-prospecting';

/**
 * The payload of a job. It names a run that waits, but only for logs and the dashboard: a worker that gets the job claims the run
 * that is next in the fair order, and this can be another run.
 */
export interface RunJob {
  /** The `job_id` that clients know. */
  readonly runId: number;
}

/**
 * The time limit of a job, in milliseconds. A job claims runs for an hour, and its last run may take up to 24 hours, so the limit
 * is 26 hours.
 */
export const runJobLimitMs = 26 * 60 * 60_000;
