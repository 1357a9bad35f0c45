import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import { QueueBackend } from '../platform/queue/queue-backend.js';
import { version } from '../platform/config/project-root.js';
import { type Addition, loadedAdditions } from '../platform/tables/table.js';
import { type DatabaseStatus, StatusSql } from './status.sql.js';

interface InstallationStatus extends DatabaseStatus {
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
    @Inject(configToken) private readonly config: Config,
  ) {}

  async report(): Promise<InstallationStatus> {
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
    };
  }
}
