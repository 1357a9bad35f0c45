import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { ImportService } from '../../src/imports/import.service.js';
import { accessibilityViolations, describeInBrowser, fitsWidth, type TestBrowser } from '../support/clients/browser.js';
import { ndjson } from '../support/records/ndjson.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
const phone = { width: 390, height: 844 };

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'duplicates-'));
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, DATA_DIR: folder } });
});

afterEach(() => service.database.pool.query('delete from person; delete from company'));

afterAll(() => service.close());

async function imported(kind: 'companies' | 'persons', records: readonly object[]): Promise<void> {
  const path = join(folder, `${kind}.ndjson`);
  await writeFile(path, ndjson(records));
  await service.app.get(ImportService, { strict: false }).run(kind, path, { maxChanged: null });
}

async function openDuplicates(browser: TestBrowser, options = {}): Promise<Page> {
  const page = await browser.open(service.baseUrl, 'operate/duplicates', options);
  await page.getByLabel('Operator key').fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Duplicates' }).waitFor();
  return page;
}

async function websites(): Promise<(string | null)[]> {
  const { rows } = await service.database.pool.query<{ website: string | null }>(
    'select website from company order by id',
  );
  return rows.map(({ website }) => website);
}

const acmes = [
  {
    ...{ website: 'acme.com', name: 'Acme', industry: 'Machines', employee_count: 50, founded_year: 1990 },
    technologies: ['Kafka', 'Redis'],
  },
  {
    ...{ website: 'acme.example', name: 'Acme', industry: 'Retail', tagline: 'All for the coyote' },
    technologies: ['Redis', 'Flink'],
  },
];
const employee = {
  full_name: 'Ada Doe',
  network_url: 'https://www.network.com/in/ada',
  company_website: 'acme.example',
};

describeInBrowser('The duplicates in the console for operators', (browser) => {
  it('show the values of a pair side by side, mark those that differ, and merge the right record into the left one', async () => {
    await imported('companies', [...acmes, { website: 'other.example', name: 'Globex' }]);
    await imported('persons', [employee]);
    const page = await openDuplicates(browser);
    await page.getByText('1 pair', { exact: true }).waitFor();
    await page.getByText('Same name, same website under another ending').waitFor();
    await page.getByRole('button', { name: 'Compare Acme (acme.com) and Acme (acme.example)' }).click();
    const values = page.getByRole('table', { name: 'Values of both records' });
    await values.waitFor();
    const industry = values.getByRole('row').filter({ hasText: 'industry' });
    expect(await industry.locator('mark').allTextContents()).toEqual(['Machines', 'Retail']);
    const technologies = values.getByRole('row').filter({ hasText: 'technologies' });
    expect(await technologies.locator('mark').allTextContents()).toEqual(['Kafka', 'Flink']);
    await values.getByRole('row').filter({ hasText: 'tagline' }).getByText('Blank').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Keep the left one: / }).click();
    await page.getByText(/^What moves: 1 employee\. Where both have a value, that of the left one stays\./).waitFor();
    await page.getByRole('button', { name: 'Keep the left one now' }).click();
    await page.getByText('No two companies look the same').waitFor();
    expect(await websites()).toEqual(['acme.com', 'other.example']);
    await page.getByRole('link', { name: /^See entry \d+, or undo it$/ }).click();
    await page.getByRole('button', { name: /^Undo merge \d+$/ }).click();
    await page.getByRole('button', { name: 'Undo now' }).click();
    await page.getByText(/brought back/).waitFor();
    expect(await websites()).toEqual(['acme.com', 'acme.example', 'other.example']);
  });

  it('merge the left record into the right one, and all other pairs of the left record leave the list', async () => {
    await imported('companies', [...acmes, { website: 'acme.test', name: 'Acme' }]);
    const page = await openDuplicates(browser);
    await page.getByText('3 pairs', { exact: true }).waitFor();
    const pair = page.getByRole('listitem').filter({ hasText: 'acme.com' }).filter({ hasText: 'acme.example' });
    await pair.getByRole('button', { name: 'Compare Acme (acme.com) and Acme (acme.example)' }).click();
    await page.getByRole('button', { name: /^Keep the right one: / }).click();
    await page.getByText('Nothing refers to the record that goes.').waitFor();
    await page.getByRole('button', { name: 'Keep the right one now' }).click();
    await page.getByText('1 pair', { exact: true }).waitFor();
    expect(await websites()).toEqual(['acme.example', 'acme.test']);
  });

  it('drop a pair of which the operator says that it is not the same, until that is taken back', async () => {
    await imported('companies', acmes.slice(0, 1));
    const janes = ['jane', 'jane-doe'].map((name) => ({
      ...{ full_name: 'Jane Doe', network_url: `https://www.network.com/in/${name}`, company_website: 'acme.com' },
      ...{ job_title: 'Engineer', skills: ['Rust'] },
    }));
    await imported('persons', janes);
    const page = await openDuplicates(browser);
    await page.getByText('No two companies look the same').waitFor();
    await page.getByText('Persons', { exact: true }).click();
    await page.getByText('differs: profile page').waitFor();
    await page.getByRole('button', { name: 'Compare Jane Doe (jane) and Jane Doe (jane-doe)' }).click();
    await page.getByRole('button', { name: 'Not the same: Jane Doe (jane) and Jane Doe (jane-doe)' }).click();
    await page.getByText('No two persons look the same').waitFor();
    await page.getByRole('button', { name: 'Search again' }).click();
    await page.getByText('No two persons look the same').waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('button', { name: 'Compare Jane Doe (jane) and Jane Doe (jane-doe)' }).waitFor();
    expect(await page.title()).not.toContain('Jane');
  });

  it('say that a search has failed, and that another merge came first', async () => {
    await imported('companies', acmes);
    browser.expectErrors(/50\d|400/);
    const page = await browser.open(service.baseUrl, 'operate');
    await page.route('**/companies/duplicates?*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Duplicates' }).click();
    await page.getByText('The console could not read the duplicates.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    const compare = page.getByRole('button', { name: 'Compare Acme (acme.com) and Acme (acme.example)' });
    await compare.waitFor();
    await service.database.pool.query(`delete from company where website = 'acme.example'`);
    await compare.click();
    await page.getByText('The console could not read the values of both records.').waitFor();
    await page.getByText(/There is no company/).waitFor();
  });

  it('fit on a phone', async () => {
    const long = 'https://www.acme.example/'.padEnd(200, 'long-path-');
    await imported('companies', [
      { ...acmes[0], description: 'Makes rockets and anvils for all who chase birds. '.repeat(10) },
      { ...acmes[1], description: long },
    ]);
    const page = await openDuplicates(browser, { viewport: phone });
    await page.getByRole('button', { name: 'Compare Acme (acme.com) and Acme (acme.example)' }).click();
    await page.getByRole('table', { name: 'Values of both records' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(await fitsWidth(page.getByRole('table', { name: 'Values of both records' }))).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
