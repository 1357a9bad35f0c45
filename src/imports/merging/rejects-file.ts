import { access, constants, type FileHandle, lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { types } from 'node:util';
import { CommandError } from '../../platform/errors/command-error.js';

/** A line of the input that was not imported. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** The parsed record; absent if the line could not be parsed. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The text of a line without a record. */
  readonly text?: string;
}

/** An invalid value that was omitted from an imported record. */
interface LineWarning {
  readonly line: number;
  /** The path of the value: `emails[1].address`. */
  readonly member: string;
  readonly warning: string;
  readonly value: unknown;
}

/** A new file and its path. */
interface Created {
  readonly path: string;
  readonly file: FileHandle;
}

const ownerOnly = 0o600;
const bufferLength = 65_536;
const maxFiles = 10_000;

/**
 * The NDJSON file of rejected lines and warnings. It is created with the first entry, and only its owner can read it, because
 * records may contain personal data.
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
   * A file at the operator's path. An existing file is removed; a device or a pipe is written to.
   * @throws CommandError when the file could not be created
   */
  static async at(path: string, onCreated: (path: string) => void = () => undefined): Promise<RejectsFile> {
    const before = await lstat(path).catch(() => null);
    const isCreatable = before === null ? await isWritable(dirname(path)) : !before.isDirectory();
    if (!isCreatable)
      throw new CommandError(`Cannot write rejected lines to ${path}; give another path with --rejects`);
    if (before?.isFile() === true) await rm(path);
    return new RejectsFile(async () => ({ path: resolve(path), file: await open(path, 'w', ownerOnly) }), onCreated);
  }

  /**
   * A new file in the first folder that can be written: the folder of the input file, the working directory, and the last resort. An
   * existing file is not overwritten: the new name gets a number.
   * @param lastResort a folder such as that of the data, for containers whose root file system is read-only
   * @throws CommandError when the file could not be created
   */
  static async of(
    source: string,
    lastResort: string | undefined,
    onCreated: (path: string) => void = () => undefined,
  ): Promise<RejectsFile> {
    const folder = await folderFor(source, lastResort);
    const stem = join(folder, `${source === '-' ? 'stdin' : basename(source)}.rejects`);
    return new RejectsFile(() => firstFree(stem), onCreated);
  }

  /** The path; null before the first entry. */
  get path(): string | null {
    return this.created?.path ?? null;
  }

  /** Concurrent calls are allowed. */
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

  /** Serialises writes. */
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

/** The folder of a rejects file without a given path. */
async function folderFor(source: string, lastResort: string | undefined): Promise<string> {
  const isFile = await stat(source).then(
    (status) => status.isFile(),
    () => false,
  );
  const tried = [...(isFile ? [resolve(dirname(source))] : []), process.cwd()];
  for (const folder of tried) if (await isWritable(folder)) return folder;
  if (lastResort !== undefined) {
    // The data folder is created when it is first used. A folder that cannot be created cannot be written to either.
    await mkdir(lastResort, { recursive: true }).catch(() => undefined);
    if (await isWritable(lastResort)) return lastResort;
    tried.push(lastResort);
  }
  throw new CommandError(`Cannot write rejected lines to ${tried.join(' or ')}; give another path with --rejects`);
}

/** Creates `stem.ndjson`. If this file exists, it creates `stem-2.ndjson`, and so on. */
async function firstFree(stem: string): Promise<Created> {
  for (let number = 1; number <= maxFiles; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.ndjson`;
    const file = await open(path, 'wx', ownerOnly).catch(nullIfExists);
    if (file !== null) return { path, file };
  }
  throw new CommandError(
    `There are ${maxFiles} files like ${stem}.ndjson; remove some, or give another path with --rejects`,
  );
}

function nullIfExists(error: unknown): null {
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
    // JSON.parse accepts deeper nesting than JSON.stringify.
    const { record: _record, value: _value, ...withoutValues } = { record: null, value: null, ...entry };
    return JSON.stringify(withoutValues);
  }
}
