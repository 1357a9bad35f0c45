import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, jest } from '@jest/globals';
import { type Ended, endOf, startProgram, temporary } from './programs.js';

/** The program runs until every kind of kill has happened, which takes long on a busy machine. */
const timeoutMs = 600_000;

/** One run of the tool `chaos`, which the tests of a `describe` examine. */
export class ChaosRun {
  private program: ChildProcessWithoutNullStreams | undefined;
  private ended: Ended | undefined;

  /**
   * Starts the tool before the first test of this `describe`, and waits for its end.
   * @param args the scenario and its options, such as `credits`, `--seconds`, `5`
   */
  constructor(...args: readonly string[]) {
    jest.setTimeout(timeoutMs);
    beforeAll(async () => {
      this.program = startProgram(['tools/run.mjs', 'chaos/main', ...args], { env: temporary });
      this.ended = await endOf(this.program);
    });
    // If the run takes too long, it is stopped here, and then removes its files and processes.
    afterAll(async () => {
      if (this.program === undefined || this.program.exitCode !== null) return;
      this.program.kill('SIGTERM');
      await once(this.program, 'close');
    });
  }

  get code(): number | null {
    return this.ended?.code ?? null;
  }

  /** The report of the run. */
  get report(): string {
    return this.ended?.stdout ?? '';
  }

  /** What the run has found wrong. */
  get errors(): string {
    return this.ended?.stderr ?? '';
  }
}

/** The number at the end of a line of a report; NaN if the report has no such line. */
export function countIn(report: string, line: string): number {
  return Number(new RegExp(`^ *${line} +(\\d+)$`, 'm').exec(report)?.[1]);
}
