import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Ended, oneLine, runProgram } from './support/programs.js';
import { describeInside, isExternal } from './support/target.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

jest.setTimeout(60_000);

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  if (isExternal) return;
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'admin-persons-'));
});

afterAll(async () => {
  if (isExternal) return;
  await test.drop();
  await rm(folder, { recursive: true });
});

function run(args: readonly string[], stdin = ''): Promise<Ended> {
  const env = { DATABASE_URL: test.url, DATA_DIR: folder };
  return runProgram(['scripts/admin.mjs', ...args], { env, stdin });
}

/** The one document that a command answers with. */
async function answerOf(args: readonly string[], stdin?: string): Promise<unknown> {
  const ended = await run(args, stdin);
  expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/^[^\n]+\n$/), stderr: '' });
  return JSON.parse(ended.stdout) as unknown;
}

const jane = JSON.stringify({
  network_url: 'network.com/in/jane',
  full_name: 'Jane Doe',
  emails: [{ address: 'jane@acme.com' }],
  experience: [{ title: 'CTO', company_website: 'acme.com' }],
});
const signal = JSON.stringify({
  date: '2026-01-15',
  signal_type: 'Article',
  intent_holder_network_url: 'network.com/in/jane',
});

async function countOfChiefs(): Promise<number> {
  const { rows } = await test.database.pool.query<{ n: number }>(
    'select coalesce(sum(employees), 0)::int as n from query_count',
  );
  return rows[0]?.n ?? -1;
}

describeInside('The admin command line, for persons and signals, succeeds', () => {
  it('imports, keeps counts of query fields up to date, erases, and keeps erased persons out', async () => {
    await answerOf(['tenant', 'create', 'acme']);
    await answerOf(['query', 'set', 'acme', 'chiefs', '--scope', 'company', '--definition', '{"titles":["CTO"]}']);
    await answerOf(['import', 'companies', '-'], '{"website":"acme.com","name":"Acme"}');
    expect(await answerOf(['import', 'persons', '-'], jane)).toMatchObject({ read: 1, inserted: 1, rejected: 0 });
    expect(await countOfChiefs()).toBe(1);
    expect(await answerOf(['import', 'signals', '-', '--tenant', 'acme'], signal)).toMatchObject({ inserted: 1 });
    expect(await answerOf(['erase', 'person', '--email', 'Jane@acme.com'])).toEqual({
      erased: { persons: 1, emails: 1, signals: 1, prospects: 0, stored_answers: 0 },
      suppressed: { network_urls: 1, emails: 1 },
    });
    expect(await countOfChiefs()).toBe(0);
    const again = await run(['import', 'persons', '-', '--rejects', join(folder, 'rejects.ndjson')], jane);
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 1, inserted: 0, rejected: 1 });
  });
});

describeInside('The admin command line, for persons and signals, rejects', () => {
  it.each([
    [['import'], /companies, persons or signals/],
    [['import', 'signals', '-'], /--tenant/],
    [['import', 'signals', '-', '--tenant', 'nobody'], /no tenant "nobody"/],
    [['import', 'persons', 'nowhere.ndjson'], /nowhere\.ndjson/],
    [['erase'], /person/],
    [['erase', 'person'], /--network-url or --email/],
    [['erase', 'person', '--network-url', 'network.com/company/acme'], /profile URL of a person/],
  ])('%j in one line', async (args, words) => {
    expect(await run(args)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(oneLine(words)) });
  });
});
