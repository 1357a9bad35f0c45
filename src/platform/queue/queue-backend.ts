import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { ClientConfig } from 'pg';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { singleLine } from '../errors/command-error.js';
import { untilAborted, withTimeout } from '../async/with-timeout.js';

/** The schema of BullMQ's tables, which nothing else uses. */
export const postgresSchema = 'bullmq';
const silenceMs = 30_000;
const closeTimeoutMs = 1_000;
/** The timeout of a ping of PostgreSQL, in milliseconds. */
const pingMs = 1_000;

/**
 * A script that writes a key for a second, and deletes a key that does not exist. It only tests whether Redis runs
 * scripts.
 */
const harmlessScript = `redis.call('set', KEYS[1], 1, 'px', 1000); return redis.call('del', KEYS[2])`;

/** A connection in addition to those of the queues. `isTried` resolves after the first attempt to connect, even if that failed. */
interface RedisConnection {
  readonly client: Redis;
  readonly isTried: Promise<void>;
}

/**
 * The store of jobs: Redis when it is configured, else PostgreSQL. It does not load BullMQ, so every process can have it;
 * BullMQ is loaded with the modules that register queues.
 */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueBackend.name);
  private quietUntil = 0;
  private redis: Promise<RedisConnection> | null = null;

  private constructor(
    private readonly redisUrl: string | null,
    private readonly database: Database,
    /** Whether this process may create and change the tables of jobs in PostgreSQL. */
    readonly isMigrated: boolean,
  ) {}

  static of(config: Pick<Config, 'redisUrl' | 'migrate'>, database: Database): QueueBackend {
    return new QueueBackend(config.redisUrl, database, config.migrate === 'on');
  }

  get kind(): 'postgres' | 'redis' {
    return this.redisUrl === null ? 'postgres' : 'redis';
  }

  /** The connection of queues and workers. */
  get store(): { readonly postgres: ClientConfig } | { readonly redisUrl: string } {
    const { redisUrl } = this;
    return redisUrl === null ? { postgres: this.database.sessions } : { redisUrl };
  }

  /**
   * Checks that the backend answers.
   * @throws Error when the backend does not answer
   */
  async ping(): Promise<void> {
    if (this.redisUrl === null) await this.database.watch.limitedTo(pingMs).ping();
    else await (await this.connectedRedis(this.redisUrl)).ping();
  }

  /**
   * Runs a script in Redis on two keys, as queues do. It fails in some cases in which a ping succeeds: in a cluster, on
   * a sentinel or a replica, with a full memory, or if the user lacks the right.
   * @throws the error of Redis
   */
  async tryScript(): Promise<void> {
    if (this.redisUrl === null) return;
    const client = await this.connectedRedis(this.redisUrl);
    await client.eval(harmlessScript, 2, 'bull:health:one', 'bull:health:other');
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.redis)?.client.disconnect();
  }

  /**
   * Commands fail at once without a connection. This waits for the first attempt to connect, so that they do not fail
   * before it.
   */
  private async connectedRedis(url: string): Promise<Redis> {
    this.redis ??= connectRedis(url);
    const { client, isTried } = await this.redis;
    await isTried;
    return client;
  }

  /**
   * Logs an error of a queue or a worker. Without its backend a worker reports several errors a second, and most of
   * them are dropped.
   */
  reportError(queue: string, error: Error): void {
    const now = Date.now();
    if (now < this.quietUntil) return;
    this.quietUntil = now + silenceMs;
    this.logger.warn(`Queue ${queue}: ${singleLine(error)}`);
  }
}

/**
 * Closes a queue or a worker. If that fails, its connections are closed anyway.
 * @throws Error when it could not be closed properly
 */
export async function closeInTime(close: () => Promise<void>, disconnect: () => Promise<void>): Promise<void> {
  try {
    await withTimeout(closeTimeoutMs, 'it does not close', close());
  } catch (error) {
    await withTimeout(closeTimeoutMs, 'it does not disconnect', disconnect()).catch(() => undefined);
    throw error;
  }
}

/** How long a start waits for Redis to report its mode, in milliseconds. */
const modeMs = 2_000;

/**
 * Refuses a Redis on which jobs and rate limits cannot work. One that does not answer now is not refused: a process starts without
 * Redis, and `/health` has its state.
 * @throws Error in one line
 */
export async function expectSingleRedis({ redisUrl }: Pick<Config, 'redisUrl'>, stopping: AbortSignal): Promise<void> {
  if (redisUrl === null) return;
  const mode = await untilAborted(stopping, redisMode(redisUrl));
  if (mode === 'sentinel') {
    throw new Error(
      'REDIS_URL leads to a Redis Sentinel: set it to redis+sentinel://<its host and port>/<name of the master>',
    );
  }
  if (mode !== 'cluster') return;
  throw new Error(
    'REDIS_URL leads to a node of a Redis Cluster, which is not supported: set it to a single Redis server, or to the sentinels of ' +
      'a replication (redis+sentinel://…)',
  );
}

/** The mode of a Redis server: `standalone`, `sentinel` or `cluster`. It is empty if the server cannot be asked. */
async function redisMode(url: string): Promise<string> {
  const { client, isTried } = await connectRedis(url);
  const ask = async (): Promise<string> => {
    await isTried;
    return client.info('server');
  };
  try {
    return /^redis_mode:(\w+)/m.exec(await withTimeout(modeMs, 'Redis does not answer', ask()))?.[1] ?? '';
  } catch {
    return '';
  } finally {
    client.disconnect();
  }
}

async function connectRedis(url: string): Promise<RedisConnection> {
  const { openRedis } = await import('../redis/redis-client.js');
  const client = openRedis(url, {
    // The maximum time for closing a connection. A server that hangs never confirms that the connection is closed.
    disconnectTimeout: 100,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  // Without a listener a lost connection would end the process. `ping` reports the failure.
  client.on('error', () => undefined);
  return { client, isTried: client.connect().catch(() => undefined) };
}
