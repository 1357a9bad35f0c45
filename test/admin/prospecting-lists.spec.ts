import { once } from 'node:events';
import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/command-line.js';
import { eventually } from '../support/eventually.js';
import { singleLine, startProgram } from '../support/programs.js';
import { startTestService, type TestService } from '../support/test-service.js';

let service: TestService;
let folder: string;

/** There is no worker: these tests are about starting runs. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'off' } });
  folder = await mkdtemp(join(tmpdir(), 'prospecting-lists-'));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const environment = (): Record<string, string> => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder });
const command = (tenant: string, path: string): string[] => ['prospecting', 'enqueue', tenant, '--file', path];

const admin = new CommandLine(environment);

async function startedOf(tenant: string): Promise<string[]> {
  const jobs = await service.database.prisma.prospectingJob.findMany({ where: { tenantId: tenant } });
  return jobs.map(({ companyNetworkUrl }) => companyNetworkUrl).sort();
}

async function listOf(name: string, count: number): Promise<{ path: string; lines: string[] }> {
  const path = join(folder, name);
  const lines = Array.from({ length: count }, (_, place) => `network.com/company/c${String(place).padStart(5, '0')}`);
  await writeFile(path, lines.join('\n'));
  return { path, lines };
}

const progressOf = (path: string): Promise<string> => readFile(`${path}.progress`, 'utf8').catch(() => '');

describe('A list of companies succeeds', () => {
  it('continues after a killed command, and starts no line twice', async () => {
    await service.issueKey('killed');
    const { path, lines } = await listOf('killed.txt', 300);
    for (const part of [1, 2]) {
      const program = startProgram(['dist/admin.js', ...command('killed', path)], { env: environment() });
      await eventually(async () => (await progressOf(path)).split('\n').length > part * 60, 60_000);
      program.kill('SIGKILL');
      await once(program, 'close');
    }
    const before = (await startedOf('killed')).length;
    expect(await admin.answerOf(command('killed', path))).toMatchObject({
      started: 300 - before,
      started_before: before,
    });
    expect(await startedOf('killed')).toEqual(lines);
  });

  it('stops after the current line when its command is interrupted', async () => {
    await service.issueKey('interrupted');
    const { path, lines } = await listOf('interrupted.txt', 2_000);
    const program = startProgram(['dist/admin.js', ...command('interrupted', path)], { env: environment() });
    await eventually(async () => (await progressOf(path)).split('\n').length > 20, 60_000);
    program.kill('SIGINT');
    const [code] = (await once(program, 'close')) as [number];
    const done = (await startedOf('interrupted')).length;
    expect([code, done < lines.length]).toEqual([1, true]);
    expect((await progressOf(path)).trim().split('\n')).toHaveLength(1 + done);
  });

  it('recognises a run that was started and not recorded', async () => {
    await service.issueKey('unrecorded');
    const { path, lines } = await listOf('unrecorded.txt', 3);
    await admin.answerOf(command('unrecorded', path));
    const kept = (await progressOf(path)).split('\n');
    // The second entry is truncated, the third is missing, and the file is old.
    await truncate(`${path}.progress`, `${kept.slice(0, 2).join('\n')}\n${kept[2]?.slice(0, 9) ?? ''}`.length);
    await service.database.pool.query(`update prospecting_job set run_start_time = now() - interval '9 days'`);
    expect(await admin.answerOf(command('unrecorded', path))).toMatchObject({ started: 0, started_before: 3 });
    expect(await startedOf('unrecorded')).toEqual(lines);
    expect(await admin.answerOf(command('unrecorded', path))).toMatchObject({ started: 0, started_before: 3 });
  });

  it('starts added lines and corrected lines', async () => {
    await service.issueKey('growing');
    const path = join(folder, 'growing.txt');
    await writeFile(path, 'network.com/company/a\nnetwork.com/b\n');
    expect((await admin.run(command('growing', path))).stderr).toMatch(/^Line 2: /);
    await writeFile(path, 'network.com/company/a\nnetwork.com/company/b\n');
    await appendFile(path, 'network.com/company/c\n');
    expect(await admin.answerOf(command('growing', path))).toMatchObject({ refused: 0, started: 2, started_before: 1 });
    expect(await startedOf('growing')).toEqual(['a', 'b', 'c'].map((slug) => `network.com/company/${slug}`));
  });
});

describe('A list of companies is rejected', () => {
  it.each([
    ['when a line that was started has changed', 'network.com/company/x', [], /Line 1 is not what it was/],
    ['for another purpose', null, ['--client-email', 'jane@acme.example'], /other options/],
  ])('%s', async (name, content, options, message) => {
    await service.issueKey('refused');
    const { path, lines } = await listOf(`${name}.txt`, 2);
    await admin.answerOf(command('refused', path));
    if (content !== null) await writeFile(path, [content, ...lines].join('\n'));
    const before = await startedOf('refused');
    const ended = await admin.run([...command('refused', path), ...options]);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(message)) });
    expect(await startedOf('refused')).toEqual(before);
  });
});
