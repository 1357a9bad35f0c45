import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, expect } from '@jest/globals';
import type { Ended } from './programs.js';

export interface CommandOptions {
  /** What the command reads from standard input; nothing by default. */
  readonly stdin?: string | Uint8Array;
  /** Settings beside those of all commands. */
  readonly env?: Readonly<Record<string, string>>;
  /** Characters in a line of the screen that it prints on; without it standard output is no screen. */
  readonly screen?: number;
}

/**
 * The operators' command line, one command after the other in one process: as a program of its own each would take ten times
 * as long, nearly all of it for loading code.
 */
export class CommandLine {
  private host: ChildProcess | undefined;

  /** @param env everything that the commands' environment holds, asked for at each one */
  constructor(private readonly env: () => Readonly<Record<string, string>>) {
    afterAll(() => this.close());
  }

  /** Runs a command to its end; the next one is to wait for it. */
  async run(args: readonly string[], { stdin = '', env = {}, screen }: CommandOptions = {}): Promise<Ended> {
    this.host ??= startHost();
    const waiting = new AbortController();
    const answer = once(this.host, 'message', { signal: waiting.signal }) as Promise<[Ended]>;
    const death = once(this.host, 'exit', { signal: waiting.signal }).then(() => {
      throw new Error('The process that runs commands has died');
    });
    this.host.send({ args, stdin, env: { ...this.env(), ...env }, screen: screen ?? null });
    try {
      const [ended] = await Promise.race([answer, death]);
      return ended;
    } finally {
      // Whichever of them did not come is given up.
      for (const ending of [answer, death]) ending.catch(() => undefined);
      waiting.abort();
    }
  }

  /** The one document that a command answers with. */
  async answerOf<T = unknown>(args: readonly string[], options?: CommandOptions): Promise<T> {
    const ended = await this.run(args, options);
    expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^[^\n]+\n$/), stderr: '' });
    return JSON.parse(ended.stdout) as T;
  }

  private async close(): Promise<void> {
    if (this.host === undefined) return;
    const ended = once(this.host, 'exit');
    this.host.disconnect();
    await ended;
  }
}

function startHost(): ChildProcess {
  // The settings of the test run, NODE_OPTIONS above all, are none of the program's business.
  const { PATH = '', HOME = '' } = process.env;
  return fork(join('test', 'support', 'command-host.mjs'), {
    env: { PATH, HOME },
    execArgv: [],
    serialization: 'advanced',
  });
}
