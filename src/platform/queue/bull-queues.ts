import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type Job,
  withBackend,
  type WorkerOptions,
} from 'bullmq';
import pg from 'pg';
import { oneLine } from '../errors/command-error.js';
import { closeInTime, postgresSchema, type QueueBackend } from './queue-backend.js';

/** BullMQ's queue on the configured backend. */
export type StoredQueue = InstanceType<typeof onBackend.Queue>;

/** How long a worker waits that was refused a job, before it asks again. */
const refusedPauseMs = 1_000;

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

/** Queues and workers are constructed with the backend as their connection; what connects to it is made here. */
const createBackend: BackendFactory<ReturnType<typeof paced>, QueueBackend> = (name, options, extra) => {
  const { store } = options.connection;
  const isWorker = extra?.withBlockingConnection === true;
  if ('postgresUrl' in store) {
    const connection = postgresConnection(store.postgresUrl, isWorker ? 2 : 1);
    return paced(createPostgresBackend(name, { ...options, connection }, extra));
  }
  // A server that hangs does not confirm the end of a connection.
  const settings = { url: store.redisUrl, disconnectTimeout: 100 };
  // To fail at once is better when adding than to be sent whenever the server is back.
  const connection = isWorker
    ? { ...settings, maxRetriesPerRequest: null }
    : { ...settings, enableOfflineQueue: false };
  return paced(createRedisBackend(name, { ...options, connection }, extra));
};

const onBackend = withBackend(createBackend);

/** Opens a queue for adding; it connects by itself. */
export function openQueue(name: string, backend: QueueBackend): StoredQueue {
  const queue = new onBackend.Queue(name, { connection: backend, skipMetasUpdate: true });
  // Without a listener a lost connection would end the process.
  queue.on('error', (error) => backend.reportError(name, error));
  return queue;
}

/** The worker of a `@Processor`. It does not run before `start`, and does not take long to close. */
export class JobWorker extends onBackend.Worker {
  private ended: Promise<void> | undefined;

  constructor(name: string, processor: (job: Job) => Promise<unknown>, options: WorkerOptions<QueueBackend>) {
    super(name, processor, { ...workerOptions, ...options });
    this.on('error', (error) => this.opts.connection.reportError(name, error));
  }

  /**
   * Begins to take jobs. Does not wait for Redis, which may come later.
   * @throws Error when BullMQ's tables in PostgreSQL cannot be used
   */
  async start(): Promise<void> {
    const isReady = this.waitUntilReady();
    if (this.opts.connection.kind === 'postgres') await isReady;
    isReady
      .then(() => this.run())
      .catch((error: unknown) => {
        if (this.ended === undefined) this.emit('error', new Error(`The worker ended: ${oneLine(error)}`));
      });
  }

  /** Ends within seconds, whatever the backend does, so that it cannot keep the process from ending. */
  override close(force = false): Promise<void> {
    this.ended ??= closeInTime(
      () => super.close(force),
      () => this.disconnect(),
    ).catch((error: unknown) => void this.emit('error', error instanceof Error ? error : new Error(String(error))));
    return this.ended;
  }
}

/** An object, because the library would spread a plain connection string apart. */
function postgresConnection(connectionString: string, max: number) {
  return {
    connectionString,
    schema: postgresSchema,
    migrate: true,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'data-access-service queue',
    Client: EnduringClient,
  };
}

type AnyBackend = ReturnType<typeof createPostgresBackend> | ReturnType<typeof createRedisBackend>;

/** A worker whose request for a job fails asks again at once, and so on; here it learns of the failure after a pause. */
function paced(backend: AnyBackend): AnyBackend {
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = (token, worker) =>
    moveToActive(token, worker).catch(async (error: unknown) => {
      await sleep(refusedPauseMs);
      throw error;
    });
  return backend;
}
