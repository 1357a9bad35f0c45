import { readFileSync, readdirSync } from 'node:fs';

/** The unit of processor time in /proc: on every machine Linux counts it in hundredths of a second. */
const ticksPerSecond = 100;

export interface Consumption {
  /** The processor time so far, in milliseconds. */
  readonly cpuMs: number;
  /** The memory now, in mebibytes. */
  readonly memory: number;
  /** The maximum memory so far, in mebibytes. */
  readonly peak: number;
}

/** The processor time and memory of a process. On other systems than Linux the numbers are NaN. */
export function consumptionOf(pid: number): Consumption {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { cpuMs: statOf(pid).cpuMs, memory: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
  } catch {
    return { cpuMs: Number.NaN, memory: Number.NaN, peak: Number.NaN };
  }
}

/** The id of the parent of a process; null on other systems than Linux. */
export function parentOf(pid: number): number | null {
  try {
    return statOf(pid).parent;
  } catch {
    return null;
  }
}

/** The processor time of all child processes so far, also of those that have ended, in milliseconds. */
export function cpuMsBelow(parent: number | null): number {
  if (parent === null) return Number.NaN;
  let cpuMs = statOf(parent).endedMs;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = statOf(Number(name));
      if (stat.parent === parent) cpuMs += stat.cpuMs;
    } catch {
      // The process has ended.
    }
  }
  return cpuMs;
}

function statOf(pid: number): { parent: number; cpuMs: number; endedMs: number } {
  // The line has the name of the program in parentheses, then numbers. The name may contain any character, also parentheses.
  const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = numbers.split(' ');
  const msOf = (first: number): number => ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond;
  return { parent: Number(fields[1]), cpuMs: msOf(11), endedMs: msOf(13) };
}
