import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { JobQueue } from '../../src/platform/queue/job-queue.js';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { describeInside, isExternal } from './target.js';
import type { TestService } from './test-service.js';

/** Where the jobs of a suite wait. */
export interface TestQueue {
  readonly kind: 'postgres' | 'redis';
  /** For the services under test. */
  readonly env: Readonly<Record<string, string>>;
  /** @throws Error where jobs wait in PostgreSQL */
  readonly redis: RedisServer;
}

/** A queue as the modules of the service inject it. */
export function queueOf({ app }: TestService, name: 'upkeep' | 'prospecting'): JobQueue {
  return app.get<JobQueue>(getQueueToken(name), { strict: false });
}

/** The same tests with jobs in PostgreSQL and, where there is a redis-server, in Redis. */
export function describeOnBothQueues(name: string, tests: (queue: TestQueue) => void): void {
  describeInside(`${name}, with jobs in PostgreSQL`, () => {
    tests({
      kind: 'postgres',
      env: {},
      get redis(): RedisServer {
        throw new Error('There is no Redis');
      },
    });
  });
  if (!isExternal && !RedisServer.isInstalled()) {
    describe(`${name}, with jobs in Redis (skipped: there is no redis-server on the PATH)`, () => {
      it.skip('is not tested', () => undefined);
    });
    return;
  }
  describeInside(`${name}, with jobs in Redis`, () => {
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
    // After those of the tests, whose services still use it.
    afterAll(() => server?.kill());
  });
}
