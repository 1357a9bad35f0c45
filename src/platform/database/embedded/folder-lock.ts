import { open, readFile, readdir, rm, stat } from 'node:fs/promises';
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, hasCode } from './failure.js';
import { isRunning, processIdentity } from './process-identity.js';

const FREE = 'free';
const POLL_MS = 50;
/** An empty file is an owner between creating it and writing its name; older than this, that owner died there. */
const UNSIGNED_MS = 5_000;

/**
 * Runs `work` while no other process does so under the same `path`, waiting at most `patienceMs` for the turn.
 *
 * The lock is a row of numbered files `<path>.1`, `<path>.2`, …, of which only the highest counts. Taking the lock
 * means creating the next number, which the file system grants to one process only; the highest file is never
 * removed, so a number that was current once cannot come back. A lock whose owner died is simply followed by the next
 * number: nothing has to be broken, hence nothing can be broken twice.
 */
export async function withFolderLock<T>(path: string, patienceMs: number, work: () => Promise<T>): Promise<T> {
  const file = await acquire(path, patienceMs);
  try {
    return await work();
  } finally {
    await release(file);
  }
}

async function acquire(path: string, patienceMs: number): Promise<string> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const current = await highest(path);
    const owner = current === 0 ? FREE : await ownerOf(fileOf(path, current));
    if (owner === FREE && (await take(path, current + 1))) return fileOf(path, current + 1);
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`${path} is still locked by process ${owner} after ${patienceMs / 1000} s`);
    }
    await sleep(POLL_MS);
  }
}

async function release(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    try {
      await file.truncate();
      await file.write(FREE, 0);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error; // the folder was removed, and the lock with it
  }
}

async function take(path: string, number: number): Promise<boolean> {
  const file = fileOf(path, number);
  try {
    const descriptor = openSync(file, 'wx', 0o644);
    try {
      writeSync(descriptor, processIdentity());
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  const numbers = await numbersOf(path);
  if (Math.max(...numbers) > number) {
    // We were slow: the number had been taken, released and tidied away before we came, and a later one counts.
    await rm(file, { force: true });
    return false;
  }
  await Promise.all(numbers.filter((each) => each < number).map((each) => rm(fileOf(path, each), { force: true })));
  return true;
}

/** The identity of the living process that holds the file, or {@link FREE}. */
async function ownerOf(file: string): Promise<string> {
  try {
    const owner = await readFile(file, 'utf8');
    if (owner === '') return Date.now() - (await stat(file)).mtimeMs > UNSIGNED_MS ? FREE : 'unknown';
    return owner !== FREE && isRunning(owner) ? owner : FREE;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'unknown'; // a later number was taken meanwhile: look again
    throw error;
  }
}

async function highest(path: string): Promise<number> {
  return Math.max(0, ...(await numbersOf(path)));
}

async function numbersOf(path: string): Promise<number[]> {
  const prefix = `${basename(path)}.`;
  return (await readdir(dirname(path)))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

function fileOf(path: string, number: number): string {
  return join(dirname(path), `${basename(path)}.${number}`);
}
