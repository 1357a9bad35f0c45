import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startProgram, temporary } from '../support/service/programs.js';

/** The program runs until every kind of kill has happened, which takes long on a busy machine. */
jest.setTimeout(600_000);

describe('Changes of followed records, while imports, workers and PostgreSQL are killed,', () => {
  let program: ChildProcessWithoutNullStreams;
  let code: number | null;
  let printed: string;
  let errors: string;

  beforeAll(async () => {
    const args = ['tools/run.mjs', 'chaos/main', 'follows', '--seconds', '5', '--least', '1'];
    program = startProgram(args, { env: temporary });
    const closed = once(program, 'close') as Promise<[number | null]>;
    [printed, errors, [code]] = await Promise.all([text(program.stdout), text(program.stderr), closed]);
  });

  // If the test times out, the program is stopped here, and then removes its files and processes.
  afterAll(async () => {
    if (program.exitCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'close');
  });

  /** The number at the end of a line of the report. */
  const count = (line: string): number => Number(new RegExp(`^ *${line} +(\\d+)$`, 'm').exec(printed)?.[1]);

  it('become exactly one signal for each follower, in exactly one callback, which is delivered at least once', () => {
    const agreed =
      'Every change is one signal of each follower, and every signal in one callback, which was delivered.';
    expect({ printed: errors + printed, code }).toEqual({ printed: expect.stringContaining(agreed), code: 0 });
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
