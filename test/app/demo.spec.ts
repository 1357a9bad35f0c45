import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoAccess, DemoService, welcomeText } from '../../src/demo/demo.service.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { silentLog } from '../support/service/silent-log.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

describe('A start with the demo data', () => {
  let dataDir: string;
  let service: TestService;
  let apiKey: string;
  const messages: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'demo-'));
    service = await startTestService({ env: { DATA_DIR: dataDir, WORKER: 'inline' } });
    ({ apiKey } = await prepared(service, { ...silentLog, info: (line) => messages.push(line) }));
  });
  afterAll(async () => {
    await service.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('imports every line of the demo data', async () => {
    expect(await countsOf(service, ['company', 'person', 'signal'])).toEqual([395, 4564, 600]);
  });

  it('logs the beginning and the end of the import', () => {
    const loaded = 'Loaded 395 demo companies, 4564 persons and 600 signals';
    expect(messages).toEqual(['Loading the demo data …', loaded]);
  });

  it('prints example requests that succeed', async () => {
    const access = await prepared(service);
    const requests = requestsIn(welcomeText(service.baseUrl, access, { console: 'on' }));
    const answers = await answersTo(requests);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 202, 200, 200]);
    const [company, person, signals, started, job] = answers.map(({ body }) => body);
    expect(started).toMatchObject({ status: 'running', team_name: 'databases' });
    expect(job).toMatchObject({ job_id: access.jobId, team: 'databases' });
    const counts = { data_engineers: expect.any(Number), engineering_leaders: expect.any(Number) };
    expect(company).toMatchObject({ results: [{ matched: true, data: { name: 'Siemens', ...counts } }] });
    const contact = { email: expect.stringContaining('@siemens.com'), phone: expect.any(String) };
    expect(person).toMatchObject({ results: [{ matched: true, data: { full_name: 'Theresa Weber', ...contact } }] });
    expect(Object.keys((signals as { signals: object }).signals)).not.toEqual([]);
  });

  it('starts a run, and the last printed example request returns the prospects of this run', async () => {
    const request = requestsIn(welcomeText(service.baseUrl, await prepared(service), { console: 'on' })).slice(-1);
    const results = async () => (await answersTo(request))[0]?.body as { status: string; total_results: number };
    await eventually(async () => (await results()).status !== 'running', 60_000);
    expect(await results()).toMatchObject({ status: 'success' });
    expect((await results()).total_results).toBeGreaterThan(0);
  });

  it('loads the data only once: the next start keeps the key and the data', async () => {
    await service.database.pool.query("delete from signal where account_website < 'k'");
    const kept = await countsOf(service, ['signal']);
    expect(await preparedKey(service)).toBe(apiKey);
    expect(await countsOf(service, ['signal'])).toEqual(kept);
  });

  it('revokes the demo key of a process with another data folder, so that only one demo key is valid', async () => {
    const before = await preparedKey(service);
    const otherDir = await mkdtemp(join(tmpdir(), 'demo-'));
    const other = await startTestService({ sharing: service, env: { DATA_DIR: join(otherDir, 'new') } });
    try {
      const after = await preparedKey(other);
      expect(await readFile(join(otherDir, 'new', 'demo-key'), 'utf8')).toBe(after);
      expect(await preparedKey(other)).toBe(after);
      const statusWith = async (key: string) => (await call(`${other.baseUrl}/v1/me`, { apiKey: key })).status;
      expect([await statusWith(before), await statusWith(after)]).toEqual([401, 200]);
      expect(await validKeys(service)).toBe(1);
    } finally {
      await other.close();
      await rm(otherDir, { recursive: true });
    }
  });

  it('creates and revokes no key when the data folder cannot be written', async () => {
    const kept = await preparedKey(service);
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    const other = await startTestService({ sharing: service, env: { DATA_DIR: join(file, 'data') } });
    const message =
      /^The demo key cannot be written to DATA_DIR .*file\/data \(.*\); choose another folder, or set SEED=off$/;
    await expect(prepared(other)).rejects.toThrow(message);
    await other.close();
    expect(await preparedKey(service)).toBe(kept);
    expect(await validKeys(service)).toBe(1);
  });

  it('loads the demo data again if an earlier load was interrupted', async () => {
    await service.database.pool.query('delete from signal');
    await service.database.pool.query('delete from api_key');
    await preparedKey(service);
    expect(await countsOf(service, ['company', 'person', 'signal'])).toEqual([395, 4564, 600]);
  });
});

describe('A start that must not change the database', () => {
  it('loads nothing when the data folder cannot be written', async () => {
    const service = await startTestService({ env: { DATA_DIR: '/dev/null/data' } });
    try {
      await expect(prepared(service)).rejects.toThrow(/^The demo key cannot be written to DATA_DIR \/dev\/null\/data /);
      expect(await countsOf(service, ['tenant', 'company', 'api_key'])).toEqual([0, 0, 0]);
    } finally {
      await service.close();
    }
  });

  it('loads no demo data into a database that has tenants', async () => {
    const service = await startTestService({ env: { WORKER: 'inline' } });
    try {
      await service.issueKey('somebody');
      expect(await service.app.get(DemoService, { strict: false }).prepare(silentLog)).toBeNull();
      expect(await countsOf(service, ['company', 'person', 'signal'])).toEqual([0, 0, 0]);
    } finally {
      await service.close();
    }
  });
});

async function prepared(service: TestService, log = silentLog): Promise<DemoAccess> {
  const access = await service.app.get(DemoService, { strict: false }).prepare(log);
  if (access === null) throw new Error('There is no demo tenant');
  return access;
}

async function preparedKey(service: TestService): Promise<string> {
  return (await prepared(service)).apiKey;
}

async function validKeys(service: TestService): Promise<number> {
  const { rows } = await service.database.pool.query<{ count: number }>(
    'select count(*)::int as count from api_key where revoked_at is null',
  );
  return rows[0]?.count ?? -1;
}

interface PrintedRequest {
  readonly url: string;
  readonly apiKey: string;
  readonly body: unknown;
}

/** The requests in the text, parsed like a shell does. */
function requestsIn(text: string): PrintedRequest[] {
  const printed = [...text.matchAll(/^ *curl -s (\S+) -H 'X-Api-Key: (\S+)'(?: .* -d '(.+)')?$/gm)];
  return printed.map(([, url = '', apiKey = '', body]) => ({
    url,
    apiKey,
    body: body === undefined ? undefined : (JSON.parse(body) as unknown),
  }));
}

async function answersTo(requests: readonly PrintedRequest[]): Promise<{ status: number; body: unknown }[]> {
  return Promise.all(requests.map(({ url, apiKey, body }) => call(url, { apiKey, body })));
}

async function countsOf(service: TestService, tables: readonly string[]): Promise<number[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await service.database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${table}`,
    );
    return rows[0]?.count ?? -1;
  });
  return Promise.all(counts);
}
