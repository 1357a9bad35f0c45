import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './failure.js';
import { SERVER_LOG } from './home.js';

const LIMIT_BYTES = 4 * 1024 * 1024;
const TAIL_BYTES = 2_000;
/** No link is followed: the folder belongs to another account when we are root. Absent on Windows, where nobody is. */
const NO_FOLLOW = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0;

/**
 * Empties the log of the server of `home` when it has grown large; a running server goes on at its new end.
 *
 * @returns its size in bytes
 */
export async function trimLog(home: string): Promise<number> {
  const size = await withLog(home, constants.O_RDWR, async (file) => {
    const { size } = await file.stat();
    if (size <= LIMIT_BYTES) return size;
    await file.truncate(0);
    return 0;
  });
  return size ?? 0;
}

/** The end of what the server of `home` has written since its log had `start` bytes. */
export async function writtenSince(home: string, start: number): Promise<string> {
  const text = await withLog(home, constants.O_RDONLY, async (file) => {
    const position = Math.max(start, (await file.stat()).size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(TAIL_BYTES), position });
    return buffer.toString('utf8', 0, bytesRead);
  });
  return text ?? '';
}

async function withLog<T>(home: string, mode: number, work: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  try {
    const file = await open(join(home, SERVER_LOG), mode | NO_FOLLOW);
    return await work(file).finally(() => file.close());
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
