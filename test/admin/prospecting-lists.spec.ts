import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { grantCredits } from '../support/credits/credits.js';
import { eventually } from '../support/service/eventually.js';
import { singleLine, startProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

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

const startedFor = (tenant: string): Promise<number> =>
  service.database.prisma.prospectingJob.count({ where: { tenantId: tenant } });

describe('A list of companies', () => {
  it('is continued after its command was killed, and no line is started twice', async () => {
    await service.issueKey('killed');
    const { path, lines } = await listOf('killed.txt', 300);
    for (const part of [1, 2]) {
      const program = startProgram(['dist/admin.js', ...command('killed', path)], { env: environment() });
      await eventually(async () => (await startedFor('killed')) > part * 60, 60_000);
      program.kill('SIGKILL');
      await once(program, 'close');
    }
    const before = await startedFor('killed');
    expect(await admin.answerOf(command('killed', path))).toMatchObject({
      started: 300 - before,
      started_before: before,
    });
    expect(await startedOf('killed')).toEqual(lines);
    expect(await readdir(folder)).not.toContain('killed.txt.progress');
  });

  it('is stopped after the current line when its command is interrupted, and continued when the command is repeated', async () => {
    await service.issueKey('interrupted');
    const { path, lines } = await listOf('interrupted.txt', 500);
    const program = startProgram(['dist/admin.js', ...command('interrupted', path)], { env: environment() });
    await eventually(async () => (await startedFor('interrupted')) > 20, 60_000);
    program.kill('SIGINT');
    const [code] = (await once(program, 'close')) as [number];
    const done = await startedFor('interrupted');
    expect([code, done < lines.length]).toEqual([1, true]);
    expect(await admin.answerOf(command('interrupted', path))).toMatchObject({
      started: 500 - done,
      started_before: done,
    });
    expect(await startedOf('interrupted')).toEqual(lines);
  });

  it('starts each of its runs once when two commands start the list at the same moment', async () => {
    await service.issueKey('twice');
    const { path, lines } = await listOf('twice.txt', 40);
    await Promise.all([admin.answerOf(command('twice', path)), admin.answerOf(command('twice', path))]);
    expect(await startedOf('twice')).toEqual(lines);
  });

  it('is not started again, however old its runs are', async () => {
    await service.issueKey('old');
    const { path, lines } = await listOf('old.txt', 3);
    await admin.answerOf(command('old', path));
    await service.database.pool.query(`update prospecting_job set run_start_time = now() - interval '9 days'`);
    expect(await admin.answerOf(command('old', path))).toMatchObject({ started: 0, started_before: 3 });
    expect(await startedOf('old')).toEqual(lines);
  });

  it('starts runs for lines that were added or corrected, and not again for a line that was moved', async () => {
    await service.issueKey('growing');
    const path = join(folder, 'growing.txt');
    await writeFile(path, 'network.com/company/a\nnetwork.com/b\n');
    expect((await admin.run(command('growing', path))).stderr).toMatch(/^Line 2: /);
    await writeFile(path, '# first\nnetwork.com/company/b\nnetwork.com/company/a\nnetwork.com/company/c\n');
    const answer = await admin.answerOf<{ readonly jobs: readonly { line: number }[] }>(command('growing', path));
    expect(answer).toMatchObject({ refused: 0, started: 2, started_before: 1 });
    expect(answer.jobs.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(await startedOf('growing')).toEqual(['a', 'b', 'c'].map((slug) => `network.com/company/${slug}`));
  });

  it('gets a new run for each line with --again, and if credits run out, a later command without --again starts the rest of these new runs', async () => {
    await service.issueKeyWithoutCredits('again');
    await grantCredits(service.database, 'again', 'prospecting', 5);
    const { path, lines } = await listOf('again.txt', 3);
    await admin.answerOf(command('again', path));
    const stopped = await admin.run([...command('again', path), '--again']);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toMatch(/^Line 3: .*; repeating the command without --again starts the rest$/m);
    expect(await startedFor('again')).toBe(5);
    await grantCredits(service.database, 'again', 'prospecting', 10);
    expect(await admin.answerOf(command('again', path))).toMatchObject({ started: 1, started_before: 2 });
    expect(await startedOf('again')).toEqual(lines.flatMap((line) => [line, line]));
  });

  it('is continued if an earlier version of the command started it and recorded the runs in a file next to the list', async () => {
    await service.issueKey('upgraded');
    const { path, lines } = await listOf('upgraded.txt', 3);
    await admin.answerOf(command('upgraded', path));
    // The keys of that version have the number of the line and its hash behind an id that is in the file.
    const batch = 'c5d1f0de-6b0c-4a53-9c3b-0c8a4bd0c3a1';
    await writeFile(`${path}.progress`, `{"batch":"${batch}","tenant":"upgraded","team":null,"client_email":null}\n`);
    await service.database.pool.query(
      `update prospecting_job
          set idempotency_key = $1 || ' ' || right(company_network_url, 1)::int + 1 || ' ' || split_part(idempotency_key, ' ', 4)
        where tenant_id = 'upgraded'`,
      [batch],
    );
    await appendFile(path, '\nnetwork.com/company/new');
    for (const [started, before] of [
      [1, 3],
      [0, 4],
    ]) {
      expect(await admin.answerOf(command('upgraded', path))).toMatchObject({ started, started_before: before });
    }
    expect(await startedOf('upgraded')).toEqual([...lines, 'network.com/company/new']);
    expect(await admin.answerOf([...command('upgraded', path), '--again'])).toMatchObject({ started: 4 });
  });

  it('is refused if its lines were started with other options', async () => {
    await service.issueKey('refused');
    const { path } = await listOf('refused.txt', 2);
    await admin.answerOf(command('refused', path));
    const before = await startedOf('refused');
    const ended = await admin.run([...command('refused', path), '--client-email', 'jane@acme.example']);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(/other options/)) });
    expect(await startedOf('refused')).toEqual(before);
  });

  it('has to be given with the option --again, which is refused for a single company', async () => {
    const single = ['prospecting', 'enqueue', 'refused', '--network-url', 'network.com/company/x', '--again'];
    expect(await admin.run(single)).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/--again/) });
  });
});
