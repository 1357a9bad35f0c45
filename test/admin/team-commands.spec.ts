import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'team-commands-'));
  await test.database.prisma.tenant.create({ data: { id: 'acme', name: 'Acme' } });
});

afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const admin = new CommandLine(() => ({ DATABASE_URL: test.url, DATA_DIR: folder }));

async function schemaFile(content: string): Promise<string> {
  const path = join(folder, 'schema.json');
  await writeFile(path, content);
  return path;
}

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

describe('The team commands succeed', () => {
  it('store a schema unchanged, replace it, and list, show and delete teams', async () => {
    const path = await schemaFile(
      '\uFEFF{"personas":[{"name":"Data","seniorities":["Director"]}],"exclude_titles":[]}',
    );
    const schema = { personas: [{ name: 'Data', seniorities: ['Director'] }], exclude_titles: [] };
    const stored = { tenant: 'acme', team: 'EMEA data', schema, created_at: time, updated_at: time };
    expect(await admin.answerOf(['team', 'set', 'acme', 'EMEA data', '--schema', path])).toEqual(stored);
    await admin.answerOf(['team', 'set', 'acme', 'all', '--schema', '-'], { stdin: '{}' });
    const replaced = await admin.answerOf(['team', 'set', 'acme', 'all', '--schema', '-'], {
      stdin: '{"max_results":7}',
    });
    expect(replaced).toMatchObject({ team: 'all', schema: { max_results: 7 } });
    expect(await admin.answerOf(['team', 'list', 'acme'])).toEqual([stored, replaced]);
    expect(await admin.answerOf(['team', 'show', 'acme', 'EMEA data'])).toEqual(stored);
    expect(await admin.answerOf(['team', 'delete', 'acme', 'all'])).toEqual(replaced);
    expect(await admin.answerOf(['team', 'list', 'acme'])).toEqual([stored]);
  });
});

describe('The team commands reject', () => {
  it.each([
    [
      'a schema with a wrong member',
      '{"personas":[{"name":"Data","seniorities":["boss"]}]}',
      /personas\[0\]\.seniorities\[0\] must be one of/,
    ],
    ['a schema with an unknown member', '{"persona":[]}', /"persona".*personas/],
    ['a schema that is no JSON', '{personas}', /must be JSON/],
    ['a schema that is no object', '[]', /must be an object/],
  ])('reject %s', async (_, content, message) => {
    const path = await schemaFile(content);
    const ended = await admin.run(['team', 'set', 'acme', 'wrong', '--schema', path]);
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(message)) });
  });

  it.each([
    ['a missing schema', ['set', 'acme', 'x'], /--schema is missing/],
    [
      'a file that is not there',
      ['set', 'acme', 'x', '--schema', '/nowhere.json'],
      /Cannot read \/nowhere\.json: there is no such file/,
    ],
    ['an unknown tenant', ['list', 'missing'], /There is no tenant "missing"/],
    ['a blank name', ['set', 'acme', ' ', '--schema', '-'], /visible characters/],
    ['an unknown team', ['show', 'acme', 'none'], /Tenant "acme" has no team "none"/],
    ['the deletion of an unknown team', ['delete', 'acme', 'none'], /Tenant "acme" has no team "none"/],
    ['a missing subcommand', [], /set, list, show or delete/],
  ])('reject %s', async (_, args, message) => {
    const ended = await admin.run(['team', ...args], { stdin: '{}' });
    expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(singleLine(message)) });
  });

  it('store no team whose schema or name they reject', async () => {
    expect(await test.database.prisma.team.count({ where: { name: { in: ['wrong', 'x', ' '] } } })).toBe(0);
  });
});
