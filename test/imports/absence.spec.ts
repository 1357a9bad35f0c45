import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { importServiceOn } from '../support/records/company-import.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-absence-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  test = await createTestDatabase();
});

afterEach(() => test.drop());

const admin = new CommandLine(() => ({ DATABASE_URL: test.url, DATA_DIR: folder }));

async function imported(
  kind: string,
  records: readonly object[],
  ...words: string[]
): Promise<Record<string, unknown>> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  return admin.answerOf(['import', kind, path, ...words]);
}

async function websites(): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ website: string }>('select website from company order by website');
  return rows.map(({ website }) => website);
}

const crm = ['--source', 'crm', '--complete'];
const all = ['a', 'b', 'c', 'd'].map((name) => ({
  website: `${name}.example`,
  name: name.toUpperCase(),
  industry: 'Retail',
}));

describe('A complete file', () => {
  it('marks the records of its source that it no longer has, and removes the marks of those that a later file has', async () => {
    expect(await imported('companies', all, ...crm)).toMatchObject({ inserted: 4, absent: 0 });
    await imported('companies', [{ website: 'other.example', name: 'Other' }], '--source', 'elsewhere');
    expect(await imported('companies', all.slice(0, 2), ...crm)).toMatchObject({ unchanged: 2, absent: 2 });
    expect(await admin.answerOf(['import', 'absent', 'crm'])).toMatchObject({
      source: 'crm',
      companies: { of_source: 4, absent: 2, only_here: 2 },
      records: [{ website: 'c.example' }, { website: 'd.example' }],
    });
    expect(await admin.answerOf(['import', 'absent', 'crm', '--older-than', '1'])).toMatchObject({ records: [] });
    expect(await imported('companies', all.slice(2, 3), '--source', 'crm')).not.toHaveProperty('absent');
    expect(await admin.answerOf(['import', 'absent', 'crm'])).toMatchObject({ records: [{ website: 'd.example' }] });
  });

  it('marks no records if its import is interrupted', async () => {
    await imported('companies', all, ...crm);
    const { service } = await importServiceOn(test);
    const options = { source: 'crm', isComplete: true, signal: AbortSignal.abort() };
    await expect(service.run('companies', join(folder, 'companies.ndjson'), options)).resolves.toMatchObject({
      read: 0,
    });
    expect(await admin.answerOf(['import', 'absent', 'crm'])).toMatchObject({ companies: { of_source: 4, absent: 0 } });
  });

  it('is no file of names that are added to stored companies', async () => {
    const path = join(folder, 'names.ndjson');
    await writeFile(path, ndjson(all));
    const { stderr } = await admin.run(['import', 'companies', path, '--match-only', ...crm]);
    expect(stderr).toContain('--complete does not go with --match-only');
  });

  it('needs a name of its source', async () => {
    const path = join(folder, 'unnamed.ndjson');
    await writeFile(path, ndjson(all));
    const { code, stderr } = await admin.run(['import', 'companies', path, '--complete']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('--complete needs --source') });
  });
});

describe('The removal of absent records', () => {
  it('keeps a record that another source has, and can be undone', async () => {
    await imported('companies', all, ...crm);
    await imported('companies', [{ website: 'd.example', tagline: 'All for less' }], '--source', 'register');
    await imported('companies', all.slice(0, 2), ...crm);
    const removal = await admin.answerOf(['import', 'absent', 'crm', '--remove']);
    expect(removal).toMatchObject({ source: 'crm', removals: [{ kind: 'companies', removed: 1 }], kept: 1 });
    expect(await websites()).toEqual(['a.example', 'b.example', 'd.example']);
    const [{ import_id: id } = { import_id: 0 }] = (removal as { removals: { import_id: number }[] }).removals;
    expect(await admin.answerOf(['import', 'undo', String(id)])).toMatchObject({ brought_back: 1, left: 0 });
    expect(await websites()).toEqual(all.map(({ website }) => website));
  });

  it('is refused if it would remove a large part of the source, until the operator confirms it', async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({ website: `w${index}.example`, name: `W ${index}` }));
    await imported('companies', many, ...crm);
    await imported('companies', many.slice(0, 2), ...crm);
    const { code, stderr } = await admin.run(['import', 'absent', 'crm', '--remove']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('This would remove 10 of the 12 companies of the source'),
    });
    expect(await websites()).toHaveLength(12);
    await admin.answerOf(['import', 'absent', 'crm', '--remove', '--yes']);
    expect(await websites()).toHaveLength(2);
  });
});

describe('The deletion of a person', () => {
  it('does not keep a later import from bringing the person again, and can be undone', async () => {
    const jane = { network_url: 'https://network.com/in/jane', full_name: 'Jane Doe', emails: ['jane@acme.example'] };
    await imported('persons', [
      jane,
      { ...jane, network_url: 'https://network.com/in/joe', full_name: 'Joe Roe', emails: [] },
    ]);
    const names = async (): Promise<unknown[]> => {
      const { rows } = await test.database.pool.query<{ full_name: string }>(
        'select full_name from person order by id',
      );
      return rows.map(({ full_name: name }) => name);
    };
    const { import_id: id, removed } = await admin.answerOf<{ import_id: number; removed: number }>([
      ...['person', 'delete', '--email', 'jane@acme.example'],
    ]);
    expect({ removed, left: await names() }).toEqual({ removed: 1, left: ['Joe Roe'] });
    await admin.answerOf(['import', 'undo', String(id)]);
    expect(await names()).toEqual(['Jane Doe', 'Joe Roe']);
    await admin.answerOf(['person', 'delete', '--network-url', 'https://network.com/in/jane']);
    expect(await imported('persons', [jane])).toMatchObject({ inserted: 1 });
    expect((await admin.run(['person', 'delete', 'nobody@acme.example'])).code).toBe(1);
  });
});
