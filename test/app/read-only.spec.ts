import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { call } from '../support/http/http.js';
import { RunningService, runProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

/**
 * Runs a command in a mount namespace of its own, in which the project is read-only, as in a container with a read-only root file
 * system. `$0` is the project.
 */
const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$0" && exec "$@"';

/** A program of Node, here the one that replaces this process by the command. */
const launcher = `
  import { spawn } from 'node:child_process';
  const child = spawn('unshare', ['--map-root-user', '--mount', 'sh', '-c', ${JSON.stringify(readOnly)}, ...process.argv.slice(1)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
`;

function readOnlyProgram(program: string, ...args: string[]): string[] {
  return [
    '--input-type=module',
    '--eval',
    launcher,
    projectRoot,
    process.execPath,
    join(projectRoot, program),
    ...args,
  ];
}

/** Containers and hardened systems may forbid mounts. */
function canMount(): boolean {
  const command = ['--map-root-user', '--mount', 'sh', '-c', readOnly, projectRoot, 'true'];
  return spawnSync('unshare', command).status === 0;
}

function describeReadOnly(name: string, tests: () => void): void {
  if (canMount()) describe(name, tests);
  else describe.skip(`${name} (skipped: this system allows no mounts)`, tests);
}

describeReadOnly('A service with a read-only root file system', () => {
  let database: TestDatabase;
  let folder: string;
  let env: Record<string, string>;
  let service: RunningService | undefined;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(join(tmpdir(), 'read-only-'));
    env = { DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1' };
  });

  afterAll(async () => {
    await service?.end();
    await rm(folder, { recursive: true });
    await database.drop();
  });

  it('a service with a read-only file system loads the demo data, and stores the demo key in the data folder', async () => {
    service = await RunningService.start(env, readOnlyProgram('dist/main.js'));
    const apiKey = await readFile(join(folder, 'data', 'demo-key'), 'utf8');
    expect(apiKey).toBe(service.apiKey);
    expect((await call(`${service.baseUrl}/v1/me`, { apiKey })).body).toMatchObject({ tenant_id: 'demo' });
    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stderr: '' });
  });

  it('an import with a read-only file system writes its rejected lines into the data folder', async () => {
    const stdin = '{"website":"acme.example"}\nnonsense\n';
    const args = readOnlyProgram('dist/admin.js', 'import', 'companies', '-');
    const { code, stdout, stderr } = await runProgram(args, { env, stdin });
    const rejects = join(folder, 'data', 'stdin.rejects.ndjson');
    expect({ code, stderr }).toEqual({ code: 0, stderr: `Rejected lines and warnings go to ${rejects}\n` });
    expect(JSON.parse(stdout)).toMatchObject({ inserted: 1, rejected: 1, rejects });
    expect(await readFile(rejects, 'utf8')).toMatch(/^\{"line":2,/);
  });

  it('an import names every folder that it has tried if it can write to none', async () => {
    const args = readOnlyProgram('dist/admin.js', 'import', 'companies', '-');
    const unwritable = { ...env, DATA_DIR: '/dev/null/data' };
    expect(await runProgram(args, { env: unwritable, stdin: '' })).toEqual({
      code: 1,
      stdout: '',
      stderr: `Cannot write rejected lines to ${projectRoot} or /dev/null/data; give another path with --rejects\n`,
    });
  });
});
