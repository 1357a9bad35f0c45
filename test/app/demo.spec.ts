import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DemoAccess, DemoService, welcomeText } from '../../src/demo/demo.service.js';
import { call } from '../support/http.js';
import { eventually } from '../support/eventually.js';
import { silentLog } from '../support/silent-log.js';
import { startTestService, type TestService } from '../support/test-service.js';

describe('The first start succeeds', () => {
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

  it('logs the begin and the end of the import', () => {
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

  it('starts a run whose prospects the last example shows', async () => {
    const request = requestsIn(welcomeText(service.baseUrl, await prepared(service), { console: 'on' })).slice(-1);
    const results = async () => (await answersTo(request))[0]?.body as { status: string; total_results: number };
    await eventually(async () => (await results()).status !== 'running', 30_000);
    expect(await results()).toMatchObject({ status: 'success' });
    expect((await results()).total_results).toBeGreaterThan(0);
  });

  it('seeds once: the next start keeps key and data', async () => {
    await service.database.pool.query("delete from signal where account_website < 'k'");
    const kept = await countsOf(service, ['signal']);
    expect(await preparedKey(service)).toBe(apiKey);
    expect(await countsOf(service, ['signal'])).toEqual(kept);
  });

  it('repeats an interrupted seed', async () => {
    await service.database.pool.query('delete from signal');
    await service.database.pool.query('delete from api_key');
    await preparedKey(service);
    expect(await countsOf(service, ['company', 'person', 'signal'])).toEqual([395, 4564, 600]);
  });
});

describe('The first start protects', () => {
  it('a database with tenants from the demo data', async () => {
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
