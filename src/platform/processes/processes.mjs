// @ts-check
// Whether a process runs, and how to end one. Plain JavaScript, because the scripts import it before there is a build.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The interval at which a process that npm has started checks whether npm still runs. */
const parentCheckMs = 250;

/**
 * Whether a process of any account has that number.
 * @param {number} pid
 */
export function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/**
 * A text that names a process and no later one that gets the same number: `<pid> <start>`, or on Windows `<pid>`.
 * @param {number} pid
 */
export function identityOf(pid) {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

/**
 * Whether the process of that identity runs. A zombie does not run.
 * @param {string} identity
 */
export function isRunning(identity) {
  const [pid, ...start] = identity.split(' ');
  if (start.length > 0) return startOf(Number(pid)) === start.join(' ');
  return isAlive(Number(pid)) && !hasEnded(statOf(Number(pid)));
}

/**
 * The start time of a process in the system's format; undefined for a process that has ended, and where it is unknown.
 * @param {number} pid
 */
function startOf(pid) {
  if (process.platform === 'linux') {
    const fields = statOf(pid);
    return hasEnded(fields) ? undefined : fields[19];
  }
  try {
    const printed = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: 'pipe' });
    return printed.toString().trim() || undefined;
  } catch {
    return undefined;
  }
}

/**
 * The fields of Linux' process table from the state on; none for a process that is gone, and on other systems.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The field before is the program's name in brackets and may hold anything: count from its closing bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/** @param {readonly string[]} fields of a zombie, which waits for its parent, or of a process on its way out */
function hasEnded([state]) {
  return state === 'Z' || state === 'X';
}

/**
 * Sends a signal to a process and to all of its group; on Windows, which has no groups, to the process.
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(leader, signal) {
  if (leader === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Names this process too, because the environment passes to the processes that it starts. */
const npmVariable = 'NPM_SHELL_OF_PROCESS';

/**
 * Remembers the shell in which npm has started this process, for {@link onEndOfNpm}. Called before a program is loaded, because npm
 * may end meanwhile. It is kept in the environment, because a built program has its own copy of this module.
 */
export function rememberNpm() {
  if (process.env.npm_lifecycle_event !== undefined) process.env[npmVariable] = `${process.pid} ${process.ppid}`;
}

/**
 * Calls `act` when the shell in which npm has started this process has ended. npm forwards SIGTERM to the shell only, and a shell
 * such as dash ends without forwarding it. A process that was started in another way may outlive its parent.
 * @param {() => void} act
 * @returns {() => void} ends the watch
 */
export function onEndOfNpm(act) {
  const [pid, shell] = (process.env[npmVariable] ?? '').split(' ').map(Number);
  if (pid !== process.pid) return () => undefined;
  const check = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(check);
    act();
  }, parentCheckMs);
  check.unref();
  return () => clearInterval(check);
}

/**
 * Whether an error of the system has one of the given codes, such as `ENOENT`.
 * @param {unknown} error
 * @param {string[]} codes
 */
export function hasCode(error, ...codes) {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
