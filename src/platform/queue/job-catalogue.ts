import { z } from 'zod';

/** Queues keep apart what must not wait for each other; each has a worker of its own. */
export type QueueName = 'upkeep' | 'prospecting';

export interface JobSpec {
  readonly queue: QueueName;
  /** Ids and switches only: what a job works on is read from the database when it runs. */
  readonly payload: z.ZodType;
  /** After this long its signal aborts. */
  readonly timeLimitMs: number;
  /**
   * Set for a job that finds its work in the database. Every process that works on jobs then also runs it, with an empty
   * payload, at its start and this often, so that a job that got lost only delays the work.
   */
  readonly everyMs?: number;
}

/**
 * Every job of the service. A job may be delivered more than once and run in two processes at the same time, so its
 * handler must bring about the same either way.
 */
export const jobCatalogue = {
  'refresh-query-counts': {
    queue: 'upkeep',
    payload: z.strictObject({}),
    timeLimitMs: 60 * 60_000,
    everyMs: 60_000,
  },
  'expire-stored-answers': {
    queue: 'upkeep',
    payload: z.strictObject({}),
    timeLimitMs: 5 * 60_000,
    everyMs: 60_000,
  },
  'sweep-credit-holds': {
    queue: 'upkeep',
    payload: z.strictObject({}),
    timeLimitMs: 60_000,
    everyMs: 5_000,
  },
  // Says that there may be a run to work on, not which one; whoever gets it works on all that there are, for hours if need be.
  'run-prospecting': {
    queue: 'prospecting',
    payload: z.strictObject({}),
    timeLimitMs: 26 * 60 * 60_000,
  },
  // Nobody adds it: a round is one look at an index, and soon enough for who would otherwise ask every few seconds.
  'deliver-callbacks': {
    queue: 'upkeep',
    payload: z.strictObject({}),
    timeLimitMs: 10 * 60_000,
    everyMs: 2_000,
  },
  'reconcile-prospecting': {
    queue: 'upkeep',
    payload: z.strictObject({}),
    timeLimitMs: 60_000,
    everyMs: 5_000,
  },
} as const satisfies Readonly<Record<string, JobSpec>>;

export type JobName = keyof typeof jobCatalogue;
export type JobPayload<Name extends JobName> = z.infer<(typeof jobCatalogue)[Name]['payload']>;

/** The entries of the catalogue. */
export const jobSpecs: ReadonlyMap<string, JobSpec & { readonly name: JobName }> = new Map(
  (Object.keys(jobCatalogue) as JobName[]).map((name) => [name, { name, ...jobCatalogue[name] }]),
);
