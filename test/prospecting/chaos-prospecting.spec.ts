import { describe, expect, it } from '@jest/globals';
import { RedisServer } from '../../src/platform/throttling/redis-server.fixture.js';
import { ChaosRun, countIn } from '../support/service/chaos-run.js';

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
  const backend = hasRedis ? 'both' : 'postgres';
  const run = new ChaosRun('prospecting', '--backend', backend, '--runs', '5', '--least', '1');

  const reportOf = (jobs: Backend): string =>
    new RegExp(`^Jobs in ${jobs}\n(?:.+\n)+`, 'm').exec(run.report)?.[0] ?? '';

  const describeOutcome = (jobs: Backend, moreDeaths: readonly string[]): void => {
    const count = (line: string): number => countIn(reportOf(jobs), line);

    it('ends every accepted run once, with its results and its credit', () => {
      const agreed =
        'Every run that was accepted has ended once, with its results and its credit; nothing is reserved.';
      const outcome = { report: run.errors + reportOf(jobs), code: run.code };
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
