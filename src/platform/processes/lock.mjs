// @ts-check
// A lock that only one process can hold at a time. It is used for a data folder, and for a checkout while it is prepared. This
// file is plain JavaScript, because the scripts import it before anything is built.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, identityOf, isRunning, signalGroup } from './processes.mjs';

const free = 'free';
const pollMs = 50;
/**
 * How long an empty lock file is respected, in milliseconds. A process first creates the file and then writes its identity into
 * it. If the file is still empty after this time, the process was killed in between.
 */
const unsignedMs = 5_000;

/**
 * Registers a program that the owner of the lock has started, by its process id. If the owner is killed, the next owner kills the
 * registered program before it begins its own work. Returns a function that removes the registration.
 * @typedef {(pid: number) => () => void} Register
 */

/**
 * @typedef {object} LockOptions
 * @property {number} [timeoutMs] how long to wait for the lock; without it, the wait has no limit
 * @property {AbortSignal | undefined} [signal] ends the wait when it aborts
 * @property {() => void} [onWait] is called once when the lock is not free at first
 */

/**
 * Takes the lock of `path`, runs `work`, and frees the lock. Only one process at a time can hold the lock.
 *
 * The lock is a series of files `<path>.1`, `<path>.2`, …, of which only the one with the highest number counts. A process takes
 * the lock by creating the file with the next number. If several processes try that, the file system lets only one of them
 * succeed. The file with the highest number is never removed, so no number is used twice. If the owner was killed, the next
 * process just creates the next file.
 *
 * A lock that consists of a single file, such as that of `proper-lockfile`, is not safe. If its owner was killed, the file must
 * be removed. Two processes may do that, the second one after the first has already taken the lock again, and then both believe
 * that they own it.
 *
 * The first line of a file is the identity of the owner. Each further line is the identity of a program that the owner has
 * started. If the owner was killed, those of its programs that still run are killed before `work` begins.
 *
 * @template Result
 * @param {string} path
 * @param {LockOptions} options
 * @param {(register: Register) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withLock(path, options, work) {
  const { file, orphans } = await acquire(path, options);
  const programs = new Set(orphans);
  const write = () => sign(file, [identityOf(process.pid), ...programs]);
  /** @type {Register} */
  const register = (pid) => {
    const identity = identityOf(pid);
    // On Windows an identity is only the process id, which a later process may get, too. Killing by such an identity would not be
    // safe, so the program is not registered there.
    if (identity.includes(' ')) programs.add(identity);
    write();
    return () => {
      programs.delete(identity);
      write();
    };
  };
  try {
    for (const orphan of orphans) {
      await end(orphan);
      programs.delete(orphan);
    }
    return await work(register);
  } finally {
    sign(file, [free]);
  }
}

/**
 * Waits until the lock is free, and takes it. Throws an error if the lock does not become free in time.
 * @param {string} path
 * @param {LockOptions} options
 */
async function acquire(path, { timeoutMs = Infinity, signal, onWait = () => undefined }) {
  const deadline = Date.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const number = Math.max(0, ...numbersOf(path));
    const file = `${path}.${number + 1}`;
    const { owner, orphans } = number === 0 ? { owner: free, orphans: [] } : holdersOf(`${path}.${number}`);
    if (owner === free && take(path, number + 1, orphans)) return { file, orphans };
    if (Date.now() > deadline) {
      throw new Error(
        `${path} is still locked by process ${owner} after ${timeoutMs / 1000} s; try again when that process has ended`,
      );
    }
    if (isFirst) onWait();
    await sleep(pollMs, undefined, { signal });
  }
}

/**
 * Reads from a lock file who holds the lock.
 * @param {string} file
 * @returns {{ owner: string, orphans: string[] }} `owner` is the identity of the owner while it runs, and otherwise {@link free}.
 * `orphans` are those programs that still run although their owner was killed.
 */
function holdersOf(file) {
  const unknown = { owner: 'unknown', orphans: [] };
  try {
    const text = readFileSync(file, 'utf8');
    if (text === '' && Date.now() - statSync(file).mtimeMs <= unsignedMs) return unknown;
    const [owner = '', ...programs] = text.split('\n');
    if (owner !== free && isRunning(owner)) return { owner, orphans: [] };
    return { owner: free, orphans: programs.filter(isRunning) };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return unknown; // another process has taken a later number
    throw error;
  }
}

/**
 * Tries to take the lock by creating the file with this number. Returns false if another process was faster.
 * @param {string} path
 * @param {number} number
 * @param {readonly string[]} orphans the programs of the previous owner that still have to be killed
 */
function take(path, number, orphans) {
  try {
    const lines = [identityOf(process.pid), ...orphans];
    writeFileSync(`${path}.${number}`, lines.join('\n'), { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  const numbers = numbersOf(path);
  // A file with a higher number may exist: in the meantime, other processes may have created and removed a file with this number.
  // In that case this process does not have the lock.
  const isOurs = Math.max(...numbers) === number;
  const outdated = isOurs ? numbers.filter((each) => each < number) : [number];
  for (const each of outdated) rmSync(`${path}.${each}`, { force: true });
  return isOurs;
}

/**
 * Replaces the content of the file in a single step, so that another process never reads half of it.
 * @param {string} file
 * @param {readonly string[]} lines
 */
function sign(file, lines) {
  try {
    rmSync(`${file}.new`, { force: true });
    writeFileSync(`${file}.new`, lines.join('\n'), { flag: 'wx' }); // so that no link is followed
    renameSync(`${file}.new`, file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error; // the folder was removed, and the lock with it
  }
}

/**
 * The numbers of all lock files that exist for a path.
 * @param {string} path
 */
function numbersOf(path) {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

/**
 * Kills a program together with the processes of its group, and waits until it has ended.
 * @param {string} identity
 */
async function end(identity) {
  signalGroup(Number.parseInt(identity, 10), 'SIGKILL');
  while (isRunning(identity)) await sleep(pollMs);
}
