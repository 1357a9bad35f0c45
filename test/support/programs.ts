import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** What a program has left when it ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** Everything that the program's environment holds, beside what finds programs and folders. */
  readonly env: Record<string, string>;
  /** What it reads from standard input; nothing by default. */
  readonly stdin?: string | Uint8Array;
}

/** Starts one of the project's programs, as a user would from the project's folder. */
export function startProgram(args: readonly string[], { env }: ProgramOptions): ChildProcessWithoutNullStreams {
  // The settings of the test run, NODE_OPTIONS above all, are none of the program's business.
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, args, { env: { PATH, HOME, ...env } });
}

/** Runs one of the project's programs to its end. */
export async function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const program = startProgram(args, options);
  const ended = once(program, 'close') as Promise<[number | null]>;
  // A program that refuses its arguments does not wait for its input.
  program.stdin.on('error', () => undefined);
  program.stdin.end(options.stdin);
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** Matches text that is one whole line and has these words in it. */
export function oneLine(words: RegExp): RegExp {
  return new RegExp(`^[^\\n]*(?:${words.source})[^\\n]*\\n$`);
}
