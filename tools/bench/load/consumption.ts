import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second on every machine. */
const ticksPerSecond = 100;

export interface Consumption {
  /** Milliseconds of processor time so far. */
  readonly cpuMs: number;
  /** Mebibytes, now and at most. */
  readonly memory: number;
  readonly peak: number;
}

/** What a process has used so far; NaN outside of Linux. */
export function consumptionOf(pid: number): Consumption {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { cpuMs: statOf(pid).cpuMs, memory: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
  } catch {
    return { cpuMs: Number.NaN, memory: Number.NaN, peak: Number.NaN };
  }
}

/** The parent of a process; null outside of Linux. */
export function parentOf(pid: number): number | null {
  try {
    return statOf(pid).parent;
  } catch {
    return null;
  }
}

/** Milliseconds of processor time of all child processes, ended ones included. */
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
  // The program's name stands in parentheses and may hold anything; the numbers follow it.
  const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = numbers.split(' ');
  const msOf = (first: number): number => ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond;
  return { parent: Number(fields[1]), cpuMs: msOf(11), endedMs: msOf(13) };
}
