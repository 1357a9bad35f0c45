import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { oneLine } from '../errors/error-message.js';
import type { Delivery, JobSink, JobStore, JobWorker, OpenedQueue } from './bull-queues.js';
import type { QueueName } from './job-catalogue.js';
import { withTimeout } from '../async/with-timeout.js';

/** The schema of BullMQ's tables, which nothing else uses. */
export const postgresSchema = 'bullmq';
const silenceMs = 30_000;
const closeTimeoutMs = 1_000;
/** How long PostgreSQL may take to answer a ping, whose connection is closed otherwise. */
const pingMs = 1_000;

/** A connection of our own, beside those of the queues; `isTried` is fulfilled after the first attempt, however it ended. */
interface RedisConnection {
  readonly client: Redis;
  readonly isTried: Promise<void>;
}

/**
 * Where jobs wait: in Redis when it is configured, in PostgreSQL otherwise. BullMQ is loaded with the first queue, because it
 * is much and most commands need none.
 */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueBackend.name);
  private quietUntil = 0;
  private redis: Promise<RedisConnection> | null = null;

  private constructor(
    private readonly redisUrl: string | null,
    private readonly database: Database,
  ) {}

  static of(config: Pick<Config, 'redisUrl'>, database: Database): QueueBackend {
    return new QueueBackend(config.redisUrl, database);
  }

  get kind(): 'postgres' | 'redis' {
    return this.redisUrl === null ? 'postgres' : 'redis';
  }

  /** For a process that serves, whose first queue is not to be opened while a request waits. */
  async load(): Promise<void> {
    await loadBullQueues();
  }

  /** Opens a queue for adding; it connects by itself. */
  async openQueue(name: QueueName): Promise<OpenedQueue> {
    const { openQueue } = await loadBullQueues();
    const queue = openQueue(name, this.store);
    queue.on('error', (error) => this.complain(name, error));
    return queue;
  }

  /**
   * Prepares a worker; `waitUntilReady` brings BullMQ's tables up to date, `run` begins.
   * @param concurrency how many jobs at a time
   */
  async openWorker(name: QueueName, deliver: Delivery, concurrency: number): Promise<JobWorker> {
    const { openWorker } = await loadBullQueues();
    const worker = openWorker(name, this.store, deliver, concurrency);
    // Without a listener a lost connection would end the process.
    worker.on('error', (error) => this.complain(name, error));
    worker.on('failed', (job, error) => {
      this.logger.warn(`Job ${job?.name ?? ''} ${job?.id ?? ''} failed: ${oneLine(error)}`);
    });
    return worker;
  }

  /** @throws when the backend does not answer */
  async ping(): Promise<void> {
    if (this.redisUrl === null) await this.database.watch.limitedTo(pingMs).ping();
    else await (await this.connectedRedis(this.redisUrl)).ping();
  }

  async onApplicationShutdown(): Promise<void> {
    (await this.redis)?.client.disconnect();
  }

  private get store(): JobStore {
    const { redisUrl } = this;
    return redisUrl === null ? { postgresUrl: this.database.url, schema: postgresSchema } : { redisUrl };
  }

  /** Commands fail at once while there is no connection, but not because the first one is still being made. */
  private async connectedRedis(url: string): Promise<Redis> {
    this.redis ??= connectRedis(url);
    const { client, isTried } = await this.redis;
    await isTried;
    return client;
  }

  /** A worker without its backend complains several times a second. */
  private complain(queue: QueueName, error: Error): void {
    const now = Date.now();
    if (now < this.quietUntil) return;
    this.quietUntil = now + silenceMs;
    this.logger.warn(`Queue ${queue}: ${oneLine(error)}`);
  }
}

/**
 * Closes a queue or a worker; whatever happens, its connections are gone soon.
 * @param manner `in order` lets a worker tell how its job ended
 * @throws Error when it could not be closed in order
 */
export async function close(opened: JobSink | JobWorker, manner: 'in order' | 'at once'): Promise<void> {
  try {
    await withTimeout(closeTimeoutMs, 'it does not close', opened.close(manner === 'at once'));
  } catch (error) {
    await withTimeout(closeTimeoutMs, 'it does not let go', opened.disconnect()).catch(() => undefined);
    throw error;
  }
}

function loadBullQueues(): Promise<typeof import('./bull-queues.js')> {
  return import('./bull-queues.js');
}

async function connectRedis(url: string): Promise<RedisConnection> {
  const { Redis } = await import('ioredis');
  const client = new Redis(url, {
    // A server that hangs does not confirm the end of a connection.
    disconnectTimeout: 100,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  });
  // Without a listener a lost connection would end the process; `ping` reports it.
  client.on('error', () => undefined);
  return { client, isTried: client.connect().catch(() => undefined) };
}
