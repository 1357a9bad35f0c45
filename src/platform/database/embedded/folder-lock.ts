import { closeSync, openSync, writeSync } from 'node:fs';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError, hasCode, singleLine } from './failure.js';
import { isRunning, processIdentity } from './postmaster-file.js';

const free = 'free';
const pollMs = 50;
/** An owner writes its name into the file after creating it. A file that is empty for longer has no living owner. */
const unsignedMs = 5_000;

/**
 * Runs `work` while no other process does so under the same `path`, waiting for at most `timeoutMs`, or until `signal` aborts.
 *
 * The lock is a row of numbered files `<path>.1`, `<path>.2`, …, of which only the highest counts. Taking the lock
 * means creating the next number, which the file system grants to one process only; the highest file is never
 * removed, so a number that was current once cannot come back. A lock whose owner was killed is simply followed by the next
 * number. A lock that has to be removed instead can be removed twice: `proper-lockfile` then gives it to two owners.
 */
export async function withFolderLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const file = await acquire(path, timeoutMs, signal);
  try {
    return await work();
  } finally {
    await release(file);
  }
}

async function acquire(path: string, timeoutMs: number, signal?: AbortSignal): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const current = await highest(path);
    const owner = current === 0 ? free : await ownerOf(fileOf(path, current));
    if (owner === free && (await take(path, current + 1))) return fileOf(path, current + 1);
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(`${path} is still locked by process ${owner} after ${timeoutMs / 1000} s`);
    }
    await sleep(pollMs, undefined, { signal });
  }
}

async function release(path: string): Promise<void> {
  try {
    const file = await open(path, 'r+');
    try {
      await file.truncate();
      await file.write(free, 0);
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
    // The number had been taken, released and removed before, and a later one counts.
    await rm(file, { force: true });
    return false;
  }
  await Promise.all(numbers.filter((each) => each < number).map((each) => rm(fileOf(path, each), { force: true })));
  return true;
}

/** The identity of the living process that holds the file, or {@link free}. */
async function ownerOf(file: string): Promise<string> {
  try {
    const owner = await readFile(file, 'utf8');
    if (owner === '') return Date.now() - (await stat(file)).mtimeMs > unsignedMs ? free : 'unknown';
    return owner !== free && isRunning(owner) ? owner : free;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 'unknown'; // a later number was taken meanwhile: try again
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

const holder = 'data-access-service holder';
const connectMs = 10_000;
const queryMs = 10_000;

/** Errors of a server that is starting or stopping, or of a port without a server. */
const passing = ['57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/**
 * The session that marks a process as a user of the server. The system closes it with the process, however that
 * ends, so a killed process is no user any more.
 */
export class HolderSession {
  #lost = false;
  #ended = false;

  private constructor(private readonly client: pg.Client) {}

  /** Undefined: the server is starting, stopping or gone; try again. */
  static async open(url: string, onLost: () => void): Promise<HolderSession | undefined> {
    const client = new pg.Client({
      connectionString: url,
      application_name: holder,
      connectionTimeoutMillis: connectMs,
      query_timeout: queryMs,
      keepAlive: true,
    });
    const session = new HolderSession(client);
    client.on('error', () => undefined); // 'end' follows, or connect() rejects
    try {
      await client.connect();
    } catch (error) {
      if (isPassing(error)) return undefined;
      throw error;
    }
    client.on('end', () => {
      session.#lost = true;
      if (!session.#ended) onLost();
    });
    return session;
  }

  /** Number of other processes that use the server; undefined when this session was lost. */
  async others(): Promise<number | undefined> {
    try {
      const { rows } = await this.client.query<{ holders: number }>(
        `select count(*)::int as holders from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()`,
        [holder],
      );
      return rows[0]?.holders;
    } catch {
      return undefined;
    }
  }

  async end(): Promise<void> {
    this.#ended = true;
    if (!this.#lost) await this.client.end().catch(() => undefined);
  }
}

function isPassing(error: unknown): boolean {
  return hasCode(error, ...passing) || /connection terminated|timeout expired/i.test(singleLine(error));
}
