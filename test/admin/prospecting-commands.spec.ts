import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { inTransaction } from '../../src/platform/database/transaction.js';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { CommandLine } from '../support/service/command-line.js';
import { grantCredits } from '../support/credits/credits.js';
import { singleLine } from '../support/service/programs.js';
import { knownCompany, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let folder: string;

/** The service runs the jobs that the commands start. */
beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'inline' } });
  folder = await mkdtemp(join(tmpdir(), 'prospecting-commands-'));
  for (const tenant of ['acme', 'other']) await service.issueKey(tenant);
  await storeKnownCompany(service);
  await service.app.get(TeamService, { strict: false }).set('acme', 'one', { max_results: 1 });
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder }));

async function listFile(name: string, lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.join('\n'));
  return path;
}

const enqueue = (tenant: string, list: string): string[] => [
  'prospecting',
  'enqueue',
  tenant,
  '--file',
  list,
  '--wait',
];

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const unknownCompany = 'https://www.network.com/company/nobody';

describe('The prospecting commands succeed', () => {
  it('start a run, wait for it, and show its results', async () => {
    const options = ['--network-url', knownCompany, '--team', 'one', '--client-email', 'jane@acme.example', '--wait'];
    const job = await admin.answerOf<{ job_id: number }>(['prospecting', 'enqueue', 'acme', ...options]);
    expect(job).toEqual({
      job_id: expect.any(Number),
      status: 'success',
      tenant_id: 'acme',
      company_network_url: knownCompany,
      team: 'one',
      client_email: 'jane@acme.example',
      run_start_time: time,
      run_end_time: time,
      failure_reason: null,
    });
    const id = String(job.job_id);
    expect(await admin.answerOf(['prospecting', 'show', id])).toEqual(job);
    expect(await admin.answerOf(['prospecting', 'show', id, '--results'])).toMatchObject({
      job_id: job.job_id,
      status: 'success',
      total_results: 1,
      resulting_prospects: [{ full_name: expect.stringMatching(/^Ada/), company_network_url: knownCompany }],
      metadata: { team_schema: 'team' },
    });
  });

  it('start a run for each line of a list, and name the lines for which they start none', async () => {
    const lines = [
      knownCompany,
      '# found at the fair',
      JSON.stringify({ network_url: unknownCompany, client_email: 'jane@acme.example' }),
      'https://www.network.com/in/jane',
      '{"network_url":"network.com/company/acme","team":"none"}',
      '{"url":"network.com/company/acme"}',
      '{"network_url":',
      `  ${JSON.stringify({ network_url: 'network.com/company/acme', team: 'one' })}\r`,
    ];
    const ended = await admin.run(['prospecting', 'enqueue', 'acme', '--file', '-', '--wait'], {
      stdin: lines.join('\n'),
    });
    expect(ended.code).toBe(2);
    expect(ended.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^Line 4: .*in\/jane" is not the profile page of a company$/),
      expect.stringMatching(/^Line 5: tenant "acme" has no team "none"$/),
      expect.stringMatching(/^Line 6: network_url must be a text$/),
      expect.stringMatching(/^Line 7: the line must be a JSON object$/),
      '4 of 7 lines were rejected',
    ]);
    const run1 = { job_id: expect.any(Number), company_network_url: knownCompany, team: null };
    expect(JSON.parse(ended.stdout)).toEqual({
      lines: 7,
      refused: 4,
      started: 3,
      started_before: 0,
      not_started: 0,
      running: 0,
      success: 2,
      failed: 1,
      jobs: [
        { ...run1, line: 1, status: 'success', failure_reason: null, total_results: 3 },
        {
          ...run1,
          line: 3,
          company_network_url: unknownCompany,
          status: 'failed',
          failure_reason: 'Company not found',
          total_results: 0,
        },
        {
          ...run1,
          line: 8,
          company_network_url: 'network.com/company/acme',
          team: 'one',
          status: 'success',
          failure_reason: null,
          total_results: 1,
        },
      ],
    });
  });

  it('print jobs as a table on a terminal, unless --json is given', async () => {
    await service.issueKey('watched');
    const company = ['--network-url', unknownCompany, '--wait'];
    const job = await admin.answerOf<{ job_id: number }>(['prospecting', 'enqueue', 'watched', ...company]);
    const id = String(job.job_id);
    const onScreen = async (...args: string[]): Promise<string[]> =>
      (await admin.run(['prospecting', ...args], { screen: 200 })).stdout.split('\n');
    expect(await onScreen('list', 'watched')).toEqual([
      expect.stringMatching(/^ *job id {2}status {2}tenant id {2}company network url .* failure reason$/),
      expect.stringMatching(new RegExp(`^ *${id} {2}failed  watched .* Company not found$`)),
      '',
    ]);
    expect(await onScreen('show', id)).toContain('failure reason       Company not found');
    expect(await onScreen('list', 'watched', '--json')).toEqual([JSON.stringify([job]), '']);
    expect(await onScreen('show', id, '--json')).toEqual([JSON.stringify(job), '']);
  });

  it('list the jobs of a tenant, newest first', async () => {
    for (const slug of ['first', 'second', 'third']) {
      const company = ['--network-url', `network.com/company/${slug}`];
      await admin.answerOf(['prospecting', 'enqueue', 'other', ...company, '--wait']);
    }
    const urls = async (...options: string[]): Promise<string[]> => {
      const list = ['prospecting', 'list', 'other', ...options];
      const jobs = await admin.answerOf<{ company_network_url: string }[]>(list);
      return jobs.map(({ company_network_url: url }) => url.replace('network.com/company/', ''));
    };
    expect(await urls()).toEqual(['third', 'second', 'first']);
    expect(await urls('--limit', '2')).toEqual(['third', 'second']);
    expect(await urls('--status', 'failed', '--limit', '1')).toEqual(['third']);
    expect(await urls('--status', 'success')).toEqual([]);
  });
});

