import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { DataAccessClient } from 'data-access-client';
import { callbackOf, deliver, endRun, setCallback } from '../support/prospecting/callbacks.js';
import { folderWithClient, recipes, writeProgram } from '../support/clients/client-package.js';
import { usedCredits } from '../support/credits/credits.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { type DemoTestService, startDemoServiceWithPersons } from '../support/service/demo-service.js';
import { eventually } from '../support/service/eventually.js';
import { freePort } from '../support/http/http.js';
import { type Ended, endOf, runProgram, startProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: DemoTestService;
let worker: TestService;
let programs: ReadonlyMap<string, string>;
let folder: string;
let tenants = 0;

beforeAll(async () => {
  service = await startDemoServiceWithPersons();
  worker = await startTestService({ sharing: service, env: { WORKER: 'inline', CALLBACK_PRIVATE_TARGETS: 'on' } });
  [folder, programs] = await Promise.all([folderWithClient(service.baseUrl), recipes()]);
});

afterAll(async () => {
  await worker.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes the program under a heading of the README to a file. Returns the file, a new tenant, and the environment for the program. */
async function recipe(heading: string): Promise<{ file: string; tenant: string; env: Record<string, string> }> {
  tenants += 1;
  const tenant = `tenant-${tenants}`;
  const { apiKey } = await service.issueKey(tenant);
  const source = programs.get(heading);
  if (source === undefined) throw new Error(`The README has no program under ${heading}`);
  const env = { DATA_ACCESS_URL: service.baseUrl, DATA_ACCESS_KEY: apiKey };
  return { file: await writeProgram(folder, tenant, source), tenant, env };
}

const put = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

async function run(file: string, env: Record<string, string>): Promise<Ended> {
  return runProgram([file], { env, cwd: folder });
}

describe('The program of the README', () => {
  it('"First request" prints a company', async () => {
    const { file, env } = await recipe('First request');
    expect(await run(file, env)).toEqual({ code: 0, stdout: 'Siemens 1847\n', stderr: '' });
  });

  it('"What an answer costs" prints the credits and the id of the request', async () => {
    const { file, env } = await recipe('What an answer costs');
    expect(await run(file, env)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^.+ 1 [\da-f-]{36}\n\d+\n$/),
    });
  });

  it('"Enrich a CSV" writes the enriched rows, and a second time without a charge', async () => {
    const { file, tenant, env } = await recipe('Enrich a CSV');
    const rows = demoCompanies.slice(0, 20).map(({ website }, index) => `${index},"https://www.${website}/",`);
    await put('companies.csv', ['\ufeffid,website,network_url', ...rows, '20,,', '21,none.example,', ''].join('\r\n'));
    expect(await run(file, env)).toEqual({ code: 0, stdout: '', stderr: '' });
    const text = await readFile(join(folder, 'enriched.csv'), 'utf8');
    const enriched = parse<Record<string, string>>(text, { columns: true });
    expect(enriched.map(({ id, name }) => [id, name])).toEqual([
      ...demoCompanies.slice(0, 20).map(({ name }, index) => [String(index), name]),
      ['20', ''],
      ['21', ''],
    ]);
    await run(file, env);
    expect(await readFile(join(folder, 'enriched.csv'), 'utf8')).toBe(text);
    expect(await usedCredits(service.database, tenant)).toMatchObject({ data_access: { charged: 20, reserved: 0 } });
  });

  it('"Sync a CRM every night, with resume" updates every account when it is run again after a crash, and is charged once for each', async () => {
    const { file, tenant, env } = await recipe('Sync a CRM every night, with resume');
    const accounts = demoCompanies.slice(0, 30).map(({ website }, index) => ({ id: `account-${index}`, website }));
    await put(
      'crm.js',
      `import { appendFileSync } from 'node:fs';
       let updates = 0;
       export const listAccounts = async () => ${JSON.stringify(accounts)}.sort(() => Math.random() - 0.5);
       export const update = async (id, { name }) => {
         appendFileSync('crm.log', id + ' ' + name + '\\n');
         if ((updates += 1) === Number(process.env.CRASH_AFTER)) process.exit(9);
       };`,
    );
    expect(await run(file, { ...env, CRASH_AFTER: '12' })).toMatchObject({ code: 9 });
    expect(await run(file, env)).toMatchObject({ code: 0, stderr: '' });
    const updated = new Set((await readFile(join(folder, 'crm.log'), 'utf8')).trim().split('\n'));
    expect(updated).toEqual(new Set(demoCompanies.slice(0, 30).map(({ name }, index) => `account-${index} ${name}`)));
    expect(await usedCredits(service.database, tenant)).toMatchObject({ data_access: { charged: 30, reserved: 0 } });
  });

  it('"Prospect a list" prints the prospects, and prints the same without a charge when it is run again', async () => {
    const { file, tenant, env } = await recipe('Prospect a list');
    await put(
      'pages.txt',
      'https://www.network.com/company/datadog\nhttps://www.network.com/company/unknown-company\n',
    );
    const first = await run(file, env);
    expect(first).toMatchObject({ code: 0, stderr: '' });
    const lines = first.stdout.trim().split('\n');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines[0]).toMatch(/^https:\/\/www\.network\.com\/company\/datadog \S+ .+ \d/);
    expect(lines.at(-1)).toMatch(/unknown-company Company not found/i);
    expect(await run(file, env)).toMatchObject({ code: 0, stdout: first.stdout });
    expect(await usedCredits(service.database, tenant)).toMatchObject({ prospecting: { charged: 1, reserved: 0 } });
  });

  it('"Receive callbacks" stores the prospects of a callback and refuses a forgery', async () => {
    const { file, tenant, env } = await recipe('Receive callbacks');
    await put(
      'crm.js',
      `export const store = async (page, prospects) => console.log('stored', page, prospects.length);`,
    );
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const secret = await setCallback(worker, tenant, url);
    const receiver = startProgram([file], {
      env: { ...env, CALLBACK_SECRET: secret, PORT: String(port) },
      cwd: folder,
    });
    const ended = endOf(receiver);
    try {
      await once(receiver.stdout, 'data');
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
      const jobId = await endRun(service, tenant);
      await deliver(worker);
      await eventually(async () => (await callbackOf(service, jobId))?.isDelivered === true);
    } finally {
      receiver.kill();
    }
    expect((await ended).stdout).toContain('stored https://www.network.com/company/acme 0\n');
  });

  it('"Reconcile a month" finds that logged charges agree with the bill, and names a charge that was not logged', async () => {
    const { file, env } = await recipe('Reconcile a month');
    const client = new DataAccessClient({ baseUrl: service.baseUrl, apiKey: env.DATA_ACCESS_KEY ?? '' });
    const companies = demoCompanies.slice(0, 25).map(({ website }) => ({ website }));
    const log: string[] = [];
    const options = { fields: ['name'], chunkSize: 10, idempotencyKey: 'logged' } as const;
    await client.enrichCompanies(companies, {
      ...options,
      onChunk: ({ response }) => log.push(JSON.stringify(response)),
    });
    const day = new Date().toISOString().slice(0, 10);
    const period = { ...env, FROM: day, TO: day };
    await put('charges.ndjson', log.join('\n'));
    const agrees = 'data_access: 25 by requests, 25 billed\n';
    expect(await run(file, period)).toEqual({ code: 0, stdout: agrees, stderr: '' });
    await put('charges.ndjson', log.slice(1).join('\n'));
    const unknown = new RegExp(`^unknown: [\\da-f-]{36} POST /v1/company/enrich key_\\S+\n${agrees}$`);
    expect(await run(file, period)).toMatchObject({ stdout: expect.stringMatching(unknown) });
  });
});
