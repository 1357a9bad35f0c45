import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { folderWithClient, recipes, writeProgram } from '../support/clients/client-package.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { usedCredits } from '../support/credits/credits.js';
import { importRecords } from '../support/records/import-records.js';
import { eventually } from '../support/service/eventually.js';
import { freePort } from '../support/http/http.js';
import { endOf, RunningService, startProgram } from '../support/service/programs.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const rowCount = 5_000;
const companyCount = 3_000;
const chunkSize = 1_000;

let home: TestService;
let folder: string;

beforeAll(async () => {
  home = await startTestService({ env: { WORKER: 'off' } });
  const companies = Array.from({ length: companyCount }, (_, index) => ({
    website: `company${index}.com`,
    name: `Company ${index}`,
    network_url: `https://www.network.com/company/company-${index}`,
  }));
  await importRecords(home.app, { companies });
  folder = await folderWithClient(home.baseUrl);
});

afterAll(async () => {
  await home.close();
  await rm(folder, { recursive: true, force: true });
});

/** The ways in which an export may write a company: its website in the first cell, its profile page in the second. */
const spellings: readonly ((index: number) => string)[] = [
  (index) => `company${index}.com,`,
  (index) => `https://www.company${index}.com/about?ref=crm,`,
  (index) => `" COMPANY${index}.COM ",`,
  (index) => `,network.com/company/company-${index}`,
  (index) => `info@company${index}.com,`,
  (index) => `company${index}.com,https://www.network.com/company/company-${index}/`,
];

/** The cells of rows that match no company or are refused. */
const junk: readonly ((index: number) => string)[] = [
  () => ',',
  (index) => `unknown${index}.example,`,
  () => '"n/a, ask ""Bob""",',
  () => '"line\nbreak",',
];

/** The rows of a messy export. A company that occurs twice is in two rows of one request, so it is charged once. */
function messyRows(): string[] {
  const rows: string[] = [];
  const add = (forms: typeof spellings, index: number): void => {
    rows.push(`row-${rows.length},${forms[(index * 7) % forms.length]?.(index) ?? ''}`);
  };
  for (let index = 0; index < companyCount; index += 1) {
    if (rows.length % chunkSize === chunkSize - 1) add(junk, index);
    add(spellings, index);
    if (index % 5 === 0) add(spellings, index);
  }
  while (rows.length < rowCount) add(junk, rows.length);
  return rows;
}

describe('The program "Enrich a CSV" of the README', () => {
  it('enriches 5,000 rows through a service that is killed twice, and each company is charged once', async () => {
    const { apiKey } = await home.issueKey('messy');
    const port = String(await freePort());
    const env = { DATABASE_URL: home.databaseUrl, SEED: 'off', WORKER: 'off', PORT: port };
    // This setting lets the process kill itself when it has charged a request and not answered it yet.
    const doomed = { ...env, FAILPOINTS: 'credits-settled=1' };
    await writeFile(join(folder, 'companies.csv'), ['id,website,network_url', ...messyRows(), ''].join('\n'));
    const file = await writeProgram(folder, 'enrich', (await recipes()).get('Enrich a CSV') ?? '');

    const first = RunningService.launch(doomed);
    const program = startProgram([file], {
      env: { DATA_ACCESS_URL: `http://127.0.0.1:${port}`, DATA_ACCESS_KEY: apiKey },
      cwd: folder,
    });
    const ended = endOf(program);
    await afterKill(first);
    await afterKill(RunningService.launch(doomed));
    const last = await RunningService.start(env);
    try {
      expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
    } finally {
      program.kill('SIGKILL');
      await last.end();
    }

    const enriched = await readFile(join(folder, 'enriched.csv'), 'utf8');
    const results = parse<Record<string, string>>(enriched, { columns: true });
    expect(results.map(({ id }) => id)).toEqual(Array.from({ length: rowCount }, (_, index) => `row-${index}`));
    const matched = results.filter((result) => result.matched === 'true');
    expect(matched.length).toBe(companyCount * 1.2);
    expect(new Set(matched.map(({ name }) => name)).size).toBe(companyCount);
    expect(await usedCredits(home.database, 'messy')).toMatchObject({ data_access: { charged: companyCount } });
    expect(await creditDiscrepancies(home.database.pool)).toEqual([]);
  });
});

/** Waits until the service has killed itself. Then it lets the leases of its unanswered requests expire, which would take a while. */
async function afterKill(service: RunningService): Promise<void> {
  await eventually(() => service.isEnded, 60_000);
  await home.database.pool.query('update stored_answer set lease_until = now() where status is null');
}
