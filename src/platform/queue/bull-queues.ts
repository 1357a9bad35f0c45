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
import pg from 'pg';
import { singleLine } from '../errors/command-error.js';
import { redisSettings } from '../redis/redis-client.js';
import { closeInTime, postgresSchema, type QueueBackend } from './queue-backend.js';

/** BullMQ's queue on the configured backend. */
export type StoredQueue = InstanceType<typeof onBackend.Queue>;

/** How long a worker waits after a request for a job has failed, in milliseconds. */
const refusedPauseMs = 1_000;

const workerOptions = {
  autorun: false,
  // The interval at which stalled jobs are looked for, in milliseconds. If a process is killed during a job, the job runs
  // again after two of these intervals.
  stalledInterval: 15_000,
  // After this many stalls the library lets a job fail. The number is high, because every deployment stalls jobs.
  maxStalledCount: 100,
};

/**
 * A client of PostgreSQL that survives a lost connection. Without a listener, the event would end the process. The running
 * query fails in any case.
 */
class EnduringClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** Makes the connection of a queue or a worker. BullMQ calls it with the options of the queue, which contain our backend. */
const createBackend: BackendFactory<ReturnType<typeof paced>, QueueBackend> = (name, options, extra) => {
  const { store } = options.connection;
  const isWorker = extra?.withBlockingConnection === true;
  if ('postgres' in store) {
    const connection = postgresConnection(store.postgres, isWorker ? 2 : 1, options.connection.isMigrated);
    return paced(createPostgresBackend(name, { ...options, connection }, extra));
  }
  // The maximum time for closing a connection. A server that hangs never confirms that the connection is closed.
  const settings = { ...redisSettings(store.redisUrl), disconnectTimeout: 100 };
  // Adding a job fails at once without a connection, instead of waiting for the server.
  const connection = isWorker
    ? { ...settings, maxRetriesPerRequest: null }
    : { ...settings, enableOfflineQueue: false };
  return paced(createRedisBackend(name, { ...options, connection }, extra));
};

const onBackend = withBackend(createBackend);

/** Opens a queue to which jobs can be added. It connects by itself. */
export function openQueue(name: string, backend: QueueBackend): StoredQueue {
  const queue = new onBackend.Queue(name, { connection: backend, skipMetasUpdate: true });
  // Without a listener a lost connection would end the process.
  queue.on('error', (error) => backend.reportError(name, error));
  return queue;
}

/** The worker of a `@Processor`. It takes jobs only after `start`, and closes quickly. */
export class JobWorker extends onBackend.Worker {
  private ended: Promise<void> | undefined;

  constructor(name: string, processor: (job: Job) => Promise<unknown>, options: WorkerOptions<QueueBackend>) {
    super(name, processor, { ...workerOptions, ...options });
    this.on('error', (error) => this.opts.connection.reportError(name, error));
  }

  /**
   * Starts to take jobs. It does not wait for Redis.
   * @throws Error when BullMQ's tables in PostgreSQL cannot be used
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

  /** Ends within seconds, even if the backend does not answer, so that the process can end. */
  override close(force = false): Promise<void> {
    this.ended ??= closeInTime(
      () => super.close(force),
      () => this.disconnect(),
    ).catch((error: unknown) => void this.emit('error', error instanceof Error ? error : new Error(String(error))));
    return this.ended;
  }
}

/** The connection to PostgreSQL for BullMQ. It is an object, because BullMQ would spread a string into single characters. */
function postgresConnection({ password, ...settings }: pg.ClientConfig, max: number, migrate: boolean) {
  return {
    ...settings,
    ...(typeof password === 'string' ? { password } : {}),
    schema: postgresSchema,
    migrate,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // The library changes its tables under a lock. A process that freezes meanwhile must not keep the lock from other
    // processes.
    idle_in_transaction_session_timeout: 5_000,
    application_name: 'data-access-service queue',
    Client: EnduringClient,
  };
}

/**
 * Creates or updates BullMQ's tables in PostgreSQL, as a worker does unless migrations are switched off. @throws errors
 * of the database
 */
export async function migrateQueue(settings: pg.ClientConfig): Promise<void> {
  const client = new EnduringClient(settings);
  await client.connect();
  try {
    await runMigrations(client, postgresSchema);
  } finally {
    await client.end();
  }
}

type AnyBackend = ReturnType<typeof createPostgresBackend> | ReturnType<typeof createRedisBackend>;

/** Delays the failure of a request for a job. Without the delay, a worker would repeat the request at once and without end. */
function paced(backend: AnyBackend): AnyBackend {
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = (token, worker) =>
    moveToActive(token, worker).catch(async (error: unknown) => {
      await sleep(refusedPauseMs);
      throw error;
    });
  return backend;
}
