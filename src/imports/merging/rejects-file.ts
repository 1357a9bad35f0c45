import { access, constants, type FileHandle, lstat, mkdir, open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { types } from 'node:util';
import { CommandError } from '../../platform/errors/command-error.js';

/** A line of the input that was not imported. */
export interface RejectedLine {
  readonly line: number;
  readonly reason: string;
  /** The parsed record. Absent if the line could not be parsed, or if the record was rejected later, during the merge. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** The text of the line, if it could not be parsed into a record. */
  readonly text?: string;
}

/** A warning: a value that was left out of an imported record. */
interface LineWarning {
  readonly line: number;
  /** The path of the value in the record, such as `emails[1].address`. */
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
 * The maximum number of characters of a record, text or value that are written. Of a longer one, only the beginning is written, because
 * a small compressed file can have records of many megabytes.
 */
const maxContent = 10_000;

/**
 * The NDJSON file of rejected lines and warnings. It is created when it gets its first entry. Only its owner can read it, because
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
   * A file at the path that the operator chose. An existing file at this path is removed. An existing device or pipe is written to.
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
   * A new file, named after the input file. It is created in the first of these folders that is writable: the folder of the input
   * file, the working directory, `lastResort`. An existing file is not overwritten: the name of the new file gets a number.
   * @param lastResort another folder, such as the data folder, for containers whose root file system is read-only
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

  /** The path of the file; null before the first entry, because the file does not exist until then. */
  get path(): string | null {
    return this.created?.path ?? null;
  }

  /** Adds an entry. It may be called again before an earlier call has ended. */
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

  /** Writes the entries that are not written yet, after all earlier writes have ended. */
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

/** The folder of the rejects file if the operator has not chosen its path. */
async function folderFor(source: string, lastResort: string | undefined): Promise<string> {
  const isFile = await stat(source).then(
    (status) => status.isFile(),
    () => false,
  );
  const tried = [...(isFile ? [resolve(dirname(source))] : []), process.cwd()];
  for (const folder of tried) if (await isWritable(folder)) return folder;
  if (lastResort !== undefined) {
    // The data folder may not exist yet, so it is created here. If this fails, the next line finds that the folder is not writable.
    await mkdir(lastResort, { recursive: true }).catch(() => undefined);
    if (await isWritable(lastResort)) return lastResort;
    tried.push(lastResort);
  }
  throw new CommandError(`Cannot write rejected lines to ${tried.join(' or ')}; give another path with --rejects`);
}

/** Creates the file `STEM.ndjson`. If it exists already, the function tries `STEM-2.ndjson`, then `STEM-3.ndjson`, and so on. */
async function firstFree(stem: string): Promise<Created> {
  for (let number = 1; number <= maxFiles; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.ndjson`;
    const file = await open(path, 'wx', ownerOnly).catch(nullIfExists);
    if (file !== null) return { path, file };
  }
  throw new CommandError(
    `Cannot create a file for rejected lines: all names from ${stem}.ndjson to ${stem}-${maxFiles}.ndjson are in use; ` +
      'remove some of these files, or give another path with --rejects',
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
  const { record, text, value, ...facts } = { record: undefined, text: undefined, value: undefined, ...entry };
  const content = record ?? text ?? value;
  try {
    const written = typeof content === 'string' ? content : JSON.stringify(content ?? null);
    if (written.length <= maxContent) return JSON.stringify(entry);
    const start = written.slice(0, maxContent);
    return JSON.stringify({ ...facts, [value === undefined ? 'text' : 'value']: start, cut_from: written.length });
  } catch {
    // JSON.parse accepts deeper nesting than JSON.stringify.
    return JSON.stringify(facts);
  }
}
