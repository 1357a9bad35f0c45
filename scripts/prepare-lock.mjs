// Lets one process at a time prepare a checkout. The lock outlives its holder as long as a program of the holder runs.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, signalGroup } from './children.mjs';

const free = 'free';
const pollMs = 200;
/** The holder writes its name into the file after creating it. A file that is empty for longer has no living holder. */
const unsignedMs = 5_000;

/**
 * Runs `work` while no other process does so under the same `path`.
 *
 * The lock is a row of numbered files `<path>.1`, `<path>.2`, …, of which the highest counts and is never removed. Taking the lock
 * means creating the next number, which the file system grants to one process only, so the lock of a killed holder cannot be
 * broken twice. A file names its holder and, line by line, the programs that the holder runs: programs that a killed holder has
 * left running are ended before `work` begins.
 *
 * @param {string} path
 * @param {(register: (pid: number) => () => void) => Promise<unknown>} work `register` adds a program to the file and returns a function that removes it
 */
export async function withLock(path, work) {
  const { file, orphans } = await acquire(path);
  const programs = new Set(orphans);
  const write = () => sign(file, [identityOf(process.pid), ...programs]);
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

async function acquire(path) {
  for (let isPrinted = false; ; await sleep(pollMs)) {
    const number = highest(path);
    const orphans = number === 0 ? [] : orphansOf(`${path}.${number}`);
    if (orphans !== null && take(path, number + 1, orphans)) return { file: `${path}.${number + 1}`, orphans };
    if (orphans !== null || isPrinted) continue;
    process.stderr.write('Another process prepares this checkout; waiting for it …\n');
    isPrinted = true;
  }
}

/** @returns the running programs of a holder that has ended; null while the lock is held */
function orphansOf(file) {
  try {
    const text = readFileSync(file, 'utf8');
    if (text === '') return Date.now() - statSync(file).mtimeMs > unsignedMs ? [] : null;
    const [holder, ...programs] = text.split('\n');
    return holder !== free && isRunning(holder) ? null : programs.filter(isRunning);
  } catch (error) {
    if (error.code === 'ENOENT') return null; // another process has taken a later number
    throw error;
  }
}

function take(path, number, orphans) {
  const file = `${path}.${number}`;
  try {
    writeFileSync(file, [identityOf(process.pid), ...orphans].join('\n'), { flag: 'wx' });
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  const numbers = numbersOf(path);
  // Otherwise another process had taken, released and removed the number before, and a later one counts.
  const isOurs = Math.max(...numbers) === number;
  const outdated = isOurs ? numbers.filter((each) => each < number) : [number];
  for (const each of outdated) rmSync(`${path}.${each}`, { force: true });
  return isOurs;
}

/** Atomically, so that a reader never sees a part. */
function sign(file, lines) {
  writeFileSync(`${file}.new`, lines.join('\n'));
  renameSync(`${file}.new`, file);
}

function highest(path) {
  return Math.max(0, ...numbersOf(path));
}

function numbersOf(path) {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)));
}

/** `<pid> <start>`: names a process and no later one that gets the same number; on Windows `<pid>`. */
function identityOf(pid) {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

function isRunning(identity) {
  const [pid, ...start] = identity.split(' ');
  if (start.length > 0) return startOf(pid) === start.join(' ');
  return isAlive(Number(pid));
}

/** The start time of a process in the system's format; undefined for a process that has ended, and where it is unknown. */
function startOf(pid) {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe' })
          .toString()
          .trim() || undefined
      );
    }
    const stat = readFileSync(join('/proc', String(pid), 'stat'), 'latin1');
    // The second field is the program's name in brackets and may hold anything: count from its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** Ends a program with its group. */
async function end(identity) {
  signalGroup(Number.parseInt(identity, 10), 'SIGKILL');
  while (isRunning(identity)) await sleep(pollMs);
}
