import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { configure, type FileEntry, Reader, ZipReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { cannotRead } from '../platform/config/unreadable-file.js';
import { CommandError, singleLine } from '../platform/errors/command-error.js';
import type { AppliedMigration } from '../platform/database/schema-rebuild.js';

/** A table as a backup has it. Its rows are in the text form of COPY, in the order of the columns. */
export interface SavedTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
}

/** What a backup says about itself, in the last part of the file. */
export interface Contents {
  readonly format: typeof format;
  /** When the snapshot was taken, as ISO 8601. The backup has what was committed before. */
  readonly taken_at: string;
  /** The version of the service that wrote the backup. */
  readonly version: string;
  readonly database_version: string;
  readonly migrations: readonly AppliedMigration[];
  readonly tables: readonly SavedTable[];
  /** The last number that each sequence has given out; null if it has given out none. */
  readonly sequences: Readonly<Record<string, string | null>>;
}

export const format = 'data-access-service backup 1';
const contentsName = 'contents.json';
const maxContentsBytes = 16 * 1024 * 1024;

// Only commands read and write backups, so they need no thread of their own.
configure({ useWebWorkers: false });

const entryOf = (table: string): string => `tables/${table}.copy`;

/**
 * A backup that is being written: a ZIP archive with a part for each table. Until it is complete and on the disk, the file has another
 * name, which begins with the final one.
 */
export class NewBackupFile {
  private constructor(
    private readonly path: string,
    private readonly unfinished: string,
    private readonly file: FileHandle,
    private readonly archive: ZipWriter<unknown>,
  ) {}

  /** @throws CommandError when the file exists, or cannot be written */
  static async create(path: string): Promise<NewBackupFile> {
    if (await exists(path)) throw alreadyExists(path);
    const unfinished = `${path}.${randomBytes(4).toString('hex')}.unfinished`;
    const file = await open(unfinished, 'wx', 0o600).catch((error: unknown) => {
      throw cannotWrite(path, error);
    });
    const output = new WritableStream<Uint8Array>({ write: (chunk) => file.writeFile(chunk) });
    return new NewBackupFile(path, unfinished, file, new ZipWriter(output));
  }

  /** Writes the rows of a table. @throws CommandError when the file cannot be written; the error of the rows */
  async add(table: string, rows: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    const faults: Error[] = [];
    const source = Readable.from(rows, { objectMode: false }).once('error', (error) => faults.push(error));
    try {
      await this.archive.add(entryOf(table), Readable.toWeb(source), { signal });
    } catch (error) {
      source.destroy();
      signal.throwIfAborted();
      throw faults[0] ?? cannotWrite(this.path, error);
    }
  }

  /**
   * Writes the last part, and gives the file its name.
   * @returns the size of the file in bytes
   * @throws CommandError when the file cannot be written, or another file has got its name meanwhile
   */
  async finish(contents: Contents): Promise<number> {
    let bytes: number;
    try {
      await this.archive.add(contentsName, new Blob([JSON.stringify(contents)]).stream());
      await this.archive.close();
      await this.file.sync();
      bytes = (await this.file.stat()).size;
      await this.file.close();
    } catch (error) {
      throw cannotWrite(this.path, error);
    }
    await name(this.unfinished, this.path);
    return bytes;
  }

  /** Removes the file if it is not complete. */
  async discard(): Promise<void> {
    await this.file.close().catch(() => undefined);
    await rm(this.unfinished, { force: true });
  }
}

