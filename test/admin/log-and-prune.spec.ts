import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { endOfRun, startRun, storeKnownCompany } from '../support/prospecting/prospecting.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

beforeAll(async () => {
  service = await startTestService({ env: { WORKER: 'inline' } });
});

afterAll(() => service.close());

interface Line {
  readonly at: string;
  readonly command: string;
  readonly arguments: readonly string[];
  readonly outcome: string | null;
}

async function lines(): Promise<Line[]> {
  return admin.answerOf<Line[]>(['log']);
}

describe('The log of operators', () => {
  it('has a line for each command that changes something, and none for other commands', async () => {
    await admin.answerOf(['tenant', 'create', 'logged']);
    await admin.answerOf(['credits', 'grant', 'logged', 'data_access', '5']);
    await admin.answerOf(['credits', 'show', 'logged']);
    await admin.run(['tenant', 'create', '--help']);
    expect(await lines()).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        command: 'credits grant',
        arguments: ['logged', 'data_access', '5'],
        details: { tenant: 'logged', feature: 'data_access', amount: '5' },
        system_user: userInfo().username,
        host: hostname(),
        outcome: 'done',
        key: null,
      },
      expect.objectContaining({ command: 'tenant create', arguments: ['logged'], outcome: 'done' }),
    ]);
  });

  it('contains neither the e-mail address of an erased person nor an API key', async () => {
    await admin.answerOf(['erase', 'person', '--email', 'ada@acme.example']);
    const { api_key: apiKey } = await admin.answerOf<{ api_key: string }>(['key', 'create', 'logged']);
    const text = JSON.stringify(await lines());
    expect(text).toContain('erase person');
    expect(text).not.toContain('ada@acme.example');
    expect(text).not.toContain(apiKey);
  });

  it('tells the tenant, the label and the last characters of a key that was revoked or replaced', async () => {
    const create = ['key', 'create', 'logged', '--label', 'crm'];
    const endings: string[] = [];
    for (const change of [['revoke'], ['rotate', '--grace', '1h']]) {
      const { key_id: keyId, api_key: apiKey } = await admin.answerOf<{ key_id: string; api_key: string }>(create);
      await admin.answerOf(['key', ...change, keyId]);
      endings.push(apiKey.slice(-4));
    }
    const [rotated, , revoked] = await lines();
    expect([revoked, rotated]).toEqual(
      endings.map((ending) => expect.objectContaining({ key: { tenant: 'logged', label: 'crm', ends_with: ending } })),
    );
    const { stdout: table } = await admin.run(['log', '--limit', '3'], { screen: 300 });
    for (const ending of endings) expect(table).toContain(`(ends with ${ending}, tenant logged, label crm)\n`);
  });

  it('says of a command that was refused that it was refused, and has a line for the command migrate', async () => {
    await admin.run(['credits', 'grant', 'missing', 'data_access', '5']);
    await admin.answerOf(['migrate']);
    const [newest, before] = await lines();
    expect([newest, before]).toMatchObject([
      { command: 'migrate', outcome: 'done' },
      { command: 'credits grant', outcome: 'refused' },
    ]);
  });

  it('says of an import with more rejected lines than --max-rejects allows that it was done in part', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'partial-import-'));
    try {
      const file = join(folder, 'partly.csv');
      await writeFile(file, 'website\npartly.example\nlocalhost\n');
      expect(await admin.run(['import', 'companies', file, '--max-rejects', '0'])).toMatchObject({ code: 2 });
      expect((await lines())[0]).toMatchObject({ command: 'import companies', outcome: 'partial' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('still shows a line of an earlier version, with the key that it is about', async () => {
    const { key_id: keyId } = await admin.answerOf<{ key_id: string }>(['key', 'create', 'logged', '--label', 'old']);
    await service.database.pool.query(
      `insert into operator_log (command, arguments, account_name, host)
         values ('key rotate', array['--grace', '1h', $1], 'ada', 'old-host')`,
      [keyId],
    );
    expect((await lines())[0]).toMatchObject({
      command: 'key rotate',
      arguments: ['--grace', '1h', keyId],
      details: null,
      system_user: 'ada',
      outcome: null,
      key: { tenant: 'logged', label: 'old' },
    });
  });

  it('refuses changes and deletions of its lines and of their outcomes', async () => {
    const outcomes = `update operator_outcome set outcome = 'done'`;
    for (const sql of [`update operator_log set command = ''`, 'delete from operator_log', outcomes]) {
      await expect(service.database.pool.query(sql)).rejects.toThrow(/operator_(log|outcome) is append-only/);
    }
    await expect(service.database.pool.query('truncate operator_log cascade')).rejects.toThrow(/is append-only/);
  });
});

describe('The command prune', () => {
  it('deletes runs that ended before the given day, with their prospects, and keeps other runs and the ledger', async () => {
    await storeKnownCompany(service);
    const client = await service.clientOf('acme');
    const [old, recent] = [await startRun(client), await startRun(client)];
    for (const run of [old, recent]) await endOfRun(client, run, 30_000);
    const { pool } = service.database;
    await pool.query('alter table prospecting_job disable trigger user');
    await pool.query(
      `update prospecting_job set run_end_time = '2026-01-10', run_start_time = '2026-01-10' where id = $1`,
      [old],
    );
    await pool.query('alter table prospecting_job enable trigger user');
    expect(await admin.answerOf(['prune', '--runs-before', '2026-01-11'])).toEqual({
      runs_before: '2026-01-11',
      deleted_runs: 1,
    });
    const { rows } = await pool.query<{ id: string }>('select id::text from prospecting_job');
    expect(rows).toEqual([{ id: String(recent) }]);
    expect((await pool.query('select from prospect where job_id = $1', [old])).rowCount).toBe(0);
    expect((await pool.query('select from prospect where job_id = $1', [recent])).rowCount).toBe(3);
    expect(await creditDiscrepancies(pool)).toEqual([]);
  });

  it.each([
    [['prune'], /--runs-before is missing/],
    [['prune', '--runs-before', 'yesterday'], /--runs-before must be a date, YYYY-MM-DD/],
  ])('is rejected without a day: %j', async (words, reason) => {
    expect(await admin.run(words)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(reason)) });
  });
});
