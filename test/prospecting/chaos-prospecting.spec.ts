import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { startProgram } from '../support/programs.js';

/** The programs run until every process was killed, which takes long on a busy machine. */
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

/** The result of a program. */
interface Outcome {
  readonly printed: string;
  readonly code: number | null;
}

describe('Prospecting succeeds under kills of its processes', () => {
  const hasRedis = RedisServer.isInstalled();
  const programs: ChildProcessWithoutNullStreams[] = [];
  const outcomes = new Map<Backend, Outcome>();

  const run = async (backend: Backend): Promise<void> => {
    const args = ['tools/run.mjs', 'chaos/main', 'prospecting', '--backend', backend, '--runs', '10', '--least', '1'];
    const program = startProgram(args, { env: {} });
    programs.push(program);
    const closed = once(program, 'close') as Promise<[number | null]>;
    const [stdout, stderr, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
    outcomes.set(backend, { printed: stderr + stdout, code });
  };

  // They run concurrently, because they mostly wait.
  beforeAll(async () => {
    await Promise.all([run('postgres'), ...(hasRedis ? [run('redis')] : [])]);
  });

  // The programs remove their files and processes also after a test timeout.
  afterAll(async () => {
    for (const program of programs.filter(({ exitCode }) => exitCode === null)) {
      program.kill('SIGTERM');
      await once(program, 'close');
    }
  });

  const describeOutcome = (backend: Backend, moreDeaths: readonly string[]): void => {
    /** The number at the end of a line of the report. */
    const count = (line: string): number => {
      const printed = outcomes.get(backend)?.printed ?? '';
      return Number(new RegExp(`^ *${line} +(\\d+)$`, 'm').exec(printed)?.[1]);
    };

    it('in ending every accepted run once, with its results and its credit', () => {
      const agreed =
        'Every run that was accepted has ended once, with its results and its credit; nothing is reserved.';
      expect(outcomes.get(backend)).toEqual({ printed: expect.stringContaining(agreed), code: 0 });
    });

    it.each([...deaths, ...moreDeaths])('after deaths: %s', (death) => {
      expect(count(death)).toBeGreaterThan(0);
    });

    it.each(['accepted', 'interrupted at least once', 'succeeded, charged'])('with runs: %s', (what) => {
      expect(count(what)).toBeGreaterThan(0);
    });
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
