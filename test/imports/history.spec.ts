import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-history-'));
});

afterAll(() => rm(folder, { recursive: true }));

beforeEach(async () => {
  test = await createTestDatabase();
});

afterEach(() => test.drop());

const admin = new CommandLine(() => ({ DATABASE_URL: test.url, DATA_DIR: folder }));

interface Answer {
  readonly import_id: number;
  readonly [name: string]: unknown;
}

async function imported(kind: string, records: readonly object[], ...words: string[]): Promise<Answer> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  // What looks like a wrong file is told on standard error.
  const { code, stdout, stderr } = await admin.run(['import', kind, path, '--rejects', '/dev/null', ...words]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Answer;
}

async function undone(id: number): Promise<Answer> {
  return admin.answerOf<Answer>(['import', 'undo', String(id)]);
}

const tables = [
  ...['company', 'company_domain', 'company_former_name', 'company_alias', 'company_technology', 'company_headcount'],
  ...[
    'person',
    'person_email',
    'person_phone',
    'person_skill',
    'person_education',
    'person_experience',
    'person_block',
  ],
  ...['signal', 'company_follow', 'person_follow'],
];

/** All rows that imports write, with their ids. */
async function stored(): Promise<Record<string, unknown[]>> {
  const state: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await test.database.pool.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
    );
    state[table] = rows.map(({ row }) => row);
  }
  return state;
}

const companies = Array.from({ length: 8 }, (_, index) => ({
  website: `firm${index}.example`,
  name: `Firm ${index}`,
  network_url: `https://network.com/company/firm-${index}`,
  employee_count: 100 + index,
  industry: 'Software Development',
  domains: [`firm${index}.example`, `firm${index}.test`],
  technologies: ['Kafka', `Tool ${index}`],
}));

const persons = Array.from({ length: 8 }, (_, index) => ({
  network_url: `https://network.com/in/person-${index}`,
  full_name: `Ada Person${String.fromCharCode(65 + index)}`,
  job_title: 'Engineer',
  company_website: `firm${index}.example`,
  emails: [`ada${index}@firm${index}.example`, `old${index}@firm${index}.example`],
  phones: [`+4930123456${index}`],
  skills: ['Rust', 'SQL'],
  experience: [{ title: 'Engineer', company_name: `Firm ${index}`, start_date: '2020-01-01' }],
}));

const spoilt = companies.map(({ website, domains: _, ...rest }) => ({ ...rest, website, employee_count: 999999 }));

describe('The difference of an import', () => {
  it('names each changed field with its values before and after, and what is typical for a wrong file', async () => {
    await imported('companies', companies);
    const { import_id: id } = await imported('companies', spoilt, '--yes');
    const diff = await admin.answerOf(['import', 'diff', String(id)]);
    expect(diff).toMatchObject({
      ...{ import_id: id, inserted: 0, changed: 8, replaced: 8, next_cursor: null },
      warnings: ['employee_count becomes "999999" in 8 of 8 changed records'],
      fields: [{ field: 'employee_count', changed: 8, filled: 0, emptied: 0 }],
    });
    expect((diff as { records: unknown[] }).records[0]).toEqual({
      ...{
        kind: 'company',
        name: 'Firm 0',
        website: 'firm0.example',
        network_url: 'https://www.network.com/company/firm-0',
      },
      changes: [{ field: 'employee_count', before: 100, after: 999999 }],
    });
  });

  it('is shown by a dry run, too, which stores nothing', async () => {
    await imported('companies', companies);
    const before = await stored();
    const changed = companies.map((company) => ({ ...company, technologies: ['Kafka', 'Redis'] }));
    const dry = await imported('companies', changed, '--dry-run');
    const refused =
      'The import will be refused, because it would replace stored values in 8 of 8 records, and at most 30% are allowed';
    expect(dry).toMatchObject({
      ...{ dry_run: true, import_id: null },
      changes: { changed: 8, replaced: 8, warnings: [refused] },
    });
    expect(await imported('companies', changed, '--dry-run', '--max-changed', '100%')).toMatchObject({
      changes: { replaced: 8, warnings: [] },
    });
    expect((dry.changes as { records: { changes: unknown }[] }).records[2]?.changes).toEqual([
      { field: 'technologies', before: [{ name: 'Tool 2' }], after: [{ name: 'Redis' }] },
    ]);
    expect(await stored()).toEqual(before);
    const { rows } = await test.database.pool.query('select from import_change');
    expect(rows).toEqual([]);
  });

  it('comes in parts, in the order of the records', async () => {
    await imported('persons', persons);
    const { import_id: id } = await imported(
      'persons',
      persons.map((person) => ({ ...person, job_title: 'Architect', experience: undefined })),
      '--yes',
    );
    const names: unknown[] = [];
    for (let cursor: string | null = null; ;) {
      const words: string[] = [
        'import',
        'diff',
        String(id),
        '--limit',
        '3',
        ...(cursor === null ? [] : ['--cursor', cursor]),
      ];
      const part = await admin.answerOf<{ records: { name: string }[]; next_cursor: string | null }>(words);
      names.push(...part.records.map(({ name }) => name));
      cursor = part.next_cursor;
      if (cursor === null) break;
    }
    expect(names).toEqual(persons.map(({ full_name: name }) => name));
  });
});

