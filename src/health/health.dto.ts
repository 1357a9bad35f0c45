import { z } from 'zod';

const probe = {
  status: z.enum(['ok', 'unreachable']).describe('Whether the server answers.'),
  latency_ms: z
    .number()
    .nullable()
    .meta({ description: 'The time until the answer to a ping, in milliseconds; null if there was no answer.' }),
};

const databaseProbe = {
  ...probe,
  status: z.enum(['ok', 'unreachable', 'unsteady', 'refuses_writes']).meta({
    description:
      '`unsteady`: a statement timed out in the last 30 seconds; `refuses_writes`: the disk is full, or the database is read-only.',
  }),
};

const queueProbe = {
  ...probe,
  status: z.enum(['ok', 'unreachable', 'refuses_jobs']).meta({
    description: '`refuses_jobs`: it answers, but refuses what jobs need, such as a Redis that accepts no writes.',
  }),
};

const percentile = (rank: number) => z.number().describe(`The ${rank}th percentile.`);

export const readiness = z
  .object({
    status: z
      .enum(['ready', 'unavailable', 'stopping'])
      .describe('`unavailable`: the database does not answer or refuses writes.'),
    detail: z.string().optional().meta({ description: 'Why the process is not ready for requests.' }),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.infer<typeof readiness>;

/** An example: the answer of `/ready` while the database does not answer. */
export const noDatabase: Readiness = { status: 'unavailable', detail: 'The database does not answer' };

export const healthReport = z
  .object({
    status: z
      .enum(['ok', 'degraded'])
      .describe('`degraded`: database, read replica or queue has another status than `ok`.'),
    version: z.string().describe('The version of the service.'),
    uptime_seconds: z.int().describe('The time since the start of the process, in seconds.'),
    database: z.object(databaseProbe).describe('The database.'),
    database_replica: z
      .object(probe)
      .optional()
      .meta({ description: 'The read replica for enrichment and signals, if one is configured.' }),
    queue: z
      .object({ backend: z.enum(['postgres', 'redis']).describe('The store of the jobs.'), ...queueProbe })
      .describe('The job queue.'),
    workers: z
      .object({
        status: z.enum(['ok', 'none_seen', 'unknown']).meta({
          description:
            '`none_seen`: no living process runs jobs, so runs and callbacks wait; `unknown`: the database does not answer. It does not ' +
            'change the `status` of the service.',
        }),
        living: z
          .int()
          .nullable()
          .meta({ description: 'The number of living processes that run jobs; null if unknown.' }),
        last_seen_at: z.iso.datetime().nullable().meta({
          description:
            'When a process that runs jobs was last seen, in UTC; null if none was ever seen, or if unknown.',
        }),
        detail: z.string().optional().meta({ description: 'That no process runs jobs, and since when.' }),
        oldest_waiting_seconds: z.int().nullable().meta({
          description:
            'The age of the oldest prospecting run that no process has begun, in seconds; 0 if there is none, null if unknown.',
        }),
      })
      .describe('The processes that run jobs, of all machines.'),
    endpoints: z
      .record(
        z.string(),
        z.object({
          requests: z.int().describe('The number of requests that this process has answered.'),
          requests_per_second: z.number().describe('The average number of these requests per second.'),
          error_rate: z.number().meta({
            description: 'The share of requests that were answered with a status of 500 or above, from 0 to 1.',
          }),
          latency_ms: z
            .object({ p50: percentile(50), p95: percentile(95), p99: percentile(99) })
            .describe('The time from the start of a request to the end of its answer, in milliseconds.'),
        }),
      )
      .meta({
        description: 'The requests that this process answered in the last one to two minutes, by method and route.',
      }),
    event_loop_delay_ms: z
      .object({ mean: z.number().describe('The mean.'), p99: percentile(99) })
      .describe('The delay of the event loop, in milliseconds.'),
    memory_bytes: z
      .object({
        rss: z.int().describe('The resident memory of the process.'),
        heap_used: z.int().describe('The used heap of JavaScript.'),
      })
      .describe('The memory of the process, in bytes.'),
  })
  .meta({ id: 'HealthReport' });

export type HealthReport = z.infer<typeof healthReport>;
