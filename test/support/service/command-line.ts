import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { runCommandLine } from '../../../src/admin/command-line.js';
import { readConfig } from '../../../src/platform/config/config.js';
import type { Ended } from './programs.js';

export interface CommandOptions {
  /** The standard input of the command; empty by default. */
  readonly stdin?: string | Uint8Array;
  /** Variables in addition to those of all commands. */
  readonly env?: Readonly<Record<string, string>>;
  /** The width of the terminal at standard output; without it, standard output is no terminal. */
  readonly screen?: number;
}

/** Runs admin commands in the process of the test, because a process for each command would take most of the time of the tests. */
export class CommandLine {
  /**
   * Keeps how to make the environment of each command; runs none yet.
   * @param env returns the environment of a command; called for each command.
   */
  constructor(private readonly env: () => Readonly<Record<string, string>>) {}

  /** Runs a command to its end. */
  async run(args: readonly string[], { stdin = '', env = {}, screen }: CommandOptions = {}): Promise<Ended> {
    const printed = { stdout: '', stderr: '' };
    const print = (output: 'stdout' | 'stderr') => ({ write: (text: string) => (printed[output] += text) });
    const host = {
      stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
      stdout: screen === undefined ? print('stdout') : { ...print('stdout'), isTTY: true, columns: screen },
      stderr: print('stderr'),
      once: () => undefined,
      off: () => undefined,
    };
    const code = await runCommandLine(args, host, () => readConfig({ ...this.env(), ...env }));
    return { code, ...printed };
  }

  /** Runs a command that must succeed. @returns the JSON document that it prints */
  async answerOf<T = unknown>(args: readonly string[], options?: CommandOptions): Promise<T> {
    const ended = await this.run(args, options);
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^[^\n]+\n$/), stderr: '' });
    return JSON.parse(ended.stdout) as T;
  }
}
