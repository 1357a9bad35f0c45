import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call } from '../support/http/http.js';
import { RunningService, runProgram, singleLine } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { ndjson } from '../support/records/ndjson.js';

/** "shiatsu" is in occupation-words.txt of the service with another field of work. The row of personas.txt here takes precedence. */
const tables = {
  'nicknames.txt': '[ours]\nngozika: zikora\n',
  'legal-forms.txt': '[abbreviations]\nng: zentri\n',
  'personas.txt': '# Ours.\n[role: sales]\ngrowth wizard, shiatsu\n',
  'shared-sites.txt': '[ours: pages]\ncompanies.example\n',
};

const companies = [
  { network_url: 'network.com/company/acme', name: 'Acme Zentri' },
  { website: 'https://companies.example/beta', network_url: 'network.com/company/beta' },
];
const person = {
  ...{
    network_url: 'network.com/in/ngozika',
    first_name: 'Ngozika',
    last_name: 'Adeyemi',
    full_name: 'Ngozika Adeyemi',
  },
  ...{ job_title: 'Growth Wizard, Shiatsu', company_network_url: 'network.com/company/acme' },
};

let folder: string;
let env: Record<string, string>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'));
  for (const [name, text] of Object.entries(tables)) await writeFile(join(folder, name), text);
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function admin(words: readonly string[], stdin = ''): Promise<unknown> {
  const { code, stdout, stderr } = await runProgram(['dist/admin.js', ...words], { env, stdin });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('The rows that an operator adds to the tables of matching', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    env = { DATABASE_URL: database.url, MATCHING_DIR: folder, SEED: 'off', WORKER: 'off' };
  });

  it('take effect for a nickname, a legal form, a job title and a shared site', async () => {
    await admin(['tenant', 'create', 'acme']);
    await admin(['credits', 'grant', 'acme', 'data_access', '100']);
    const { api_key: apiKey } = (await admin(['key', 'create', 'acme'])) as { api_key: string };
    await admin(['import', 'companies', '-'], ndjson(companies));
    await admin(['import', 'persons', '-'], ndjson([person]));
    const service = await RunningService.start(env);
    const ask = (path: string, body: unknown) => call(`${service.baseUrl}${path}`, { apiKey, body });
    const named = { full_name: 'Zikora Adeyemi', company_name: 'Acme' };
    const persons = await ask('/v1/person/enrich', { persons: [named], fields: ['full_name'], include_personas: true });
    expect(persons.body).toMatchObject({
      results: [{ matched: true, data: { full_name: 'Ngozika Adeyemi', personas: ['sales'] } }],
    });
    const pages = [{ website: 'companies.example/beta' }, { website: 'companies.example' }];
    const found = await ask('/v1/company/enrich', { companies: pages, fields: ['name'] });
    expect(found.body).toMatchObject({ results: [{ matched: false }, { matched: false }] });
    expect(service.output).toContain('nicknames.txt (1)');
    await service.end();
  });

  it('are reported by the status of the installation', async () => {
    const additions = Object.keys(tables).map((file) => ({ file, rows: 1 }));
    const { matching_additions: shown } = (await admin(['status'])) as { matching_additions: { file: string }[] };
    expect(shown.toSorted((a, b) => a.file.localeCompare(b.file))).toEqual(
      additions.toSorted((a, b) => a.file.localeCompare(b.file)),
    );
  });

  it.each([
    ['a row without a heading', 'nicknames.txt', 'bob: robert\n', /nicknames.txt, line 1: a heading/],
    ['an unknown persona', 'personas.txt', '[role: wizardry]\nwizard\n', /personas.txt, line 1: "wizardry" is none of/],
    ['a row without a colon', 'nicknames.txt', '[ours]\nbob\n', /nicknames.txt, line 2: "bob" has no colon/],
    ['a row that occurs twice', 'legal-forms.txt', '[abbreviations]\nng: x\nng: x\n', /line 3: "ng: x" occurs twice/],
    ['an unknown kind of page', 'shared-sites.txt', '[ours: sites]\na.example\n', /is no page, tenant or folder/],
    ['a file whose name is that of no table', 'nicknmes.txt', '[ours]\nbob: robert\n', /no table is named so/],
  ])('prevent the start if they contain %s', async (_, file, text, message) => {
    await writeFile(join(folder, file), text);
    const { code, stderr } = await runProgram(['dist/main.js'], { env: { PORT: '0', ...env } });
    expect([code, stderr]).toEqual([1, expect.stringMatching(singleLine(message))]);
  });

  it('prevent the start if their folder does not exist', async () => {
    const missing = { PORT: '0', ...env, MATCHING_DIR: join(folder, 'nowhere') };
    const { code, stderr } = await runProgram(['dist/main.js'], { env: missing });
    expect([code, stderr]).toEqual([1, expect.stringMatching(singleLine(/MATCHING_DIR/))]);
  });
});
