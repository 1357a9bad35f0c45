import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendFactory,
  type IQueueBackend,
  type Queue,
  type Worker,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Config } from '../config.js';
import type { Database } from '../database/database.js';
import { oneLine } from '../one-line.js';
import type { QueueName } from './job-catalogue.js';
import { within } from './patience.js';

/** A queue that jobs are added to. */
export type JobSink = Pick<Queue, 'waitUntilReady' | 'add' | 'getWaitingCount' | 'getJobs' | 'close' | 'disconnect'>;
/** The whole of it, for who looks into it. */
export type OpenedQueue = InstanceType<typeof onPostgres.Queue> | InstanceType<typeof onRedis.Queue>;
/** A worker that does not run yet. */
export type JobWorker = Pick<Worker, 'waitUntilReady' | 'run' | 'close' | 'disconnect'>;
/** @throws whatever makes the job fail */
export type Delivery = (job: { readonly name: string; readonly data: unknown }) => Promise<void>;

/** BullMQ's tables lie in a schema of their own, which it creates and keeps up to date. */
export const postgresSchema = 'bullmq';
/** How long a worker waits that was refused a job, before it asks again. */
const refusedPauseMs = 1_000;
const silenceMs = 30_000;
const closePatienceMs = 1_000;

/** A server that hangs does not confirm the end of a connection. */
const redisConnection = { disconnectTimeout: 100 };

const onPostgres = withBackend(paced(createPostgresBackend));
const onRedis = withBackend(paced(createRedisBackend));

const workerOptions = {
  autorun: false,
  // A job that was running when its process was killed comes back after two of these.
  stalledInterval: 15_000,
  // The library gives a job up for good after this many such deaths, whatever its attempts; deployments are no fault of it.
  maxStalledCount: 100,
};

/** A client that is lost while the library uses it would end the process; whoever uses it learns of it from its query. */
class EnduringClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Where jobs wait: in Redis when it is configured, in PostgreSQL otherwise. */
@Injectable()
export class QueueBackend implements OnApplicationShutdown {
  private readonly logger = new Logger(QueueBackend.name);
  private quietUntil = 0;
  private redis: { readonly client: Redis; readonly isTried: Promise<void> } | null = null;

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

  /** Opens a queue for adding; it connects by itself. */
  openQueue(name: QueueName): OpenedQueue {
    const settings = { skipMetasUpdate: true };
    const queue =
      this.redisUrl === null
        ? new onPostgres.Queue(name, { ...settings, connection: this.postgresConnection(1) })
        : new onRedis.Queue(name, {
            ...settings,
            // To fail at once is better here than to be sent whenever the server is back.
            connection: { ...redisConnection, url: this.redisUrl, enableOfflineQueue: false },
          });
    queue.on('error', (error) => this.complain(name, error));
    return queue;
  }

  /**
   * Prepares a worker; `waitUntilReady` brings BullMQ's tables up to date, `run` begins.
   * @param concurrency how many jobs at a time
   */
  openWorker(name: QueueName, deliver: Delivery, concurrency: number): JobWorker {
    const options = { ...workerOptions, concurrency };
    const worker =
      this.redisUrl === null
        ? new onPostgres.Worker(name, deliver, { ...options, connection: this.postgresConnection(2) })
        : new onRedis.Worker(name, deliver, {
            ...options,
            connection: { ...redisConnection, url: this.redisUrl, maxRetriesPerRequest: null },
          });
    // Without a listener a lost connection would end the process.
    worker.on('error', (error) => this.complain(name, error));
    worker.on('failed', (job, error) => {
      this.logger.warn(`Job ${job?.name ?? ''} ${job?.id ?? ''} failed: ${oneLine(error)}`);
    });
    return worker;
  }

  /** @throws when the backend does not answer */
  async ping(): Promise<void> {
    if (this.redisUrl === null) await this.database.pool.query('select 1');
    else await (await this.connectedRedis(this.redisUrl)).ping();
  }

  onApplicationShutdown(): void {
    this.redis?.client.disconnect();
  }

  /** An object, because the library would spread a plain connection string apart. */
  private postgresConnection(max: number) {
    return {
      connectionString: this.database.url,
      schema: postgresSchema,
      migrate: true,
      max,
      connectionTimeoutMillis: 5_000,
      application_name: 'data-access-service queue',
      Client: EnduringClient,
    };
  }

  /** Commands fail at once while there is no connection, but not because the first one is still being made. */
  private async connectedRedis(url: string): Promise<Redis> {
    if (this.redis === null) {
      const client = new Redis(url, {
        ...redisConnection,
        lazyConnect: true,
        enableOfflineQueue: false,
        maxRetriesPerRequest: 1,
      });
      // Without a listener a lost connection would end the process; `ping` reports it.
      client.on('error', () => undefined);
      this.redis = { client, isTried: client.connect().catch(() => undefined) };
    }
    await this.redis.isTried;
    return this.redis.client;
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
    await within(closePatienceMs, 'it does not close', opened.close(manner === 'at once'));
  } catch (error) {
    await within(closePatienceMs, 'it does not let go', opened.disconnect()).catch(() => undefined);
    throw error;
  }
}

/** A worker whose request for a job fails asks again at once, and so on; here it learns of the failure after a pause. */
function paced<Backend extends IQueueBackend, Connection>(
  create: BackendFactory<Backend, Connection>,
): BackendFactory<Backend, Connection> {
  return (...settings) => {
    const backend = create(...settings);
    const moveToActive = backend.moveToActive.bind(backend);
    backend.moveToActive = (token, worker) =>
      moveToActive(token, worker).catch(async (error: unknown) => {
        await sleep(refusedPauseMs);
        throw error;
      });
    return backend;
  };
}
