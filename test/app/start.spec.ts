import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { Folders, serverPid } from '../platform/embedded-postgres-support.js';
import { call } from '../support/http.js';
import { eventually } from '../support/eventually.js';
import { type Ended, RunningService, runProgram } from '../support/programs.js';
import { describeInProcess, isExternal } from '../support/target.js';

const folders = new Folders();
const services: RunningService[] = [];
/** A data directory that the service has used before; created by the first test that needs one. */
let dataDir: string;

beforeAll(async () => {
  if (!isExternal) dataDir = await folders.make();
});

afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.end()));
});

afterAll(() => folders.remove());

async function start(env: Record<string, string> = {}, args?: readonly string[]): Promise<RunningService> {
  const service = await RunningService.start({ DATA_DIR: dataDir, ...env }, args);
  services.push(service);
  return service;
}

function admin(...args: string[]): Promise<Ended> {
  return runProgram(['scripts/admin.mjs', ...args], { env: { DATA_DIR: dataDir } });
}

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

describeInProcess('The first start', () => {
  it('prints a base URL, a key and example requests that succeed', async () => {
    const service = await start({}, ['scripts/start.mjs']);
    expect(service.output).toContain(`  Base URL   ${service.baseUrl}\n`);
    expect(service.output).toContain(`  API key    ${service.apiKey}\n`);
    expect((await call(`${service.baseUrl}/health`)).body).toMatchObject({ status: 'ok' });
    const [first, ...more] = await Promise.all(service.examples.map(answerTo));
    expect(first).toEqual({ results: [expect.objectContaining({ matched: true })] });
    for (const answer of more) expect(answer).not.toHaveProperty('detail');
    expect(await service.end('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
  });

  it('writes a key to the file that README reads, and the requests of README succeed', async () => {
    const service = await start();
    const blocks = (await readFile('README.md', 'utf8')).split('```sh\n').map((text) => text.split('```')[0] ?? '');
    const requests = blocks.filter((text) => text.includes('curl')).join('');
    // Placeholders that a shell would interpret as a redirection, or send unchanged.
    expect(requests).not.toMatch(/<\w|…/);
    const here = requests
      .replaceAll('http://127.0.0.1:3000', service.baseUrl)
      .replace('.data/demo-key', `${dataDir}/demo-key`);
    const hasCurl = (await paste('command -v curl || true')) !== '';
    const printed = hasCurl ? await paste(here) : '"Siemens" "job_id" "total_results"';
    expect(printed).toMatch(/"Siemens"[^]*"job_id"[^]*"total_results"/);
    expect(printed).not.toContain('"detail"');
  });

  it('succeeds for concurrent starts, with one key for all', async () => {
    const shared = { DATA_DIR: await folders.make() };
    const together = await Promise.all([start(shared), start(shared), start(shared)]);
    expect(new Set(together.map(({ baseUrl }) => baseUrl)).size).toBe(3);
    expect(new Set(together.map(({ apiKey }) => apiKey)).size).toBe(1);
    expect(await Promise.all(together.map((service) => nameOf('siemens.com', service)))).toEqual(
      together.map(() => 'Siemens'),
    );
    expect(await Promise.all(together.map((service) => service.end()))).toEqual(
      together.map(() => expect.objectContaining({ code: 0, stderr: '' })),
    );
    await expect(serverPid(shared.DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it('with SEED=off creates no tenant and prints no key', async () => {
    const empty = { DATA_DIR: await folders.make(), SEED: 'off' };
    const service = await start(empty);
    expect(service.output).not.toMatch(/das_live_|curl/);
    expect((await call(`${service.baseUrl}/health`)).status).toBe(200);
    const tenants = await runProgram(['scripts/admin.mjs', 'tenant', 'list'], { env: empty });
    expect(tenants).toEqual({ code: 0, stdout: '[]\n', stderr: '' });
    expect(await service.end()).toMatchObject({ code: 0 });
  });
});

describeInProcess('A later start', () => {
  it('keeps the data and prints the same key', async () => {
    const first = await start();
    const { apiKey } = first;
    expect(await nameOf('siemens.com', first)).toBe('Siemens');
    expect((await admin('tenant', 'create', 'kept')).code).toBe(0);
    await first.end();
    const second = await start();
    expect(second.apiKey).toBe(apiKey);
    expect(await nameOf('siemens.com', second)).toBe('Siemens');
    expect((await admin('tenant', 'list')).stdout).toContain('"kept"');
  });

  it('prints a new key if the old one was revoked', async () => {
    const first = await start();
    const { apiKey } = first;
    const keys = JSON.parse((await admin('key', 'list', 'demo')).stdout) as { key_id: string }[];
    for (const { key_id } of keys) await admin('key', 'revoke', key_id);
    await first.end();
    const second = await start();
    expect(second.apiKey).not.toBe(apiKey);
    expect(await nameOf('siemens.com', second)).toBe('Siemens');
  });
});

describeInProcess('The admin command line on the embedded database', () => {
  it('works during the run of the service, which applies changes at once', async () => {
    const { baseUrl } = await start();
    expect((await admin('tenant', 'create', 'meanwhile')).code).toBe(0);
    expect((await admin('credits', 'grant', 'meanwhile', 'data_access', '1')).code).toBe(0);
    const { api_key } = JSON.parse((await admin('key', 'create', 'meanwhile')).stdout) as { api_key: string };
    const body = { companies: [{ website: 'siemens.com' }], fields: ['name'] };
    const answer = await call(`${baseUrl}/v1/company/enrich`, { apiKey: api_key, body });
    expect(answer.status).toBe(200);
  });

  it('works without a running service, and leaves no database server running', async () => {
    await (await start()).end();
    expect(await admin('tenant', 'create', 'alone')).toMatchObject({ code: 0, stderr: '' });
    await expect(serverPid(dataDir)).rejects.toThrow('ENOENT');
  });

  it('works before the first start, which then creates no demo tenant', async () => {
    const env = { DATA_DIR: await folders.make() };
    const created = await runProgram(['scripts/admin.mjs', 'tenant', 'create', 'first'], { env });
    expect(created.code).toBe(0);
    const service = RunningService.launch(env);
    services.push(service);
    await eventually(() => service.baseUrl !== '', 60_000);
    expect((await service.end()).stdout).not.toContain('das_live_');
  });
});
