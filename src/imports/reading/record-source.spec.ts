import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { CommandError } from '../../platform/errors/command-error.js';
import { openRecordSource, type RecordSourceOptions } from './record-source.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-source-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function records(path: string, options?: RecordSourceOptions): Promise<unknown[]> {
  const read: unknown[] = [];
  for await (const entry of (await openRecordSource(path, options)).entries) {
    read.push('reason' in entry ? entry.reason : { ...entry.record });
  }
  return read;
}

const ndjson = '{"name":"Acme"}\n';
const csv = 'name\nAcme\n';
const acme = [{ name: 'Acme' }];

describe('openRecordSource', () => {
  it.each([
    ['a.ndjson', ndjson],
    ['a.jsonl', ndjson],
    ['a.JSON', ndjson],
    ['a.csv', csv],
    ['a.ndjson.gz', gzipSync(ndjson)],
    ['a.csv.gz', gzipSync(csv)],
  ])('detects the format of %s by its name', async (name, content) => {
    expect(await records(await fileOf(name, content))).toEqual(acme);
  });

  it.each([
    ['NDJSON', ndjson],
    ['NDJSON behind blank lines', `\n\r\n  ${ndjson}`],
    ['NDJSON with a byte order mark', `\uFEFF${ndjson}`],
    ['CSV', csv],
    ['UTF-16', Buffer.from(`\uFEFF${ndjson}`, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\uFEFF${csv}`, 'utf16le').swap16()],
    ['gzipped UTF-16', gzipSync(Buffer.from(`\uFEFF${csv}`, 'utf16le'))],
    ['gzipped NDJSON', gzipSync(ndjson)],
    ['gzipped CSV', gzipSync(csv)],
  ])('detects %s by its first bytes if the name of the file does not show the format', async (_, content) => {
    expect(await records(await fileOf('companies', content))).toEqual(acme);
  });

  it('recognises a gzip file by its content, and not by its name', async () => {
    expect(await records(await fileOf('hidden.ndjson', gzipSync(ndjson)))).toEqual(acme);
    expect(await records(await fileOf('plain.ndjson.gz', ndjson))).toEqual(acme);
  });

  it('reads UTF-16 even if the bytes of a character arrive in several chunks', async () => {
    const bytes = [...Buffer.from('\uFEFFname\tcity\r\nAcme 🦊\tKöln\r\n', 'utf16le')];
    const stdin = Readable.from(bytes.map((byte) => Buffer.from([byte])));
    expect(await records('-', { stdin })).toEqual([{ name: 'Acme 🦊', city: 'Köln' }]);
  });

  it('reads a file in the given format, even if its name suggests another one', async () => {
    expect(await records(await fileOf('told.csv', ndjson), { format: 'ndjson' })).toEqual(acme);
  });

  it('reads standard input even if it arrives byte by byte', async () => {
    const bytes = [...gzipSync(ndjson)].map((byte) => Buffer.from([byte]));
    expect(await records('-', { stdin: Readable.from(bytes) })).toEqual(acme);
  });

  it('returns no record for an empty file', async () => {
    expect(await records(await fileOf('empty', ''))).toEqual([]);
  });

  it('counts the bytes of a gzip file as they are before decompression', async () => {
    const content = gzipSync(ndjson.repeat(1_000));
    const source = await openRecordSource(await fileOf('counted.ndjson.gz', content));
    let entries = 0;
    for await (const entry of source.entries) entries += entry.line > 0 ? 1 : 0;
    expect(entries).toBe(1_000);
    expect(source.bytesRead()).toBe(content.length);
    expect(source.totalBytes).toBe(content.length);
  });

  it('yields the records before the point at which a gzip file was cut off, and then throws', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `{"name":"${Math.sqrt(index)}"}\n`).join('');
    const path = await fileOf('cut.ndjson.gz', gzipSync(lines).subarray(0, 100_000));
    const read: unknown[] = [];
    let fault: unknown;
    try {
      for await (const entry of (await openRecordSource(path)).entries) read.push(entry);
    } catch (error) {
      fault = error;
    }
    expect(read.length).toBeGreaterThan(5_000);
    expect(read.every((entry) => typeof entry === 'object' && entry !== null && 'record' in entry)).toBe(true);
    expect(fault).toBeInstanceOf(CommandError);
    expect(String(fault)).toContain(`${path} after line ${read.length}: the gzip data ends early`);
  });

  it('rejects a missing file and a directory', async () => {
    await expect(openRecordSource(join(folder, 'missing'))).rejects.toThrow('missing: there is no such file');
    await expect(openRecordSource(folder)).rejects.toThrow(`Cannot read ${folder}: it is a directory`);
  });

  it('names the file in the error about an invalid header row', async () => {
    const path = await fileOf('header.csv', Buffer.from('a,\x81\xff\n1,2', 'latin1'));
    await expect(records(path)).rejects.toThrow(
      `Cannot read ${path}: the header row cannot be read: the line is not valid UTF-8; save the file as UTF-8`,
    );
  });

  it.each([{}, { format: 'ndjson' as const }])(
    'stops waiting for more data from standard input after an abort (with the options %j)',
    async (options) => {
      const abort = new AbortController();
      const reading = records('-', { ...options, stdin: new PassThrough(), signal: abort.signal });
      setImmediate(() => {
        abort.abort();
      });
      expect(await reading).toEqual([]);
    },
  );
});
