import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/service/command-line.js';
import { singleLine } from '../support/service/programs.js';
import { createTestDatabase, type TestDatabase } from '../support/service/test-database.js';

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

  it('imports the valid lines, and writes the line number and reason of each invalid one', async () => {
    const path = await file(
      'mixed.ndjson',
      '{"website":"one.example","founded_year":"MCM"}\nnonsense\n{"name":"Nameless"}\n{"website":"two.example"}\n',
    );
    const rejects = await file('rejects.ndjson', 'of an earlier import');
    const { code, summary, stderr } = await importing('companies', path, '--rejects', rejects);
    expect([code, stderr]).toEqual([0, `Rejected lines and warnings go to ${rejects}\n`]);
    expect(summary).toEqual({
      read: 4,
      inserted: 2,
      updated: 0,
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

  it('imports the columns of a column map, and names the columns that it ignores', async () => {
    const path = await file('map.csv', 'Domäne;Firma;Kürzel\nmapped.example;Mapped;MPD\n');
    const maps = ['--map', 'Domäne=website', '--map', 'firma = name'];
    const { code, summary, stderr } = await importing('companies', path, ...maps);
    expect([code, stderr]).toEqual([0, 'Ignored: Kürzel\n']);
    expect(summary).toMatchObject({ inserted: 1, ignored: 1, rejects: null });
    expect(await admin.answerOf(['import', 'companies', path, ...maps, '--map', 'Kürzel='])).toMatchObject({
      ignored: 0,
    });
  });

  it('keeps the rejects file of an earlier import', async () => {
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

  it('is 2 if more lines are invalid than allowed, and the valid ones are stored', async () => {
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

describe('rejects %s', () => {
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
