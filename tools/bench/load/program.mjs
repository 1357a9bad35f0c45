import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../../scripts/prepare.mjs';

const startMs = 180_000;

/** The young generation that `npm start`, `npm run worker` and `npm run admin` give, for every program under measurement. */
export const nodeFlags = ['--max-semi-space-size=64'];

/**
 * A Node program as a process of its own, which writes what it says into a file as it would in production.
 * @param {string[]} args of `node`
 * @param {Record<string, string>} env its whole environment
 * @returns `said(pattern)`, which waits for the first group of what it says; its process id; and `close()`
 */
export async function startProgram(args, env) {
  const folder = await mkdtemp(join(tmpdir(), 'data-access-service-log-'));
  const path = join(folder, 'output.log');
  const file = openSync(path, 'a');
  const child = spawn(process.execPath, [...nodeFlags, ...args], { cwd: root, env, stdio: ['ignore', file, file] });
  closeSync(file);
  const ended = new Promise((resolve) => child.on('close', resolve));
  const close = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const said = async (pattern) => {
    const deadline = Date.now() + startMs;
    for (;;) {
      const output = await readFile(path, 'utf8');
      const found = pattern.exec(output)?.[1];
      if (found !== undefined) return found;
      if (child.exitCode !== null || Date.now() > deadline) {
        await close();
        throw new Error(`${args.join(' ')} does not start:\n${output}`);
      }
      await sleep(50);
    }
  };
  return { said, pid: child.pid, close };
}
