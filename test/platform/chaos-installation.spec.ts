import { describe, expect, it } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { Nginx } from '../support/outages/nginx.js';
import { PgBouncer } from '../support/outages/pgbouncer.js';
import { ReplicatedPostgres } from '../support/outages/replicated-postgres.js';
import { ChaosRun, countIn } from '../support/service/chaos-run.js';

const parts = [
  'a service process',
  'a worker',
  'nginx',
  'PgBouncer',
  'PostgreSQL, the primary',
  'PostgreSQL, the primary for good',
  'PostgreSQL, the standby',
  'Redis, the master',
  'Redis, the replica',
  'Redis, the sentinel',
];

const isInstalled = [Nginx, PgBouncer, RedisServer, ReplicatedPostgres].every((program) => program.isInstalled());
const describeInstalled = isInstalled ? describe : describe.skip;

describeInstalled('An installation of several machines succeeds while each of its parts is killed', () => {
  const run = new ChaosRun('installation', '--seconds', '5', '--least', '1', '--rate', '5');

  it('every charge belongs to one request, and every accepted run has ended exactly once', () => {
    const agreed = /^Every charge has its request and every answer its charge; every accepted run has ended once; /m;
    const outcome = { report: run.errors + run.report, code: run.code };
    expect(outcome).toEqual({ report: expect.stringMatching(agreed), code: 0 });
  });

  it('every request was answered in the end, although some had to be sent again', () => {
    expect(countIn(run.report, 'never answered')).toBe(0);
    expect(countIn(run.report, 'answered at a later one')).toBeGreaterThan(0);
  });

  it.each(parts)('this part was killed at least once: %s', (part) => {
    expect(countIn(run.report, part)).toBeGreaterThan(0);
  });
});
