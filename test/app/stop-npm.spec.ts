import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/service/eventually.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let database: TestDatabase;
let npm: ChildProcess;

beforeAll(async () => {
  database = await createTestDatabase();
});

// Kills remaining processes.
afterEach(() => {
  if (npm.pid === undefined) return;
  try {
    process.kill(-npm.pid, 'SIGKILL');
  } catch {
    // No process is left.
  }
});

afterAll(async () => {
  await database.drop();
});

describe('npm after a stop signal', () => {
  it.each(['start', 'worker'])('ends with all its child processes (npm run %s)', async (script) => {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, PORT: '0', SEED: 'off', DATABASE_URL: database.url };
    npm = spawn('npm', ['run', script], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = npm;
    if (stdout === null) throw new Error('Its output is wanted');
    let printed = '';
    stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    await eventually(() => /"listening"|"working on jobs"/.test(printed), 60_000);
    const closed = once(stdout, 'close');
    npm.kill('SIGTERM');
    // The pipe closes when all processes that npm has started have ended.
    await closed;
    expect(printed).not.toContain('"level":"error"');
  });
});
