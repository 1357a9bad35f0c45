import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { startProgram, temporary } from '../support/service/programs.js';

/** The program runs until every process was killed, which takes long on a busy machine. */
jest.setTimeout(600_000);

type Backend = 'postgres' | 'redis';

const deaths = [
  'at run-stored',
  'at run-committed',
  'at run-queued',
  'at run-claimed',
  'at run-ranked',
  'at run-finished',
  'workers killed at random',
  'service processes killed at random',
  'PostgreSQL: server killed',
  'PostgreSQL: session killed',
  'paused workers whose runs others continued',
];

describe('Prospecting, while its processes are killed,', () => {
  const hasRedis = RedisServer.isInstalled();
  let program: ChildProcessWithoutNullStreams;
  let code: number | null;
  let printed: string;
  let errors: string;

  beforeAll(async () => {
    const backend = hasRedis ? 'both' : 'postgres';
    const args = ['tools/run.mjs', 'chaos/main', 'prospecting', '--backend', backend, '--runs', '5', '--least', '1'];
    program = startProgram(args, { env: temporary });
    const closed = once(program, 'close') as Promise<[number | null]>;
    [printed, errors, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
  });

  // The program removes its files and processes also after a test timeout.
  afterAll(async () => {
    if (program.exitCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'close');
  });

  const reportOf = (backend: Backend): string =>
    new RegExp(`^Jobs in ${backend}\n(?:.+\n)+`, 'm').exec(printed)?.[0] ?? '';

  const describeOutcome = (backend: Backend, moreDeaths: readonly string[]): void => {
    /** The number at the end of a line of the report. */
    const count = (line: string): number => Number(new RegExp(`^ *${line} +(\\d+)$`, 'm').exec(reportOf(backend))?.[1]);

    it('ends every accepted run once, with its results and its credit', () => {
      const agreed =
        'Every run that was accepted has ended once, with its results and its credit; nothing is reserved.';
      const outcome = { report: errors + reportOf(backend), code };
      expect(outcome).toEqual({ report: expect.stringContaining(agreed), code: 0 });
    });

    it.each([...deaths, ...moreDeaths])('is tested with at least one kill: %s', (death) => {
      expect(count(death)).toBeGreaterThan(0);
    });

    it.each(['accepted', 'interrupted at least once', 'succeeded, charged'])(
      'is tested with at least one run that was: %s',
      (what) => {
        expect(count(what)).toBeGreaterThan(0);
      },
    );
  };

  describe('with jobs in PostgreSQL', () => describeOutcome('postgres', []));

  if (hasRedis) {
    describe('with jobs in Redis', () => describeOutcome('redis', ['Redis: server killed', 'Redis: flushed']));
  } else {
    describe('with jobs in Redis', () => {
      it.skip('(needs redis-server, which is not installed)', () => undefined);
    });
  }
});
