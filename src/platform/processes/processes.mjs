// @ts-check
// Finds out whether a process runs, and sends signals to processes. This file is plain JavaScript, because the scripts import it
// before anything is built.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Signals within this time, in milliseconds, count as one. Ctrl-C may arrive twice, because the terminal signals the whole process group
 * and npm forwards the signal that it gets.
 */
export const signalEchoMs = 500;

/** How often a process that npm has started checks whether npm still runs, in milliseconds. */
const parentCheckMs = 250;

/**
 * Whether a process with this id exists. It may belong to another account of the system.
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
 * A text that identifies a process, in the form `<pid> <start time>`. The start time is needed because a later process may get
 * the same id. On Windows the start time is unknown, so the text is only `<pid>`.
 * @param {number} pid
 */
export function identityOf(pid) {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

/**
 * Whether the process with this identity runs. A zombie does not count as running: it has ended, but its parent has not yet taken
 * notice.
 * @param {string} identity
 */
export function isRunning(identity) {
  const [pid, ...start] = identity.split(' ');
  if (start.length > 0) return startOf(Number(pid)) === start.join(' ');
  return isAlive(Number(pid)) && !hasEnded(statOf(Number(pid)));
}

/**
 * The start time of a process, in a format that depends on the operating system. It is undefined if the process has ended, or if
 * its start time cannot be found out.
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
 * The fields of the file `/proc/<pid>/stat` without the first two, so that the first one is the state. The list is empty if the
 * process does not exist, or if the system is not Linux.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name of the program in brackets. The name itself may contain spaces and brackets, so the last
    // closing bracket is looked for.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Whether a process has ended, although the system still lists it.
 * @param {readonly string[]} fields the fields of the process, of which the first is its state; `Z` means a zombie, and `X` a
 * process that is ending
 */
function hasEnded([state]) {
  return state === 'Z' || state === 'X';
}

/**
 * Sends a signal to a process and to all processes of its group. Windows has no process groups, so there only the process itself
 * gets the signal.
 * @param {number | undefined} leader
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(leader, signal) {
  if (leader === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch {
    // The process has ended meanwhile.
  }
}

/**
 * The environment variable that contains two ids: that of this process and that of the shell in which npm has started it. Child
 * processes inherit the variable; they see that it is not for them, because the first id is not theirs.
 */
const npmVariable = 'NPM_SHELL_OF_PROCESS';

/**
 * Stores the id of the shell in which npm has started this process, for {@link onEndOfNpm}. It must be called before the program
 * is loaded, because npm may end while it is being loaded. The id is stored in the environment, because a built program has its
 * own copy of this module, with variables of its own.
 */
export function rememberNpm() {
  if (process.env.npm_lifecycle_event !== undefined) process.env[npmVariable] = `${process.pid} ${process.ppid}`;
}

/**
 * Calls `act` when the shell in which npm has started this process has ended. This is needed because npm forwards SIGTERM only to
 * the shell, and some shells, such as dash, end without forwarding it. If npm has not started this process, nothing is watched.
 * @param {() => void} act
 * @returns {() => void} a function that ends the watch
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
