// @ts-check
// Tells whether a process runs, and ends processes. It is plain JavaScript, because the scripts import it before there is a build.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The interval in milliseconds at which a process that npm has started checks whether npm still runs. */
const parentCheckMs = 250;

/**
 * Whether a process with this id exists, under any account of the system.
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
 * A text that identifies a process, `<pid> <start>`. The start time distinguishes it from a later process that gets the same id. On
 * Windows the start time is unknown, and the text is `<pid>`.
 * @param {number} pid
 */
export function identityOf(pid) {
  return `${pid} ${startOf(pid) ?? ''}`.trim();
}

/**
 * Whether the process with this identity runs. A zombie, which has ended but was not collected by its parent, does not run.
 * @param {string} identity
 */
export function isRunning(identity) {
  const [pid, ...start] = identity.split(' ');
  if (start.length > 0) return startOf(Number(pid)) === start.join(' ');
  return isAlive(Number(pid)) && !hasEnded(statOf(Number(pid)));
}

/**
 * The start time of a process, in the format of the operating system; undefined if the process has ended or the time is unknown.
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
 * The fields of `/proc/<pid>/stat` from the third one, the state, on. The list is empty if the process does not exist, and on other
 * systems than Linux.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name of the program in brackets. The name may contain spaces and brackets, so look for the last bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Whether a process has ended, by its fields in the process table.
 * @param {readonly string[]} fields the fields of a process. `Z` is a zombie, and `X` a process that is ending.
 */
function hasEnded([state]) {
  return state === 'Z' || state === 'X';
}

/**
 * Sends a signal to a process and to all processes of its group. Windows has no process groups; there it is sent to the process.
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

/** The environment variable with the ids of this process and of npm's shell. Child processes inherit it, but their id does not fit. */
const npmVariable = 'NPM_SHELL_OF_PROCESS';

/**
 * Remembers the shell in which npm has started this process, for {@link onEndOfNpm}. It must be called before the program is loaded,
 * because npm may end during the load. The shell is kept in the environment, because a built program has its own copy of this module.
 */
export function rememberNpm() {
  if (process.env.npm_lifecycle_event !== undefined) process.env[npmVariable] = `${process.pid} ${process.ppid}`;
}

/**
 * Calls `act` when the shell in which npm has started this process has ended. npm forwards SIGTERM only to the shell, and some shells,
 * such as dash, end without forwarding it. For a process that was not started by npm nothing is watched.
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
