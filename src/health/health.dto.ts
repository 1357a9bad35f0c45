import { z } from 'zod';

const probe = {
  status: z.enum(['ok', 'unreachable']),
  latency_ms: z.number().nullable().meta({ description: 'Null when unreachable' }),
};

/** Figures by endpoint cover the last one to two minutes of this process. */
export const healthReport = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    uptime_seconds: z.int(),
    database: z.object(probe),
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
