import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { ClientConfig } from 'pg';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { singleLine } from '../errors/command-error.js';
import { untilAborted, withTimeout } from '../async/with-timeout.js';

/** The schema in which BullMQ's tables are. Nothing else uses it. */
export const postgresSchema = 'bullmq';
const silenceMs = 30_000;
const closeTimeoutMs = 1_000;
/** The timeout of a ping of PostgreSQL, in milliseconds. */
const pingMs = 1_000;

/**
 * A script that writes one key for a second and deletes another key, which does not exist. It only shows whether Redis runs
 * scripts that write.
 */
const harmlessScript = `redis.call('set', KEYS[1], 1, 'px', 1000); return redis.call('del', KEYS[2])`;

/**
 * A connection to Redis that belongs to no queue. `isTried` resolves after the first attempt to connect, whether it succeeds or
 * fails.
 */
interface RedisConnection {
  readonly client: Redis;
  readonly isTried: Promise<void>;
}

/**
 * The store of the job queues. It is Redis if a Redis is configured, and otherwise PostgreSQL. This class does not load BullMQ,
 * so every process can have it. BullMQ is loaded together with the modules that register queues.
 */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueBackend.name);
  private quietUntil = 0;
  private redis: Promise<RedisConnection> | null = null;

  private constructor(
    private readonly redisUrl: string | null,
    private readonly database: Database,
    /** Whether this process may create and change the tables of the jobs in PostgreSQL. */
    readonly isMigrated: boolean,
  ) {}

  static of(config: Pick<Config, 'redisUrl' | 'migrate'>, database: Database): QueueBackend {
    return new QueueBackend(config.redisUrl, database, config.migrate === 'on');
  }

  get kind(): 'postgres' | 'redis' {
    return this.redisUrl === null ? 'postgres' : 'redis';
  }

  get store(): { readonly postgres: ClientConfig } | { readonly redisUrl: string } {
    const { redisUrl } = this;
    return redisUrl === null ? { postgres: this.database.sessions } : { redisUrl };
  }

  /**
   * Checks that the backend answers.
   * @throws Error if it does not
   */
  async ping(): Promise<void> {
    if (this.redisUrl === null) await this.database.watch.limitedTo(pingMs).ping();
    else await (await this.connectedRedis(this.redisUrl)).ping();
  }

  /**
   * Runs a script in Redis that uses two keys, as job queues do. This shows problems that a ping does not show: a Redis Cluster,
   * a sentinel or a replica instead of the master, a full memory, or a user without the permission.
   * @throws the error that Redis returns
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
   * Returns the client after its first attempt to connect. Without a connection every command fails at once, so a command before
   * that attempt would always fail.
   */
  private async connectedRedis(url: string): Promise<Redis> {
    this.redis ??= connectRedis(url);
    const { client, isTried } = await this.redis;
    await isTried;
    return client;
  }

  /**
   * Logs an error of a queue or a worker, but at most one in half a minute. A worker that cannot reach its backend reports
   * several errors a second.
   */
  reportError(queue: string, error: Error): void {
    const now = Date.now();
    if (now < this.quietUntil) return;
    this.quietUntil = now + silenceMs;
    this.logger.warn(`Queue ${queue}: ${singleLine(error)}`);
  }
}

/**
 * Closes a queue or a worker. If that fails or takes too long, its connections are closed anyway.
 * @throws Error if it could not be closed properly
 */
export async function closeInTime(close: () => Promise<void>, disconnect: () => Promise<void>): Promise<void> {
  try {
    await withTimeout(closeTimeoutMs, 'it does not close', close());
  } catch (error) {
    await withTimeout(closeTimeoutMs, 'it does not disconnect', disconnect()).catch(() => undefined);
    throw error;
  }
}

/** How long a starting process waits for Redis to report its mode, in milliseconds. */
const modeMs = 2_000;

/**
 * Refuses a Redis server in a mode in which jobs and rate limits cannot work. A Redis that does not answer is not refused: a
 * process can start without Redis, and `/health` reports its state.
 * @throws Error with a message of one line
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

/**
 * Asks a Redis server for its mode: `standalone`, `sentinel` or `cluster`. The result is an empty text if the server does not
 * answer.
 */
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
    // `disconnectTimeout` is the maximum time for closing a connection. A server that hangs would never confirm that the
    // connection is closed.
    disconnectTimeout: 100,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  // Without this listener, the loss of the connection would end the process. The method `ping` reports the failure.
  client.on('error', () => undefined);
  return { client, isTried: client.connect().catch(() => undefined) };
}
