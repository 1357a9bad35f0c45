import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import { QueueBackend } from '../platform/queue/queue-backend.js';
import { version } from '../platform/config/project-root.js';
import { type Addition, loadedAdditions } from '../platform/tables/table.js';
import { absenceOf } from './worker-watch.js';
import { WorkerProcessesSql } from './worker-processes.sql.js';
import { type DatabaseStatus, StatusSql } from './status.sql.js';

interface InstallationStatus extends DatabaseStatus {
  /** The number of living processes that run jobs. */
  readonly workers: number;
  /** When such a process was last seen; null if none was ever seen. */
  readonly workers_last_seen_at: Date | null;
  /** That no process runs jobs, and since when; null if one does. */
  readonly workers_missing: string | null;
  /** The age in seconds of the oldest prospecting run that no process has begun; 0 if there is none. */
  readonly oldest_waiting_seconds: number;
  readonly version: string;
  readonly node_version: string;
  readonly database: 'embedded' | 'external';
  readonly queue: 'postgres' | 'redis';
  /** Where rate limits are counted: in the memory of each process, or in Redis for all processes. */
  readonly rate_limits: 'memory' | 'redis';
  /** The rate limits for tenants without their own: requests in any second, and in the burst window. */
  readonly per_second: number;
  readonly burst_limit: number;
  readonly burst_window_seconds: number;
  /** The tables of matching to which `MATCHING_DIR` adds rows. */
  readonly matching_additions: readonly Addition[];
}

@Injectable()
export class StatusService {
  constructor(
    private readonly reader: StatusSql,
    private readonly queue: QueueBackend,
    private readonly workers: WorkerProcessesSql,
    @Inject(configToken) private readonly config: Config,
  ) {}

  async report(): Promise<InstallationStatus> {
    const { living, last_seen_at: seenAt, oldest_waiting_seconds: waiting } = await this.workers.read();
    return {
      version,
      node_version: process.version,
      database: this.config.databaseUrl === null ? 'embedded' : 'external',
      queue: this.queue.kind,
      rate_limits: this.config.redisUrl === null ? 'memory' : 'redis',
      per_second: this.config.ratePerSecond,
      burst_limit: this.config.rateBurstLimit,
      burst_window_seconds: this.config.rateBurstWindowSeconds,
      matching_additions: loadedAdditions(),
      ...(await this.reader.read()),
      workers: living,
      workers_last_seen_at: seenAt,
      workers_missing: living > 0 ? null : absenceOf(seenAt),
      oldest_waiting_seconds: Math.round(waiting),
    };
  }
}