/** Gives a file its final name, unless another file has it. */
async function name(unfinished: string, path: string): Promise<void> {
  try {
    // Unlike a renaming, a second link never replaces a file.
    await link(unfinished, path);
  } catch {
    // There are file systems without links.
    if (await exists(path)) throw alreadyExists(path);
    await rename(unfinished, path);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const alreadyExists = (path: string): CommandError =>
  new CommandError(`${path} exists already, and a backup replaces no file; give another name`);

const cannotWrite = (path: string, error: unknown): CommandError =>
  new CommandError(`Cannot write ${path}: ${singleLine(error)}`, { cause: error });

/** A complete backup. */
export class BackupFile {
  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly entries: ReadonlyMap<string, FileEntry>,
    readonly contents: Contents,
  ) {}

  /**
   * Reads what a backup says about itself.
   * @throws CommandError when the file cannot be read, was cut off, or is no backup of this service
   */
  static async open(path: string): Promise<BackupFile> {
    const file = await open(path).catch((error: unknown) => {
      throw cannotRead(path, error);
    });
    try {
      return await BackupFile.of(path, file);
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private static async of(path: string, file: FileHandle): Promise<BackupFile> {
    const bytes = new BytesOfFile(file);
    const beginning = await bytes.beginning().catch((error: unknown) => {
      throw cannotRead(path, error);
    });
    if (beginning !== 'PK') throw noBackup(path);
    const list = await new ZipReader(bytes).getEntries().catch((error: unknown) => {
      throw new CommandError(`${path} is damaged, or was cut off before its end; use another copy`, { cause: error });
    });
    const entries = new Map(list.flatMap((entry) => (entry.directory ? [] : [[entry.filename, entry] as const])));
    const last = entries.get(contentsName);
    if (last === undefined || last.uncompressedSize > maxContentsBytes) throw noBackup(path);
    const contents = await contentsOf(path, last);
    const missing = contents.tables.find((table) => !entries.has(entryOf(table.name)));
    if (missing !== undefined) throw damaged(path, `it lacks the table ${missing.name}`);
    return new BackupFile(path, file, entries, contents);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** Reads the file to its end, and compares each part with its checksum. @throws CommandError when it is damaged */
  async verify(signal: AbortSignal): Promise<void> {
    for (const { name: table } of this.contents.tables) for await (const _ of this.rows(table)) signal.throwIfAborted();
  }

  /** The rows of a table in the text form of COPY. Reading them throws CommandError when the file is damaged. */
  rows(table: string): Readable {
    const entry = this.entries.get(entryOf(table));
    if (entry === undefined) throw damaged(this.path, `it lacks the table ${table}`);
    return Readable.from(inflated(this.path, entry), { objectMode: false });
  }
}

async function* inflated(path: string, entry: FileEntry): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const end = entry.getData(writable, { checkCrc32: true });
  // The iteration throws the error. If the iteration is ended early, this listener takes it.
  end.catch(() => undefined);
  try {
    for await (const chunk of readable) yield chunk;
    await end;
  } catch (error) {
    throw damaged(path, `the part ${entry.filename} differs from its checksum`, error);
  }
}

async function contentsOf(path: string, entry: FileEntry): Promise<Contents> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of inflated(path, entry)) text += decoder.decode(chunk, { stream: true });
  let contents: Partial<Omit<Contents, 'format'>> & { readonly format?: string };
  try {
    contents = JSON.parse(text) as typeof contents;
  } catch {
    throw noBackup(path);
  }
  if (contents.format === format) return contents as Contents;
  if (contents.format?.startsWith('data-access-service backup ') === true)
    throw new CommandError(`${path} was written by a newer version of the service; restore it with that version`);
  throw noBackup(path);
}

const noBackup = (path: string): CommandError =>
  new CommandError(`${path} is not a backup; name a file that admin backup has written`);

const damaged = (path: string, reason: string, cause?: unknown): CommandError =>
  new CommandError(`${path} is damaged: ${reason}; use another copy`, { cause });

/** A file of which only the parts that are read are in memory. */
class BytesOfFile extends Reader<FileHandle> {
  constructor(private readonly file: FileHandle) {
    super(file);
  }

  /** The first two bytes, which are `PK` in every ZIP archive. */
  async beginning(): Promise<string> {
    return Buffer.from(await this.bytes(0, 2)).toString('latin1');
  }

  override async init(): Promise<void> {
    this.size = (await this.file.stat()).size;
  }

  override readUint8Array(index: number, length: number): Promise<Uint8Array> {
    return this.bytes(index, Math.max(0, Math.min(length, this.size - index)));
  }

  private async bytes(index: number, length: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await this.file.read(new Uint8Array(length), 0, length, index);
    return buffer.subarray(0, bytesRead);
  }
}
