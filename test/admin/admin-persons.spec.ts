import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { singleLine } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'admin-persons-'));
});

afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const admin = new CommandLine(() => ({ DATABASE_URL: test.url, DATA_DIR: folder }));

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

describe('The admin commands for persons and signals', () => {
  it('import a file, update query counts, erase a person, and reject the erased person in an import', async () => {
    await admin.answerOf(['tenant', 'create', 'acme']);
    await admin.answerOf([
      'query',
      'set',
      'acme',
      'chiefs',
      '--scope',
      'company',
      '--definition',
      '{"titles":["CTO"]}',
    ]);
    await admin.answerOf(['import', 'companies', '-'], { stdin: '{"website":"acme.com","name":"Acme"}' });
    expect(await admin.answerOf(['import', 'persons', '-'], { stdin: jane })).toMatchObject({
      read: 1,
      inserted: 1,
      rejected: 0,
    });
    expect(await countOfChiefs()).toBe(1);
    expect(await admin.answerOf(['import', 'signals', '-', '--tenant', 'acme'], { stdin: signal })).toMatchObject({
      inserted: 1,
    });
    expect(await admin.answerOf(['erase', 'person', '--email', 'Jane@acme.com', '--dry-run'])).toMatchObject({
      dry_run: true,
      persons: [{ name: expect.stringMatching(/Jane/) }],
      erased: { persons: 1 },
    });
    expect(await admin.answerOf(['erase', 'person', '--email', 'Jane@acme.com'])).toEqual({
      erased: { persons: 1, emails: 1, signals: 1, prospects: 0, stored_answers: 0 },
      suppressed: { network_urls: 1, emails: 1 },
    });
    for (const person of ['Jane@acme.com', 'network.com/in/nobody']) {
      expect(await admin.answerOf(['erase', 'person', person])).toMatchObject({ erased: { persons: 0 } });
    }
    expect(await countOfChiefs()).toBe(0);
    const again = await admin.run(['import', 'persons', '-', '--rejects', join(folder, 'rejects.ndjson')], {
      stdin: jane,
    });
    expect(again.code).toBe(2);
    expect(JSON.parse(again.stdout)).toMatchObject({ read: 1, inserted: 0, rejected: 1 });
  });
});

describe('The admin commands for persons and signals reject with one line', () => {
  it.each([
    [['import'], /companies, persons, signals, list, diff, undo or absent/],
    [['import', 'signals', '-'], /--tenant/],
    [['import', 'signals', '-', '--tenant', 'missing'], /no tenant "missing"/],
    [['import', 'persons', 'nowhere.ndjson'], /nowhere\.ndjson/],
    [['erase'], /person/],
    [['erase', 'person'], /by --network-url, or by --email/],
    [['erase', 'person', '--network-url', 'network.com/company/acme'], /profile URL of a person/],
  ])('reject %j in one line', async (args, words) => {
    expect(await admin.run(args)).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(words)) });
  });
});
