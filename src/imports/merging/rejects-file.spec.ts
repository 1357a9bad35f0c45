import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '../../platform/errors/command-error.js';
import { RejectsFile } from './rejects-file.js';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rejects-'));
  path = join(folder, 'rejects.ndjson');
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('RejectsFile', () => {
  it('is not created if no line is rejected', async () => {
    await (await RejectsFile.at(path)).close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('has one JSON document on each line', async () => {
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 3, reason: 'name: must be a string', record: { name: 5 } });
    await rejects.add({ line: 7, reason: 'the line is not valid JSON', text: 'x' });
    await rejects.add({ line: 8, member: 'size', warning: 'must be a number', value: 'big' });
    await rejects.close();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 3, reason: 'name: must be a string', record: { name: 5 } },
      { line: 7, reason: 'the line is not valid JSON', text: 'x' },
      { line: 8, member: 'size', warning: 'must be a number', value: 'big' },
    ]);
  });

  it('has its lines in the order in which they were added, even if there are many', async () => {
    const rejects = await RejectsFile.at(path);
    for (let line = 1; line <= 5_000; line += 1) await rejects.add({ line, reason: 'é'.repeat(50) });
    await rejects.close();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { line: number }).line)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    );
  });

  it('is readable only by its owner, even if it replaces a file that others could read', async () => {
    await writeFile(path, 'stale\n', { mode: 0o644 });
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 1, reason: 'new' });
    await rejects.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe('{"line":1,"reason":"new"}\n');
  });

  it('is deleted if an earlier import wrote it and this import rejects no line', async () => {
    await writeFile(path, 'stale\n');
    await (await RejectsFile.at(path)).close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('can be a device such as /dev/null, which is not removed', async () => {
    const device = join(folder, 'null');
    await symlink('/dev/null', device);
    const rejects = await RejectsFile.at(device);
    await rejects.add({ line: 1, reason: 'gone' });
    await rejects.close();
    expect((await stat(device)).isCharacterDevice()).toBe(true);
  });

  it('reports its path once, when the first line is added', async () => {
    const paths: string[] = [];
    const rejects = await RejectsFile.at(path, (created) => paths.push(created));
    expect(paths).toEqual([]);
    await rejects.add({ line: 1, reason: 'a' });
    await rejects.add({ line: 2, reason: 'b' });
    await rejects.close();
    expect(paths).toEqual([path]);
  });

  it('has only the line number and the reason for a record that is nested too deeply to be written as JSON', async () => {
    const record = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as Record<string, unknown>;
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 1, reason: 'a: must be a string', record });
    await rejects.close();
    expect(await readFile(path, 'utf8')).toBe('{"line":1,"reason":"a: must be a string"}\n');
  });

  it('is refused if its path is a folder, or if the folder of its path does not exist', async () => {
    await expect(RejectsFile.at(folder)).rejects.toThrow(CommandError);
    await expect(RejectsFile.at(join(folder, 'missing', 'file'))).rejects.toThrow(CommandError);
  });
});

describe('a rejects file without a given path', () => {
  async function pathFor(source: string): Promise<string | null> {
    const rejects = await RejectsFile.of(source, undefined);
    expect(rejects.path).toBeNull();
    await rejects.add({ line: 1, reason: 'a' });
    await rejects.close();
    return rejects.path;
  }

  it('is in the folder of the input file, and readable only by its owner', async () => {
    const input = join(folder, 'companies.csv.gz');
    await writeFile(input, '');
    const written = await pathFor(input);
    expect(written).toBe(`${input}.rejects.ndjson`);
    expect((await stat(String(written))).mode & 0o777).toBe(0o600);
  });

  it('gets a number in its name if an earlier import wrote a file of the same name', async () => {
    const input = join(folder, 'companies.csv');
    await writeFile(input, '');
    await writeFile(`${input}.rejects.ndjson`, 'earlier');
    expect([await pathFor(input), await pathFor(input)]).toEqual([
      `${input}.rejects-2.ndjson`,
      `${input}.rejects-3.ndjson`,
    ]);
    expect(await readFile(`${input}.rejects.ndjson`, 'utf8')).toBe('earlier');
  });

  it.each([
    ['-', 'stdin.rejects'],
    ['/dev/null', 'null.rejects'],
  ])('is in the working directory for a stream: %s', async (source, stem) => {
    const path = await pathFor(source);
    expect(path).toMatch(new RegExp(`^${join(process.cwd(), stem)}(-\\d+)?\\.ndjson$`));
    await rm(String(path));
  });
});
