import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Refusal } from '../platform/refusal.js';
import { defaultRejectsPath, RejectsFile } from './rejects-file.js';

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
  it('is not created without a rejected line', async () => {
    await (await RejectsFile.at(path)).close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('takes a JSON document a line', async () => {
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 3, reason: 'name: must be a string', record: { name: 5 } });
    await rejects.add({ line: 7, reason: 'the line is not valid JSON' });
    await rejects.close();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { line: 3, reason: 'name: must be a string', record: { name: 5 } },
      { line: 7, reason: 'the line is not valid JSON' },
    ]);
  });

  it('keeps every one of very many lines, in order', async () => {
    const rejects = await RejectsFile.at(path);
    for (let line = 1; line <= 5_000; line += 1) await rejects.add({ line, reason: 'é'.repeat(50) });
    await rejects.close();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    expect(lines.map((text) => (JSON.parse(text) as { line: number }).line)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    );
  });

  it('can be read by its owner only, whatever was there before', async () => {
    await writeFile(path, 'stale\n', { mode: 0o644 });
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 1, reason: 'new' });
    await rejects.close();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe('{"line":1,"reason":"new"}\n');
  });

  it('does not let the rejects of an earlier import stand when there are none now', async () => {
    await writeFile(path, 'stale\n');
    await (await RejectsFile.at(path)).close();
    expect(await readdir(folder)).toEqual([]);
  });

  it('writes to a device and leaves it where it is', async () => {
    const device = join(folder, 'null');
    await symlink('/dev/null', device);
    const rejects = await RejectsFile.at(device);
    await rejects.add({ line: 1, reason: 'gone' });
    await rejects.close();
    expect((await stat(device)).isCharacterDevice()).toBe(true);
  });

  it('tells once where it is, with the first line', async () => {
    const told: string[] = [];
    const rejects = await RejectsFile.at(path, (created) => told.push(created));
    expect(told).toEqual([]);
    await rejects.add({ line: 1, reason: 'a' });
    await rejects.add({ line: 2, reason: 'b' });
    await rejects.close();
    expect(told).toEqual([path]);
  });

  it('leaves out a record that is nested too deeply to be written', async () => {
    const record = JSON.parse(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`) as Record<string, unknown>;
    const rejects = await RejectsFile.at(path);
    await rejects.add({ line: 1, reason: 'a: must be a string', record });
    await rejects.close();
    expect(await readFile(path, 'utf8')).toBe('{"line":1,"reason":"a: must be a string"}\n');
  });

  it('refuses a place where no file can be', async () => {
    await expect(RejectsFile.at(folder)).rejects.toThrow(Refusal);
    await expect(RejectsFile.at(join(folder, 'missing', 'file'))).rejects.toThrow(Refusal);
  });
});

describe('defaultRejectsPath', () => {
  it('is beside the input file', async () => {
    const input = join(folder, 'companies.csv.gz');
    await writeFile(input, '');
    expect(await defaultRejectsPath(input)).toBe(`${input}.rejects.ndjson`);
  });

  it('is in the working directory for a stream', async () => {
    expect(await defaultRejectsPath('-')).toBe('stdin.rejects.ndjson');
    expect(await defaultRejectsPath('/dev/null')).toBe('null.rejects.ndjson');
  });
});
