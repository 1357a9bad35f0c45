import { request } from 'node:http';
import { mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lockStatement } from '../../src/platform/database/advisory-locks.js';
import { UploadCleaningTimer } from '../../src/operator/upload-cleaning.timer.js';
import { UploadService } from '../../src/operator/upload.service.js';
import { type Answer, call } from '../support/http/http.js';
import { OpenApiDocument } from '../support/http/openapi-document.js';
import { rowOf, workbookFile } from '../support/records/workbook-file.js';
import { zipFile } from '../support/records/zip-file.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
const headers = { 'X-Operator-Key': operatorKey };

let service: TestService;
let dataDir: string;
let document: OpenApiDocument;

interface Imported {
  readonly import_id: number;
  readonly read: number;
}

interface Upload {
  readonly upload_id: string;
  readonly import_id: number | null;
  readonly state: string;
  readonly received_bytes: number;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
  const env = { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, OPERATOR_UPLOAD_MB: '8', DATA_DIR: dataDir };
  service = await startTestService({ env });
  document = await OpenApiDocument.of(service.baseUrl, '/operator/openapi.json');
});

afterAll(() => service.close());

const url = (path: string): string => `${service.baseUrl}/operator/v1/${path}`;

/** Announces a file. */
const announce = (body: object): Promise<Answer> => call(url('uploads'), { headers, body });

async function begin(body: object): Promise<Upload> {
  const answer = await announce(body);
  expect(answer.status).toBe(201);
  expect(document.faultsOfAnswer('POST', '/operator/v1/uploads', answer)).toEqual([]);
  return answer.body as Upload;
}

/** Sends a piece of a file. */
const send = (id: string, offset: number, raw: string | Uint8Array, more = {}): Promise<Answer> =>
  call(url(`uploads/${id}/content?offset=${offset}`), {
    method: 'PUT',
    raw,
    headers: { ...headers, 'Content-Type': 'application/octet-stream', ...more },
  });

async function read(id: string): Promise<Upload> {
  const answer = await call(url(`uploads/${id}`), { headers });
  expect(document.faultsOfAnswer('GET', '/operator/v1/uploads/{upload_id}', answer)).toEqual([]);
  return answer.body as Upload;
}

/** Waits until an import has ended. */
async function ended(id: string): Promise<Upload> {
  await eventually(async () => !['uploading', 'waiting', 'running'].includes((await read(id)).state), 60_000);
  return read(id);
}

/** Uploads a file in one piece, and waits for the end of its import. */
async function imported(file: string, text: string | Uint8Array, options: object): Promise<Upload> {
  const { upload_id: id } = await begin({ file, size_bytes: Buffer.byteLength(text), ...options });
  expect((await send(id, 0, text)).status).toBe(200);
  return ended(id);
}

