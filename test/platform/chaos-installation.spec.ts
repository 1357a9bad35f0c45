import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { Nginx } from '../support/outages/nginx.js';
import { PgBouncer } from '../support/outages/pgbouncer.js';
import { ReplicatedPostgres } from '../support/outages/replicated-postgres.js';
import { startProgram, temporary } from '../support/service/programs.js';

/** The program runs until every part was killed and works again, which takes long on a busy machine. */
jest.setTimeout(600_000);

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
  let program: ChildProcessWithoutNullStreams;
  let code: number | null;
  let printed: string;
  let errors: string;

  beforeAll(async () => {
    const args = ['tools/run.mjs', 'chaos/main', 'installation', '--seconds', '5', '--least', '1', '--rate', '5'];
    program = startProgram(args, { env: temporary });
    const closed = once(program, 'close') as Promise<[number | null]>;
    [printed, errors, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
  });

  // If a test has timed out, the program still runs. It removes its files and processes when it gets the signal.
  afterAll(async () => {
    if (program.exitCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'close');
  });

  it('every charge belongs to one request, and every accepted run has ended exactly once', () => {
    const agreed = /^Every charge has its request and every answer its charge; every accepted run has ended once; /m;
    expect({ printed: errors + printed, code }).toEqual({ printed: expect.stringMatching(agreed), code: 0 });
  });

  it('every request was answered in the end, although some had to be sent again', () => {
    expect(Number(/^ *never answered +(\d+)$/m.exec(printed)?.[1])).toBe(0);
    expect(Number(/^ *answered at a later one +(\d+)$/m.exec(printed)?.[1])).toBeGreaterThan(0);
  });

  it.each(parts)('this part was killed at least once: %s', (part) => {
    expect(Number(new RegExp(`^ *${part} +(\\d+)$`, 'm').exec(printed)?.[1])).toBeGreaterThan(0);
  });
});
