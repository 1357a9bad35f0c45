// Runs the programs that prepare a checkout, and ends them when this process is interrupted.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { onEndOfNpm, rememberNpm, signalEchoMs, signalGroup } from '../src/platform/processes/processes.mjs';

/**
 * The time between SIGTERM and SIGKILL, in milliseconds. It is short, because after SIGTERM `npm ci` would undo its work for a minute.
 */
const graceMs = 2_000;
rememberNpm();

/** The command that runs npm: the npm that has started this process, or else the one on the PATH. */
export const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm'];

/** The error after a signal has interrupted this process. The programs that it ran have ended. */
class Interruption extends Error {
  constructor(signal) {
    super('Interrupted; the next start completes the preparation');
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a program to its end. Except on Windows, the program leads a process group of its own. This group is ended when this process gets
 * a signal, and when the npm that has started this process ends.
 * @param {{ cwd: string, env?: object, shell?: boolean, onOutput: (chunk: Buffer) => void, register: (pid: number) => () => void }} options
 *   `onOutput` is called with all output; `register` is called at the start with the id of the process, and returns a function that is
 *   called at the end
 * @returns {Promise<string | null>} how the program failed, such as `ended with code 1`, or null
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
 * Calls `act` each time this process gets a signal that would end it, or when npm has ended. The returned `end` stops these calls, and
 * returns the first signal, or null if there was none.
 */
function onInterruption(act) {
  const firsts = [];
  const onSignal = (signal) => {
    const isRepeated = firsts.length > 0 && performance.now() - firsts[0].at > signalEchoMs;
    firsts.push({ signal, at: performance.now() });
    act(signal, isRepeated);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  const endWatch = onEndOfNpm(() => onSignal('SIGTERM'));
  return {
    end: () => {
      endWatch();
      for (const signal of signals) process.off(signal, onSignal);
      return firsts[0]?.signal ?? null;
    },
  };
}
