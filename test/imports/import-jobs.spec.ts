import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { advisoryLocks } from '../../src/platform/database/advisory-locks.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { endOf, startProgram } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-jobs-'));
});

afterEach(async () => {
  for (const table of ['company', 'person', 'signal']) await test.database.pool.query(`delete from ${table}`);
});

afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const env = (): Record<string, string> => ({ DATABASE_URL: test.url, DATA_DIR: folder });
const admin = new CommandLine(env);

/** Numbers from 0 to `limit` - 1 that look random, and are the same in every run. */
function drawing(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/**
 * Lines for two batches. Most lines are about a company of their own. The others are about one of 500 companies that several lines
 * identify in different ways.
 * @param forms the ends of the names of one company; names with different numbers contradict each other
 */
function messyCompanies(forms: readonly string[]): string[] {
  const draw = drawing(7);
  return Array.from({ length: 5_600 }, (_, index) => {
    if (draw(200) === 0) return index % 2 === 0 ? 'no JSON' : '{"name":"Nobody"}';
    const number = draw(8) === 0 ? draw(500) : 10_000 + 2 * index;
    const identifiers: [string, unknown][] = [
      ['network_id', String(number + 1)],
      ['network_url', `network.com/company/c${number}`],
      ['website', `c${number}.com`],
    ];
    const kept = identifiers.filter((_, place) => place === index % 3 || draw(3) === 0);
    const domains = draw(4) === 0 ? [`c${number}.com`, `c${number}.de`].slice(draw(2)) : undefined;
    const isContesting = draw(60) === 0;
    return JSON.stringify({
      ...Object.fromEntries(kept),
      domains: isContesting ? [`c${number + 1}.com`] : domains,
      founded_year: draw(50) === 0 ? 'MCM' : 1900 + draw(100),
      employee_count: index,
      name: `Company ${number}${forms[draw(forms.length)] ?? ''}`,
      former_names: draw(3) === 0 ? [`Former ${index}`] : undefined,
    });
  });
}

/** Lines for two batches of persons. Some of them have the same profile page, network id or employer. */
function messyPersons(): string[] {
  const draw = drawing(11);
  return Array.from({ length: 5_400 }, (_, index) => {
    if (draw(300) === 0) return '{"first_name":"Nobody"}';
    const number = draw(6) === 0 ? draw(400) : 5_000 + 2 * index;
    return JSON.stringify({
      network_url: `network.com/in/p${number}`,
      network_id: draw(3) === 0 ? `id-${draw(20) === 0 ? number + 1 : number}` : undefined,
      full_name: `Ada N${number}`,
      job_title: `Title ${index}`,
      company_website: `c${draw(40)}.com`,
      emails: draw(2) === 0 ? [`ada${number}.${draw(2)}@c1.com`] : undefined,
      skills: draw(3) === 0 ? [`skill ${draw(9)}`] : undefined,
      experience:
        draw(3) === 0
          ? [{ title: `Old ${index}`, company_website: `c${draw(40)}.com`, start_date: '2020', end_date: '2021' }]
          : undefined,
    });
  });
}

/** Lines for two batches of signals. Every third line has one of 100 signals, so these are repeated. */
function messySignals(): string[] {
  return Array.from({ length: 5_300 }, (_, index) => {
    const number = index % 3 === 0 ? index % 300 : index;
    const date = number % 500 === 7 ? 'soon' : '2026-01-15';
    return JSON.stringify({ date, signal_type: 'Article', account_website: `c${number}.com` });
  });
}

/** The SQL that reads all stored records of each kind, without their ids, for a comparison of two imports. */
const contents = {
  companies: `
    select (to_jsonb(c) - 'id') || jsonb_build_object(
      'domains', (select jsonb_object_agg(domain, is_primary) from company_domain where company_id = c.id),
      'former_names', (select jsonb_agg(name order by name) from company_former_name where company_id = c.id)) as content
    from company c`,
  persons: `
    select (to_jsonb(p) - 'id' - 'company_id') || jsonb_build_object(
      'employer', (select website from company where id = p.company_id),
      'emails', (select jsonb_agg(address order by place, address) from person_email where person_id = p.id),
      'skills', (select jsonb_agg(name order by name) from person_skill where person_id = p.id),
      'experience', (select jsonb_agg(jsonb_build_array(title, company_website, start_date, end_date) order by id)
        from person_experience where person_id = p.id),
      'blocks', (select count(*) from person_block where person_id = p.id)) as content
    from person p`,
  signals: `select to_jsonb(s) - 'id' - 'created_at' as content from signal s`,
};

async function contentOf(kind: keyof typeof contents): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ content: string }>(
    `select content::text from (${contents[kind]}) as all_records order by content::text collate "C"`,
  );
  return rows.map(({ content }) => content);
}

interface Imported {
  readonly code: number | null;
  readonly summary: object;
  readonly rejected: readonly string[];
  readonly content: readonly string[];
}

/** Imports a file. @returns the summary without times, the sorted lines of the rejects file, and the records that are stored then */
async function importing(kind: keyof typeof contents, path: string, ...words: string[]): Promise<Imported> {
  const rejects = join(folder, 'rejects.ndjson');
  const { code, stdout } = await admin.run(['import', kind, path, '--rejects', rejects, ...words]);
  const { import_id: _, seconds: __, rows_per_second: ___, ...summary } = JSON.parse(stdout) as Record<string, unknown>;
  const rejected = (await readFile(rejects, 'utf8')).trimEnd().split('\n').sort();
  return { code, summary, rejected, content: await contentOf(kind) };
}

