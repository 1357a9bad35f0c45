import { readFileSync } from 'node:fs';
import { hasCode } from './failure.js';

/**
 * A text that names this process and no later one that gets the same number: `<pid>` or, where the system tells when a
 * process started, `<pid> <start>`.
 */
export function processIdentity(): string {
  const start = startOf(process.pid);
  return start === undefined ? String(process.pid) : `${process.pid} ${start}`;
}

/** True while the process of that identity runs. A killed process that nobody has collected yet does not run. */
export function isRunning(identity: string): boolean {
  const [pid, start] = identity.split(' ');
  if (!isAlive(Number(pid))) return false;
  return start === undefined || start === startOf(Number(pid));
}

/** True when some process has that number, whoever owns it. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Start time in clock ticks since boot, from Linux' process table; undefined elsewhere and for a dead process. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in brackets and may hold anything: count from its closing bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
