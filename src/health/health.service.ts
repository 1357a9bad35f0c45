import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Probes } from '../platform/observability/probes.js';
import { RequestMeter } from '../platform/observability/request-meter.js';
import { QueueBackend } from '../platform/queue/queue-backend.js';
import { version } from '../platform/config/project-root.js';
import type { HealthReport, Readiness } from './health.dto.js';
import { unknownWorkers, workersOf, WorkerWatch } from './worker-watch.js';

/** The sampling interval of the event loop delay, in milliseconds. */
const samplingMs = 20;

@Injectable()
export class HealthService implements OnModuleDestroy {
  private readonly eventLoop = monitorEventLoopDelay({ resolution: samplingMs });
  private isStopping = false;

  constructor(
    private readonly probes: Probes,
    private readonly queue: QueueBackend,
    private readonly meter: RequestMeter,
    private readonly workers: WorkerWatch,
  ) {
    this.eventLoop.enable();
  }

  /** The answer of `/health`. The status is `degraded` if the database, its replica or the queue is not `ok`. */
  async report(): Promise<HealthReport> {
    const { database, replica, queue } = await this.probes.states();
    const workers = database.status === 'unreachable' ? null : await this.workers.state();
    const isHealthy = [database, replica, queue].every((probe) => probe === null || probe.status === 'ok');
    const { rss, heapUsed } = process.memoryUsage();
    return {
      status: isHealthy ? 'ok' : 'degraded',
      version,
      uptime_seconds: Math.round(process.uptime()),
      database,
      ...(replica === null ? {} : { database_replica: replica }),
      queue: { backend: this.queue.kind, ...queue },
      workers: workers === null ? unknownWorkers : workersOf(workers),
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
    const detail = await this.probes.obstacleTo('requests');
    return detail === null ? { status: 'ready' } : { status: 'unavailable', detail };
  }

  /** Nest calls this hook first in a shutdown, while the process still accepts connections, so that load balancers can notice it. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.eventLoop.disable();
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
