import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { usedCredits } from '../support/credits/credits.js';
import { demoCompanies } from '../support/records/demo-companies.js';
import { type DemoTestService, startDemoServiceWithPersons } from '../support/service/demo-service.js';
import { type Ended, runProgram } from '../support/service/programs.js';

let service: DemoTestService;
let folder: string;

beforeAll(async () => {
  service = await startDemoServiceWithPersons({ WORKER: 'inline' });
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const path = (name: string): string => join(folder, name);

async function rowsOf(name: string): Promise<Record<string, string>[]> {
  return parse(await readFile(path(name), 'utf8'), { columns: true });
}

function run(tenant: { readonly apiKey: string }, ...args: readonly string[]): Promise<Ended> {
  const env = { DATA_ACCESS_URL: service.baseUrl, DATA_ACCESS_KEY: tenant.apiKey };
  return runProgram(['tools/run.mjs', ...args], { env });
}

describe('The example enrich-csv', () => {
  it('adds company data to a CSV file with quoted cells, formulas and a row without a website', async () => {
    const tenant = await service.issueKey('csv');
    const [one, two] = demoCompanies;
    const rows = [
      `=1+1,https://www.${one?.website ?? ''}/`,
      'no website,',
      `"quoted ""name""",${two?.website ?? ''},extra`,
    ];
    await writeFile(path('in.csv'), ['\ufeffaccount,website', ...rows].join('\r\n'));
    expect(await run(tenant, 'enrich-csv', path('in.csv'), path('out.csv'))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('3 rows, 2 matched, 1 without an identifier, 2 credits\n'),
    });
    const enriched = await rowsOf('out.csv');
    expect(enriched.map(({ account, matched, company_name: name }) => [account, matched, name])).toEqual([
      ["'=1+1", 'true', one?.name],
      ['no website', 'false', ''],
      ['quoted "name"', 'true', two?.name],
    ]);
    expect(await run(tenant, 'enrich-csv', path('in.csv'), path('out.csv'))).toMatchObject({
      stderr: expect.stringContaining('2 matched, 1 without an identifier, 0 credits\n'),
    });
  });

  it('recognises the columns with websites and profile pages by names that the import knows, such as LinkedIn', async () => {
    const tenant = await service.issueKey('headers');
    const [one, two] = demoCompanies;
    const rows = ['Company,Website,LinkedIn', `A,${one?.website ?? ''},`, `B,,${two?.network_url ?? ''}`];
    await writeFile(path('export.csv'), rows.join('\n'));
    const { stderr } = await run(tenant, 'enrich-csv', path('export.csv'), path('exported.csv'));
    expect(stderr).toContain('2 rows, 2 matched, 0 without an identifier, 2 credits\n');
    const exported = await rowsOf('exported.csv');
    expect(exported.map(({ Company, Website, company_name: name }) => [Company, Website, name])).toEqual([
      ['A', one?.website, one?.name],
      ['B', '', two?.name],
    ]);
    await writeFile(path('single.csv'), `Domain\n${one?.website ?? ''}\n`);
    const single = await run(tenant, 'enrich-csv', path('single.csv'), path('single-enriched.csv'));
    expect(single.stderr).toContain('1 row, 1 matched, 0 without an identifier, 1 credit\n');
  });
});

describe('The example prospect-companies', () => {
  it('writes the prospects of a list of companies to a CSV file, and is charged nothing when it runs again', async () => {
    const tenant = await service.issueKey('sheet');
    const page = 'https://www.network.com/company/datadog';
    const others = [
      '# a comment',
      '',
      'https://www.network.com/in/jane-doe',
      'https://www.network.com/company/unknown-company',
    ];
    await writeFile(path('pages.txt'), [page, ...others].join('\n'));
    const ended = await run(tenant, 'prospect-companies', path('pages.txt'), path('prospects.csv'), 'databases');
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toContain('2 runs are under way');
    expect(ended.stderr).toMatch(/jane-doe: .*company/i);
    expect(ended.stderr).toMatch(/unknown-company: Company not found/i);
    const rows = await rowsOf('prospects.csv');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.map(({ company, rank }) => [company, rank])).toEqual(rows.map((_, index) => [page, String(index + 1)]));
    expect(rows[0]).toMatchObject({ full_name: expect.any(String), ai_reasoning: expect.stringContaining('SUMMARY') });
    await run(tenant, 'prospect-companies', path('pages.txt'), path('again.csv'), 'databases');
    expect(await rowsOf('again.csv')).toEqual(rows);
    expect(await usedCredits(service.database, 'sheet')).toMatchObject({ prospecting: { charged: 1, reserved: 0 } });
  });
});

describe('The examples', () => {
  it('print what is wrong with the arguments, the file or the API key', async () => {
    const tenant = await service.issueKey('wrong');
    expect(await run(tenant, 'enrich-csv')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Usage: npm run example -- enrich-csv FILE-TO-READ.csv FILE-TO-WRITE.csv\n',
    });
    expect(await run(tenant, 'prospect-companies')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Usage: npm run example -- prospect-companies .+\n$/),
    });
    await writeFile(path('one.csv'), 'website\nsiemens.com\n');
    const refused = await run({ apiKey: 'das_live_wrong' }, 'enrich-csv', path('one.csv'), path('none.csv'));
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid API key') });
    expect(refused.stderr).not.toContain('das_live_wrong');
    expect(refused.stderr).toMatch(/^POST \/v1\/company\/enrich answered 401: .+\n$/);
    const missing = await run(tenant, 'enrich-csv', path('missing.csv'), path('none.csv'));
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^ENOENT: no such file.+missing\.csv'\n$/),
    });
    await writeFile(path('strange.csv'), 'Colour,Shape\nred,round\n');
    expect(await run(tenant, 'enrich-csv', path('strange.csv'), path('none.csv'))).toMatchObject({
      code: 1,
      stderr: 'No column identifies a company: Colour, Shape. Name one of them website, network_url or network_id\n',
    });
  });

  it('are listed if the command names no example, or one that does not exist', async () => {
    const tenant = await service.issueKey('lister');
    const list = [
      '  enrich-csv          Adds company data to a CSV file\n',
      '  prospect-companies  Starts prospecting for a list of companies and writes the prospects to a CSV file\n',
    ].join('');
    for (const [name, problem] of [
      [[], 'Name an example'],
      [['enrich'], 'There is no example "enrich"'],
    ] as const) {
      const stderr = `${problem}: npm run example -- NAME\n${list}`;
      expect(await run(tenant, ...name)).toEqual({ code: 1, stdout: '', stderr });
    }
  });
});
