// Runs the programs that prepare a checkout, and takes them along when this process is told to stop.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** How long a program that was told to stop may take; `npm ci` would take a minute to undo what it has done. */
const graceMs = 2_000;
/** How often a process that npm has started looks whether npm is still there. */
const parentCheckMs = 250;

const npmPid = process.env.npm_lifecycle_event === undefined ? null : process.ppid;

/** This process was told to stop, and what it ran has ended. */
export class Interruption extends Error {
  constructor(signal) {
    super('Interrupted; the next start does the rest');
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a program to its end, as leader of a process group where there are such. A signal to this process, or the end of the npm
 * that has started it, ends the group.
 * @param {{ cwd: string, env?: object, shell?: boolean, hear: (chunk: Buffer) => void, register: (pid: number) => () => void }} options
 *   `hear` is given all that it prints; `register` is called at its start and returns what is called at its end
 * @returns {Promise<string | null>} how it failed, or null
 * @throws {Interruption}
 */
export function runChild(command, args, { hear, register, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const unregister = child.pid === undefined ? () => undefined : register(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
    const interruption = onInterruption((_, isRepeated) => {
      signalGroup(child.pid, isRepeated ? 'SIGKILL' : 'SIGTERM');
      setTimeout(signalGroup, graceMs, child.pid, 'SIGKILL').unref();
    });
    const settle = (failure) => {
      const signal = interruption.end();
      unregister();
      if (signal === null) resolve(failure);
      else reject(new Interruption(signal));
    };
    child.on('error', (error) => settle(`cannot be run: ${error.message}`));
    child.on('close', (code, signal) => settle(code === 0 ? null : `ended with ${signal ?? `code ${code}`}`));
  });
}

/**
 * Sends a signal to a process and to all of its group; on Windows, which has no groups, to the process.
 * @param {number | undefined} leader
 */
export function signalGroup(leader, signal) {
  if (leader === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Calls `act` at each signal. `end` stops that, and returns the first signal or null. */
function onInterruption(act) {
  const firsts = [];
  const hear = (signal) => {
    // Ctrl-C arrives twice: from the terminal, and again from npm, which passes it on.
    const isRepeated = firsts.length > 0 && performance.now() - firsts[0].at > 500;
    firsts.push({ signal, at: performance.now() });
    act(signal, isRepeated);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, hear);
  const parentCheck = setInterval(() => {
    if (npmPid === null || process.ppid === npmPid) return;
    clearInterval(parentCheck);
    hear('SIGTERM');
  }, parentCheckMs);
  return {
    end: () => {
      clearInterval(parentCheck);
      for (const signal of signals) process.off(signal, hear);
      return firsts[0]?.signal ?? null;
    },
  };
}
