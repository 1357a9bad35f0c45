// Runs the programs that prepare a checkout, and ends them when this process is interrupted.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Between SIGTERM and SIGKILL; `npm ci` would take a minute to undo its work. */
const graceMs = 2_000;
/** The interval at which a process that npm has started checks whether npm still runs. */
const parentCheckMs = 250;

const npmPid = process.env.npm_lifecycle_event === undefined ? null : process.ppid;

/** This process was interrupted, and the programs that it ran have ended. */
export class Interruption extends Error {
  constructor(signal) {
    super('Interrupted; the next start does the rest');
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a program to its end, as leader of a process group except on Windows. A signal to this process, or the end of the npm
 * that has started it, ends the group.
 * @param {{ cwd: string, env?: object, shell?: boolean, onOutput: (chunk: Buffer) => void, register: (pid: number) => () => void }} options
 *   `onOutput` gets all output; `register` is called at the start and returns a function that is called at the end
 * @returns {Promise<string | null>} how it failed, or null
 * @throws {Interruption}
 */
export function runChild(command, args, { onOutput, register, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    const unregister = child.pid === undefined ? () => undefined : register(child.pid);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput);
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
  const onSignal = (signal) => {
    // Ctrl-C arrives twice: from the terminal, and again from npm, which passes it on.
    const isRepeated = firsts.length > 0 && performance.now() - firsts[0].at > 500;
    firsts.push({ signal, at: performance.now() });
    act(signal, isRepeated);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  const parentCheck = setInterval(() => {
    if (npmPid === null || process.ppid === npmPid) return;
    clearInterval(parentCheck);
    onSignal('SIGTERM');
  }, parentCheckMs);
  return {
    end: () => {
      clearInterval(parentCheck);
      for (const signal of signals) process.off(signal, onSignal);
      return firsts[0]?.signal ?? null;
    },
  };
}

/** Whether a process has this id, also one of another account. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
