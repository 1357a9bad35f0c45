import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UsageSumSql } from '../../src/billing/usage/usage-sum.sql.js';
import { Folders } from '../platform/embedded-postgres-support.js';
import { CommandLine } from '../support/service/command-line.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { call } from '../support/http/http.js';
import { singleLine } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const folders = new Folders();
let service: TestService;
let apiKey: string;
let folder: string;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

const body = { companies: [{ website: 'acme.example' }, { website: 'nowhere.example' }], fields: ['name'] };

async function enrich(headers: Record<string, string> = {}): Promise<void> {
  expect((await call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body, headers })).status).toBe(200);
}

async function usage(query: string): Promise<unknown> {
  return (await call(`${service.baseUrl}/v1/usage?${query}`, { apiKey })).body;
}

/** Moves the ledger entries of requests, and all holds, into the past by an interval such as `70 days`. Grants keep their time. */
async function moveLedger(by: string): Promise<void> {
  await service.database.pool.query(`
    alter table credit_entry disable trigger all;
    update credit_entry set created_at = created_at - interval '${by}' where kind in ('reserve', 'post', 'void', 'expire');
    alter table credit_entry enable trigger all;
    update credit_hold set created_at = created_at - interval '${by}', resolved_at = resolved_at - interval '${by}'`);
}

async function sumAllDays(): Promise<void> {
  const sums = new UsageSumSql(service.database);
  while (await sums.sumNextDay());
}

async function count(sql: string): Promise<number> {
  return Number((await service.database.pool.query<{ count: string }>(`select count(*) from ${sql}`)).rows[0]?.count);
}

beforeAll(async () => {
  folder = await folders.make();
  service = await startTestService();
  ({ apiKey } = await service.issueKey('acme'));
  await admin.answerOf(['import', 'companies', '-'], {
    stdin: JSON.stringify({ website: 'acme.example', name: 'Acme' }),
  });
});

afterAll(async () => {
  await service.close();
  await folders.remove();
});

const today = new Date();
const firstOfMonth = (monthsAgo: number): string =>
  new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1)).toISOString().slice(0, 10);

describe('An archive of the ledger', () => {
  const period = () => `from=${firstOfMonth(5)}&to=${today.toISOString().slice(0, 10)}`;
  let file: string;
  let before: unknown[];

  const groups = ['', '&group_by=day', '&group_by=endpoint', '&group_by=key'];
  const reports = () => Promise.all(groups.map((group) => usage(period() + group)));

  beforeAll(async () => {
    for (let request = 0; request < 30; request += 1) await enrich();
    await enrich({ 'Idempotency-Key': 'kept' });
    await moveLedger('70 days');
    for (let request = 0; request < 5; request += 1) await enrich();
    file = join(folder, 'ledger.ndjson.gz');
    before = await reports();
  });

  it('is refused, and no file is written, until the usage of each day before its end is summed up', async () => {
    const ended = await admin.run(['ledger', 'archive', '--before', firstOfMonth(1).slice(0, 7), '--to', file]);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(/are not all summed up/)) });
    expect(existsSync(file)).toBe(false);
  });

  it('needs the usage of each day to be summed up; the reports from these sums are the same as those from the ledger entries', async () => {
    await sumAllDays();
    expect(await count('usage_day')).toBeGreaterThan(0);
    expect(await reports()).toEqual(before);
  });

  it('contains the old entries and holds, which one opening entry replaces in the ledger', async () => {
    const [entries, holds] = [
      await count(`credit_entry where created_at < '${firstOfMonth(1)}'`),
      await count('credit_hold'),
    ];
    const archived = await admin.answerOf<Record<string, unknown>>([
      'ledger',
      'archive',
      '--before',
      firstOfMonth(1).slice(0, 7),
      '--to',
      file,
    ]);
    expect(archived).toEqual({ file, before: firstOfMonth(1), entries: 62, holds: 31, accounts: 1 });
    expect(entries).toBe(62);
    expect(await count(`credit_entry where created_at < '${firstOfMonth(1)}'`)).toBe(0);
    expect(await count(`credit_entry where kind = 'opening'`)).toBe(1);
    expect(await count('credit_hold')).toBe(holds - 31);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
    expect(await reports()).toEqual(before);
    const lines = gunzipSync(await readFile(file))
      .toString()
      .trim()
      .split('\n');
    expect(lines).toHaveLength(1 + 62 + 31 + 1);
    expect(lines.join('\n')).not.toContain('acme.example');
  });

  it('has no discrepancies according to `ledger verify`', async () => {
    expect(await admin.answerOf(['ledger', 'verify', file])).toEqual({
      archive: { file, before: firstOfMonth(1), entries: 62, holds: 31, accounts: 1 },
      discrepancies: [],
    });
  });

  it('does not prevent later charges', async () => {
    await enrich();
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });

  it('can be made again for a later month, and then includes the opening entry', async () => {
    await moveLedger('33 days');
    await service.database.pool.query('update usage_progress set summed_before = archived_before');
    await sumAllDays();
    const later = join(folder, 'later.ndjson.gz');
    const archived = await admin.answerOf([
      'ledger',
      'archive',
      '--before',
      firstOfMonth(0).slice(0, 7),
      '--to',
      later,
    ]);
    expect(archived).toMatchObject({ entries: 13, holds: 6, accounts: 1 });
    expect(await count(`credit_entry where kind = 'opening'`)).toBe(1);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });

  it('can be written again to the same file, such as after an interruption', async () => {
    const later = join(folder, 'later.ndjson.gz');
    const again = ['ledger', 'archive', '--before', firstOfMonth(0).slice(0, 7), '--to', later];
    expect(await admin.answerOf(again)).toMatchObject({ entries: 13 });
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });
});

describe('The verification of the ledger', () => {
  it('rejects a file whose lines were changed', async () => {
    const text = gunzipSync(await readFile(join(folder, 'ledger.ndjson.gz'))).toString();
    const changed = join(folder, 'changed.ndjson.gz');
    await writeFile(changed, gzipSync(text.replace('"posted_delta":1', '"posted_delta":2')));
    const ended = await admin.run(['ledger', 'verify', changed]);
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(/is not what was written/)),
    });
  });

  it('rejects a file that ends early', async () => {
    const whole = await readFile(join(folder, 'ledger.ndjson.gz'));
    const cut = join(folder, 'cut.ndjson.gz');
    await writeFile(cut, whole.subarray(0, whole.length / 2));
    const ended = await admin.run(['ledger', 'verify', cut]);
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(/Cannot read .*incomplete/)),
    });
  });

  it('reports an account whose balance is not the sum of its entries', async () => {
    await service.database.pool.query(`update credit_account set posted = posted + 1 where feature = 'data_access'`);
    const ended = await admin.run(['ledger', 'verify']);
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringMatching(singleLine(/1 accounts differ/)) });
    expect(JSON.parse(ended.stdout)).toMatchObject({ discrepancies: [{ tenant_id: 'acme', feature: 'data_access' }] });
    await service.database.pool.query(`update credit_account set posted = posted - 1 where feature = 'data_access'`);
  });
});
