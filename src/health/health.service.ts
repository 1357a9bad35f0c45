import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { RequestMeter } from '../platform/observability/request-meter.js';
import { expectWorkingQueue, isRefusal } from '../platform/queue/job-queue.js';
import { QueueBackend } from '../platform/queue/queue-backend.js';
import { version } from '../platform/config/project-root.js';
import { DatabaseProbe, type DatabaseState } from './database-probe.sql.js';
import { type HealthReport, noDatabase, noWrites, type Readiness } from './health.dto.js';
import { type Probe, measureLatency, unreachable } from './probe.js';

/**
 * How long probe results are cached, in milliseconds. Anyone may call `/health` without a rate limit, and the cache keeps these calls
 * from loading the database.
 */
const probeCacheMs = 1_000;

/** The sampling interval of the event loop delay, in milliseconds. */
const samplingMs = 20;

interface Probes {
  readonly database: DatabaseState;
  /** The state of the read replica; null if none is configured. */
  readonly replica: Probe | null;
  readonly queue: QueueState;
}

interface QueueState extends Omit<Probe, 'status'> {
  /** `refuses_jobs`: the backend answers, but refuses the operations that jobs need, such as writes. */
  readonly status: Probe['status'] | 'refuses_jobs';
}

/** The timeout of the probe of a queue in PostgreSQL, in milliseconds. */
const queueConnectMs = 3_000;

@Injectable()
export class HealthService implements OnModuleDestroy {
  private readonly eventLoop = monitorEventLoopDelay({ resolution: samplingMs });
  private isStopping = false;
  private probes: { readonly at: number; readonly outcome: Promise<Probes> } | undefined;

  constructor(
    private readonly database: DatabaseProbe,
    private readonly queue: QueueBackend,
    private readonly discovery: DiscoveryService,
    private readonly meter: RequestMeter,
  ) {
    this.eventLoop.enable();
  }

  /** The answer of `/health`. The status is `degraded` if the database, its replica or the queue is not `ok`. */
  async report(): Promise<HealthReport> {
    const { database, replica, queue } = await this.probe();
    const isHealthy = [database, replica, queue].every((probe) => probe === null || probe.status === 'ok');
    const { rss, heapUsed } = process.memoryUsage();
    return {
      status: isHealthy ? 'ok' : 'degraded',
      version,
      uptime_seconds: Math.round(process.uptime()),
      database,
      ...(replica === null ? {} : { database_replica: replica }),
      queue: { backend: this.queue.kind, ...queue },
      endpoints: this.meter.figures(),
      event_loop_delay_ms: {
        mean: delay(this.eventLoop.mean),
        p99: delay(this.eventLoop.percentile(99)),
      },
      memory_bytes: { rss, heap_used: heapUsed },
    };
  }

  /** Whether a load balancer should send requests to this process. */
  async readiness(): Promise<Readiness> {
    if (this.isStopping) return { status: 'stopping', detail: 'The process is stopping' };
    const { database } = await this.probe();
    if (database.status === 'unreachable') return noDatabase;
    // A database that refuses writes makes the process unavailable, because nearly every request charges or stores something.
    return database.status === 'refuses_writes' ? noWrites : { status: 'ready' };
  }

  /** Nest calls this hook first in a shutdown, while the process still accepts connections, so that load balancers can notice it. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.eventLoop.disable();
  }

  private probe(): Promise<Probes> {
    const now = Date.now();
    if (this.probes === undefined || now - this.probes.at > probeCacheMs) {
      this.probes = { at: now, outcome: this.runProbes() };
    }
    return this.probes.outcome;
  }

  private async runProbes(): Promise<Probes> {
    const state = this.database.state();
    const [database, replica, queue] = await Promise.all([state, this.database.replicaState(), this.queueState(state)]);
    return { database, replica, queue };
  }

  private async queueState(database: Promise<DatabaseState>): Promise<QueueState> {
    // A queue in PostgreSQL may have to open its connection first, so its probe gets more time than a ping.
    const limitMs = this.queue.kind === 'postgres' ? queueConnectMs : undefined;
    if (limitMs !== undefined && (await database).status === 'unreachable') return unreachable;
    let refusal: unknown;
    const probe = await measureLatency(
      () =>
        expectWorkingQueue(this.queue, this.discovery).catch((error: unknown) => {
          refusal = error;
          throw error;
        }),
      limitMs,
    );
    return isRefusal(refusal) ? { ...probe, status: 'refuses_jobs' } : probe;
  }
}

/**
 * The delay in milliseconds, with two decimals. Node measures the time between two samples, so the sampling interval is subtracted.
 * @param nanoseconds what Node measured; not a finite number before the first sample
 */
function delay(nanoseconds: number): number {
  if (!Number.isFinite(nanoseconds)) return 0;
  return Math.max(0, Math.round(nanoseconds / 10_000 - samplingMs * 100) / 100);
}