/** The path of an uploaded file on the disk. */
async function storedFile(id: string): Promise<string> {
  const folder = join(dataDir, 'uploads', id);
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

/** How many imports wait for a lock. */
async function waitingImports(): Promise<number> {
  const { rows } = await service.database.pool.query(
    `select from pg_stat_activity
      where datname = current_database() and application_name = 'data-access-service import' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

/** All rejected lines, part by part. */
async function rejectsOf(id: string): Promise<{ readonly rejects: object[]; readonly parts: number }> {
  const rejects: object[] = [];
  let parts = 0;
  for (let start: number | null = 0; start !== null; parts += 1) {
    const answer = await call(url(`uploads/${id}/rejects?start=${start}`), { headers });
    expect(document.faultsOfAnswer('GET', '/operator/v1/uploads/{upload_id}/rejects', answer)).toEqual([]);
    const part = answer.body as { rejects: object[]; next: number | null };
    rejects.push(...part.rejects);
    start = part.next;
  }
  return { rejects, parts };
}

const companies = 'website,name\nacme.example,Acme\n,Nameless\nother.example,Other\n';

describe('An upload of a file succeeds', () => {
  it('gives the kind of each note and the code of a failure, and shows a report of an earlier version as the text that it has', async () => {
    const dry = await imported('kinds.csv', 'website,colour\nkinds.example,red\n', {
      kind: 'companies',
      dry_run: true,
    });
    expect(dry).toMatchObject({ notes: ['Ignored: colour'], note_kinds: ['ignored columns'], refusal: null });
    const failed = await imported('shape.csv', 'colour,shape\nred,round\n', { kind: 'companies', dry_run: true });
    const failure =
      'Cannot read shape.csv: the header row has no known column (colour, shape); rename the columns of the file, or map them in a command with --map';
    const refusal = { code: 'NO_KNOWN_COLUMN', values: { columns: ['colour', 'shape'] } };
    expect(failed).toMatchObject({ state: 'failed', failure, refusal });
    const report = { notes: ['Ignored: colour'], failure };
    await service.database.pool.query('update import_upload set report = $2 where id = $1', [dry.upload_id, report]);
    const earlier = { notes: ['Ignored: colour'], note_kinds: [null], failure, refusal: null };
    expect(await read(dry.upload_id)).toMatchObject(earlier);
  });

  it('says in a dry run what would be stored and why a line is rejected, and stores nothing', async () => {
    const dry = await imported('companies.csv', companies, { kind: 'companies', dry_run: true });
    expect(dry).toMatchObject({
      state: 'complete',
      dry_run: true,
      import_id: null,
      read: 3,
      inserted: 2,
      rejected: 1,
      failure: null,
    });
    expect(dry).toMatchObject({ columns: [{ column: 'website', field: 'website' }, { column: 'name' }] });
    expect((await rejectsOf(dry.upload_id)).rejects).toMatchObject([{ line: 3, reason: expect.any(String) }]);
    expect((await call(url('imports'), { headers })).body).toEqual({ imports: [] });
    const { rows } = await service.database.pool.query('select id from company');
    expect(rows).toEqual([]);
  });

  it('imports a file that arrives in pieces, records the import as for a command, and removes the file afterwards', async () => {
    const { upload_id: id } = await begin({
      kind: 'companies',
      file: 'my companies.csv',
      size_bytes: companies.length,
    });
    const [first, second] = [companies.slice(0, 20), companies.slice(20)];
    expect(await send(id, 0, first)).toMatchObject({ status: 200, body: { state: 'uploading', received_bytes: 20 } });
    expect((await stat(await storedFile(id))).mode & 0o777).toBe(0o600);
    const answer = await send(id, 20, second);
    expect(document.faultsOfAnswer('PUT', '/operator/v1/uploads/{upload_id}/content', answer)).toEqual([]);
    expect(await ended(id)).toMatchObject({
      state: 'complete',
      inserted: 2,
      rejected: 1,
      imported_bytes: companies.length,
    });
    const imports = (await call(url('imports'), { headers })).body;
    expect(imports).toMatchObject({
      imports: [
        {
          kind: 'companies',
          file: 'my companies.csv',
          source: 'my companies.csv',
          system_user: 'operator API',
          inserted: 2,
          rejected: 1,
        },
      ],
    });
    const log = (await call(url('log'), { headers })).body;
    expect(log).toMatchObject({ log: [{ command: 'import companies', arguments: ['my companies.csv'] }] });
    await eventually(async () => (await readdir(join(dataDir, 'uploads'))).every((name) => name !== id), 30_000);
    const listed = await call(url('uploads?limit=1'), { headers });
    expect(document.faultsOfAnswer('GET', '/operator/v1/uploads', listed)).toEqual([]);
    expect(listed.body).toMatchObject({ uploads: [{ upload_id: id }] });
  });

  it('imports signals of a tenant, and keeps the stored values of companies if `keep_existing` is set', async () => {
    await service.issueKey('acme');
    const signal = JSON.stringify({ date: '2026-01-02', signal_type: 'Anything', account_website: 'acme.example' });
    const signals = await imported('signals.ndjson', signal, { kind: 'signals', tenant: 'acme', any_type: true });
    expect(signals).toMatchObject({ state: 'complete', inserted: 1, tenant: 'acme' });
    const renamed = 'website,name\nacme.example,Renamed\n';
    await imported('names.csv', renamed, { kind: 'companies', keep_existing: true });
    const { rows } = await service.database.pool.query(`select name from company where name in ('Acme', 'Renamed')`);
    expect(rows).toEqual([{ name: 'Acme' }]);
  });

  it('keeps the rejected lines of each of two uploads of one name, and tells which import each of them has', async () => {
    const texts = ['website,name\n,First\n', 'website,name\ntwins.example,Twins\n,Second\n'];
    const begun = await Promise.all(
      texts.map((text) => begin({ kind: 'companies', file: 'twins.csv', size_bytes: text.length })),
    );
    expect(begun).toMatchObject([{ import_id: null }, { import_id: null }]);
    const answers = await Promise.all(begun.map(({ upload_id: id }, index) => send(id, 0, texts[index] ?? '')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const uploads = await Promise.all(begun.map(({ upload_id: id }) => ended(id)));
    const { imports } = (await call(url('imports?limit=2'), { headers })).body as { imports: Imported[] };
    const readOf = (id: number | null) => imports.find(({ import_id: listed }) => listed === id)?.read;
    expect(uploads.map(({ import_id: id }) => readOf(id))).toEqual([1, 2]);
    const rejects = await Promise.all(uploads.map(({ upload_id: id }) => rejectsOf(id)));
    expect(rejects).toMatchObject([
      { rejects: [{ line: 2, record: { name: 'First' } }] },
      { rejects: [{ line: 3, record: { name: 'Second' } }] },
    ]);
  });

  it('says in a dry run which stored values would change, until a person is erased', async () => {
    const page = 'https://network.com/in/checked-person';
    await imported('old.csv', `network_url,job_title\n${page},Engineer\n`, { kind: 'persons' });
    const options = { kind: 'persons', dry_run: true };
    const { upload_id: id } = await imported('new.csv', `network_url,job_title\n${page},Architect\n`, options);
    expect(await read(id)).toMatchObject({
      changes: {
        ...{ inserted: 0, changed: 1, replaced: 1, warnings: [] },
        fields: [{ field: 'job_title', changed: 1 }],
        records: [{ kind: 'person', changes: [{ field: 'job_title', before: 'Engineer', after: 'Architect' }] }],
      },
    });
    const { body } = await call(url('uploads?limit=1'), { headers });
    expect(body).toMatchObject({ uploads: [{ upload_id: id, changes: null }] });
    expect((await call(url('erasures'), { headers, body: { network_url: page } })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'complete', changes: null });
  });

  it('returns many rejected lines in parts', async () => {
    const lines = Array.from({ length: 9_000 }, (_, line) => `,${'x'.repeat(150)}${line}`);
    const { upload_id: id } = await imported('bad.csv', `website,name\n${lines.join('\n')}\n`, { kind: 'companies' });
    const { rejects, parts } = await rejectsOf(id);
    expect(rejects.length).toBe(9_000);
    expect(parts).toBeGreaterThan(1);
    expect(new Set(rejects.map((reject) => (reject as { line: number }).line)).size).toBe(9_000);
  });

  it('returns only the beginning of a long rejected record, and says how long it was', async () => {
    const lines = `website,name\n,${'x'.repeat(100_000)}\n,Short\n`;
    const { upload_id: id } = await imported('long.csv', lines, { kind: 'companies' });
    const { rejects, parts } = await rejectsOf(id);
    expect(parts).toBe(1);
    expect(rejects).toMatchObject([{ line: 2, cut_from: expect.any(Number) }, { line: 3 }]);
    expect(JSON.stringify(rejects).length).toBeLessThan(20_000);
  });

  it('forgets an upload with its rejected lines after a week', async () => {
    const { upload_id: old } = await imported('old.csv', companies, { kind: 'companies', dry_run: true });
    const { upload_id: young } = await imported('young.csv', companies, { kind: 'companies', dry_run: true });
    const weekAgo = new Date(Date.now() - 8 * 86_400_000);
    await service.database.pool.query('update import_upload set started_at = $2 where id = $1', [old, weekAgo]);
    await utimes(join(dataDir, 'uploads', `${old}.rejects.ndjson`), weekAgo, weekAgo);
    await service.app.get(UploadCleaningTimer, { strict: false }).round();
    expect((await call(url(`uploads/${old}`), { headers })).status).toBe(404);
    const files = await readdir(join(dataDir, 'uploads'));
    expect(files).not.toContain(`${old}.rejects.ndjson`);
    expect(files).toContain(`${young}.rejects.ndjson`);
    expect((await rejectsOf(young)).rejects.length).toBe(1);
  });

  it('ends the import of a process that was killed as interrupted, and removes its file', async () => {
    const { upload_id: lost } = await begin({ kind: 'companies', file: 'lost.csv', size_bytes: companies.length });
    const { upload_id: arriving } = await begin({ kind: 'companies', file: 'arriving.csv', size_bytes: 10 });
    const running = `update import_upload set state = 'running', seen_at = now() - interval '2 minutes' where id = $1`;
    await service.database.pool.query(running, [lost]);
    await service.app.get(UploadCleaningTimer, { strict: false }).round();
    expect(await read(lost)).toMatchObject({ state: 'interrupted', ended_at: expect.any(String) });
    const files = await readdir(join(dataDir, 'uploads'));
    expect([files.includes(lost), files.includes(arriving)]).toEqual([false, true]);
  });

  it('writes one of several first pieces that arrive at once, and refuses the others', async () => {
    const { upload_id: id } = await begin({ kind: 'companies', file: 'race.csv', size_bytes: 600_000 });
    const letters = 'abcdefgh'.split('');
    const answers = await Promise.all(letters.map((letter) => send(id, 0, letter.repeat(300_000))));
    const taken = letters.filter((_, index) => answers[index]?.status === 200);
    expect(taken).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => answer.status !== 200))
      expect([status, body]).toMatchObject([
        400,
        { detail: { message: 'The next piece has to begin at the offset 300000' } },
      ]);
    expect(await readFile(await storedFile(id), 'utf8')).toBe((taken[0] ?? '').repeat(300_000));
  });

  it('ends the import as interrupted when its process stops, and another process reports this state', async () => {
    const env = { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, DATA_DIR: dataDir };
    const stopping = await startTestService({ env, sharing: service });
    const holder = await service.database.pool.connect();
    try {
      await holder.query(`begin; ${lockStatement({ name: 'import', mode: 'alone' })}`);
      const { upload_id: id } = await begin({ kind: 'companies', file: 'stop.csv', size_bytes: companies.length });
      const content = { method: 'PUT', raw: companies, headers };
      await call(`${stopping.baseUrl}/operator/v1/uploads/${id}/content?offset=0`, content);
      await eventually(async () => (await read(id)).state === 'running', 60_000);
      stopping.app.get(UploadService, { strict: false }).onModuleDestroy();
      await holder.query('commit');
      await eventually(async () => (await read(id)).state === 'interrupted', 60_000);
    } finally {
      holder.release();
      await stopping.close();
    }
  });

  it('ends the import of signals with one sentence if their tenant is deleted meanwhile, and rejects no line for it', async () => {
    await service.issueKey('leaving');
    const lines = Array.from({ length: 20 }, (_, day) =>
      JSON.stringify({ date: '2026-01-02', signal_type: `Anything ${day}`, account_website: 'acme.example' }),
    );
    const options = { kind: 'signals', tenant: 'leaving', any_type: true };
    const holder = await service.database.pool.connect();
    try {
      await holder.query(`begin; ${lockStatement({ name: 'import', mode: 'alone' })}`);
      const importing = imported('leaving.ndjson', lines.join('\n'), options);
      await eventually(async () => (await waitingImports()) === 1, 60_000);
      const deletion = { method: 'DELETE', headers };
      expect((await call(url('tenants/leaving?confirm=leaving'), deletion)).status).toBe(200);
      await holder.query('commit');
      expect(await importing).toMatchObject({
        state: 'failed',
        failure: 'Tenant "leaving" was deleted while its signals were imported',
        rejected: 0,
      });
    } finally {
      holder.release();
    }
    const { imports } = (await call(url('imports?limit=1'), { headers })).body as { imports: object[] };
    expect(imports).toMatchObject([{ file: 'leaving.ndjson', outcome: 'failed', rejected: 0 }]);
  });

  it('keeps the part of an interrupted piece that has arrived, and accepts the rest of the file afterwards', async () => {
    const { upload_id: id } = await begin({ kind: 'companies', file: 'broken.csv', size_bytes: companies.length });
    const broken = request(url(`uploads/${id}/content?offset=0`), {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': companies.length },
    });
    broken.on('error', () => undefined);
    broken.write(companies.slice(0, 10));
    await eventually(async () => (await read(id)).received_bytes === 10, 30_000);
    broken.destroy();
    expect((await send(id, 10, companies.slice(10))).status).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'complete', read: 3 });
  });

  it('reads the sheet, the columns and the values that the operator has chosen, in a workbook in a ZIP archive', async () => {
    const rows = rowOf('Seite', 'Name', 'Name') + rowOf('chosen.example', 'Ignored', 'Chosen');
    const sheets = [
      { name: 'Alt', rows: rowOf('Website', 'Name') + rowOf('not-chosen.example', 'Not chosen') },
      { name: 'Bestand', rows },
    ];
    const archive = await zipFile({ 'kunden.xlsx': await workbookFile({ sheets }), 'LIESMICH.txt': 'Bestand' });
    const mapping = {
      sheet: 'Bestand',
      map: { Seite: 'website', Name: null, 'Name #2': 'name' },
      set: { industry: 'Pumps' },
    };
    const ended = await imported('kunden.zip', archive, { kind: 'companies', ...mapping });
    expect(ended).toMatchObject({
      ...{ state: 'complete', read: 1, inserted: 1 },
      notes: [
        'Read kunden.xlsx of the archive; not read: LIESMICH.txt',
        'Read the sheet "Bestand"; not read: Alt. Another sheet can be chosen by its name',
      ],
      note_kinds: ['table in an archive', 'sheet'],
    });
    const { rows: stored } = await service.database.pool.query(
      "select name, industry from company where website = 'chosen.example'",
    );
    expect(stored).toEqual([{ name: 'Chosen', industry: 'Pumps' }]);
  });
});

describe('An upload of a file rejects', () => {
  const refused = { status: 400, body: { detail: { status: 'COMMAND_REFUSED' } } };

  it.each([
    [{ map: { Seite: 'webpage' } }, /Seite=webpage: companies have no such field/],
    [{ map: { Seite: 7 } }, /map must give each of its members a text or null/],
    [{ map: { 'a\u0000': 'name' } }, /without unusable characters/],
    [{ set: { webpage: 'x' } }, /webpage/],
    [{ set: { name: ['x'] } }, /set must give each of its members a text or null/],
  ])('refuses the mapping %j before the file is sent', async (mapping, message) => {
    const answer = await announce({ kind: 'companies', file: 'a.csv', size_bytes: 5, ...mapping });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it('refuses a file with a wrong size, kind, name or tenant', async () => {
    const file = { kind: 'companies', file: 'a.csv', size_bytes: 1 };
    expect(await announce({ ...file, size_bytes: 8 * 1024 * 1024 + 1 })).toMatchObject(refused);
    expect((await announce({ ...file, kind: 'follows' })).status).toBe(422);
    expect((await announce({ ...file, size_bytes: 0 })).status).toBe(422);
    expect(await announce({ ...file, tenant: 'acme' })).toMatchObject(refused);
    expect(await announce({ ...file, kind: 'signals' })).toMatchObject(refused);
    expect((await announce({ ...file, kind: 'signals', tenant: 'missing' })).status).toBe(404);
    for (const name of ['\u0000', 'a\u001B[31m.csv', 'a\u202Evsc.csv', '', ' ']) {
      expect([name, await announce({ ...file, file: name })]).toMatchObject([name, refused]);
      expect([name, await announce({ ...file, file: name, dry_run: true })]).toMatchObject([name, refused]);
      expect([name, await announce({ ...file, source: name })]).toMatchObject([name, refused]);
    }
  });

  it('says why the folder of uploads cannot be written, and that DATA_DIR can name another folder', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const env = { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, DATA_DIR: file };
    const unable = await startTestService({ env, sharing: service });
    try {
      const body = { kind: 'companies', file: 'a.csv', size_bytes: 1 };
      expect(await call(`${unable.baseUrl}/operator/v1/uploads`, { headers, body })).toMatchObject({
        status: 400,
        body: { detail: { message: expect.stringContaining('(ENOTDIR); set DATA_DIR') } },
      });
    } finally {
      await unable.close();
    }
  });

  it('says that the disk is full if a piece cannot be written, and accepts the piece when there is space again', async () => {
    const { upload_id: id } = await begin({ kind: 'companies', file: 'full.csv', size_bytes: companies.length });
    const path = await storedFile(id);
    await rm(path);
    await symlink('/dev/full', path);
    expect(await send(id, 0, companies)).toMatchObject({
      status: 400,
      body: { detail: { status: 'COMMAND_REFUSED', message: expect.stringContaining('is full (ENOSPC); free some') } },
    });
    await rm(path);
    await writeFile(path, '');
    expect((await send(id, 0, companies)).status).toBe(200);
    expect(await ended(id)).toMatchObject({ state: 'complete', inserted: 0, read: 3 });
  });

  it('begins no upload while twenty are not complete, unless one of them has received nothing for an hour', async () => {
    const { pool } = service.database;
    await pool.query(`delete from import_upload where state = 'uploading'`);
    const file = { kind: 'companies', file: 'many.csv', size_bytes: 10 };
    const [first] = await Promise.all(Array.from({ length: 20 }, () => begin(file)));
    expect(await announce(file)).toMatchObject(refused);
    const idle = `update import_upload set seen_at = now() - interval '61 minutes' where id = $1`;
    await pool.query(idle, [first?.upload_id]);
    expect((await send(first?.upload_id ?? '', 0, 'abc')).status).toBe(200);
    expect(await announce(file)).toMatchObject(refused);
    await pool.query(idle, [first?.upload_id]);
    await begin(file);
    expect((await call(url(`uploads/${first?.upload_id}`), { headers })).status).toBe(404);
    expect(await readdir(join(dataDir, 'uploads'))).not.toContain(first?.upload_id);
    await pool.query(`delete from import_upload where state = 'uploading'`);
  });

  it('refuses a piece at a wrong offset, a piece that is too long, a piece with a Content-Encoding, and a piece after the last one', async () => {
    const { upload_id: id } = await begin({ kind: 'companies', file: 'a.csv', size_bytes: 6_000_000 });
    expect(await send(id, 5, 'abc')).toMatchObject(refused);
    expect((await send(id, 0, new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413);
    const short = await begin({ kind: 'companies', file: 'b.csv', size_bytes: 3 });
    expect((await send(short.upload_id, 0, 'abcd')).status).toBe(413);
    expect((await send(short.upload_id, 0, 'abc', { 'Content-Encoding': 'br' })).status).toBe(415);
    const whole = await begin({ kind: 'companies', file: '../../c.csv', size_bytes: companies.length });
    expect((await send(whole.upload_id, 0, companies)).status).toBe(200);
    expect(await send(whole.upload_id, companies.length, 'more')).toMatchObject(refused);
    expect((await ended(whole.upload_id)).state).toBe('complete');
    expect((await call(url(`uploads/${id}/content`), { method: 'PUT', raw: 'a', headers })).status).toBe(422);
  });

  it('says why the import of a binary file failed, without the path of the file on the server', async () => {
    const failed = await imported('workbook.csv', '\u0000\u0001binary', { kind: 'companies' });
    expect(failed).toMatchObject({ state: 'failed', failure: expect.stringMatching(/workbook\.csv.*binary data/) });
    expect(JSON.stringify(failed)).not.toContain(dataDir);
  });

  it('answers 404 for an unknown upload', async () => {
    const unknown = '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90';
    for (const id of ['1', unknown]) {
      expect((await call(url(`uploads/${id}`), { headers })).status).toBe(404);
      expect((await call(url(`uploads/${id}/rejects`), { headers })).status).toBe(404);
      expect((await send(id, 0, 'abc')).status).toBe(404);
    }
  });
});

describe('An upload of a file protects', () => {
  it('refuses requests without the operator key before anything is stored', async () => {
    const { upload_id: id } = await begin({ kind: 'companies', file: 'a.csv', size_bytes: 10 });
    const { apiKey } = await service.issueKey('other');
    for (const path of ['uploads', `uploads/${id}`, `uploads/${id}/rejects`])
      expect([path, (await call(url(path), { apiKey })).status]).toEqual([path, 401]);
    expect((await call(url(`uploads/${id}/content?offset=0`), { apiKey, method: 'PUT', raw: 'abc' })).status).toBe(401);
    expect((await call(url('uploads'), { apiKey, body: { kind: 'companies', file: 'x', size_bytes: 1 } })).status).toBe(
      401,
    );
    expect((await read(id)).received_bytes).toBe(0);
  });
});
