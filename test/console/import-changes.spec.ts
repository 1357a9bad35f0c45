import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, fitsWidth, type TestBrowser } from '../support/clients/browser.js';
import { ImportService } from '../../src/imports/import.service.js';
import { ndjson } from '../support/records/ndjson.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
const phone = { width: 390, height: 844 };

let service: TestService;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-changes-'));
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, DATA_DIR: folder } });
});

afterAll(() => service.close());

interface Company {
  readonly website: string;
  readonly [field: string]: unknown;
}

/** Imports companies. @returns the number of the import */
async function imported(companies: readonly Company[]): Promise<number | null> {
  const path = join(folder, 'companies.ndjson');
  await writeFile(path, ndjson(companies));
  const imports = service.app.get(ImportService, { strict: false });
  return (await imports.run('companies', path, { maxChanged: null })).import_id;
}

/** Eight companies whose websites begin with `prefix`. */
function eight(prefix: string) {
  return Array.from({ length: 8 }, (_, index) => ({
    website: `${prefix}${index}.example`,
    name: `Firm ${index}`,
    employee_count: 100 + index,
    description: `Firm ${index} makes valves for pumps in Hamburg, and sells them in all of Europe.`,
    technologies: ['Kafka', `Tool ${index}`],
  }));
}

const before = eight('').map(({ employee_count: count }) => count);

const withHeadcount = (companies: readonly Company[], count: number): Company[] =>
  companies.map(({ website }) => ({ website, employee_count: count }));

async function headcounts(prefix: string): Promise<number[]> {
  const { rows } = await service.database.pool.query<{ employee_count: number }>(
    'select employee_count from company where starts_with(website, $1) order by website',
    [prefix],
  );
  return rows.map(({ employee_count: count }) => count);
}

