// @ts-check
// A lock between processes: that of a data folder, and that of a checkout which is being prepared. Plain JavaScript, because the
// scripts import it before there is a build.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasCode, identityOf, isRunning, signalGroup } from './processes.mjs';

const free = 'free';
const pollMs = 50;
/** An owner writes its name into the file after creating it. A file that is empty for longer has no living owner. */
const unsignedMs = 5_000;

/**
 * Adds a program, by the number of its process, to those that end before the next owner begins if this one is killed; the function
 * that it returns removes the program again.
 * @typedef {(pid: number) => () => void} Register
 */

/**
 * @typedef {object} LockOptions
 * @property {number} [timeoutMs] how long to wait for the lock; without it, forever
 * @property {AbortSignal | undefined} [signal] ends the wait
 * @property {() => void} [onWait] called once if there is a wait
 */

/**
 * Runs `work` while no other process does so under the same `path`.
 *
 * The lock is a row of numbered files `<path>.1`, `<path>.2`, …, of which only the highest counts. Taking the lock means creating the
 * next number, which the file system grants to one process only; the highest file is never removed, so a number that was current once
 * cannot come back. A lock whose owner was killed is simply followed by the next number. A lock that has to be removed instead can be
 * removed twice: `proper-lockfile` then gives it to two owners.
 *
 * A file names its owner and, line by line, the programs that the owner runs. Those that a killed owner has left running are ended
 * before `work` begins.
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
    // On Windows its identity is its number only, which another process may get later.
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
      throw new Error(`${path} is still locked by process ${owner} after ${timeoutMs / 1000} s`);
    }
    if (isFirst) onWait();
    await sleep(pollMs, undefined, { signal });
  }
}

/**
 * The identity of the living owner, or {@link free} with the running programs of an owner that has ended.
 * @param {string} file
 * @returns {{ owner: string, orphans: string[] }}
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
 * @param {string} path
 * @param {number} number
 * @param {readonly string[]} orphans
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
  // Otherwise the number had been taken, released and removed before, and a later one counts.
  const isOurs = Math.max(...numbers) === number;
  const outdated = isOurs ? numbers.filter((each) => each < number) : [number];
  for (const each of outdated) rmSync(`${path}.${each}`, { force: true });
  return isOurs;
}

/**
 * Replaces the file, so that a reader never sees a part.
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

/** @param {string} path */
function numbersOf(path) {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

/**
 * Ends a program with its group.
 * @param {string} identity
 */
async function end(identity) {
  signalGroup(Number.parseInt(identity, 10), 'SIGKILL');
  while (isRunning(identity)) await sleep(pollMs);
}
