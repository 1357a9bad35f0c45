import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eventually } from './patience.js';

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
export function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const program = startProgram(args, options);
  // A program that refuses its arguments does not wait for its input.
  program.stdin.on('error', () => undefined);
  program.stdin.end(options.stdin);
  return endOf(program);
}

/** Waits for the program's end; from the start on, because what it has printed before is not told again. */
export async function endOf(program: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended = once(program, 'close') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** The service as a process of its own. */
export class RunningService {
  private printed = '';
  private readonly ended: Promise<Ended>;

  private constructor(private readonly program: ChildProcessWithoutNullStreams) {
    program.stdout.on('data', (chunk: Buffer) => {
      this.printed += chunk.toString();
    });
    this.ended = Promise.all([once(program, 'close'), text(program.stderr)]).then(([[code], stderr]) => ({
      code: code as number | null,
      stdout: this.printed,
      stderr,
    }));
  }

  /**
   * Starts it on a free port, and waits until it listens and, unless SEED=off, has printed what to try.
   * @param env settings, beside which it has nothing but defaults
   */
  static async start(env: Record<string, string>, args?: readonly string[]): Promise<RunningService> {
    const service = RunningService.launch(env, args);
    const isUp = () => service.baseUrl !== '' && (env.SEED === 'off' || service.examples.length > 0);
    await eventually(() => service.isEnded || isUp(), 60_000);
    if (service.isEnded) throw new Error(`The service did not start: ${(await service.ended).stderr}`);
    return service;
  }

  /** Starts it and waits for nothing. */
  static launch(env: Record<string, string>, args: readonly string[] = ['dist/main.js']): RunningService {
    return new RunningService(startProgram(args, { env: { PORT: '0', ...env } }));
  }

  /** Everything that it has written to standard output. */
  get output(): string {
    return this.printed;
  }

  get isEnded(): boolean {
    return this.program.exitCode !== null || this.program.signalCode !== null;
  }

  get baseUrl(): string {
    return /"url":"([^"]+)"/.exec(this.printed)?.[1] ?? '';
  }

  /** The key that it prints for whoever tries it. */
  get apiKey(): string {
    return /das_live_\w+/.exec(this.printed)?.[0] ?? '';
  }

  /** The requests that it prints for whoever tries it, as command lines. */
  get examples(): string[] {
    return [...this.printed.matchAll(/^ *(curl .*)\n/gm)].map(([, line = '']) => line);
  }

  /** Sends the signal, unless it has ended already, and waits for the end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    if (!this.isEnded) this.program.kill(signal);
    return this.ended;
  }
}

/** Matches text that is one whole line and has these words in it. */
export function oneLine(words: RegExp): RegExp {
  return new RegExp(`^[^\\n]*(?:${words.source})[^\\n]*\\n$`);
}
