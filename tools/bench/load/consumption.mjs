import { readFileSync, readdirSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/**
 * What a process has used so far: milliseconds of processor time, and mebibytes of memory now and at most.
 * @returns not-a-number where the system does not tell (outside of Linux)
 */
export function consumptionOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { cpuMs: statOf(pid).cpuMs, memory: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
  } catch {
    return { cpuMs: Number.NaN, memory: Number.NaN, peak: Number.NaN };
  }
}

/** The process that started another; null outside of Linux. */
export function parentOf(pid) {
  try {
    return statOf(pid).parent;
  } catch {
    return null;
  }
}

/** Milliseconds of processor time of all processes that a process has started, those that have ended included. */
export function cpuMsBelow(parent) {
  if (parent === null) return Number.NaN;
  let cpuMs = statOf(parent).endedMs;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = statOf(name);
      if (stat.parent === parent) cpuMs += stat.cpuMs;
    } catch {
      // It has ended meanwhile.
    }
  }
  return cpuMs;
}

function statOf(pid) {
  // The program's name stands in parentheses and may hold anything; the numbers follow it.
  const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = numbers.split(' ');
  const msOf = (first) => ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond;
  return { parent: Number(fields[1]), cpuMs: msOf(11), endedMs: msOf(13) };
}
