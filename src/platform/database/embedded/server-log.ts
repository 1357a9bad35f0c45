import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../../processes/processes.mjs';
import type { Cluster } from './cluster.js';
import { serverLog } from './home.js';

const limitBytes = 4 * 1024 * 1024;
const tailBytes = 2_000;
/**
 * The flag with which opening a symbolic link fails. If root opens the log, the folder of the log belongs to another account, and
 * that account could have put a link there. On Windows there is neither this flag nor root.
 */
const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

/**
 * Empties the log file of the server in `home` if it has grown too large. The server may be writing to it at the same time.
 * @returns the size of the log in bytes
 */
export async function trimLog(home: string): Promise<number> {
  const size = await withLog(home, constants.O_RDWR, async (file) => {
    const { size } = await file.stat();
    if (size <= limitBytes) return size;
    await file.truncate(0);
    return 0;
  });
  return size ?? 0;
}

/** Opens the log file, so that the server can append to it, and makes the account of the server its owner. */
export async function openLog({ home, account }: Cluster): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | noFollow;
  const file = await open(join(home, serverLog), flags, 0o600);
  if (account) await file.chown(account.uid, account.gid);
  return file;
}

/**
 * Returns what the server has written to its log in `home` after the first `start` bytes. If that is long, only its end is
 * returned.
 */
export async function writtenSince(home: string, start: number): Promise<string> {
  const text = await withLog(home, constants.O_RDONLY, async (file) => {
    const position = Math.max(start, (await file.stat()).size - tailBytes);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(tailBytes), position });
    return buffer.toString('utf8', 0, bytesRead);
  });
  return text ?? '';
}

async function withLog<T>(home: string, mode: number, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    const file = await open(join(home, serverLog), mode | noFollow);
    try {
      return await work(file);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