/** Starts an import of companies with three jobs as a program, and kills it when the first companies are stored. */
async function killMidway(path: string): Promise<void> {
  const words = ['dist/admin.js', 'import', 'companies', path, '--jobs', '3', '--rejects', join(folder, 'killed')];
  const program = startProgram(words, { env: env() });
  const ended = endOf(program);
  await eventually(async () => (await contentOf('companies')).length > 0, 100_000);
  program.kill('SIGKILL');
  expect(await ended).toMatchObject({ code: null });
}

describe('An import in several threads (--jobs)', () => {
  it('stores the same as an import in one thread, with the same counts and rejected lines, even if it is killed and repeated', async () => {
    const path = join(folder, 'companies.ndjson');
    await writeFile(path, messyCompanies(['', ' Group', ' Systems']).join('\n'));
    const withOne = await importing('companies', path);
    await test.database.pool.query('delete from company');
    expect(await importing('companies', path, '--jobs', '3')).toEqual(withOne);
    expect(withOne).toMatchObject({ code: 0, summary: { read: 5_600, rejected: expect.any(Number) } });
    await test.database.pool.query('delete from company');
    await killMidway(path);
    expect((await contentOf('companies')).length).toBeLessThan(withOne.content.length);
    const { code, content } = await importing('companies', path, '--jobs', '3');
    expect([code, content]).toEqual([0, withOne.content]);
  }, 300_000);

  it('stores the same as an import in one thread if records contradict each other', async () => {
    const path = join(folder, 'disputed.ndjson');
    await writeFile(path, messyCompanies([' 1', ' 2', ' 3']).join('\n'));
    await test.database.pool.query('delete from company');
    const withOne = await importing('companies', path);
    await test.database.pool.query('delete from company');
    expect(await importing('companies', path, '--jobs', '3')).toEqual(withOne);
    expect(withOne.rejected.join('')).toContain('identifies nobody');
    await test.database.pool.query('delete from company');
  });

  it('stores the same persons from a compressed file as an import in one thread', async () => {
    await test.database.pool.query(
      `insert into company (website) select 'c' || n || '.com' from generate_series(0, 39) as n`,
    );
    await test.database.pool.query(
      'insert into company_domain (domain, company_id, is_primary) select website, id, true from company',
    );
    const path = join(folder, 'persons.ndjson.gz');
    await writeFile(path, gzipSync(messyPersons().join('\n')));
    const withOne = await importing('persons', path);
    await test.database.pool.query('delete from person');
    expect(await importing('persons', path, '--jobs', '3')).toEqual(withOne);
    expect(withOne).toMatchObject({ code: 0, summary: { read: 5_400 } });
  });

  it('stores the same signals as an import in one thread', async () => {
    await admin.run(['tenant', 'create', 'acme']);
    const path = join(folder, 'signals.ndjson');
    await writeFile(path, messySignals().join('\n'));
    const withOne = await importing('signals', path, '--tenant', 'acme');
    await test.database.pool.query('delete from signal');
    expect(await importing('signals', path, '--tenant', 'acme', '--jobs', '2')).toEqual(withOne);
  });

  it('reads standard input, and rejects a record that is nested too deeply to be sent to a thread', async () => {
    const deep = `{"website":"deep.com","note":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const stdin = `{"website":"one.com"}\n${deep}\n{"website":"two.com"}\n`;
    const rejects = join(folder, 'deep.ndjson');
    const ended = await admin.run(['import', 'companies', '-', '--jobs', '2', '--rejects', rejects], { stdin });
    expect(JSON.parse(ended.stdout)).toMatchObject({ read: 3, inserted: 2, rejected: 1 });
    expect(JSON.parse(await readFile(rejects, 'utf8'))).toEqual({
      line: 2,
      reason: expect.stringMatching(/too deeply/),
    });
  });

  it('waits for another import in several threads, and says that it waits', async () => {
    const other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query(`begin; select pg_advisory_xact_lock(${advisoryLocks.parallelImport})`);
    const running = admin.run(['import', 'companies', '-', '--jobs', '2'], { stdin: '{"website":"late.com"}\n' });
    const sessions = `select from pg_stat_activity where datname = current_database() and application_name = 'data-access-service import'`;
    // The import has two sessions then: its own, and the one that waits for the lock. The message comes after a second of waiting.
    await eventually(async () => (await test.database.pool.query(sessions)).rowCount === 2, 100_000);
    await sleep(3_000);
    expect(await contentOf('companies')).toEqual([]);
    await other.end();
    expect(await running).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(
        /^Another import with several jobs is running in PostgreSQL session \d+.*; this import starts when that import has ended\n$/,
      ),
    });
    expect(await contentOf('companies')).toHaveLength(1);
  });

  it('is refused if the number of threads is invalid', async () => {
    expect(await admin.run(['import', 'companies', 'x.ndjson', '--jobs', '0'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '--jobs must be a whole number from 1 to 32\n',
    });
  });
});
