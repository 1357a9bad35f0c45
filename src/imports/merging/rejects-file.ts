import { access, constants, type FileHandle, lstat, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { types } from 'node:util';
import { Refusal } from '../../platform/errors/command-error.js';

/** A line of the input that was not imported. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** As it was read, where it could be read. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** As it stands in the file, where no record could be read from it. */
  readonly text?: string;
}

/** A value that an imported line lost. */
export interface LineWarning {
  readonly line: number;
  /** Where the value stands: `emails[1].address`. */
  readonly member: string;
  readonly warning: string;
  readonly value: unknown;
}

/** A new, empty file, and where it is. */
interface Created {
  readonly path: string;
  readonly file: FileHandle;
}

const ownerOnly = 0o600;
const bufferLength = 65_536;
const maxFiles = 10_000;

/**
 * The NDJSON file of rejected lines and warnings. It comes into being with the first of them, readable for its owner only,
 * because records may hold personal data.
 */
export class RejectsFile {
  private created: Created | null = null;
  private unwritten = '';
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly create: () => Promise<Created>,
    private readonly onCreated: (path: string) => void,
  ) {}

  /**
   * The file that the operator names. What an earlier import left there is removed; a device or a pipe is written to and stays.
   * @throws Refusal when it could not be created
   */
  static async at(path: string, onCreated: (path: string) => void = () => undefined): Promise<RejectsFile> {
    const before = await lstat(path).catch(() => null);
    const isCreatable = before === null ? await isWritable(dirname(path)) : !before.isDirectory();
    if (!isCreatable) throw new Refusal(`Cannot write rejected lines to ${path}`);
    if (before?.isFile() === true) await rm(path);
    return new RejectsFile(async () => ({ path: resolve(path), file: await open(path, 'w', ownerOnly) }), onCreated);
  }

  /**
   * A file of its own: beside the input file, or in the working directory for a stream and where nothing can be written
   * beside it. Those of earlier imports stay: the name is numbered then.
   * @throws Refusal when it could not be created
   */
  static async of(source: string, onCreated: (path: string) => void = () => undefined): Promise<RejectsFile> {
    const stem = await defaultStem(source);
    if (!(await isWritable(dirname(stem)))) {
      throw new Refusal(`Cannot write rejected lines to ${dirname(stem)}; --rejects names another place`);
    }
    return new RejectsFile(() => firstFree(stem), onCreated);
  }

  /** Where it is; null before the first line. */
  get path(): string | null {
    return this.created?.path ?? null;
  }

  /** May be called again before the last one has ended. */
  async add(entry: RejectedLine | LineWarning): Promise<void> {
    this.unwritten += `${asJson(entry)}\n`;
    if (this.created === null || this.unwritten.length >= bufferLength) await this.flush();
  }

  async close(): Promise<void> {
    try {
      await this.flush();
    } finally {
      await this.created?.file.close();
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
    if (this.created === null) {
      this.created = await this.create();
      this.onCreated(this.created.path);
    }
    await this.created.file.appendFile(text);
  }
}

/** The path of a rejects file without `.ndjson`. */
async function defaultStem(source: string): Promise<string> {
  const name = `${source === '-' ? 'stdin' : basename(source)}.rejects`;
  const isFile = await stat(source).then(
    (status) => status.isFile(),
    () => false,
  );
  return resolve(isFile && (await isWritable(dirname(source))) ? join(dirname(source), name) : name);
}

/** Creates `stem.ndjson`, or where that is there already, `stem-2.ndjson` and so on. */
async function firstFree(stem: string): Promise<Created> {
  for (let number = 1; number <= maxFiles; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.ndjson`;
    const file = await open(path, 'wx', ownerOnly).catch(unlessThere);
    if (file !== null) return { path, file };
  }
  throw new Refusal(`There are ${maxFiles} files like ${stem}.ndjson; remove some, or name another with --rejects`);
}

function unlessThere(error: unknown): null {
  if (types.isNativeError(error) && 'code' in error && error.code === 'EEXIST') return null;
  throw error;
}

async function isWritable(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
}

function asJson(entry: RejectedLine | LineWarning): string {
  try {
    return JSON.stringify(entry);
  } catch {
    // What is nested too deeply can be parsed but not written.
    const { record: _record, value: _value, ...told } = { record: null, value: null, ...entry };
    return JSON.stringify(told);
  }
}
