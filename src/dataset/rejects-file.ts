import { access, constants, type FileHandle, lstat, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from '../platform/refusal.js';

/** A line of the input that was not imported. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** As it was read, where it could be read. */
  readonly record?: Readonly<Record<string, unknown>>;
}

const OWNER_ONLY = 0o600;
const BUFFER_LENGTH = 65_536;

/**
 * The NDJSON file of rejected lines. It comes into being with the first of them, readable for its owner only, because
 * records may hold personal data.
 */
export class RejectsFile {
  private file: FileHandle | null = null;
  private unwritten = '';
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    private readonly onCreated: (path: string) => void,
  ) {}

  /**
   * Removes what an earlier import left there; a device or a pipe is written to and stays.
   * @throws Refusal when the file could not be created
   */
  static async at(path: string, onCreated: (path: string) => void = () => undefined): Promise<RejectsFile> {
    const before = await lstat(path).catch(() => null);
    const isCreatable = before === null ? await isWritable(dirname(path)) : !before.isDirectory();
    if (!isCreatable) throw new Refusal(`Cannot write rejected lines to ${path}`);
    if (before?.isFile() === true) await rm(path);
    return new RejectsFile(path, onCreated);
  }

  /** May be called again before the last one has ended. */
  async add(rejected: RejectedLine): Promise<void> {
    this.unwritten += `${asJson(rejected)}\n`;
    if (this.file === null || this.unwritten.length >= BUFFER_LENGTH) await this.flush();
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.file?.close();
      this.file = null;
    }
  }

  /** One write after the other. */
  private flush(): Promise<void> {
    this.writing = this.writing.then(() => this.write());
    return this.writing;
  }

  private async write(): Promise<void> {
    const text = this.unwritten;
    if (text === '') return;
    this.unwritten = '';
    if (this.file === null) {
      this.file = await open(this.path, 'w', OWNER_ONLY);
      this.onCreated(this.path);
    }
    await this.file.appendFile(text);
  }
}

/** Beside the input file; in the working directory for a stream, and where nothing can be written beside it. */
export async function defaultRejectsPath(source: string): Promise<string> {
  const name = `${source === '-' ? 'stdin' : basename(source)}.rejects.ndjson`;
  const isFile = await stat(source).then(
    (status) => status.isFile(),
    () => false,
  );
  return isFile && (await isWritable(dirname(source))) ? join(dirname(source), name) : name;
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function asJson(rejected: RejectedLine): string {
  try {
    return JSON.stringify(rejected);
  } catch {
    // What is nested too deeply can be parsed but not written.
    return JSON.stringify({ line: rejected.line, reason: rejected.reason });
  }
}
