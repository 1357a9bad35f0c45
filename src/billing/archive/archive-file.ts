import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { cannotRead } from '../../platform/config/unreadable-file.js';
import { CommandError } from '../../platform/errors/command-error.js';
import type { ArchivedAccount } from './ledger-archive.sql.js';

/** The first line of an archive. */
interface Head {
  readonly archive: typeof format;
  /** The archive has the entries of the days before this day (`YYYY-MM-DD`). */
  readonly before: string;
}

/** The last line of an archive. */
interface ArchiveSums {
  readonly entries: number;
  readonly holds: number;
  /** The SHA-256 digest of all lines before this one, in hexadecimal digits. */
  readonly sha256: string;
  readonly accounts: readonly ArchivedAccount[];
}

export interface Archive extends Head {
  readonly sums: ArchiveSums;
}

const format = 'data-access-service ledger 1';

/** The entries and holds that are written into an archive. They are read in pages; a page is a list of JSON texts, one for each row. */
export interface ArchiveContent {
  readonly entries: AsyncIterable<readonly string[]>;
  readonly holds: AsyncIterable<readonly string[]>;
}

/**
 * Writes an archive: a gzipped file with a JSON object on each line. First comes the head, then the entries, the holds and the
 * sums. When the promise resolves, the file is safely on the disk.
 * @throws CommandError when the file exists or cannot be written
 */
export async function writeArchive(path: string, before: string, content: ArchiveContent): Promise<Archive> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`Cannot write ${path}: ${reason}`, { cause: error });
  });
  const sums = new Sums();
  const head: Head = { archive: format, before };
  let last: ArchiveSums | undefined;
  async function* lines(): AsyncGenerator<string> {
    yield sums.pass([JSON.stringify(head)]);
    for await (const page of content.entries) {
      for (const line of page) sums.addEntry(JSON.parse(line) as StoredEntry);
      yield sums.pass(page.map((line) => `{"entry":${line}}`));
    }
    for await (const page of content.holds) {
      sums.holds += page.length;
      yield sums.pass(page.map((line) => `{"hold":${line}}`));
    }
    last = sums.end();
    yield `${JSON.stringify({ sums: last })}\n`;
  }
  try {
    await pipeline(Readable.from(lines()), createGzip(), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) await file.write(chunk);
    });
    await file.sync();
  } finally {
    await file.close();
  }
  if (last === undefined) throw new Error('The archive was written without its last line, which contains the sums');
  return { ...head, sums: last };
}

/**
 * Reads an archive to its end and checks that its lines agree with the sums in its last line.
 * @throws CommandError when the file cannot be read, is no archive of a ledger, is incomplete, or was changed after it was written
 */
export async function readArchive(path: string): Promise<Archive> {
  const sums = new Sums();
  let head: Head | undefined;
  let stated: ArchiveSums | undefined;
  const wrong = (reason: string): CommandError => new CommandError(`${path} ${reason}`);
  const source = createReadStream(path).on('error', (error) => unzipped.destroy(error));
  const unzipped = createGunzip();
  try {
    for await (const line of createInterface({ input: source.pipe(unzipped), crlfDelay: Infinity })) {
      const { archive, before, entry, hold, sums: end } = JSON.parse(line) as Partial<Head> & Line;
      if (stated !== undefined) throw wrong('has lines after its sums; use another copy of the archive');
      if (head === undefined) {
        if (archive !== format || before === undefined)
          throw wrong('is not an archive of a ledger; name a file that ledger archive has written');
        head = { archive, before };
      }
      if (end === undefined) sums.pass([line]);
      else stated = end;
      if (entry !== undefined) sums.addEntry(entry);
      if (hold !== undefined) sums.holds += 1;
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (error instanceof SyntaxError)
      throw wrong('is not an archive of a ledger; name a file that ledger archive has written');
    throw cannotRead(path, error);
  }
  if (head === undefined || stated === undefined)
    throw wrong('is incomplete, because it ends before its sums; use another copy of the archive');
  const found = sums.end();
  if (JSON.stringify(found) !== JSON.stringify(stated))
    throw wrong(
      'is not what was written, because its lines do not agree with its sums; use another copy of the archive',
    );
  return { ...head, sums: found };
}

interface Line {
  readonly entry?: StoredEntry;
  readonly hold?: object;
  readonly sums?: ArchiveSums;
}

interface StoredEntry {
  readonly tenant_id: string;
  readonly feature: string;
  readonly posted_delta: number;
  readonly pending_delta: number;
}

class Sums {
  holds = 0;
  private entries = 0;
  private readonly hash: Hash = createHash('sha256');
  private readonly accounts = new Map<string, { -readonly [Name in keyof ArchivedAccount]: ArchivedAccount[Name] }>();

  addEntry({ tenant_id, feature, posted_delta: posted, pending_delta: pending }: StoredEntry): void {
    this.entries += 1;
    const key = JSON.stringify([tenant_id, feature]);
    const account = this.accounts.get(key) ?? { tenant_id, feature, entries: 0, posted: 0, pending: 0 };
    this.accounts.set(key, account);
    account.entries += 1;
    account.posted += posted;
    account.pending += pending;
  }

  /** Adds lines to the hash. @returns the lines as one text, with a line break after each */
  pass(lines: readonly string[]): string {
    const text = lines.map((line) => `${line}\n`).join('');
    this.hash.update(text);
    return text;
  }

  end(): ArchiveSums {
    const accounts = [...this.accounts.entries()]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, account]) => account);
    return { entries: this.entries, holds: this.holds, sha256: this.hash.digest('hex'), accounts };
  }
}
