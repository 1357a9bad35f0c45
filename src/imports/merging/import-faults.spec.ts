import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runImport } from './bulk-import.js';
import type { ImportObserver } from './import-events.js';
import { numbers } from './number-import.fixture.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-faults-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function fileOf(content: string): Promise<string> {
  const path = join(folder, 'numbers.ndjson');
  await writeFile(path, content);
  return path;
}

/** The lines of a rejects file. */
async function linesOf(path: string | null): Promise<unknown[]> {
  const lines = (await readFile(String(path), 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

describe('an import of records with faults', () => {
  const faulty = '{"n":1,"note":5}\n{"n":"x","note":6}\n{"n":3}\n';

  it('merges a record without its invalid value, counts a warning and writes this warning to the rejects file', async () => {
    const path = await fileOf(faulty);
    const target = numbers();
    const rejects = `${path}.rejects.ndjson`;
    expect(await runImport(path, target)).toMatchObject({ read: 3, inserted: 2, rejected: 1, warnings: 1, rejects });
    expect(target.batches).toEqual([[1, 3]]);
    expect(await linesOf(rejects)).toEqual([
      {
        line: 2,
        reason: 'n: must be a number; note: must be a string',
        record: { n: 'x', note: 6 },
      },
      { line: 1, member: 'note', warning: 'must be a string', value: 5 },
    ]);
  });

  it('counts the records that the merge reports as joined, and writes a warning for each value that the merge has left out', async () => {
    const path = await fileOf('{"n":1}\n{"n":2}\n');
    const leftOut = new Map([[1, [{ member: 'note', reason: 'belongs to another number', value: 7 }]]]);
    const target = {
      ...numbers(),
      merge: () => Promise.resolve({ inserted: 1, updated: 0, joined: 1, contested: 0, leftOut }),
    };
    const rejects = `${path}.rejects.ndjson`;
    expect(await runImport(path, target)).toMatchObject({ read: 2, inserted: 1, joined: 1, warnings: 1, rejects });
    expect(await linesOf(rejects)).toEqual([
      { line: 2, member: 'note', warning: 'belongs to another number', value: 7 },
    ]);
  });

  it('writes only the first 10,000 characters of a long record, line or value, and says how long it was', async () => {
    const long = 'x'.repeat(20_000);
    const path = await fileOf(`{"n":"${long}"}\n${long}\n{"n":1,"note":["${long}"]}\n`);
    await runImport(path, numbers());
    expect(await linesOf(`${path}.rejects.ndjson`)).toEqual([
      { line: 1, reason: 'n: must be a number', text: `{"n":"${long.slice(0, 9_994)}`, cut_from: 20_008 },
      { line: 2, reason: expect.stringMatching(/not valid JSON/), text: long.slice(0, 10_000), cut_from: 20_000 },
      { line: 3, member: 'note', warning: 'must be a string', value: `["${long.slice(0, 9_998)}`, cut_from: 20_004 },
    ]);
  });

  it('rejects a record with an invalid value if the setting `faults` is `reject`', async () => {
    const path = await fileOf(faulty);
    expect(await runImport(path, numbers(), { faults: 'reject' })).toMatchObject({
      inserted: 1,
      rejected: 2,
      warnings: 0,
    });
    expect(await linesOf(`${path}.rejects.ndjson`)).toMatchObject([
      { line: 1, reason: 'note: must be a string' },
      { line: 2 },
    ]);
  });

  it('writes only the line number and the reason into the rejects file if the merge refuses a row', async () => {
    const path = await fileOf(faulty);
    const refused = new Map([[0, 'unwanted']]);
    const merge = () => Promise.resolve({ inserted: 1, updated: 0, contested: 0, refused });
    expect(await runImport(path, { ...numbers(), merge })).toMatchObject({ rejected: 2, warnings: 0 });
    expect(await linesOf(`${path}.rejects.ndjson`)).toEqual([
      { line: 2, reason: expect.any(String), record: expect.anything() },
      { line: 1, reason: 'unwanted' },
    ]);
  });
});

describe('an import of a file with unknown members', () => {
  it('reports and counts each unknown member once, unless --map names it', async () => {
    const ignored: string[][] = [];
    const observe: ImportObserver = (event) => event.kind === 'ignored columns' && ignored.push([...event.names]);
    const path = await fileOf('{"n":1,"x":5}\n{"n":2,"x":6,"y":1}\n');
    expect(await runImport(path, numbers(), { observe })).toMatchObject({ inserted: 2, ignored: 2, rejects: null });
    expect(ignored).toEqual([['x', 'y']]);
    expect(
      await runImport(path, numbers(), {
        map: [
          ['X', 'note'],
          ['y', ''],
        ],
      }),
    ).toMatchObject({ ignored: 0, warnings: 2 });
  });

  it('reports nothing if all members are known', async () => {
    const kinds: string[] = [];
    const observe: ImportObserver = ({ kind }) => kinds.push(kind);
    expect(await runImport(await fileOf('{"n":1}'), numbers(), { observe })).toMatchObject({ ignored: 0 });
    expect(kinds).toEqual(['progress', 'columns']);
  });

  it('refuses a --map to an unknown field before it reads the file', async () => {
    const path = join(folder, 'missing.ndjson');
    await expect(runImport(path, numbers(), { map: [['x', 'm']] })).rejects.toThrow(
      '--map x=m: numbers have no such field',
    );
  });
});
