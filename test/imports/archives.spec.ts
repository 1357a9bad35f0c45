import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { ImportService, type RunOptions } from '../../src/imports/import.service.js';
import { resultsOf } from '../support/records/company-api.js';
import { type FileImport, startFileImport } from '../support/records/file-import.js';
import { noting } from '../support/records/import-observers.js';
import { rowOf, workbookFile } from '../support/records/workbook-file.js';
import { zipFile } from '../support/records/zip-file.js';
import { usedMemory } from '../support/service/used-memory.js';

let imports: FileImport;

beforeAll(async () => {
  imports = await startFileImport();
});

afterAll(() => imports.close());

function load(archive: Buffer, options?: RunOptions): ReturnType<FileImport['load']> {
  return imports.load('companies', 'register.zip', archive, options);
}

async function nameOf(website: string): Promise<unknown> {
  const [result] = await resultsOf(imports.client, { companies: [{ website }], fields: ['name'] });
  return result?.data;
}

describe('An import of a ZIP archive', () => {
  it.each([
    [
      'CSV',
      'register/companies.csv',
      'Company;Webseite\nCsv GmbH;csv-zip.example.org\n',
      'csv-zip.example.org',
      'Csv GmbH',
    ],
    ['JSON lines', 'a.ndjson', '{"name":"Nd","website":"nd-zip.example.org"}\n', 'nd-zip.example.org', 'Nd'],
    ['gzip', 'a.csv.gz', gzipSync('name,website\nGz,gz-zip.example.org\n'), 'gz-zip.example.org', 'Gz'],
    [
      'UTF-16',
      'a.csv',
      Buffer.from('\uFEFFname\twebsite\nÜ\tu16-zip.example.org\n', 'utf16le'),
      'u16-zip.example.org',
      'Ü',
    ],
  ])(
    'reads the only table, if it is %s, and says which files it has not read',
    async (_, name, content, site, company) => {
      const notes: string[] = [];
      const beside = { 'README.txt': 'About this register', '__MACOSX/._companies.csv': 'x' };
      const archive = await zipFile({ ...beside, [name]: content });
      expect(await load(archive, { observe: noting(notes) })).toMatchObject({ read: 1, inserted: 1 });
      expect(await nameOf(site)).toEqual({ name: company });
      expect(notes).toEqual([`Read ${name} of the archive; not read: README.txt`]);
    },
  );

  it('reads a workbook in the archive, also from standard input', async () => {
    const rows = rowOf('Website', 'Name') + rowOf('xlsx-zip.example.org', 'Sheet');
    const archive = await zipFile({ 'a.xlsx': await workbookFile({ sheets: [{ name: 'A', rows }] }), LICENSE: 'MIT' });
    expect(await load(archive)).toMatchObject({ inserted: 1 });
    const service = imports.service.app.get(ImportService, { strict: false });
    expect(await service.run('companies', '-', { stdin: Readable.from([archive]) })).toMatchObject({ unchanged: 1 });
    expect(await nameOf('xlsx-zip.example.org')).toEqual({ name: 'Sheet' });
  });

  it('reads dates in the order that a later row shows', async () => {
    const csv = 'website,name,funding_last_date\nd1.example.org,A,03/04/2024\nd2.example.org,B,13/04/2024\n';
    await load(await zipFile({ 'a.csv': csv }));
    const [result] = await resultsOf(imports.client, {
      companies: [{ website: 'd1.example.org' }],
      fields: ['funding_last_date'],
    });
    expect(result?.data).toEqual({ funding_last_date: '2024-04-03' });
  });

  it('reads a table whose name leaves the folder of the archive, and writes nothing there', async () => {
    const archive = await zipFile({ '../../../tmp/escape.csv': 'website,name\nescape.example.org,E\n' });
    expect(await load(archive)).toMatchObject({ inserted: 1 });
  });

  it.each([
    [
      'with several tables',
      { 'a.csv': 'website\na.com', 'b.csv': 'website\nb.com', 'readme.txt': '' },
      {},
      /several tables: a\.csv, b\.csv; unpack it/,
    ],
    ['without files', {}, {}, /an archive without files/],
    [
      'that is encrypted',
      { 'a.csv': 'website\na.com' },
      { password: 'secret' },
      /a\.csv in the archive is encrypted; unpack it/,
    ],
    ['with a text document', { '_rels/.rels': '', 'word/document.xml': '' }, {}, /it is a text document/],
    ['with a file that is no table', { 'a.pdf': '%PDF-1.7' }, {}, /it is a PDF document/],
  ])('refuses an archive %s', async (_, files, options, message) => {
    await expect(load(await zipFile(files as Record<string, string>, options))).rejects.toThrow(message);
  });

  it('refuses an archive in the archive', async () => {
    const inner = await zipFile({ 'a.csv': 'website\na.com' });
    await expect(load(await zipFile({ 'inner.zip': inner }))).rejects.toThrow(/another archive inside; unpack it/);
  });

  it('refuses an archive that is cut off', async () => {
    const archive = await zipFile({ 'a.csv': 'website\na.com' });
    await expect(load(archive.subarray(0, -30))).rejects.toThrow(/the archive cannot be read .*unpack it/);
  });

  it('keeps the records before the damage, if the data of an archive are damaged', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => `damaged${index}.example.org,${Math.sin(index)}\n`);
    const archive = await zipFile({ 'a.csv': `website,name\n${rows.join('')}` });
    archive.fill(0xff, Math.floor(archive.length * 0.9), Math.floor(archive.length * 0.9) + 5_000);
    await expect(load(archive)).rejects.toThrow(/after line \d+: the archive cannot be read/);
    expect(await nameOf('damaged0.example.org')).toEqual({ name: '0' });
  });

  it('refuses an archive with more files than are usual', async () => {
    const names = Array.from({ length: 10_001 }, (_, index) => [`${index}.txt`, ''] as const);
    await expect(load(await zipFile(Object.fromEntries(names), { level: 0 }))).rejects.toThrow(/more than 10000 files/);
  });

  it('refuses an archive whose list of files is too long to be held in memory', async () => {
    const names = Array.from({ length: 300 }, (_, index) => [`${index}.txt`, ''] as const);
    const archive = await zipFile(Object.fromEntries(names), { comment: 'x'.repeat(60_000) });
    await expect(load(archive)).rejects.toThrow(/the list of its files is too long/);
  });

  it('reads a line that is a thousand times as long as the archive without holding it in memory', async () => {
    const piece = Buffer.alloc(1_000_000, 'x');
    function* line(): Generator<Buffer> {
      yield Buffer.from('website,name\n');
      for (let pieces = 0; pieces < 400; pieces += 1) yield piece;
    }
    const bomb = await zipFile({ 'a.csv': Readable.from(line()) });
    expect(bomb.length).toBeLessThan(1_000_000);
    const before = usedMemory();
    const used: number[] = [];
    const watch = setInterval(() => used.push(usedMemory() - before), 1_000);
    const summary = await load(bomb).finally(() => clearInterval(watch));
    expect(summary).toMatchObject({ read: 1, rejected: 1 });
    expect(used.length).toBeGreaterThan(1);
    expect(Math.max(...used)).toBeLessThan(100_000_000);
  });

  it('ends with a sentence if a workbook in the archive is larger than can be held in memory', async () => {
    const bomb = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(100_000_000)]);
    await expect(load(await zipFile({ 'a.xlsx': bomb }))).rejects.toThrow(/in an archive may have at most 64 MB/);
  });
});