describe('The results of many runs', () => {
  interface Results {
    readonly runs: readonly {
      job_id: number;
      status: string;
      company_name: string | null;
      resulting_prospects: object[];
    }[];
    readonly success: number;
    readonly failed: number;
    readonly running: number;
  }
  const results = (tenant: string, ...options: string[]): Promise<Results> =>
    admin.answerOf<Results>(['prospecting', 'results', tenant, ...options]);

  it('are printed for all ended runs, the newest first, in one document with the names of the companies', async () => {
    await service.issueKey('all');
    const list = await listFile('all.txt', [unknownCompany, knownCompany]);
    const { jobs } = await admin.answerOf<{ jobs: { job_id: number }[] }>(enqueue('all', list));
    const { runs, ...counts } = await results('all');
    expect(counts).toEqual({ success: 1, failed: 1, running: 0 });
    expect(runs.map(({ job_id }) => job_id)).toEqual(jobs.map(({ job_id }) => job_id).reverse());
    const [found, failed] = runs;
    expect(failed).toMatchObject({ company_name: null, failure_reason: 'Company not found', resulting_prospects: [] });
    expect(found).toMatchObject({ tenant_id: 'all', company_name: 'Acme', company_network_url: knownCompany });
    const shown = await admin.answerOf(['prospecting', 'show', String(found?.job_id), '--results']);
    expect(shown).toMatchObject({ total_results: 3, resulting_prospects: found?.resulting_prospects });
    await service.issueKey('idle');
    expect(await results('idle')).toEqual({ runs: [], success: 0, failed: 0, running: 0 });
  });

  it('are complete even for more runs than the command reads at once', async () => {
    await service.issueKey('many');
    await inTransaction(service.database.pool, async (client) => {
      await client.query(
        `insert into prospecting_job (id, tenant_id, company_network_url)
         select id, 'many', 'network.com/company/many' from generate_series(900000001, 900002100) as n(id)`,
      );
      await client.query(
        `update prospecting_job set status = 'failed', run_end_time = now(), failure_reason = 'none' where tenant_id = 'many'`,
      );
    });
    const { runs, failed } = await results('many');
    expect([failed, new Set(runs.map(({ job_id }) => job_id)).size]).toEqual([2_100, 2_100]);
  });

  it('are printed with --file for the runs of one list, in the order of its lines', async () => {
    await service.issueKey('listed');
    const list = await listFile('listed.txt', [knownCompany, '# comment', unknownCompany, knownCompany]);
    const { jobs } = await admin.answerOf<{ jobs: { job_id: number }[] }>(enqueue('listed', list));
    const ids = jobs.map(({ job_id }) => job_id);
    expect((await results('listed', '--file', list)).runs.map(({ job_id }) => job_id)).toEqual(ids);
    const numbers = await listFile('ids.txt', [String(ids[2]), String(ids[0])]);
    expect((await results('listed', '--file', numbers)).runs.map(({ job_id }) => job_id)).toEqual([ids[2], ids[0]]);
  });

  it('are those of the newest run for each company if --file names another file than the one with which the runs were started', async () => {
    await service.issueKey('moved');
    const line = JSON.stringify({ network_url: 'network.com/company/Acme/', team: 'one' });
    await service.app.get(TeamService, { strict: false }).set('moved', 'one', { max_results: 1 });
    const list = await listFile('moved.txt', [knownCompany, knownCompany, line]);
    const { jobs } = await admin.answerOf<{ jobs: { job_id: number }[] }>(enqueue('moved', list));
    const copy = await listFile('copy.txt', [line, unknownCompany]);
    const ended = await admin.run(['prospecting', 'results', 'moved', '--file', copy]);
    expect([ended.code, ended.stderr]).toEqual([
      2,
      'Line 2: the tenant has no run for this company\nLines without a run: 1\n',
    ]);
    const { runs } = JSON.parse(ended.stdout) as Results;
    expect(runs.map(({ job_id }) => job_id)).toEqual([jobs[2]?.job_id]);
    const newest = await admin.answerOf<Results>(['prospecting', 'results', 'moved', '--file', '-'], {
      stdin: knownCompany,
    });
    expect(newest.runs.map(({ job_id }) => job_id)).toEqual([jobs[2]?.job_id]);
  });

  it('are printed with --csv as a table that has a row for each prospect and no cell with a formula', async () => {
    await service.issueKey('table');
    const list = await listFile('table.txt', [knownCompany, unknownCompany]);
    await admin.run(enqueue('table', list));
    const { pool } = service.database;
    await pool.query(
      `update prospect set document = jsonb_set(document::jsonb, '{title_name}', '"=1+1, \\"x\\""')
        where rank = 1 and job_id in (select id from prospecting_job where tenant_id = 'table')`,
    );
    const { code, stdout, stderr } = await admin.run(['prospecting', 'results', 'table', '--csv']);
    expect([code, stderr]).toEqual([
      0,
      'The table has only runs that succeeded: of 2 runs, 1 failed and 0 did not end yet\n',
    ]);
    const rows = parse<Record<string, string>>(stdout, { columns: true });
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ company_name: 'Acme', company_network_url: knownCompany, rank: '1' });
    expect(rows[0]?.title_name).toBe(`'=1+1, "x"`);
    expect(rows.map(({ full_name }) => full_name).sort()).toEqual(['Ada Number0', 'Ada Number1', 'Ada Number2']);
  });

  it('are printed on a terminal as a readable sheet for each run', async () => {
    await service.issueKey('screen');
    await admin.run(enqueue('screen', await listFile('screen.txt', [knownCompany])));
    const { stdout } = await admin.run(['prospecting', 'results', 'screen'], { screen: 80 });
    expect(stdout).toMatch(/^Job \d+, Acme \(https:\/\/www\.network\.com\/company\/acme\): success, 3 prospects\n/);
  });

  it('leave out jobs of other tenants, and are refused for an unknown tenant', async () => {
    await service.issueKey('owner');
    const { jobs } = await admin.answerOf<{ jobs: { job_id: number }[] }>(
      enqueue('owner', await listFile('owner.txt', [knownCompany])),
    );
    const id = String(jobs[0]?.job_id);
    const foreign = await admin.run(['prospecting', 'results', 'other', '--file', await listFile('foreign.txt', [id])]);
    expect(foreign).toEqual({
      code: 2,
      stdout: '{"runs":[],"success":0,"failed":0,"running":0}\n',
      stderr: `Line 1: the tenant has no job ${id}\nLines without a run: 1\n`,
    });
    const stderr = expect.stringMatching(singleLine(/There is no tenant "missing"/));
    expect(await admin.run(['prospecting', 'results', 'missing'])).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('The prospecting commands reject', () => {
  it.each([
    ['a missing subcommand', [], /enqueue, show, results, list or cancel/],
    ['the cancellation of an unknown job', ['cancel', '12'], /no job 12/],
    ['a missing company', ['enqueue', 'acme'], /--network-url.*--file/],
    [
      'a company and a list',
      ['enqueue', 'acme', '--network-url', 'x', '--file', 'y'],
      /either --network-url or --file/,
    ],
    [
      'a website in place of a profile page',
      ['enqueue', 'acme', '--network-url', 'acme.com'],
      /not the profile page of a company/,
    ],
    ['an unknown tenant', ['enqueue', 'missing', '--network-url', knownCompany], /no tenant "missing"/],
    ['an unknown team', ['enqueue', 'acme', '--network-url', knownCompany, '--team', 'x'], /no team "x"/],
    ['an unknown team for a list', ['enqueue', 'acme', '--file', '-', '--team', 'x'], /no team "x"/],
    [
      'an invalid e-mail address',
      ['enqueue', 'acme', '--network-url', knownCompany, '--client-email', 'x'],
      /e-mail address/,
    ],
    [
      'a list whose file does not exist',
      ['enqueue', 'acme', '--file', '/nowhere'],
      /Cannot read \/nowhere: there is no such file/,
    ],
    ['an unknown job', ['show', '12'], /no job 12/],
    ['a job id that no job can have', ['show', '9'.repeat(25)], /no job 9{25}/],
    ['a job id that is no number', ['show', 'x1'], /must be an integer/],
    ['the list of jobs of an unknown tenant', ['list', 'missing'], /no tenant "missing"/],
    ['an unknown status', ['list', 'acme', '--status', 'done'], /running, success, failed/],
  ])('reject %s', async (_, args, message) => {
    const ended = await admin.run(['prospecting', ...args], { stdin: knownCompany });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(message)) });
  });

  it('reject a run for a tenant without credits', async () => {
    await service.issueKeyWithoutCredits('poor');
    const ended = await admin.run(['prospecting', 'enqueue', 'poor', '--network-url', knownCompany]);
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(/more credits than the tenant has left/)),
    });
  });

  it('reject the rest of a list when the credits are used up, and start it after a grant', async () => {
    await service.issueKeyWithoutCredits('short');
    await grantCredits(service.database, 'short', 'prospecting', 2);
    const path = await listFile('short.txt', [knownCompany, knownCompany, knownCompany, knownCompany]);
    const ended = await admin.run(['prospecting', 'enqueue', 'short', '--file', path]);
    expect(ended).toEqual({
      code: 1,
      stdout: expect.any(String),
      stderr: expect.stringMatching(singleLine(/^Line 3: .*\(0 left\); repeating the command starts the rest/)),
    });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      lines: 4,
      started: 2,
      not_started: 2,
      jobs: [{ line: 1 }, { line: 2 }],
    });
    await grantCredits(service.database, 'short', 'prospecting', 2);
    expect(await admin.answerOf(['prospecting', 'enqueue', 'short', '--file', path, '--wait'])).toMatchObject({
      started: 2,
      started_before: 2,
      success: 4,
      jobs: [{ line: 1 }, { line: 2 }, { line: 3 }, { line: 4 }],
    });
  });
});