describe('The guard of an import', () => {
  it('refuses a file that would replace the values of too many records, says why, and stores nothing', async () => {
    await imported('companies', companies);
    const before = await stored();
    const path = join(folder, 'spoilt.ndjson');
    await writeFile(path, ndjson(spoilt));
    const { code, stderr, stdout } = await admin.run(['import', 'companies', path]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('would replace stored values in 8 of 8 records, and at most 30% are allowed');
    expect(stderr).toContain('employee_count becomes "999999" in 8 of 8 changed records');
    expect(await stored()).toEqual(before);
    const list = await admin.answerOf<{ outcome: string }[]>(['import', 'list']);
    expect(list.map(({ outcome }) => outcome)).toEqual(['refused', 'complete']);
    await expect(imported('companies', spoilt, '--max-changed', '100%')).resolves.toMatchObject({ updated: 8 });
  });

  it('takes back what batches before the refusal have stored', async () => {
    const many = Array.from({ length: 7_000 }, (_, index) => ({
      website: `w${index}.example`,
      name: `W ${index}`,
      employee_count: index,
    }));
    await imported('companies', many);
    const before = await stored();
    const path = join(folder, 'many.ndjson');
    for (const words of [[], ['--jobs', '2']]) {
      await writeFile(path, ndjson(many.map((company) => ({ ...company, employee_count: 7 }))));
      const { code } = await admin.run(['import', 'companies', path, ...words]);
      expect(code).toBe(1);
      expect(await stored()).toEqual(before);
    }
  });

  it('compares the replaced records with all records of a file of several batches', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      website: `w${index}.example`,
      name: `W ${index}`,
      employee_count: index,
    }));
    await imported('companies', many);
    const changed = many.map((company, index) => (index < 2_000 ? { ...company, employee_count: 7 } : company));
    await expect(imported('companies', changed)).resolves.toMatchObject({ read: 10_000 });
  });

  it('lets files pass that fill blanks, add records, or replace few values', async () => {
    await imported('companies', companies);
    const filled = companies.map((company) => ({ ...company, founded_year: 1999 }));
    await expect(imported('companies', filled)).resolves.toMatchObject({ updated: 8 });
    const few = companies.slice(0, 4).map((company) => ({ ...company, employee_count: 5 }));
    await expect(imported('companies', few)).resolves.toMatchObject({ updated: 4 });
  });
});

