import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second, whatever the machine. */
const ticksPerSecond = 100;

/**
 * What a process has used so far: milliseconds of processor time, and mebibytes of memory now and at most.
 * @returns not-a-number where the system does not tell (outside of Linux)
 */
export function consumptionOf(pid) {
  try {
    // The program's name stands in parentheses and may hold anything; the numbers follow it.
    const [, numbers = ''] = /\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    const fields = numbers.split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mebibytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { cpuMs: (ticks * 1000) / ticksPerSecond, memory: mebibytes('VmRSS'), peak: mebibytes('VmHWM') };
  } catch {
    return { cpuMs: Number.NaN, memory: Number.NaN, peak: Number.NaN };
  }
}