async function openAsOperator(browser: TestBrowser, path: string, options = {}): Promise<Page> {
  const page = await browser.open(service.baseUrl, path, options);
  await page.getByLabel('Operator key').fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

describeInBrowser('The changes of an import in the console', (browser) => {
  it('a check shows each changed value before the import, and a wrong file is refused until the operator insists', async () => {
    await imported(eight('checked'));
    const lines = eight('checked').map(({ website }) => `${website},999999\n`);
    const page = await openAsOperator(browser, 'operate/imports');
    await page.getByLabel('File', { exact: true }).setInputFiles({
      name: 'headcounts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`website,employee_count\n${lines.join('')}`),
    });
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The file was checked. Nothing is stored yet.').waitFor();
    await page.getByText('8 stored records would be changed. In 8 of them, values would be replaced').waitFor();
    await page
      .getByText('The import will be refused, because it would replace stored values in 8 of 8 records')
      .waitFor();
    await page.getByText('employee_count becomes "999999" in 8 of 8 changed records.').waitFor();
    const fields = page.getByRole('table', { name: 'Changed fields' });
    await fields.getByRole('row').filter({ hasText: 'employee_count' }).getByText('8 of 8').waitFor();
    const row = page.getByRole('table', { name: 'Changed records' }).getByRole('row').filter({ hasText: 'Firm 3' });
    expect([await row.locator('del').textContent(), await row.locator('ins').textContent()]).toEqual(['103', '999999']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText('The import was refused, because the file may be a wrong one. Nothing is stored.').waitFor();
    await page
      .getByRole('status')
      .getByText('It would replace stored values in 8 of 8 records, and at most 30% are allowed.')
      .waitFor();
    expect(await headcounts('checked')).toEqual(before);
    await page.getByRole('region', { name: 'Past imports' }).getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import all the same' }).click();
    await page.getByText(/^The file .*headcounts\.csv.* was imported\.$/).waitFor();
    expect(await headcounts('checked')).toEqual(before.map(() => 999999));
    await page.getByRole('link', { name: /^See what import \d+ changed, or undo it$/ }).waitFor();
  });

  it('the operator looks at an import, takes it back, and repeats it', async () => {
    await imported(eight('repeated'));
    const id = await imported(withHeadcount(eight('repeated').slice(0, 2), 999999));
    const page = await openAsOperator(browser, 'operate/imports');
    await page.getByRole('region', { name: 'Past imports' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: `Import ${id}` }).waitFor();
    await page.getByRole('table', { name: 'Changed records' }).getByText('100', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Undo import ${id}` }).click();
    const question = page.getByRole('dialog', { name: `Undo import ${id}?` });
    await question.getByText(/^2 changed records get the former values back\./).waitFor();
    await question.getByRole('button', { name: 'Undo now' }).click();
    await page.getByText(/^2 records got former values back\./).waitFor();
    expect(await headcounts('repeated')).toEqual(before);
    await page.getByText(/^Taken back by undo \d+, (?!.*except for)/).waitFor();
    expect(await page.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    await page.getByRole('link', { name: /^See entry \d+$/ }).click();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^Undo \\d+ of entry ${id}`) }).waitFor();
    await page.getByRole('button', { name: /^Undo entry \d+$/ }).click();
    await page.getByText(`What it has taken back of entry ${id} applies again.`).waitFor();
    await page.getByRole('button', { name: 'Undo now' }).click();
    await page.getByText(/^2 records got former values back\./).waitFor();
    expect((await headcounts('repeated')).slice(0, 3)).toEqual([999999, 999999, 102]);
    await page.goto(`${service.baseUrl}/console/operate/imports/${id}`);
    await page.getByRole('button', { name: `Undo import ${id}` }).waitFor();
    expect(await page.getByText(/^Taken back by/).count()).toBe(0);
  });

  it('an undo says which records it has left because a later import has changed them', async () => {
    await imported(eight('kept'));
    const id = await imported(withHeadcount(eight('kept').slice(0, 3), 999999));
    const last = await imported([{ website: 'kept0.example', employee_count: 77 }]);
    const page = await openAsOperator(browser, `operate/imports/${id}`, { viewport: phone });
    await page.getByRole('button', { name: `Undo import ${id}` }).click();
    await page.getByRole('button', { name: 'Undo now' }).click();
    await page.getByText('1 record was not taken back, or not in full').waitFor();
    const left = page.getByRole('table', { name: 'Records that the undo has left' });
    await left.getByText(`import ${last} has changed or confirmed it since`).waitFor();
    await page.getByText(/^Taken back by undo \d+, .*, except for 1 record\.$/).waitFor();
    await page.getByRole('button', { name: `Undo the rest of import ${id}` }).waitFor();
    expect(await headcounts('kept')).toEqual([77, ...before.slice(1)]);
    expect(await fitsWidth(page.getByRole('group', { name: 'Changed records, scrollable' }))).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('only the changed words of a text are marked, and of a list the items that were added and removed', async () => {
    await imported(eight('words'));
    const id = await imported([
      {
        website: 'words0.example',
        description: 'Firm 0 makes valves for engines in Hamburg, and sells them in all of Europe.',
        technologies: ['Kafka', 'Redis', 'Flink'],
      },
    ]);
    const page = await openAsOperator(browser, `operate/imports/${id}`);
    const changes = page.getByRole('table', { name: 'Changed records' });
    const field = (name: string) => changes.locator('dl > div').filter({ hasText: name });
    await field('description').locator('del', { hasText: 'pumps' }).waitFor();
    expect(await field('description').locator('del').allTextContents()).toEqual(['pumps']);
    expect(await field('description').locator('ins').allTextContents()).toEqual(['engines']);
    expect(await field('technologies').locator('del').allTextContents()).toEqual(['Tool 0']);
    expect((await field('technologies').locator('ins').allTextContents()).toSorted()).toEqual(['Flink', 'Redis']);
  });

  it('more than 50 changed records come in parts', async () => {
    const many = Array.from({ length: 120 }, (_, index) => ({
      website: `many${index}.example`,
      employee_count: index,
    }));
    await imported(many);
    const id = await imported(many.map((company) => ({ ...company, name: 'Named' })));
    const page = await openAsOperator(browser, `operate/imports/${id}`);
    await page.getByText('50 of 120 changed records').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('100 of 120 changed records').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('table', { name: 'Changed records' }).getByRole('row').count()).toBe(121);
  });
});
