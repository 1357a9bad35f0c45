import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../platform/config/config.js';
import { CommandError } from '../platform/errors/command-error.js';
import { DomainError } from '../platform/errors/domain-error.js';

/** A part of a file of rejected lines. */
export interface RejectsPart {
  readonly rejects: readonly object[];
  /** The position in the file at which the next part begins, in bytes. Null if this is the last part. */
  readonly next: number | null;
}

/** The permissions of the files and folders. The files may have personal data, so only the user account of the service may read them. */
const [ownerOnly, ownerFolder] = [0o600, 0o700];
/** The maximum size of one part of the rejected lines, in bytes. */
const partBytes = 1024 * 1024;
const lineFeed = 10;
/** The codes of the errors for a full disk, and for a user account that has used up its share of the disk. */
const fullDisk = ['ENOSPC', 'EDQUOT'];

/**
 * The files of uploads, in the folder `DATA_DIR/uploads`. Each upload has the uploaded file and, after the import, a file with the
 * rejected lines.
 */
@Injectable()
export class UploadFiles {
  private readonly folder: string;

  constructor(@Inject(configToken) { dataDir }: Config) {
    this.folder = join(dataDir, 'uploads');
  }

  /**
   * Creates the empty file of a new upload.
   * @returns the id of the upload
   * @throws CommandError when the disk is full, or the folder cannot be written for another reason
   */
  async create(name: string): Promise<string> {
    const id = randomUUID();
    await this.onDisk(mkdir(join(this.folder, id), { recursive: true, mode: ownerFolder }));
    const file = await this.onDisk(open(this.pathOf(id, name), 'wx', ownerOnly));
    await this.onDisk(file.close());
    return id;
  }

  /** The ids of the uploads whose uploaded file is on this machine. */
  async ids(): Promise<string[]> {
    return (await readdir(this.folder).catch(() => [])).filter(isUploadId);
  }

  pathOf(id: string, name: string): string {
    return join(this.folder, id, nameOnDisk(name));
  }

  rejectsOf(id: string): string {
    return join(this.folder, `${id}.rejects.ndjson`);
  }

  /** The number of bytes of the file that have arrived. Null if this machine does not have the file. */
  async sizeOf(id: string, name: string): Promise<number | null> {
    const found = await stat(this.pathOf(id, name)).catch(() => null);
    return found === null ? null : found.size;
  }

  /**
   * Writes a piece of a file to the disk while it arrives. If the connection breaks, the bytes that have arrived stay in the file.
   * @param most the maximum length of the piece in bytes
   * @throws DomainError `BODY_TOO_LARGE` if the piece is longer
   * @throws CommandError when the disk is full, or the file cannot be written for another reason
   */
  async write(id: string, name: string, offset: number, piece: AsyncIterable<Buffer>, most: number): Promise<void> {
    const file = await this.onDisk(open(this.pathOf(id, name), 'r+'));
    try {
      let length = 0;
      for await (const bytes of piece) {
        if (length + bytes.length > most) throw new DomainError('BODY_TOO_LARGE', undefined, { Connection: 'close' });
        const end = length + bytes.length;
        // If the disk becomes full, only the first of the bytes are written. The next call then fails.
        while (length < end) {
          const rest = bytes.subarray(length - end);
          length += (await this.onDisk(file.write(rest, 0, rest.length, offset + length))).bytesWritten;
        }
      }
    } finally {
      await this.onDisk(file.close());
    }
  }

  /** Waits for a file operation. If it fails, the error says what the operator can do. */
  private async onDisk<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      const { code = 'the disk fails' } = error as NodeJS.ErrnoException;
      throw new CommandError(
        fullDisk.includes(code)
          ? `The disk of ${this.folder} is full (${code}); free some space, and try again`
          : `The service cannot write to ${this.folder} (${code}); set DATA_DIR to another folder`,
      );
    }
  }

  /** Removes the uploaded file, but not the file with the rejected lines. */
  async removeContent(id: string): Promise<void> {
    await rm(join(this.folder, id), { recursive: true, force: true });
  }

  /**
   * Reads a part of the rejected lines.
   * @param start where the part begins, in bytes: 0, or `next` of the part before
   * @returns null if this machine does not have the file
   */
  async rejects(id: string, start: number): Promise<RejectsPart | null> {
    const file = await open(this.rejectsOf(id)).catch(() => null);
    if (file === null) return null;
    try {
      const { size } = await file.stat();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(partBytes), 0, partBytes, start);
      const bytes = buffer.subarray(0, bytesRead);
      // A part has whole lines only. Each line is shorter than a part, because the import cuts long records.
      const end = bytes.lastIndexOf(lineFeed);
      const lines = bytes.toString('utf8', 0, Math.max(end, 0)).split('\n').filter(Boolean);
      const next = start + end + 1;
      return {
        rejects: lines.map((line) => JSON.parse(line) as object),
        next: end === -1 || next >= size ? null : next,
      };
    } finally {
      await file.close();
    }
  }

  /** Removes all files that were last changed before a time. */
  async removeOld(before: Date): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) {
      const path = join(this.folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && found.mtime < before) await rm(path, { recursive: true, force: true });
    }
  }
}

/** Whether a text has the form of the id of an upload. */
export function isUploadId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/**
 * The name under which an uploaded file is stored. Characters with which a name could point outside of its folder are replaced. The
 * ending of the name stays, because it tells the format of the file.
 */
function nameOnDisk(name: string): string {
  return `upload-${name.replaceAll(/[^\w.-]/g, '_').slice(-80)}`;
}
