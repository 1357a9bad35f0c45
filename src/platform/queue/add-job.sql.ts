// SQL that calls a function of BullMQ within a transaction of the caller.
import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';
import { postgresSchema } from './queue-backend.js';

interface NewJob {
  readonly queue: string;
  readonly job: string;
  readonly data: object;
  readonly options: { readonly attempts: number };
}

/**
 * Calls the SQL function with which BullMQ adds a job. Its parameters are the queue, the id, name, data and options of the job,
 * its priority, delay, time and number of attempts, and then those for flows and schedules. The function is not a public
 * interface of BullMQ, so a test checks that it still works.
 */
const addJob = `select ${postgresSchema}.add_job($1, $2, $3, $4::jsonb, $5::jsonb, 0, 0, $6, $7,
  null, null, null, null, null, false)`;

/**
 * Adds a job to a queue in PostgreSQL, in a transaction of the caller.
 * @throws Error when the database refuses the job; the caller can then only roll the transaction back
 */
export async function insertJob(client: ClientBase, { queue, job, data, options }: NewJob): Promise<void> {
  const values = [
    queue,
    randomUUID(),
    job,
    JSON.stringify(data),
    JSON.stringify(options),
    Date.now(),
    options.attempts,
  ];
  await client.query(addJob, values);
}
