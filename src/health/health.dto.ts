import { z } from 'zod';

const probe = {
  status: z.enum(['ok', 'unreachable']),
  latency_ms: z.number().nullable().meta({ description: 'Null when unreachable' }),
};

const databaseProbe = {
  ...probe,
  status: z.enum(['ok', 'unreachable', 'unsteady', 'refuses_writes']).meta({
    description:
      'unsteady: a statement of the last 30 seconds had no answer in time. refuses_writes: the disk is full, or the database is read-only',
  }),
};

/** For balancers. */
export const readiness = z
  .object({
    status: z.enum(['ready', 'unavailable', 'stopping']),
    detail: z.string().optional().meta({ description: 'Why it is not ready' }),
  })
  .meta({ id: 'Readiness' });

export type Readiness = z.infer<typeof readiness>;

export const noDatabase: Readiness = { status: 'unavailable', detail: 'The database does not answer' };

/** Figures by endpoint cover the last one to two minutes of this process. */
export const healthReport = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptime_seconds: z.int(),
    database: z.object(databaseProbe),
    database_replica: z
      .object(probe)
      .optional()
      .meta({ description: 'The database that enrichment and signals are read from, where it is another one' }),
    queue: z.object({ backend: z.enum(['postgres', 'redis']), ...probe }),
    endpoints: z
      .record(
        z.string(),
        z.object({
          requests: z.int(),
          requests_per_second: z.number(),
          error_rate: z.number().meta({ description: 'Share of answers with status 500 or above' }),
          latency_ms: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }),
        }),
      )
      .meta({ description: 'By method and route, over the last one to two minutes' }),
    event_loop_delay_ms: z.object({ mean: z.number(), p99: z.number() }),
    memory_bytes: z.object({ rss: z.int(), heap_used: z.int() }),
  })
  .meta({ id: 'HealthReport' });

export type HealthReport = z.infer<typeof healthReport>;
