import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { text as wholeOf } from 'node:stream/consumers';
import { cannotRead } from '../platform/config/unreadable-file.js';
import { oneLine, Refusal } from '../platform/errors/command-error.js';
import { laidOut } from './layout.js';

/** Something to write to that may be a screen. */
interface Output {
  readonly isTTY?: boolean;
  /** Characters in a line of the screen. */
  readonly columns?: number;
  /** What a screen can do; false where `NO_COLOR` is set. */
  hasColors?(): boolean;
  write(text: string): unknown;
}

/** What surrounds the command line: usually the process. */
export interface TerminalHost {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Without a listener Ctrl-C ends the process. */
  once(signal: 'SIGINT', listener: () => void): unknown;
}

/** Where commands read from and write to. */
export class Terminal {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  private isJsonWanted = false;
  private interrupted: AbortSignal | undefined;

  constructor(private readonly host: TerminalHost) {
    ({ stdin: this.stdin, stdout: this.stdout, stderr: this.stderr } = host);
  }

  /** Prints the one JSON document that a command answers with. */
  answer(document: unknown): void {
    this.stdout.write(`${JSON.stringify(document)}\n`);
  }

  /**
   * Prints what somebody has asked to see: on a screen laid out for people, elsewhere as the one JSON document.
   * @param forPeople what a screen shows in its place
   */
  present(document: unknown, forPeople: unknown = document): void {
    if (!this.isScreen) this.answer(document);
    else this.stdout.write(laidOut(forPeople, { columns: this.stdout.columns, hasColors: this.hasColors }));
  }

  /** Whether what is printed is for people. */
  get isScreen(): boolean {
    return this.stdout.isTTY === true && !this.isJsonWanted;
  }

  /** From now on a screen gets JSON too. */
  wantJson(): void {
    this.isJsonWanted = true;
  }

  private get hasColors(): boolean {
    return this.stdout.hasColors?.() === true;
  }

  /**
   * The text of a file, without a byte order mark.
   * @param path `-` is standard input
   * @throws Refusal when it cannot be read
   */
  async read(path: string): Promise<string> {
    try {
      const text = path === '-' ? await wholeOf(this.stdin) : await readFile(path, 'utf8');
      return text.replace(/^\uFEFF/, '');
    } catch (error) {
      throw cannotRead(path, error);
    }
  }

  /** Aborts at Ctrl-C, which from the first call on does not end the process by itself; a second one does. */
  interruption(): AbortSignal {
    this.interrupted ??= this.listen();
    return this.interrupted;
  }

  private listen(): AbortSignal {
    const interrupt = new AbortController();
    this.host.once('SIGINT', () => {
      interrupt.abort();
    });
    return interrupt.signal;
  }
}

const paintMs = 100;
const lineMs = 30_000;
const backAndClear = '\r\u001b[2K';

/** Says how far something has come, in one line of a terminal that is written over; elsewhere in a line now and then. */
export class StatusLine {
  private shownAt = performance.now();
  private isPainted = false;

  constructor(private readonly output: Output) {}

  show(text: string): void {
    const isTerminal = this.output.isTTY === true;
    if (performance.now() - this.shownAt < (isTerminal ? paintMs : lineMs)) return;
    this.shownAt = performance.now();
    this.isPainted = isTerminal;
    this.output.write(isTerminal ? `${backAndClear}${text}` : `${text}\n`);
  }

  /** Writes a line that stays, and not into the one that is written over. */
  note(text: string): void {
    this.end();
    this.output.write(`${text}\n`);
  }

  /** Takes the line away, so that what is written next begins at the margin. */
  end(): void {
    if (this.isPainted) this.output.write(backAndClear);
    this.isPainted = false;
  }
}

/** The value of an option that must be a whole number of at least one. @throws Refusal naming the option */
export function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Refusal(`${option} must be a whole number from 1 to 999999999`);
  return Number(text);
}

/** A value that is JSON. @param what its subject in a message @throws Refusal naming it */
export function parsedJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refusal(`${what} must be JSON: ${oneLine(error)}`);
  }
}

const unitMs = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** Milliseconds of a duration such as `90s`, `30m`, `24h`, `7d` or `0`; null when it is none, or longer than a year. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0;
  const parts = /^(\d{1,9})([smhd])$/.exec(text);
  const unit = unitMs.get(parts?.[2] ?? '');
  if (parts === null || unit === undefined) return null;
  const duration = Number(parts[1]) * unit;
  return duration <= 366 * 86_400_000 ? duration : null;
}
