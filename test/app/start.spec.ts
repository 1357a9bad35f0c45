import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Folders, serverPid } from '../platform/embedded-postgres-support.js';
import { CommandLine } from '../support/service/command-line.js';
import { call } from '../support/http/http.js';
import { eventually } from '../support/service/eventually.js';
import { RunningService, runProgram } from '../support/service/programs.js';
import { createTestDatabase } from '../support/service/test-database.js';

const folders = new Folders();
const services: RunningService[] = [];
let dataDir: string;
/** The service of the tests that follow one another on one data directory. */
let current: RunningService | undefined;

beforeAll(async () => {
  dataDir = await folders.make();
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end()));
});

afterAll(async () => {
  await current?.end();
  await folders.remove();
});

async function start(env: Record<string, string>): Promise<RunningService> {
  const service = await RunningService.start(env);
  services.push(service);
  return service;
}

/** Starts the service on the shared data directory. */
async function startCurrent(args?: readonly string[]): Promise<RunningService> {
  return (current = await RunningService.start({ DATA_DIR: dataDir }, args));
}

async function endCurrent(): Promise<void> {
  expect(await current?.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
  current = undefined;
  await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
}

function started(): RunningService {
  if (current === undefined) throw new Error('The tests of this file run in their order');
  return current;
}

const admin = new CommandLine(() => ({ DATA_DIR: dataDir }));

/** Runs a line in a shell. @returns its output */
function paste(line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', line], (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(new Error(error.message));
    });
  });
}

/** Sends the request of a line without a shell and `curl`. */
async function sendExample(line: string): Promise<unknown> {
  const [, url = ''] = /curl -s (\S+)/.exec(line) ?? [];
  const headers = [...line.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value]);
  const [, raw] = /-d '(.*)'$/.exec(line) ?? [];
  const content = raw === undefined ? {} : { raw };
  return (await call(url, { headers: Object.fromEntries(headers) as Record<string, string>, ...content })).body;
}

async function answerTo(example: string): Promise<unknown> {
  const hasCurl = (await paste('command -v curl || true')) !== '';
  return hasCurl ? JSON.parse(await paste(example)) : sendExample(example);
}

async function nameOf(website: string, { baseUrl, apiKey }: RunningService): Promise<unknown> {
  const body = { companies: [{ website }], fields: ['name'] };
  const answer = await call(`${baseUrl}/v1/company/enrich`, { apiKey, body });
  return (answer.body as { results: { data: { name: unknown } }[] }).results[0]?.data.name;
}

describe('The first start', () => {
  it('creates only one key if three processes start at the same moment', async () => {
    const others = Promise.all([start({ DATA_DIR: dataDir }), start({ DATA_DIR: dataDir })]);
    const together = [await startCurrent(['scripts/start.mjs']), ...(await others)];
    expect(new Set(together.map(({ baseUrl }) => baseUrl)).size).toBe(3);
    expect(new Set(together.map(({ apiKey }) => apiKey)).size).toBe(1);
    expect(await Promise.all(together.map((service) => nameOf('siemens.com', service)))).toEqual(
      together.map(() => 'Siemens'),
    );
    expect(await Promise.all((await others).map((service) => service.end()))).toEqual(
      Array(2).fill(expect.objectContaining({ code: 0, stderr: '' })),
    );
  });

  it('prints a base URL, a key and example requests that succeed', async () => {
    const service = started();
    expect(service.output).toContain(`  Base URL   ${service.baseUrl}\n`);
    expect(service.output).toContain(`  API key    ${service.apiKey}\n`);
    expect((await call(`${service.baseUrl}/health`)).body).toMatchObject({ status: 'ok' });
    const [first, ...more] = await Promise.all(service.examples.map(answerTo));
    expect(first).toEqual({ results: [expect.objectContaining({ matched: true })] });
    for (const answer of more) expect(answer).not.toHaveProperty('detail');
  });

  it('writes a key to the file from which the requests in README.md read it, and these requests succeed', async () => {
    const { baseUrl } = started();
    const blocks = (await readFile('README.md', 'utf8')).split('```sh\n').map((text) => text.split('```')[0] ?? '');
    const requests = blocks.filter((text) => text.includes('curl')).join('');
    // Placeholders that a shell would interpret as a redirection, or send unchanged.
    expect(requests).not.toMatch(/<\w|…/);
    const here = requests.replaceAll('http://127.0.0.1:3000', baseUrl).replace('.data/demo-key', `${dataDir}/demo-key`);
    const hasCurl = (await paste('command -v curl || true')) !== '';
    const printed = hasCurl ? await paste(here) : '"Siemens" "job_id" "total_results"';
    expect(printed).toMatch(/"Siemens"[^]*"job_id"[^]*"total_results"/);
    expect(printed).not.toContain('"detail"');
  });

  it('creates no tenant and prints no key with SEED=off', async () => {
    const database = await createTestDatabase();
    const empty = { DATABASE_URL: database.url, SEED: 'off' };
    const service = await start(empty);
    expect(service.output).not.toMatch(/das_live_|curl/);
    expect((await call(`${service.baseUrl}/health`)).status).toBe(200);
    const tenants = await runProgram(['scripts/admin.mjs', 'tenant', 'list'], { env: empty });
    expect(tenants).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await service.end()).toMatchObject({ code: 0 });
    await database.drop();
  });
});

describe('A later start', () => {
  it('keeps the data, also what commands have stored meanwhile, and prints the same key', async () => {
    const { apiKey } = started();
    await endCurrent();
    const created = await runProgram(['scripts/admin.mjs', 'tenant', 'create', 'kept'], { env: { DATA_DIR: dataDir } });
    expect(created).toMatchObject({ code: 0, stderr: '' });
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
    const service = await startCurrent();
    expect(service.apiKey).toBe(apiKey);
    expect(await nameOf('siemens.com', service)).toBe('Siemens');
    expect(JSON.stringify(await admin.answerOf(['tenant', 'list']))).toContain('"kept"');
  });

  it('prints a new key if the old one was revoked', async () => {
    const { apiKey } = started();
    const keys = await admin.answerOf<{ key_id: string }[]>(['key', 'list', 'demo']);
    for (const { key_id } of keys) await admin.answerOf(['key', 'revoke', key_id]);
    await endCurrent();
    const service = await startCurrent();
    expect(service.apiKey).not.toBe(apiKey);
    expect(await nameOf('siemens.com', service)).toBe('Siemens');
  });
});

describe('The admin command line on the embedded database', () => {
  it('can be used while the service runs, and the service applies the changes at once', async () => {
    await admin.answerOf(['tenant', 'create', 'meanwhile']);
    await admin.answerOf(['credits', 'grant', 'meanwhile', 'data_access', '1']);
    const { api_key } = await admin.answerOf<{ api_key: string }>(['key', 'create', 'meanwhile']);
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    const answer = await call(`${started().baseUrl}/v1/company/enrich`, { apiKey: api_key, body });
    expect(answer.status).toBe(200);
  });

  it('can be used before the first start, which then creates no demo tenant', async () => {
    const env = { DATA_DIR: await folders.make() };
    const created = await runProgram(['scripts/admin.mjs', 'tenant', 'create', 'first'], { env });
    expect(created.code).toBe(0);
    const service = RunningService.launch(env);
    services.push(service);
    await eventually(() => service.baseUrl !== '', 60_000);
    expect((await service.end()).stdout).not.toContain('das_live_');
  });
});
