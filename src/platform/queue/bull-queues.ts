import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type Job,
  runMigrations,
  withBackend,
  type WorkerOptions,
} from 'bullmq';
import type pg from 'pg';
import { poolSettings, withSession } from '../database/sessions.js';
import { singleLine } from '../errors/command-error.js';
import { redisSettings } from '../redis/redis-client.js';
import { closeInTime, postgresSchema, type QueueBackend } from './queue-backend.js';

/** BullMQ's queue on the configured backend. */
export type StoredQueue = InstanceType<typeof onBackend.Queue>;

/** If a worker could not ask for a job, it waits for this time before it asks again, in milliseconds. */
const refusedPauseMs = 1_000;

const workerOptions = {
  autorun: false,
  // How often a worker looks for stalled jobs, in milliseconds. A job is stalled if its process was killed; it runs again after
  // at most two of these intervals.
  stalledInterval: 15_000,
  // If a job has stalled more often than this, BullMQ lets it fail. The number is high, because every deployment of the service
  // can stall jobs.
  maxStalledCount: 100,
};

/**
 * Makes the connection of a queue or a worker. BullMQ calls this function with the options of the queue, in which `connection` is
 * a {@link QueueBackend}.
 */
const createBackend: BackendFactory<ReturnType<typeof paced>, QueueBackend> = (name, options, extra) => {
  const { store } = options.connection;
  const isWorker = extra?.withBlockingConnection === true;
  if ('postgres' in store) {
    const connection = postgresConnection(store.postgres, isWorker ? 2 : 1, options.connection.isMigrated);
    return paced(createPostgresBackend(name, { ...options, connection }, extra));
  }
  // `disconnectTimeout` is the maximum time for closing a connection. A server that hangs would never confirm that the connection
  // is closed.
  const settings = { ...redisSettings(store.redisUrl), disconnectTimeout: 100 };
  // Without a connection, a queue refuses a job at once instead of waiting for the server.
  const connection = isWorker
    ? { ...settings, maxRetriesPerRequest: null }
    : { ...settings, enableOfflineQueue: false };
  return paced(createRedisBackend(name, { ...options, connection }, extra));
};

const onBackend = withBackend(createBackend);

/** Opens a queue, so that jobs can be added to it. The queue connects by itself. */
export function openQueue(name: string, backend: QueueBackend): StoredQueue {
  const queue = new onBackend.Queue(name, { connection: backend, skipMetasUpdate: true });
  // Without this listener, the loss of a connection would end the process.
  queue.on('error', (error) => backend.reportError(name, error));
  return queue;
}

/** The worker of a `@Processor`. It takes no jobs before `start` is called, and it closes within seconds. */
export class JobWorker extends onBackend.Worker {
  private ended: Promise<void> | undefined;

  constructor(name: string, processor: (job: Job) => Promise<unknown>, options: WorkerOptions<QueueBackend>) {
    super(name, processor, { ...workerOptions, ...options });
    this.on('error', (error) => this.opts.connection.reportError(name, error));
  }

  /**
   * Starts to take jobs. It waits until PostgreSQL is ready, but not for Redis.
   * @throws Error if BullMQ's tables in PostgreSQL cannot be used
   */
  async start(): Promise<void> {
    const isReady = this.waitUntilReady();
    if (this.opts.connection.kind === 'postgres') await isReady;
    isReady
      .then(() => this.run())
      .catch((error: unknown) => {
        if (this.ended === undefined) this.emit('error', new Error(`The worker ended: ${singleLine(error)}`));
      });
  }

  /** Closes the worker within seconds, even if the backend does not answer, so that the process can end. */
  override close(force = false): Promise<void> {
    this.ended ??= closeInTime(
      () => super.close(force),
      () => this.disconnect(),
    ).catch((error: unknown) => void this.emit('error', error instanceof Error ? error : new Error(String(error))));
    return this.ended;
  }
}

/**
 * The settings with which BullMQ connects to PostgreSQL. They must be an object: BullMQ would spread a connection string into its
 * single characters.
 */
function postgresConnection({ password, ...settings }: pg.ClientConfig, max: number, migrate: boolean) {
  return {
    ...poolSettings(settings, { name: 'queue', connectMs: 5_000 }),
    ...(typeof password === 'string' ? { password } : {}),
    schema: postgresSchema,
    migrate,
    max,
    // BullMQ changes its tables under a lock. If a process freezes while it holds the lock, PostgreSQL ends its session after
    // this time, so that other processes can go on.
    idle_in_transaction_session_timeout: 5_000,
  };
}

/**
 * Creates or updates BullMQ's tables in PostgreSQL. Each queue and worker does the same when it connects, unless `MIGRATE=off` is
 * set.
 * @throws the errors of the database
 */
export async function migrateQueue(settings: pg.ClientConfig): Promise<void> {
  await withSession(settings, { name: 'queue' }, (session) => runMigrations(session, postgresSchema));
}

type AnyBackend = ReturnType<typeof createPostgresBackend> | ReturnType<typeof createRedisBackend>;

/**
 * If a request for a job fails, the error is passed on only after a pause. Without it, a worker would repeat the request at once,
 * again and again.
 */
function paced(backend: AnyBackend): AnyBackend {
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = (token, worker) =>
    moveToActive(token, worker).catch(async (error: unknown) => {
      await sleep(refusedPauseMs);
      throw error;
    });
  return backend;
}
