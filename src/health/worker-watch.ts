import { Injectable } from '@nestjs/common';
import { withTimeout } from '../platform/async/with-timeout.js';
import { Metrics } from '../platform/observability/metrics.js';
import type { HealthReport } from './health.dto.js';
import { type WorkerState, WorkerProcessesSql } from './worker-processes.sql.js';

/** How long a state is used again, in milliseconds. Anyone may ask for it, and without a rate limit. */
const cacheMs = 5_000;
const timeoutMs = 1_000;

/** Tells `/health` and Prometheus which processes run jobs. */
@Injectable()
export class WorkerWatch {
  private latest: { readonly at: number; readonly state: Promise<WorkerState | null> } | undefined;

  constructor(
    private readonly processes: WorkerProcessesSql,
    metrics: Metrics,
  ) {
    const ofAll = 'of all machines';
    metrics.gauge({ name: 'workers_living', help: `Living processes that run jobs, ${ofAll}` }, async () => {
      const state = await this.state();
      return state === null ? [] : [{ value: state.living }];
    });
  }

  /** The state of at most some seconds ago; null if the database does not answer. */
  state(): Promise<WorkerState | null> {
    const now = Date.now();
    if (this.latest === undefined || now - this.latest.at > cacheMs) this.latest = { at: now, state: this.read() };
    return this.latest.state;
  }

  private read(): Promise<WorkerState | null> {
    return withTimeout(timeoutMs, 'the database does not answer', this.processes.read()).catch(() => null);
  }
}

type Workers = HealthReport['workers'];

export const unknownWorkers: Workers = {
  status: 'unknown',
  living: null,
  last_seen_at: null,
  oldest_waiting_seconds: null,
};

/** The processes that run jobs, as `/health` shows them. */
export function workersOf({ living, last_seen_at: seenAt, oldest_waiting_seconds: waiting }: WorkerState): Workers {
  return {
    status: living > 0 ? 'ok' : 'none_seen',
    living,
    last_seen_at: seenAt?.toISOString() ?? null,
    ...(living > 0 ? {} : { detail: absenceOf(seenAt) }),
    oldest_waiting_seconds: Math.round(waiting),
  };
}

/** Says that no process runs jobs, and since when. @param seenAt when one was last seen; null if none was ever seen */
export function absenceOf(seenAt: Date | null): string {
  return seenAt === null
    ? 'none was ever seen; start one, or remove WORKER=off'
    : `none was seen since ${seenAt.toISOString()}; start one, or remove WORKER=off`;
}
