import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, fitsWidth, type TestBrowser } from '../support/clients/browser.js';
import { storeCoveredRecords } from '../support/records/covered-records.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
const phone = { width: 390, height: 844 };

interface Counts {
  readonly counted: number;
  readonly fields: readonly { readonly field: string; readonly records: number; readonly share: number }[];
}

interface Coverage {
  readonly companies: Counts;
  readonly persons: Counts;
  readonly imports: readonly { readonly import_id: number }[];
}

let service: TestService;
let empty: TestService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

beforeAll(async () => {
  const env = { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey };
  [service, empty] = await Promise.all([startTestService({ env }), startTestService({ env })]);
  await storeCoveredRecords(admin, service);
});

afterAll(() => Promise.all([service.close(), empty.close()]));

async function open(browser: TestBrowser, { baseUrl }: TestService, options = {}): Promise<Page> {
  const page = await browser.open(baseUrl, 'operate/coverage', options);
  await page.getByLabel('Operator key').fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

/** The rows of a table of fields: the name, the number of records, the share as a text, and the length of the bar from 0 to 100. */
async function shownFields(table: Locator): Promise<unknown[]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => ({
      field: await row.locator('code').textContent(),
      records: await row.locator('.meter-label').textContent(),
      share: await row.locator('.meter-text').textContent(),
      bar: Number(await row.locator('rect.fill').getAttribute('width')),
    })),
  );
}

const countedFields = ({ counted, fields }: Counts) =>
  fields
    .toSorted((one, other) => one.records - other.records)
    .map(({ field, records, share }) => ({
      field,
      records: `${records} of ${counted}`,
      share: `${(share * 100).toFixed(1)}%`,
      bar: share * 100,
    }));

describeInBrowser('The coverage in the console for operators', (browser) => {
  it('has the numbers and bars of the command `coverage`, with the fields that the fewest records have first', async () => {
    const { companies, persons } = await admin.answerOf<Coverage>(['coverage']);
    const page = await open(browser, service, { viewport: { width: 1440, height: 900 } });
    const shown = page.getByRole('table', { name: 'Fields of companies' });
    await shown.waitFor();
    expect(await shownFields(shown)).toEqual(countedFields(companies));
    expect(await shownFields(page.getByRole('table', { name: 'Fields of persons' }))).toEqual(countedFields(persons));
    expect(await shownFields(shown)).toContainEqual({ field: 'name', records: '2 of 4', share: '50.0%', bar: 50 });
    const facts = page.getByRole('region', { name: 'Companies', exact: true }).locator('dl.facts dd');
    expect((await facts.allTextContents()).slice(0, 3)).toEqual(['4 companies', 'All', '1']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('has for each source how long ago its values were confirmed, and links to the last imports', async () => {
    const { imports } = await admin.answerOf<Coverage>(['coverage']);
    const page = await open(browser, service);
    const row = page
      .getByRole('table', { name: 'Sources of companies' })
      .getByRole('row')
      .filter({ hasText: 'register' });
    await row.waitFor();
    expect(await row.locator('[data-title="Older"]').textContent()).toBe('1 (100.0%)');
    const past = page.getByRole('table', { name: 'Past imports' });
    expect(await past.getByRole('link').count()).toBe(2);
    await past.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: `Import ${imports[0]?.import_id}` }).waitFor();
  });

  it('of an empty database says that nothing is stored, and where to import', async () => {
    const page = await open(browser, empty);
    await page.getByText('No companies are stored').waitFor();
    await page.getByText('No persons are stored').waitFor();
    await page.getByText('Nothing was imported yet').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('region', { name: 'Persons' }).getByRole('link', { name: 'Import a file' }).click();
    await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor();
  });

  it('fits a phone', async () => {
    const page = await open(browser, service, { viewport: phone });
    await page.getByRole('table', { name: 'Sources of persons' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    for (const name of ['Fields of companies', 'Sources of companies', 'Fields of persons', 'Past imports'])
      expect(await fitsWidth(page.getByRole('group', { name: `${name}, scrollable` }))).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('says that it is that of a sample', async () => {
    const page = await browser.open(service.baseUrl, 'operate/coverage');
    await page.route('**/operator/v1/coverage', async (route) => {
      const answer = (await (await route.fetch()).json()) as { readonly companies: object };
      const companies = { ...answer.companies, method: 'sample', records: 1_200_000, counted: 40_012 };
      await route.fulfill({ json: { ...answer, companies } });
    });
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const card = page.getByRole('region', { name: 'Companies', exact: true });
    await card.getByText('A sample of 40,012').waitFor();
    await card.getByText('About 1,200,000 companies').waitFor();
    await card.getByText('The numbers below are those of a sample').waitFor();
    expect(await page.getByRole('region', { name: 'Persons' }).getByText('sample').count()).toBe(0);
  });

  it('is read again when the operator asks after a failure', async () => {
    browser.expectErrors(/503/);
    const page = await browser.open(service.baseUrl, 'operate/coverage');
    await page.route('**/operator/v1/coverage', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The console could not read the coverage.').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Fields of companies' }).waitFor();
  });
});