describe('The undo of an import', () => {
  it('brings back each row of companies and persons exactly, and can be undone itself', async () => {
    await imported('companies', companies);
    await imported('persons', persons);
    const before = await stored();
    const { import_id: first } = await imported(
      'companies',
      companies.map((company, index) => ({
        ...company,
        name: `"Renamed" {${index}}, \\`,
        former_names: [company.name],
        industry: index === 3 ? 'Retail' : company.industry,
        technologies: ['Nothing'],
        tagline: 'Two lines:\n"first", \'second\'',
        specialities: ['Plain', '[quoted, "list"]'],
        is_b2b: index % 2 === 0,
        funding_last_date: '2024-02-29',
        account_last_updated: '2024-02-29T12:30:00Z',
      })),
      ...['--yes', '--source', 'wrong'],
    );
    const { import_id: second } = await imported(
      'persons',
      persons.map((person, index) => ({
        network_url: person.network_url,
        full_name: `${person.full_name} Smith`,
        job_title: 'Director of Sales',
        company_website: `firm${(index + 1) % 8}.example`,
        emails: [`ada${index}@elsewhere.example`],
        skills: ['Selling'],
      })),
      ...['--yes', '--source', 'wrong'],
    );
    const after = await stored();
    const undo = await undone(second);
    expect(undo).toMatchObject({ undoes: second, restored: 8, removed: 0, brought_back: 0, left: 0 });
    await expect(undone(first)).resolves.toMatchObject({ undoes: first, restored: 8, left: 0 });
    expect(await stored()).toEqual(before);
    const list = await admin.answerOf<{ action: string; undoes: number }[]>(['import', 'list']);
    expect(list.slice(0, 2)).toMatchObject([
      { action: 'undo', undoes: first },
      { action: 'undo', undoes: second },
    ]);
    const [{ import_id: last } = { import_id: 0 }] = list as unknown as Answer[];
    const undoOf = async (id: number): Promise<unknown> => {
      const entries = await admin.answerOf<Answer[]>(['import', 'list']);
      return entries.find(({ import_id: entry }) => entry === id)?.undone_by;
    };
    expect(await undoOf(second)).toBe(undo.import_id);
    await undone(last);
    const repeat = await undone(undo.import_id);
    expect(await stored()).toEqual(after);
    // The import applies again, so no undo has taken it back any more.
    expect([await undoOf(second), await undoOf(undo.import_id)]).toEqual([null, repeat.import_id]);
  });

  it('removes the records that the import inserted, and brings them back when it is undone itself', async () => {
    await imported('companies', companies.slice(0, 2));
    const before = await stored();
    const { import_id: id } = await imported('companies', companies.slice(2));
    const { import_id: ofPersons } = await imported('persons', persons);
    const after = await stored();
    const first = await undone(ofPersons);
    expect(first).toMatchObject({ removed: 8, left: 0 });
    const second = await undone(id);
    expect(second).toMatchObject({ removed: 6, left: 0 });
    expect(await stored()).toEqual(before);
    await undone(second.import_id);
    await undone(first.import_id);
    expect(await stored()).toEqual(after);
  });

  it('leaves what a later import has changed or confirmed, and says so', async () => {
    await imported('companies', companies);
    const { import_id: id } = await imported('companies', spoilt, '--yes');
    const [first, second] = companies;
    await imported('companies', [
      { website: first?.website, employee_count: 77, industry: 'Retail' },
      { website: second?.website, employee_count: 999999 },
    ]);
    const undo = await undone(id);
    expect(undo).toMatchObject({
      restored: 6,
      left: 2,
      left_records: [
        { name: 'Firm 0', fields: ['employee_count'], reason: 'import 3 has changed or confirmed it since' },
        { name: 'Firm 1', fields: ['employee_count'], reason: 'import 3 has changed or confirmed it since' },
      ],
    });
    const { rows } = await test.database.pool.query('select employee_count from company order by id');
    expect(rows.map((row: { employee_count: number }) => row.employee_count)).toEqual([
      ...[77, 999999],
      ...companies.slice(2).map(({ employee_count: count }) => count),
    ]);
  });

  it('brings back what a later import has confirmed or changed, after that import was undone', async () => {
    await imported('companies', companies);
    const before = await stored();
    const { import_id: wrong } = await imported('companies', spoilt, '--yes');
    const { import_id: confirming } = await imported('companies', spoilt, '--source', 'other');
    await expect(undone(wrong)).resolves.toMatchObject({ restored: 0, left: 8 });
    await undone(confirming);
    await expect(undone(wrong)).resolves.toMatchObject({ restored: 8, left: 0 });
    expect(await stored()).toEqual(before);
  });

  it('leaves what an undo of an undo has brought again', async () => {
    await imported('companies', companies);
    const { import_id: first } = await imported('companies', spoilt, '--yes');
    const larger = spoilt.map((company) => ({ ...company, employee_count: 1_000_000 }));
    const { import_id: second } = await imported('companies', larger, '--yes');
    const ofSecond = await undone(second);
    const ofFirst = await undone(first);
    await undone(ofSecond.import_id);
    await expect(undone(ofFirst.import_id)).resolves.toMatchObject({ restored: 0, left: 8 });
    const { rows } = await test.database.pool.query('select distinct employee_count from company');
    expect(rows).toEqual([{ employee_count: 1_000_000 }]);
  });

  it('separates persons whom the import had joined', async () => {
    await imported('persons', [
      { network_url: 'https://network.com/in/jane', full_name: 'Jane Doe', company_website: 'acme.example' },
      {
        full_name: 'Jane Doe',
        emails: ['jane@acme.example'],
        phones: ['+49301234567'],
        company_website: 'acme.example',
        job_title: 'CTO',
      },
    ]);
    const before = await stored();
    const joining = {
      network_url: 'https://network.com/in/jane',
      full_name: 'Jane Doe',
      emails: ['jane@acme.example'],
      company_website: 'acme.example',
    };
    const { import_id: id, joined } = await imported('persons', [joining]);
    expect(joined).toBe(1);
    await expect(undone(id)).resolves.toMatchObject({ restored: 1, brought_back: 1, left: 0 });
    expect(await stored()).toEqual(before);
  });

  it('brings no erased person back, and the history keeps nothing of an erased person', async () => {
    await imported('persons', persons.slice(0, 2));
    const { import_id: id } = await imported('persons', [
      { network_url: persons[0]?.network_url, emails: ['new@firm0.example'], job_title: 'Architect', experience: [] },
      { network_url: persons[1]?.network_url, skills: ['Flying'] },
    ]);
    const { import_id: inserted } = await imported('persons', persons.slice(2));
    const { import_id: removal } = await undone(inserted);
    await test.database.pool.query(`
      insert into import_change (import_id, record_kind, record_id, table_name, before)
      select ${removal}, 'person', 99, 'prospect',
             jsonb_build_array(jsonb_build_object('document', jsonb_build_object('connecting_employee_network_url', network_url)))
        from person where full_name = '${String(persons[0]?.full_name)}'`);
    await admin.answerOf(['erase', 'person', '--network-url', String(persons[0]?.network_url)]);
    await admin.answerOf(['erase', 'person', '--email', String(persons[3]?.emails[0])]);
    await expect(undone(id)).resolves.toMatchObject({ restored: 1, left: 0 });
    await expect(undone(removal)).resolves.toMatchObject({ brought_back: 5, left: 0 });
    const { rows } = await test.database.pool.query<{ full_name: string }>('select full_name from person order by id');
    expect(rows.map(({ full_name: name }) => name)).toEqual(
      persons.filter((_, index) => index !== 0 && index !== 3).map(({ full_name: name }) => name),
    );
    const kept = await test.database.pool.query<{ change: string }>(
      `select concat(before, after) as change from import_change`,
    );
    const text = kept.rows.map(({ change }) => change).join('\n');
    expect(text).not.toContain('ada0@firm0.example');
    expect(text).not.toContain('person-3"');
    expect(text).not.toContain('person-0"');
  });

  it('is refused for an import that does not exist, and for one whose changes are no longer kept', async () => {
    expect((await admin.run(['import', 'undo', '99'])).stderr).toContain('There is no import 99');
    expect((await admin.run(['import', 'undo', 'last'])).stderr).toContain('An import is named by its number');
    const { import_id: id } = await imported('companies', companies);
    await test.database.pool.query(`update import set started_at = now() - interval '31 days'`);
    expect((await admin.run(['import', 'undo', String(id)])).stderr).toContain('are no longer kept');
    await test.database.pool.query('update import set started_at = now(); delete from import_insertion');
    expect((await admin.run(['import', 'undo', String(id)])).stderr).toContain('are no longer kept');
  });

  it('gives two records the identifiers back that they have exchanged', async () => {
    const page = (name: string) => `https://network.com/company/${name}`;
    await imported('companies', [
      { network_id: '11', network_url: page('one'), name: 'One Works', website: 'one.example' },
      { network_id: '22', network_url: page('two'), name: 'Two Works', website: 'two.example' },
    ]);
    const before = await stored();
    const client = await test.database.pool.connect();
    const { rows } = await client.query<{ id: string }>(
      `insert into import (kind, file, source, outcome, counts) values ('companies', 'x', 'x', 'complete', '{"updated": 2}') returning id`,
    );
    const id = Number(rows[0]?.id);
    await client.query(`begin; set local import.entry = ${id};
      update company set network_url = 'network.com/company/three' where network_id = '11';
      update company set network_url = 'network.com/company/one' where network_id = '22';
      update company set network_url = 'network.com/company/two' where network_id = '11'; commit`);
    client.release();
    await expect(undone(id)).resolves.toMatchObject({ restored: 2, left: 0 });
    expect(await stored()).toEqual(before);
  });
});
