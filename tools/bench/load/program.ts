import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/prepare.mjs';

const startTimeoutMs = 180_000;

/** The options of Node for all measured programs. They set the size of the young generation as `npm start` and the other scripts do. */
export const nodeFlags = ['--max-semi-space-size=64'];

/** The options that only the service and the servers compared with it have. For the service, `npm start` sets them, too. */
export const serverFlags = ['--no-allocation-site-pretenuring'];

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Program {
  readonly pid: number;
  /** Waits until the output matches the pattern. @returns the first group of the match */
  readonly output: (pattern: RegExp) => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Starts a Node program as a separate process. Its output is written to a file, as in production.
 * @param args the arguments of `node`
 * @param env all environment variables of the program
 */
export async function startProgram(args: readonly string[], env: Environment): Promise<Program> {
  const folder = await makeFolder('log');
  const path = join(folder, 'output.log');
  const file = openSync(path, 'a');
  const child = spawn(process.execPath, [...nodeFlags, ...args], { cwd: root, env, stdio: ['ignore', file, file] });
  closeSync(file);
  const ended = new Promise((resolve) => child.on('close', resolve));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const output = async (pattern: RegExp): Promise<string> => {
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
      const written = await readFile(path, 'utf8');
      const found = pattern.exec(written)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null || Date.now() > deadline) {
        await close();
        throw new Error(`${args.join(' ')} does not start:\n${written}`);
      }
      await sleep(50);
    }
  };
  if (child.pid === undefined) throw new Error('Node cannot be started');
  return { output, pid: child.pid, close };
}

/** Creates a temporary folder that PostgreSQL can enter, too. If root runs the benchmark, PostgreSQL runs under another account. */
export async function makeFolder(purpose: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `data-access-service-${purpose}-`));
  await chmod(folder, 0o711);
  return folder;
}

/** Does work with a temporary folder and removes it. */
export async function withFolder<T>(purpose: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeFolder(purpose);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
