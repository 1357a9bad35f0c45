import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CandidateReader } from '../../src/person/candidate.reader.js';
import { call } from '../support/http/http.js';
import { ndjson } from '../support/records/ndjson.js';
import { CommandLine } from '../support/service/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { dropDatabase, execute } from '../support/service/test-server.mjs';
import { startTestService, type TestService } from '../support/service/test-service.js';

/** Names as they are stored, and as later records and requests write them. */
const spellings = [
  { stored: 'JÖRG MÜLLER', later: 'Jörg Müller' },
  { stored: 'INCI IPEK', later: 'Inci Ipek' },
  { stored: 'İSMAİL IŞIK', later: 'İsmail Işık' },
  { stored: 'АННА ЖУКОВА', later: 'Анна Жукова' },
  { stored: 'ΝΊΚΟΣ ΠΑΠΠΆΣ', later: 'Νίκος Παππάς' },
  { stored: 'Łucja Øster', later: 'ŁUCJA ØSTER' },
];
const personOf = (number: number): object => ({
  network_url: `network.com/in/p-${number}`,
  full_name: spellings[number]?.stored,
  company_name: 'Quarzelmann Forty-Four AG',
  company_website: 'quarzelmann.test',
});

describe.each([
  ['the locale C', `locale_provider libc locale 'C'`],
  ['the locale C.UTF-8', `locale_provider builtin builtin_locale 'C.UTF-8' locale 'C'`],
  ['the locale of Turkish', `locale_provider icu icu_locale 'tr' locale 'C'`],
])('A database with %s', (_, locale) => {
  let service: TestService;
  let empty: string;
  const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

  beforeAll(async () => {
    const { TEST_SERVER_URL: server = '', TEST_TEMPLATE: template = '' } = process.env;
    empty = template.replace('template', randomBytes(6).toString('hex'));
    await execute(server, `create database ${empty} template template0 encoding 'UTF8' ${locale}`);
    service = await startTestService({ template: empty });
    const stdin = ndjson(spellings.map((_, number) => personOf(number)));
    await admin.answerOf(['import', 'persons', '-'], { stdin });
  });

  afterAll(async () => {
    await service.close();
    await dropDatabase(process.env.TEST_SERVER_URL ?? '', empty);
  });

  it('lets records without a profile page update the persons whose names are stored in other case', async () => {
    const records = spellings.map(({ later }) => ({
      ...{ full_name: later, company_website: 'quarzelmann.test', job_title: 'CTO' },
    }));
    const summary = await admin.answerOf(['import', 'persons', '-', '--yes'], { stdin: ndjson(records) });
    expect(summary).toMatchObject({ inserted: 0, updated: spellings.length, rejected: 0 });
  });

  it('finds persons by their full names in other case, and another spelling of the employer', async () => {
    const { apiKey } = await service.clientOf('ours');
    const persons = spellings.map(({ later }) => ({ full_name: later, company_name: 'Quarzelmann 44' }));
    const body = { persons, fields: ['full_name'] };
    const answer = await call(`${service.baseUrl}/v1/person/enrich`, { apiKey, body });
    const results = spellings.map(({ later }) => ({ matched: true, data: { full_name: later } }));
    expect(answer.body).toMatchObject({ results });
  });

  it('lets the erasure of an address forget runs that were started with this address in other case', async () => {
    await service.issueKey('ours');
    await service.database.pool.query(
      `insert into prospecting_job (id, tenant_id, company_network_url, client_email, status, run_end_time)
       values (1, 'ours', 'https://www.network.com/company/zenith', 'INCI@IPEK.TEST', 'success', now())`,
    );
    await admin.answerOf(['erase', 'person', '--email', 'Inci@ipek.test']);
    const { rows } = await service.database.pool.query('select client_email from prospecting_job');
    expect(rows).toEqual([{ client_email: null }]);
  });
});

describe('The SQL of the service', () => {
  it('folds case by fold_case only, because the functions of PostgreSQL follow the locale of the database', async () => {
    const files = (await readdir('src', { recursive: true })).filter((file) => /\.(sql|reader)\.ts$/.test(file));
    expect(files.length).toBeGreaterThan(50);
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(join('src', file), 'utf8')]));
    const following = /\b(lower|upper|initcap) ?\(|\bilike\b|~\*/i;
    expect(texts.filter(([, text]) => following.test(text ?? '')).map(([file]) => file)).toEqual([]);
  });
});

describe('fold_case', () => {
  let home: TestDatabase;

  beforeAll(async () => {
    home = await createTestDatabase();
  });

  afterAll(() => home.drop());

  it('makes a capital letter and its small letter the same, for all letters of the scripts that have both', async () => {
    const scripts = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;
    const letters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      scripts.test(letter),
    );
    const pairs = letters.map((letter) => [letter, letter.toLowerCase()]).filter(([one, other]) => one !== other);
    expect(pairs.length).toBeGreaterThan(900);
    const { rows } = await home.database.pool.query<{ one: string }>(
      `select one from unnest($1::text[], $2::text[]) as pair (one, other) where fold_case(one) <> fold_case(other)`,
      [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
    );
    // A newer Unicode than that of PostgreSQL may have a few letters more.
    expect(rows).toEqual([]);
  });

  it('lets PostgreSQL find a full name in an index', async () => {
    await home.database.pool.query(`
      insert into person (network_url, full_name)
        select 'https://www.network.com/in/person-' || n, 'Pérson ' || n from generate_series(1, 20000) n;
      analyze person`);
    const reader = new CandidateReader(home.database);
    const [found] = await reader.byFullName(['PÉRSON 17'], 'ours');
    expect(found).toMatchObject([{ fullName: 'Pérson 17' }]);
    // The pool has one connection, because the test never sends two statements at a time. So the prepared statement can be executed here.
    const { rows } = await home.database.pool.query(
      `explain (format json) execute "person-by-full-name" (array[0], array['PÉRSON 17'])`,
    );
    expect(JSON.stringify(rows)).toContain('person_folded_name_idx');
    expect(JSON.stringify(rows)).not.toContain('Seq Scan');
  });
});
