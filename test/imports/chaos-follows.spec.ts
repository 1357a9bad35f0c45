import { describe, expect, it } from '@jest/globals';
import { ChaosRun, countIn } from '../support/service/chaos-run.js';

describe('Changes of followed records, while imports, workers and PostgreSQL are killed,', () => {
  const run = new ChaosRun('follows', '--seconds', '5', '--least', '1');
  const count = (line: string): number => countIn(run.report, line);

  it('become exactly one signal for each follower, in exactly one callback, which is delivered at least once', () => {
    const agreed =
      'Every change is one signal of each follower, and every signal in one callback, which was delivered.';
    const outcome = { report: run.errors + run.report, code: run.code };
    expect(outcome).toEqual({ report: expect.stringContaining(agreed), code: 0 });
  });

  it.each([
    'imports killed in a transaction',
    'workers killed at random',
    'PostgreSQL: server killed',
    'PostgreSQL: session killed',
  ])('are tested with at least one of these kills: %s', (death) => {
    expect(count(death)).toBeGreaterThan(0);
  });

  it.each(['signals of first', 'callbacks of first', 'signals of second', 'callbacks of second'])(
    'lead to at least one of these, where first and second are tenants that follow the records: %s',
    (what) => {
      expect(count(what)).toBeGreaterThan(0);
    },
  );

  it('become no signal and no callback for a tenant that follows nothing', () => {
    expect([count('signals of indifferent'), count('callbacks of indifferent')]).toEqual([0, 0]);
  });
});
