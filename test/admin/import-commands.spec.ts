import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { singleLine } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';
import { ndjson } from '../support/records/ndjson.js';

let test: TestDatabase;
let folder: string;

beforeAll(async () => {
  test = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'import-commands-'));
});

afterAll(async () => {
  await test.drop();
  await rm(folder, { recursive: true });
});

const admin = new CommandLine(() => ({ DATABASE_URL: test.url, DATA_DIR: folder }));

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function linesOf(path: unknown): Promise<unknown[]> {
  const lines = (await readFile(String(path), 'utf8')).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

interface Summary {
  readonly import_id: number | null;
  readonly rejects: string | null;
}

/** Runs an import command. @returns its exit code, summary and standard error */
async function importing(...words: string[]): Promise<{ code: number | null; summary: Summary; stderr: string }> {
  const { code, stdout, stderr } = await admin.run(['import', ...words]);
  return { code, summary: JSON.parse(stdout) as Summary, stderr };
}

describe('The import command succeeds', () => {
  it('imports companies from NDJSON, CSV, gzip and standard input', async () => {
    const counts = (read: number, inserted: number, updated: number) =>
      expect.objectContaining({ read, inserted, updated, rejected: 0, warnings: 0, ignored: 0, rejects: null });
    const acme = '{"website":"acme.example","name":"Acme"}\n{"website":"bolt.example","name":"Bolt"}\n';
    const csv = 'website,name,specialities\nacme.example,"Acme, Inc.",rockets|anvils\n';
    expect(await admin.answerOf(['import', 'companies', await file('a.ndjson', acme)])).toEqual(counts(2, 2, 0));
    expect(await admin.answerOf(['import', 'companies', await file('a.ndjson.gz', gzipSync(acme))])).toEqual(
      counts(2, 0, 0),
    );
    expect(await admin.answerOf(['import', 'companies', await file('a.csv', csv)])).toEqual(counts(1, 0, 1));
    expect(await admin.answerOf(['import', 'companies', '-'], { stdin: gzipSync(csv) })).toEqual(counts(1, 0, 0));
    const ofCsv = ['import', 'companies', '-', '--format', 'csv'];
    expect(await admin.answerOf(ofCsv, { stdin: 'website\nnew.example\n' })).toEqual(counts(1, 1, 0));
  });

  it('imports the valid lines, and writes the line number and reason of each invalid line', async () => {
    const path = await file(
      'mixed.ndjson',
      '{"website":"one.example","founded_year":"MCM"}\nnonsense\n{"name":"Nameless"}\n{"website":"two.example"}\n',
    );
    const rejects = await file('rejects.ndjson', 'of an earlier import');
    const { code, summary, stderr } = await importing('companies', path, '--rejects', rejects);
    expect([code, stderr]).toEqual([0, `Rejected lines and warnings go to ${rejects}\n`]);
    expect(summary).toEqual({
      import_id: expect.any(Number),
      read: 4,
      inserted: 2,
      updated: 0,
      unchanged: 0,
      joined: 0,
      rejected: 2,
      warnings: 1,
      ignored: 0,
      rejects,
      seconds: expect.any(Number),
      rows_per_second: expect.any(Number),
    });
    expect(await linesOf(rejects)).toEqual([
      { line: 2, reason: expect.any(String), text: 'nonsense' },
      { line: 3, reason: expect.any(String), record: { name: 'Nameless' } },
      { line: 1, member: 'founded_year', warning: expect.stringContaining('whole number'), value: 'MCM' },
    ]);
  });

  it('counts each record once: as inserted, updated, unchanged, joined or rejected', async () => {
    const page = (name: string) => ({ network_url: `network.com/in/${name}-counted`, full_name: `${name} Counted` });
    const nameless = { full_name: 'Carla Counted', company_website: 'counted.example' };
    const emails = [{ address: 'carla@counted.example' }];
    await importing(
      'persons',
      await file('before.ndjson', ndjson([page('ada'), page('bob'), { ...nameless, emails }])),
    );
    const records = [
      { ...page('ada'), job_title: 'Chief' },
      page('bob'),
      { ...page('carla'), emails },
      page('dora'),
      {},
    ];
    const { summary } = await importing('persons', await file('counted.ndjson', ndjson(records)));
    const counts = { read: 5, inserted: 1, updated: 1, unchanged: 1, joined: 1, rejected: 1 };
    expect(summary).toMatchObject(counts);
    const [listed] = await admin.answerOf<object[]>(['import', 'list', '--limit', '1']);
    expect(listed).toMatchObject({ import_id: summary.import_id, file: 'counted.ndjson', ...counts });
    const dry = await importing('persons', join(folder, 'counted.ndjson'), '--dry-run');
    expect(dry.summary).toMatchObject({ import_id: null, read: 5, inserted: 0, unchanged: 4, rejected: 1 });
  });

  it('imports the columns that --map maps to fields, and names the columns that it ignores', async () => {
    const path = await file('map.csv', 'Domäne;Firma;Kürzel\nmapped.example;Mapped;MPD\n');
    const maps = ['--map', 'Domäne=website', '--map', 'firma = name'];
    const { code, summary, stderr } = await importing('companies', path, ...maps);
    expect([code, stderr]).toEqual([0, 'Ignored: Kürzel\n']);
    expect(summary).toMatchObject({ inserted: 1, ignored: 1, rejects: null });
    expect(await admin.answerOf(['import', 'companies', path, ...maps, '--map', 'Kürzel='])).toMatchObject({
      ignored: 0,
    });
  });

  it('does not overwrite the rejects file of an earlier import', async () => {
    const path = await file('twice.csv', 'website\ntwice.example\nlocalhost\n');
    const first = await importing('companies', path);
    const second = await importing('companies', path);
    expect([first.summary.rejects, second.summary.rejects]).toEqual([
      `${path}.rejects.ndjson`,
      `${path}.rejects-2.ndjson`,
    ]);
    expect(await linesOf(first.summary.rejects)).toEqual(await linesOf(second.summary.rejects));
  });
});

describe('The exit code of the import command', () => {
  it('is 2 if every line is invalid', async () => {
    const path = await file('all.csv', 'name\nAcme\nBolt\n');
    const { code, summary, stderr } = await importing('companies', path);
    expect([code, stderr.split('\n')[1]]).toEqual([2, 'Nothing was imported: all 2 lines were rejected']);
    expect(summary).toMatchObject({ read: 2, rejected: 2 });
  });

  it('is 2 if more lines are invalid than --max-rejects allows, although the valid lines are stored', async () => {
    const path = await file('some.csv', 'website,founded_year\na.example,1999\nlocalhost,\nb.example,soon\n');
    expect(await importing('companies', path, '--max-rejects', '1')).toMatchObject({
      code: 0,
      summary: { inserted: 2 },
    });
    expect(await importing('companies', path, '--max-rejects', '0')).toMatchObject({
      code: 2,
      summary: { read: 3, rejected: 1 },
      stderr: expect.stringMatching(/\n1 of 3 lines were rejected; --max-rejects allows 0\n$/),
    });
    expect(await importing('companies', path, '--max-rejects', '1', '--strict')).toMatchObject({
      code: 2,
      summary: { rejected: 2, warnings: 0 },
    });
  });

  it('is 0 if the file is empty', async () => {
    expect(await admin.answerOf(['import', 'companies', '-'], { stdin: '' })).toMatchObject({ read: 0 });
  });
});

describe('The import command for signals', () => {
  it('imports signals of unlisted types only with --any-type', async () => {
    await admin.answerOf(['tenant', 'create', 'acme']);
    const path = await file('signals.csv', 'date,signal_type,account_website\n2026-01-15,Fax,acme.example\n');
    expect(await importing('signals', path, '--tenant', 'acme')).toMatchObject({ code: 2, summary: { rejected: 1 } });
    expect(await admin.answerOf(['import', 'signals', path, '--tenant', 'acme', '--any-type'])).toMatchObject({
      inserted: 1,
    });
  });
});

describe('The import command, with a message of one line,', () => {
  it.each([
    ['an unknown format', 'x.ndjson --format xml', /--format must be ndjson or csv/],
    ['a missing file', 'nowhere.ndjson', /Cannot read nowhere\.ndjson: there is no such file/],
    ['a folder in place of a file', 'src', /Cannot read src: it is a directory/],
    ['a map without a field', 'x.csv --map website', /--map must be COLUMN=FIELD, not "website"/],
    ['a map to an unknown field', 'x.csv --map Domain=webseite', /--map Domain=webseite: companies have no such field/],
    ['a number that is none', 'x.csv --max-rejects few', /--max-rejects must be a whole number from 0/],
  ])('rejects %s', async (_, words, message) => {
    expect(await admin.run(['import', 'companies', ...words.split(' ')])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(singleLine(message)),
    });
  });

  it.each([
    ['a file of something else', 'date,signal_type\n2026-01-15,Article\n', /has no known column \(date, signal_type\)/],
    ['a file without a mapped column', 'name\nAcme\n', /the column "domain" of --map does not exist/],
    ['a file that is no gzip file after all', Buffer.from('1f8b0800deadbeef', 'hex'), /the gzip data/],
  ])('rejects %s', async (_, content, message) => {
    const words = ['import', 'companies', await file('other.csv', content), '--map', 'Domain=website'];
    const stderr = expect.stringMatching(singleLine(message));
    const ended = await admin.run(message.source.includes('map') ? words : words.slice(0, 3));
    expect(ended).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('A dry run of an import', () => {
  it('stores nothing, counts what an import would do, and says which field each column fills', async () => {
    await admin.answerOf(['import', 'companies', '-'], { stdin: '{"website":"known.example","name":"Known"}\n' });
    const lines = [
      'Company Domain Name,name,Kind,Size',
      'known.example,Other,x,1',
      'fresh.example,Fresh,,2',
      'fresh.example,Fresher,,3',
      ',,x,',
    ];
    const path = await file('dry.csv', `${lines.join('\n')}\n`);
    const words = ['companies', path, '--map', 'Kind='];
    const { code, summary, stderr } = await importing(...words, '--dry-run');
    expect(summary).toMatchObject({
      dry_run: true,
      read: 4,
      inserted: 1,
      updated: 2,
      rejected: 1,
      columns: [
        { column: 'Company Domain Name', field: 'website', understood: 'synonym' },
        { column: 'name', field: 'name', understood: 'name' },
        { column: 'Kind', field: null, understood: 'ignored' },
        { column: 'Size', field: 'size', understood: 'name' },
      ],
    });
    expect([code, stderr]).toEqual([0, `Rejected lines and warnings go to ${path}.rejects.ndjson\n`]);
    const { summary: imported } = await importing(...words);
    expect(imported).toMatchObject({ read: 4, inserted: 1, updated: 2, rejected: 1 });
    expect((await importing(...words, '--dry-run')).summary).toMatchObject({ inserted: 0, updated: 2 });
  });

  it('stores no line in the logs of imports and of operators', async () => {
    const path = await file('unlisted.csv', 'website\nunlisted.example\n');
    await admin.answerOf(['import', 'companies', path, '--dry-run']);
    expect(JSON.stringify(await admin.answerOf(['import', 'list']))).not.toContain('unlisted');
    expect(JSON.stringify(await admin.answerOf(['log']))).not.toContain('unlisted');
  });

  it('is refused with --jobs 2, because a dry run has one thread only', async () => {
    const path = await file('jobs.csv', 'website\njobs.example\n');
    expect(await admin.run(['import', 'companies', path, '--dry-run', '--jobs', '2'])).toEqual({
      code: 1,
      stdout: '',
      stderr: '--dry-run works with one job; leave --jobs out\n',
    });
  });
});

describe('The list of imports', () => {
  it('has file, kind, source, counts and operator of each import, the newest first, also of an import that failed', async () => {
    const path = await file('listed.csv', 'website,founded_year\nlisted.example,soon\nlocalhost,1999\n');
    const imported = await importing('companies', path, '--source', 'Fair of 2026');
    await admin.run(['import', 'companies', '-'], {
      stdin: gzipSync('{"website":"cut.example"}\n'.repeat(9_000)).subarray(0, 60),
    });
    const [failed, listed] = await admin.answerOf<Record<string, unknown>[]>(['import', 'list', '--limit', '2']);
    expect(failed).toMatchObject({ kind: 'companies', file: '-', source: 'standard input', outcome: 'failed' });
    expect(listed).toEqual({
      import_id: imported.summary.import_id,
      action: 'import',
      undoes: null,
      undone_by: null,
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      kind: 'companies',
      file: 'listed.csv',
      source: 'Fair of 2026',
      tenant: null,
      outcome: 'complete',
      seconds: expect.any(Number),
      read: 2,
      inserted: 1,
      updated: 0,
      unchanged: 0,
      joined: 0,
      rejected: 1,
      warnings: 1,
      system_user: expect.any(String),
      host: expect.any(String),
    });
  });

  it('names the file as the source of an import without --source', async () => {
    await importing('companies', await file('plain.csv', 'website\nplain.example\n'));
    expect(await admin.answerOf(['import', 'list', '--limit', '1'])).toMatchObject([{ source: 'plain.csv' }]);
  });
});

describe('An import of companies', () => {
  it('refuses a blank name in --source', async () => {
    const path = await file('plain.csv', 'website\nplain.example\n');
    expect(await admin.run(['import', 'companies', path, '--source', ' '])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^--source must be a name of at most 200 characters/),
    });
  });
});

describe('An import of a register with --match-only', () => {
  it('adds names to the only company with the name and country of a record, creates no company, and counts the matches', async () => {
    const companies = [
      { website: 'pumps.example', name: 'Vertex Pumps Ltd', location_country: 'United Kingdom' },
      { website: 'twin1.example', name: 'Twin Trading', location_country: 'Germany' },
      { website: 'twin2.example', name: 'Twin Trading', location_country: 'DE' },
      { website: 'nowhere.example', name: 'Nowhere Foods' },
    ];
    await admin.answerOf(['import', 'companies', '-'], { stdin: ndjson(companies) });
    const header = 'CompanyName, CompanyNumber,RegAddress.Country,PreviousName_1.CONDATE, PreviousName_1.CompanyName';
    const rows = [
      '"VERTEX PUMPS LIMITED","1","ENGLAND","01/02/2020","OLD VERTEX LIMITED"',
      '"VERTEX PUMPS LIMITED","2","FRANCE","",""',
      '"TWIN TRADING GMBH","3","Germany","",""',
      '"NOWHERE FOODS LTD","4","Scotland","",""',
      '"UNHEARD OF LIMITED","5","WALES","",""',
      '"VERTEX PUMPS LIMITED","6","","",""',
    ];
    const path = await file('register.csv', `${[header, ...rows].join('\r\n')}\r\n`);
    const { summary } = await importing('companies', path, '--match-only');
    const counts = { read: 6, inserted: 0, matched: 1, ambiguous: 2, unknown: 2, rejected: 1 };
    expect(summary).toMatchObject({ ...counts, updated: 1 });
    expect(await admin.answerOf(['company', 'show', 'pumps.example'])).toMatchObject({
      name: 'Vertex Pumps Ltd',
      aliases: ['VERTEX PUMPS LIMITED'],
      former_names: ['OLD VERTEX LIMITED'],
    });
    expect((await importing('companies', path, '--match-only')).summary).toMatchObject({ ...counts, updated: 0 });
    expect(await admin.answerOf(['import', 'list', '--limit', '1'])).toMatchObject([{ kind: 'registers' }]);
  });
});

describe('An import of companies with --keep-existing', () => {
  it('fills blank fields, adds domains, and changes no other value', async () => {
    const stored = { website: 'keep.example', name: 'Keep', founded_year: 1990, former_names: ['Kept'] };
    await admin.answerOf(['import', 'companies', '-'], { stdin: ndjson([stored]) });
    const more = {
      website: 'keep.example',
      name: 'Other',
      founded_year: 2001,
      industry: 'Retail',
      domains: ['keep.example', 'keep2.example'],
      former_names: ['Replaced'],
      aliases: ['KP'],
    };
    const options = { stdin: ndjson([more]) };
    const words = ['import', 'companies', '-', '--keep-existing'];
    expect(await admin.answerOf(words, options)).toMatchObject({ read: 1, inserted: 0, updated: 1 });
    const { rows } = await test.database.pool.query<object>(
      `select name, founded_year, industry, website, array(select domain from company_domain where company_id = id order by domain) as domains,
              array(select name from company_former_name where company_id = id) as former_names,
              array(select name from company_alias where company_id = id) as aliases
         from company where website = 'keep.example'`,
    );
    expect(rows).toEqual([
      {
        name: 'Keep',
        founded_year: 1990,
        industry: 'Retail',
        website: 'keep.example',
        domains: ['keep.example', 'keep2.example'],
        former_names: ['Kept'],
        aliases: ['KP'],
      },
    ]);
    expect(await admin.answerOf(words, options)).toMatchObject({ read: 1, updated: 0 });
  });
});

describe('An import of persons with --keep-existing', () => {
  const words = ['import', 'persons', '-', '--keep-existing'];
  const imported = async (record: object, command = words): Promise<object> =>
    admin.answerOf(command, { stdin: ndjson([record]) });
  const stored = async (page: string): Promise<object[]> => {
    const { rows } = await test.database.pool.query<object>(
      `select full_name, job_title, company_name, company_website, country, location_locality,
              array(select address from person_email where person_id = person.id) as emails,
              array(select name from person_skill where person_id = person.id) as skills,
              array(select school from person_education where person_id = person.id) as schools
         from person where network_url like $1`,
      [`%/in/${page}`],
    );
    return rows;
  };

  it('fills only blank fields and lists; the place is filled only if the record names the stored country', async () => {
    const network_url = 'https://www.network.com/in/kept-jane';
    const first = {
      network_url,
      full_name: 'Jane Kept',
      job_title: 'Engineer',
      company_name: 'Kept Works',
      country: 'US',
      emails: [{ address: 'jane@kept-works.example' }],
    };
    await imported(first, ['import', 'persons', '-']);
    const more = {
      network_url,
      full_name: 'Jane Other',
      job_title: 'Director',
      company_name: 'Kept Works',
      company_website: 'kept-works.example',
      country: 'FR',
      location_locality: 'Paris',
      emails: [{ address: 'joan@other.example' }],
      skills: ['SQL'],
      education: [{ school: 'MIT' }],
    };
    expect(await imported(more)).toMatchObject({ read: 1, inserted: 0, updated: 1 });
    const kept = {
      full_name: 'Jane Kept',
      job_title: 'Engineer',
      company_name: 'Kept Works',
      company_website: 'kept-works.example',
      country: 'US',
      location_locality: null,
      emails: ['jane@kept-works.example'],
      skills: ['SQL'],
      schools: ['MIT'],
    };
    expect(await stored('kept-jane')).toEqual([kept]);
    expect(await imported(more)).toMatchObject({ read: 1, updated: 0 });
    const place = { network_url, country: 'US', location_locality: 'Austin', skills: ['Go'] };
    expect(await imported(place)).toMatchObject({ updated: 1 });
    expect(await stored('kept-jane')).toEqual([{ ...kept, location_locality: 'Austin' }]);
  });

  it('keeps the stored job if the record has another employer, and adds the work history if the person has none', async () => {
    const network_url = 'https://www.network.com/in/kept-max';
    const plain = ['import', 'persons', '-'];
    await imported({ network_url, full_name: 'Max Kept', company_name: 'Kept Works' }, plain);
    const position = { title: 'Buyer', company_name: 'Elsewhere', start_date: '2020-01-01' };
    const more = { network_url, job_title: 'Buyer', company_name: 'Elsewhere', experience: [position] };
    expect(await imported(more)).toMatchObject({ updated: 1 });
    expect(await stored('kept-max')).toMatchObject([{ job_title: null, company_name: 'Kept Works' }]);
    const { rows } = await test.database.pool.query<object>(
      `select title from person_experience join person p on p.id = person_id where p.network_url like '%/in/kept-max'`,
    );
    expect(rows).toEqual([{ title: 'Buyer' }]);
  });

  it('stores a new person like an import without the option', async () => {
    const network_url = 'https://www.network.com/in/kept-new';
    expect(await imported({ network_url, full_name: 'New Kept', skills: ['Go'] })).toMatchObject({ inserted: 1 });
    expect(await stored('kept-new')).toMatchObject([{ full_name: 'New Kept', skills: ['Go'] }]);
  });
});
