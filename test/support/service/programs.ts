import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { eventually } from './eventually.js';

/** The exit code and output of a program. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  /** The environment of the program, in addition to PATH and HOME. */
  readonly env: Record<string, string>;
  /** The standard input; empty by default. */
  readonly stdin?: string | Uint8Array;
  /** The working directory; the project's by default. */
  readonly cwd?: string;
}

const { TMPDIR } = process.env;
/** The variable TMPDIR for the environment of a program. The test run may have set it to a folder in memory. */
export const temporary: Record<string, string> = TMPDIR === undefined ? {} : { TMPDIR };

/**
 * Starts a program with Node. Most programs of tests end soon, so the flags save work at the start: WebAssembly is compiled only by the
 * fast compiler, and the garbage collector runs later.
 */
export function startProgram(args: readonly string[], { env, cwd }: ProgramOptions): ChildProcessWithoutNullStreams {
  // The program does not get the other variables of the test run, above all NODE_OPTIONS.
  const { PATH = '', HOME = '' } = process.env;
  const flags = ['--liftoff-only', '--min-semi-space-size=64', '--max-semi-space-size=64'];
  return spawn(process.execPath, [...flags, ...args], { env: { PATH, HOME, ...env }, cwd });
}

/** Runs a program to its end. */
export function runProgram(args: readonly string[], options: ProgramOptions): Promise<Ended> {
  const program = startProgram(args, options);
  // A program that rejects its arguments closes its input early.
  program.stdin.on('error', () => undefined);
  program.stdin.end(options.stdin);
  return endOf(program);
}

/** Waits for the end of a program and returns its output. Call it right after the start, because it misses earlier output. */
export async function endOf(program: ChildProcessWithoutNullStreams): Promise<Ended> {
  const ended = once(program, 'close') as Promise<[number | null]>;
  const [stdout, stderr] = await Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await ended;
  return { code, stdout, stderr };
}

/** The service in a separate process. */
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
   * Starts the service on a free port, and waits until it listens and, unless SEED=off, has printed the example requests.
   * @param env variables; all others have their defaults
   */
  static async start(env: Record<string, string>, args?: readonly string[]): Promise<RunningService> {
    const service = RunningService.launch(env, args);
    const isUp = () => service.baseUrl !== '' && (env.SEED === 'off' || service.examples.length > 0);
    await eventually(() => service.isEnded || isUp(), 60_000);
    if (service.isEnded) throw new Error(`The service did not start: ${(await service.ended).stderr}`);
    return service;
  }

  /** Starts the service without waiting. */
  static launch(env: Record<string, string>, args: readonly string[] = ['dist/main.js']): RunningService {
    return new RunningService(startProgram(args, { env: { PORT: '0', ...env } }));
  }

  /** The standard output so far. */
  get output(): string {
    return this.printed;
  }

  get isEnded(): boolean {
    return this.program.exitCode !== null || this.program.signalCode !== null;
  }

  get baseUrl(): string {
    return /"url":"([^"]+)"/.exec(this.printed)?.[1] ?? '';
  }

  /** The API key in the output. */
  get apiKey(): string {
    return /das_live_\w+/.exec(this.printed)?.[0] ?? '';
  }

  /** The example requests in the output, as command lines. */
  get examples(): string[] {
    return [...this.printed.matchAll(/^ *(curl .*)\n/gm)].map(([, line = '']) => line);
  }

  /** Sends a signal that does not end the process, such as SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    this.program.kill(signal);
  }

  /** Sends a signal to the running process and waits for its end. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
    if (!this.isEnded) this.program.kill(signal);
    return this.ended;
  }
}

/** A pattern for a text that has one line, with these words in it. */
export function singleLine(words: RegExp): RegExp {
  return new RegExp(`^[^\\n]*(?:${words.source})[^\\n]*\\n$`);
}
