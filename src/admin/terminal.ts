import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline/promises';
import { text as wholeOf } from 'node:stream/consumers';
import { cannotRead } from '../platform/config/unreadable-file.js';
import { singleLine, CommandError } from '../platform/errors/command-error.js';
import { signalEchoMs } from '../platform/processes/processes.mjs';
import { formatDocument } from './layout.js';

/** An output stream that may be a terminal. */
interface Output {
  readonly isTTY?: boolean;
  /** Characters in a line of the terminal. */
  readonly columns?: number;
  /** Whether the terminal shows colours; false also if `NO_COLOR` is set. */
  hasColors?(): boolean;
  write(text: string): unknown;
}

/** The signals that end a command. */
type StopSignal = keyof typeof signalNumbers;

/** The numbers of the signals that end a command. The exit code after a signal is 128 plus its number. */
const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

const stopSignals = Object.keys(signalNumbers) as StopSignal[];

/**
 * The error of a command that a signal has ended before the command did anything. Its exit code tells the shell which signal that was.
 */
class Interruption extends CommandError {
  override readonly exitCode: number;

  constructor(signal: StopSignal) {
    super(`${signal} ended the command before it began`);
    this.exitCode = 128 + signalNumbers[signal];
  }
}

/** The streams and signals of the process, as the command line uses them. A test passes other streams and signals instead. */
export interface TerminalHost {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Registers a listener for a signal. A signal without a listener ends the process. */
  once(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(signal: StopSignal, listener: (signal: StopSignal) => void): unknown;
}

/** The input and output of commands. */
export class Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  private isJsonForced = false;
  private interrupted: AbortSignal | undefined;

  constructor(private readonly host: TerminalHost) {
    ({ stdin: this.stdin, stdout: this.stdout, stderr: this.stderr } = host);
  }

  /** Prints the answer of a command as one JSON document. */
  answer(document: unknown): void {
    this.stdout.write(`${JSON.stringify(document)}\n`);
  }

  /**
   * Prints a document: as a table on a terminal, else as JSON.
   * @param tableDocument the document for a terminal
   */
  present(document: unknown, tableDocument: unknown = document): void {
    if (!this.isScreen) this.answer(document);
    else this.stdout.write(formatDocument(tableDocument, { columns: this.stdout.columns, hasColors: this.hasColors }));
  }

  /** Whether the output is a terminal and `--json` is absent. */
  get isScreen(): boolean {
    return this.stdout.isTTY === true && !this.isJsonForced;
  }

  /** Prints JSON on a terminal too. */
  forceJson(): void {
    this.isJsonForced = true;
  }

  private get hasColors(): boolean {
    return this.stdout.hasColors?.() === true;
  }

  /**
   * The text of a file, without a byte order mark.
   * @param path `-` is standard input
   * @throws CommandError when the file cannot be read
   */
  async read(path: string): Promise<string> {
    try {
      const text = path === '-' ? await wholeOf(this.stdin) : await readFile(path, 'utf8');
      return text.replace(/^\uFEFF/, '');
    } catch (error) {
      throw cannotRead(path, error);
    }
  }

  /** Whether a person can be asked: input and messages are a terminal. */
  get canAsk(): boolean {
    return (this.stdin as { readonly isTTY?: boolean }).isTTY === true && this.stderr.isTTY === true;
  }

  /** Asks a question that is answered with yes or no. Anything but yes is no. */
  async ask(question: string): Promise<boolean> {
    this.stderr.write(`${question} [y/N] `);
    const lines = createInterface({ input: this.stdin });
    try {
      for await (const line of lines) return /^\s*(y|yes)\s*$/i.test(line);
      return false;
    } finally {
      lines.close();
    }
  }

  /** A signal that aborts at the first Ctrl-C, SIGTERM or SIGHUP. This one then does not end the process; only a later one does. */
  interruption(): AbortSignal {
    this.interrupted ??= this.listen();
    return this.interrupted;
  }

  /** Whether Ctrl-C, SIGTERM or SIGHUP came during a command that ends its work at the first of them. */
  get isInterrupted(): boolean {
    return this.interrupted?.aborted === true;
  }

  /**
   * Does work that a signal can interrupt. The signal aborts `stopping`, so that the work ends early and can close what it has
   * opened. After the work, signals end the process as before.
   * @throws CommandError that names the signal
   */
  async interruptible<T>(work: (stopping: AbortSignal) => Promise<T>): Promise<T> {
    const stop = new AbortController();
    const onSignal = (signal: StopSignal): void => stop.abort(new Interruption(signal));
    for (const signal of stopSignals) this.host.once(signal, onSignal);
    try {
      return await work(stop.signal);
    } catch (error) {
      throw stop.signal.aborted ? stop.signal.reason : error;
    } finally {
      for (const signal of stopSignals) this.host.off(signal, onSignal);
    }
  }

  private listen(): AbortSignal {
    const interrupt = new AbortController();
    const endListening = (): void => stopSignals.forEach((signal) => this.host.off(signal, onSignal));
    const onSignal = (signal: StopSignal): void => {
      if (!interrupt.signal.aborted) setTimeout(endListening, signalEchoMs).unref();
      interrupt.abort();
      this.host.once(signal, onSignal);
    };
    for (const signal of stopSignals) this.host.once(signal, onSignal);
    return interrupt.signal;
  }
}

const repaintMs = 100;
const lineIntervalMs = 30_000;
const clearLine = '\r\u001b[2K';

/** Shows progress: on a terminal in one line that is overwritten, else in a line every 30 seconds. */
export class StatusLine {
  private shownAt = performance.now();
  private isPainted = false;

  constructor(private readonly output: Output) {}

  show(text: string): void {
    const isTerminal = this.output.isTTY === true;
    if (performance.now() - this.shownAt < (isTerminal ? repaintMs : lineIntervalMs)) return;
    this.shownAt = performance.now();
    this.isPainted = isTerminal;
    this.output.write(isTerminal ? `${clearLine}${text}` : `${text}\n`);
  }

  /** Writes a permanent line in the place of the progress line, which is then shown below it. */
  note(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  /** Clears the progress line. */
  end(): void {
    if (this.isPainted) this.output.write(clearLine);
    this.isPainted = false;
  }
}

/** Parses an option as an integer from 1 on. @throws CommandError that names the option and the range */
export function wholeNumber(option: string, text: string, maximum = 999_999_999): number {
  if (/^[1-9]\d{0,8}$/.test(text) && Number(text) <= maximum) return Number(text);
  throw new CommandError(`${option} must be a whole number from 1 to ${maximum}`);
}

/** Parses JSON. @param subject the subject of the error message @throws CommandError for invalid JSON */
export function parsedJson(subject: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${subject} must be JSON: ${singleLine(error)}`);
  }
}

const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** The milliseconds of a duration such as `90s`, `30m`, `24h`, `7d` or `0`; null if invalid or longer than a year. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  const parts = /^(\d{1,9})([smhd])$/.exec(text);
  const unit = unitMs.get(parts?.[2] ?? '');
  if (parts === null || unit === undefined) return null;
  const duration = Number(parts[1]) * unit;
  return duration <= 366 * 86_400_000 ? duration : null;
}
