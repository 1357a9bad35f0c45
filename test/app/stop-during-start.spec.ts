import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { Folders, serverPid } from '../platform/embedded-postgres-support.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, RunningService, startProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

/** The log of a program, one object a line. */
function linesOf(output: string): Record<string, unknown>[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const stopped = { level: 'info', reason: 'SIGTERM', duration_ms: expect.any(Number), msg: 'stopped' };

describe('A process that waits for the migration of another process', () => {
  let home: TestDatabase;
  let migrating: pg.Client;
  let pid: number;

  /** Another process, as one of an earlier version would hold the lock: with its session. */
  beforeAll(async () => {
    home = await createTestDatabase();
    migrating = new pg.Client({ connectionString: home.url, application_name: 'the other process' });
    await migrating.connect();
    const { rows } = await migrating.query<{ pid: number }>('select pg_backend_pid() as pid, pg_advisory_lock($1)', [
      advisoryLocks.migration,
    ]);
    pid = rows[0]?.pid ?? 0;
  });

  afterAll(async () => {
    await migrating.end();
    await home.drop();
  });

  const waiting = (): string =>
    `PostgreSQL session ${pid} (application "the other process", client 127.0.0.1, idle, since 20`;

  it.each(['main', 'worker'])('logs once which session it waits for, and ends at SIGTERM (%s)', async (program) => {
    const env = { DATABASE_URL: home.url, SEED: 'off' };
    const service = RunningService.launch(env, [`dist/${program}.js`]);
    await eventually(() => service.output.includes('Another process migrates the database'), 60_000);
    await sleep(1_500);
    const signalledAt = performance.now();
    const ended = await service.end('SIGTERM');
    expect(performance.now() - signalledAt).toBeLessThan(5_000);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(linesOf(ended.stdout)).toEqual([
      expect.objectContaining({ level: 'warn', msg: expect.stringContaining(waiting()) }),
      expect.objectContaining(stopped),
    ]);
  });

  it('ends at SIGTERM with one line and the exit code of the signal if it is a command', async () => {
    const program = startProgram(['dist/admin.js', 'tenant', 'list'], { env: { DATABASE_URL: home.url } });
    let printed = '';
    program.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const ended = endOf(program);
    await eventually(() => printed.includes('Another process migrates the database'), 60_000);
    program.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143, stdout: '' });
    const [line = '', ...others] = printed.trimEnd().split('\n');
    expect(linesOf(line)).toEqual([expect.objectContaining({ msg: expect.stringContaining(waiting()) })]);
    expect(others).toEqual(['SIGTERM ended the command before it began']);
  });
});

describe('A process that is stopped while it starts', () => {
  const folders = new Folders();
  let service: RunningService | undefined;

  afterEach(() => service?.end('SIGKILL'));

  afterAll(() => folders.remove());

  const hasServer = (dataDir: string): Promise<boolean> =>
    serverPid(dataDir).then(
      () => true,
      () => false,
    );

  /** The moments are spread over the creation of the database, its start and the migrations. */
  it.each([300, 1_500, 3_500])(
    'ends if it is stopped %i ms after it began to create the database, and leaves no server and nothing that prevents the next start',
    async (delayMs) => {
      const dataDir = await folders.make();
      service = RunningService.launch({ DATA_DIR: dataDir, SEED: 'off' });
      await eventually(() => service?.output.includes('creating a PostgreSQL') === true, 60_000);
      await sleep(delayMs);
      const signalledAt = performance.now();
      const ended = await service.end('SIGTERM');
      expect(performance.now() - signalledAt).toBeLessThan(15_000);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(linesOf(ended.stdout).at(-1)).toMatchObject(stopped);
      expect(await hasServer(dataDir)).toBe(false);
      expect((await readdir(dataDir)).filter((name) => name.includes('unfinished'))).toEqual([]);
      service = await RunningService.start({ DATA_DIR: dataDir, SEED: 'off' });
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
      expect(await hasServer(dataDir)).toBe(false);
    },
  );

  it('ends if it is stopped while it loads the demo data', async () => {
    const dataDir = await folders.make();
    service = RunningService.launch({ DATA_DIR: dataDir });
    await eventually(() => service?.output.includes('Loading the demo data') === true, 60_000);
    await sleep(500);
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
    expect(service.output).not.toContain('"listening"');
    expect(await hasServer(dataDir)).toBe(false);
  });

  it('ends and stops its database server if it is a command', async () => {
    const dataDir = await folders.make();
    const program = startProgram(['dist/admin.js', 'tenant', 'list'], { env: { DATA_DIR: dataDir } });
    const ended = endOf(program);
    await eventually(async () => (await readdir(dataDir)).some((name) => name.startsWith('postgresql')), 60_000);
    program.kill('SIGINT');
    expect(await ended).toEqual({
      code: 130,
      stdout: '',
      stderr: expect.stringMatching(/^SIGINT ended the command before it began\n$/),
    });
    expect(await hasServer(dataDir)).toBe(false);
  });
});
