import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { CommandError } from '../../platform/errors/command-error.js';
import { type ImportOptions, type ImportTarget, runImport } from './bulk-import.js';
import { type ImportProgress, ImportStopped } from './import-summary.js';
import { numbers } from './number-import.fixture.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulk-import-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function fileOf(content: string | Buffer, name = 'numbers.ndjson'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

function linesUpTo(count: number): string {
  return Array.from({ length: count }, (_, index) => `{"n":${index}}\n`).join('');
}

function refusedByDatabase(code: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('it breaks a rule', 0, 'error'), { code });
}

async function rejectsOf(path: string): Promise<unknown[]> {
  const text = await readFile(`${path}.rejects.ndjson`, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

describe('an import', () => {
  it('merges the rows of a file in batches, in the order of the file, and counts them', async () => {
    const target = numbers();
    const summary = await runImport(await fileOf(linesUpTo(12_000)), target);
    expect(target.batches.map((batch) => batch.length)).toEqual([5_000, 5_000, 2_000]);
    expect(target.batches.flat()).toEqual(Array.from({ length: 12_000 }, (_, index) => index));
    expect(summary).toMatchObject({ read: 12_000, inserted: 12_000, updated: 0, rejected: 0 });
    expect(await readdir(folder)).toEqual(['numbers.ndjson']);
  });

  it('counts a row as rejected if the merge refuses it, and writes only the line number and the reason to the rejects file', async () => {
    const path = await fileOf(linesUpTo(3));
    const refused = new Map([[1, 'unwanted']]);
    const target: ImportTarget<number> = {
      ...numbers(),
      merge: () => Promise.resolve({ inserted: 2, updated: 0, contested: 0, refused }),
    };
    expect(await runImport(path, target)).toMatchObject({ read: 3, inserted: 2, rejected: 1 });
    expect(await rejectsOf(path)).toEqual([{ line: 2, reason: 'unwanted' }]);
  });

  it('ends a batch before its maximum number of rows if its records are huge', async () => {
    const target = numbers();
    await runImport(await fileOf(`{"n":1,"note":"${'x'.repeat(1_000_000)}"}\n`.repeat(40)), target);
    expect(target.batches.map((batch) => batch.length)).toEqual([17, 17, 6]);
  });

  it('continues after invalid lines, and writes them to the rejects file', async () => {
    const path = await fileOf('{"n":1}\n{"n":"two"}\nthree\n{"n":4}');
    const target = numbers();
    const reports: string[] = [];
    const summary = await runImport(path, target, {
      observe: (event) => event.kind === 'rejects file' && reports.push(event.path),
    });
    expect(summary).toMatchObject({ read: 4, inserted: 2, rejected: 2 });
    expect(target.batches).toEqual([[1, 4]]);
    expect(reports).toEqual([`${path}.rejects.ndjson`]);
    expect(await rejectsOf(path)).toEqual([
      { line: 2, reason: 'n: must be a number', record: { n: 'two' } },
      { line: 3, reason: expect.stringMatching(/^the line is not valid JSON/), text: 'three' },
    ]);
  });

  it('rejects only the rows that the database refuses, and merges the other rows of their batch', async () => {
    const path = await fileOf(linesUpTo(100));
    const target = numbers((rows) => {
      if (rows.some((row) => row === 17 || row === 99)) throw refusedByDatabase('23514');
    });
    expect(await runImport(path, target)).toMatchObject({ read: 100, inserted: 98, rejected: 2 });
    expect(target.batches.flat()).toEqual(Array.from({ length: 99 }, (_, index) => index).filter((row) => row !== 17));
    expect(await rejectsOf(path)).toEqual([
      { line: 18, reason: 'the database rejects the record: it breaks a rule' },
      { line: 100, reason: 'the database rejects the record: it breaks a rule' },
    ]);
  });

  it('reports as its progress how many rows and bytes it has read so far', async () => {
    const path = await fileOf(`${linesUpTo(6_000)}bad\n`);
    const reports: ImportProgress[] = [];
    await runImport(path, numbers(), { observe: (event) => event.kind === 'progress' && reports.push(event) });
    expect(reports.map(({ read, rejected }) => [read, rejected])).toEqual([
      [5_000, 0],
      [6_001, 1],
    ]);
    expect(reports.at(-1)?.bytesRead).toBe(reports.at(-1)?.totalBytes);
  });
});

describe('an import that ends early', () => {
  it('has merged the records before the point at which a gzip file was cut off', async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"n":${Math.sqrt(index)}}\n`).join('');
    const path = await fileOf(gzipSync(lines).subarray(0, 50_000), 'cut.ndjson.gz');
    const target = numbers();
    const stopped = await failureOf(path, target);
    expect(stopped.message).toMatch(/the gzip data ends early/);
    expect(stopped.summary.inserted).toBe(target.batches.flat().length);
    expect(stopped.summary.inserted).toBeGreaterThan(2_000);
  });

  it('throws an error with the message of the database, and with the counts of the batches that were merged before the database failed', async () => {
    const target = numbers((rows) => {
      if (rows.includes(5_000)) throw new Error('terminating connection');
    });
    const stopped = await failureOf(await fileOf(linesUpTo(12_000)), target);
    expect(stopped.message).toBe('The import failed: terminating connection');
    expect(stopped.summary).toMatchObject({ read: 5_000, inserted: 5_000 });
  });

  it('counts no row as rejected if the database fails for a reason that no row causes, such as a full disk', async () => {
    const target = numbers(() => {
      throw refusedByDatabase('53100');
    });
    const stopped = await failureOf(await fileOf(linesUpTo(10)), target);
    expect(stopped.summary).toMatchObject({ read: 0, rejected: 0 });
  });

  it('ends at once if a record to which the rows refer was deleted, because no other row could be stored either', async () => {
    let attempts = 0;
    const target = numbers(() => {
      attempts += 1;
      throw refusedByDatabase('23503');
    });
    const stopped = await failureOf(await fileOf(linesUpTo(10)), target);
    expect([stopped.message, stopped.summary.rejected, attempts]).toEqual([
      'The import failed: it breaks a rule',
      0,
      1,
    ]);
  });

  it('does not look for the row that the database refuses any longer after an abort', async () => {
    const abort = new AbortController();
    const target = numbers((rows) => {
      if (rows.length === 25) abort.abort();
      if (rows.includes(99)) throw refusedByDatabase('23514');
    });
    const summary = await runImport(await fileOf(linesUpTo(100)), target, { signal: abort.signal });
    expect(summary).toMatchObject({ read: 75, inserted: 75, rejected: 0 });
  });

  it('finishes the current batch after an abort, and starts no further batch', async () => {
    const abort = new AbortController();
    const target = numbers(() => {
      abort.abort();
    });
    const summary = await runImport(await fileOf(linesUpTo(12_000)), target, { signal: abort.signal });
    expect(summary).toMatchObject({ read: 5_000, inserted: 5_000 });
    expect(target.batches).toHaveLength(1);
  });
});

describe('an import that cannot start', () => {
  it('keeps the rejects file of an earlier import', async () => {
    await writeFile(join(folder, 'gone.ndjson.rejects.ndjson'), 'earlier');
    await expect(runImport(join(folder, 'gone.ndjson'), numbers())).rejects.toThrow('there is no such file');
    expect(await readdir(folder)).toEqual(['gone.ndjson.rejects.ndjson']);
  });

  it('refuses to write rejected lines into its input file', async () => {
    const path = await fileOf('bad\n');
    await expect(runImport(path, numbers(), { rejects: join(folder, '.', 'numbers.ndjson') })).rejects.toThrow(
      CommandError,
    );
    expect(await readFile(path, 'utf8')).toBe('bad\n');
  });
});

async function failureOf(path: string, target: ImportTarget<number>, options?: ImportOptions): Promise<ImportStopped> {
  try {
    await runImport(path, target, options);
  } catch (error) {
    if (error instanceof ImportStopped) return error;
    throw error;
  }
  throw new Error('The import went through');
}
