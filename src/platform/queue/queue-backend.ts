import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';

/** Where jobs wait: in Redis when it is configured, in PostgreSQL otherwise. */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  private constructor(
    readonly kind: 'postgres' | 'redis',
    private readonly redis: Redis | null,
    private readonly database: Database,
  ) {}

  static of(config: Pick<Config, 'redisUrl'>, database: Database): QueueBackend {
    if (config.redisUrl === null) return new QueueBackend('postgres', null, database);
    const redis = new Redis(config.redisUrl, { lazyConnect: true, enableOfflineQueue: false, maxRetriesPerRequest: 1 });
    // Without a listener a lost connection would end the process; `ping` reports it.
    redis.on('error', () => undefined);
    void redis.connect().catch(() => undefined);
    return new QueueBackend('redis', redis, database);
  }

  /** @throws when the backend does not answer */
  async ping(): Promise<void> {
    if (this.redis === null) await this.database.pool.query('select 1');
    else await this.redis.ping();
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}
