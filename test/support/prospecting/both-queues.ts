import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { JobQueue } from '../../../src/platform/queue/job-queue.js';
import { RedisServer } from '../../../src/platform/throttling/redis-server.fixture.js';
import type { TestService } from '../service/test-service.js';

/** The queue backend with which a group of tests runs. */
export interface TestQueue {
  readonly kind: 'postgres' | 'redis';
  /** The environment of the services under test. */
  readonly env: Readonly<Record<string, string>>;
  /** The Redis server of the tests. @throws Error for the PostgreSQL backend, which has none */
  readonly redis: RedisServer;
}

/** The queue that the modules of the service inject. */
export function queueOf({ app }: TestService, name: 'upkeep' | 'prospecting'): JobQueue {
  return app.get<JobQueue>(getQueueToken(name), { strict: false });
}

/** Runs the tests with jobs in PostgreSQL and, if redis-server is installed, in Redis. */
export function describeOnBothQueues(name: string, tests: (queue: TestQueue) => void): void {
  describe(`${name}, with jobs in PostgreSQL`, () => {
    tests({
      kind: 'postgres',
      env: {},
      get redis(): RedisServer {
        throw new Error('There is no Redis');
      },
    });
  });
  if (!RedisServer.isInstalled()) {
    describe(`${name}, with jobs in Redis`, () => {
      it.skip('(needs redis-server, which is not installed)', () => undefined);
    });
    return;
  }
  describe(`${name}, with jobs in Redis`, () => {
    let server: RedisServer | undefined;
    const running = (): RedisServer => {
      if (server === undefined) throw new Error('Redis does not run');
      return server;
    };
    beforeAll(async () => {
      server = await RedisServer.start();
    });
    tests({
      kind: 'redis',
      get env() {
        return { REDIS_URL: running().url };
      },
      get redis() {
        return running();
      },
    });
    // Redis ends last: the services of the tests, which use it, are closed by hooks that were declared before this one.
    afterAll(() => server?.kill());
  });
}
