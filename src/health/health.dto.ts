import { z } from 'zod';

const probe = {
  status: z.enum(['ok', 'unreachable']),
  latency_ms: z.number().nullable().meta({ description: 'The latency of a ping; null if unreachable.' }),
};

const databaseProbe = {
  ...probe,
  status: z.enum(['ok', 'unreachable', 'unsteady', 'refuses_writes']).meta({
    description:
      '`unsteady`: a statement timed out in the last 30 seconds; `refuses_writes`: the disk is full, or the database is read-only.',
  }),
};

/** The answer of `/ready`. */
export const readiness = z
  .object({
    status: z.enum(['ready', 'unavailable', 'stopping']),
    detail: z.string().optional().meta({ description: 'The reason why the process is not ready.' }),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.infer<typeof readiness>;

export const noDatabase: Readiness = { status: 'unavailable', detail: 'The database does not answer' };

/** The answer of `/health`. */
export const healthReport = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptime_seconds: z.int(),
    database: z.object(databaseProbe),
    database_replica: z
      .object(probe)
      .optional()
      .meta({ description: 'The read replica for enrichment and signals, if one is configured.' }),
    queue: z.object({ backend: z.enum(['postgres', 'redis']), ...probe }),
    endpoints: z
      .record(
        z.string(),
        z.object({
          requests: z.int(),
          requests_per_second: z.number(),
          error_rate: z.number().meta({ description: 'The share of answers with status 500 or above.' }),
          latency_ms: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
        }),
      )
      .meta({ description: 'Figures of this process over the last one to two minutes, by method and route.' }),
    event_loop_delay_ms: z.object({ mean: z.number(), p99: z.number() }),
    memory_bytes: z.object({ rss: z.int(), heap_used: z.int() }),
  })
  .meta({ id: 'HealthReport' });

export type HealthReport = z.infer<typeof healthReport>;
