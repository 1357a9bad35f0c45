// SQL for BullMQ's own function, in a transaction of the caller.
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
 * BullMQ's SQL function that adds a job. Its parameters are queue, id, name, data, options, priority, delay, time and
 * attempts, and then those of flows and schedules. It is not a public interface, so a test checks that it still works.
 */
const addJob = `select ${postgresSchema}.add_job($1, $2, $3, $4::jsonb, $5::jsonb, 0, 0, $6, $7,
  null, null, null, null, null, false)`;

/**
 * Adds a job to a queue in PostgreSQL, in a transaction of the caller.
 * @throws Error when the database refuses the job; the transaction can then only be rolled back
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
