import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { RequestMeter } from '../platform/http/request-meter.js';
import { QueueBackend } from '../platform/queue/queue-backend.js';
import { version } from '../platform/version.js';
import type { HealthReport } from './health.dto.js';

/** How long an answer about the database or the queue is good for; `/health` is open and not limited. */
const freshMs = 1_000;
const patienceMs = 1_000;

/** How often the event loop is looked at. */
const samplingMs = 20;

interface Probes {
  readonly database: Probe;
  /** Null where there is no replica. */
  readonly replica: Probe | null;
  readonly queue: Probe;
}

interface Probe {
  readonly status: 'ok' | 'unreachable';
  readonly latency_ms: number | null;
}

@Injectable()
export class HealthService implements OnModuleDestroy {
  private readonly eventLoop = monitorEventLoopDelay({ resolution: samplingMs });
  private probes: { readonly at: number; readonly outcome: Promise<Probes> } | undefined;

  constructor(
    private readonly database: Database,
    private readonly queue: QueueBackend,
    private readonly meter: RequestMeter,
  ) {
    this.eventLoop.enable();
  }

  /** Always answers while the process serves; `degraded` when something that it needs does not. */
  async report(): Promise<HealthReport> {
    const { database, replica, queue } = await this.probe();
    const isWell = [database, replica, queue].every((probe) => probe === null || probe.status === 'ok');
    const { rss, heapUsed } = process.memoryUsage();
    return {
      status: isWell ? 'ok' : 'degraded',
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

  onModuleDestroy(): void {
    this.eventLoop.disable();
  }

  private probe(): Promise<Probes> {
    const now = Date.now();
    if (this.probes === undefined || now - this.probes.at > freshMs) {
      this.probes = { at: now, outcome: this.ask() };
    }
    return this.probes.outcome;
  }

  private async ask(): Promise<Probes> {
    const { pool, readPool, hasReplica } = this.database;
    const [database, replica, queue] = await Promise.all([
      time(async () => pool.query('select 1')),
      hasReplica ? time(async () => readPool.query('select 1')) : null,
      time(async () => this.queue.ping()),
    ]);
    return { database, replica, queue };
  }
}

async function time(question: () => Promise<unknown>): Promise<Probe> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, patienceMs, new Error('no answer'));
  });
  try {
    await Promise.race([question(), patience]);
    return { status: 'ok', latency_ms: Math.round((performance.now() - startedAt) * 100) / 100 };
  } catch {
    return { status: 'unreachable', latency_ms: null };
  } finally {
    clearTimeout(timer);
  }
}

/** Node measures from one sample to the next, so an idle loop shows the sampling interval; what is beyond it is delay. */
function delay(nanoseconds: number): number {
  if (!Number.isFinite(nanoseconds)) return 0;
  return Math.max(0, Math.round(nanoseconds / 10_000 - samplingMs * 100) / 100);
}
