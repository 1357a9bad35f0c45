import { setTimeout as sleep } from 'node:timers/promises';
import {
  createPostgresBackend,
  createRedisBackend,
  withBackend,
  type BackendFactory,
  type IQueueBackend,
  type Queue,
  type Worker,
} from 'bullmq';
import pg from 'pg';
import type { QueueName } from './job-catalogue.js';

/** Where BullMQ keeps jobs: in tables of a schema of their own, which it creates and keeps up to date, or in Redis. */
export type JobStore = { readonly postgresUrl: string; readonly schema: string } | { readonly redisUrl: string };
/** A queue that jobs are added to. */
export type JobSink = Pick<Queue, 'waitUntilReady' | 'add' | 'getWaitingCount' | 'getJobs' | 'close' | 'disconnect'>;
/** The whole of it, for who looks into it. */
export type OpenedQueue = InstanceType<typeof onPostgres.Queue> | InstanceType<typeof onRedis.Queue>;
/** A worker that does not run yet. */
export type JobWorker = Pick<Worker, 'waitUntilReady' | 'run' | 'close' | 'disconnect'>;
/** @throws whatever makes the job fail */
export type Delivery = (job: { readonly name: string; readonly data: unknown }) => Promise<void>;

/** How long a worker waits that was refused a job, before it asks again. */
const refusedPauseMs = 1_000;

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

/** Opens a queue for adding; it connects by itself. */
export function openQueue(name: QueueName, store: JobStore): OpenedQueue {
  const settings = { skipMetasUpdate: true };
  if ('postgresUrl' in store) {
    return new onPostgres.Queue(name, { ...settings, connection: postgresConnection(store, 1) });
  }
  // To fail at once is better here than to be sent whenever the server is back.
  const connection = { ...redisConnection, url: store.redisUrl, enableOfflineQueue: false };
  return new onRedis.Queue(name, { ...settings, connection });
}

/** @param concurrency how many jobs at a time */
export function openWorker(name: QueueName, store: JobStore, deliver: Delivery, concurrency: number) {
  const options = { ...workerOptions, concurrency };
  if ('postgresUrl' in store) {
    return new onPostgres.Worker(name, deliver, { ...options, connection: postgresConnection(store, 2) });
  }
  const connection = { ...redisConnection, url: store.redisUrl, maxRetriesPerRequest: null };
  return new onRedis.Worker(name, deliver, { ...options, connection });
}

/** An object, because the library would spread a plain connection string apart. */
function postgresConnection({ postgresUrl, schema }: Extract<JobStore, { postgresUrl: string }>, max: number) {
  return {
    connectionString: postgresUrl,
    schema,
    migrate: true,
    max,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'data-access-service queue',
    Client: EnduringClient,
  };
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
