import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Page, Route } from 'playwright-core';
import { accessibilityViolations, describeInBrowser } from '../support/clients/browser.js';
import { creditDiscrepancies } from '../support/credits/credit-invariants.js';
import { grantCredits, usedCredits } from '../support/credits/credits.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { eventually } from '../support/service/eventually.js';
import { freePort } from '../support/http/http.js';
import { RunningService } from '../support/service/programs.js';

let service: DemoTestService;
let websites: string[];

beforeAll(async () => {
  service = await startDemoService();
  const { rows } = await service.database.pool.query<{ website: string }>(
    'select website from company where website is not null order by id limit 400',
  );
  websites = rows.map(({ website }) => website);
});

afterAll(() => service.close());

/** A CSV file. Every fifth row has the website of a company of the demo data, each company once; the others match nothing. */
function table(rowCount: number): { readonly text: string; readonly matched: number } {
  const sites = Array.from({ length: rowCount }, (_, row) => (row % 5 === 0 ? websites[row / 5] : undefined));
  const lines = sites.map((site, row) => `row ${row};${site ?? `unknown${row}.example`}`);
  return { text: ['Label;Website', ...lines, ''].join('\r\n'), matched: sites.filter(Boolean).length };
}

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

async function preview(page: Page, text: string): Promise<void> {
  await choose(page, text);
  await page.getByRole('button', { name: 'Enrich the first 10 rows' }).click();
  await page.getByText('First rows').waitFor();
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('accounts-enriched.csv');
  return readFile(await file.path(), 'utf8');
}

const finished = (page: Page): Promise<void> => page.getByText('All rows are answered').first().waitFor();

async function chargedTo(tenant: string): Promise<number | undefined> {
  return (await usedCredits(service.database, tenant)).data_access?.charged;
}

describeInBrowser('The screen of lists succeeds', (browser) => {
  it('the list screen enriches a file and offers it for download with its own cells unchanged', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    expect(await accessibilityViolations(page)).toEqual([]);
    const rows = [
      '\uFEFFCompany;Website;Note;matched',
      'Siemens;siemens.com;"a ""b""; c";x',
      '=1+1;unknown.example;;',
      ';;nothing here;',
      ...Array.from({ length: 20 }, (_, row) => `;unknown${row}.example;;`),
    ];
    await choose(page, rows.join('\r\n'));
    expect(await page.getByLabel('Website', { exact: true }).first().inputValue()).toBe('1');
    await page.getByText('At most 23 data access credits').waitFor();
    await page.getByText('1,000,000,000 data access credits').waitFor();
    await page.getByLabel('Search fields').fill('founded');
    await page.getByLabel('founded_year').check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enrich the first 10 rows' }).click();
    await page.getByText('First rows').waitFor();
    await page.getByText('1 data access credit charged').waitFor();
    await page.getByRole('button', { name: 'Enrich the other 13 rows' }).click();
    await finished(page);
    const results = page.getByRole('table', { name: 'Rows with their answers' });
    expect(await results.getAttribute('aria-rowcount')).toBe('24');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Invalid 1').check();
    await results.getByText('Each company needs a website, a profile page or an id.').waitFor();
    expect(await results.getAttribute('aria-rowcount')).toBe('2');

    const kept = await page.evaluate<string>('JSON.stringify(sessionStorage)');
    expect(kept).toContain('accounts.csv');
    expect(kept).not.toMatch(/siemens|unknown|Company|Note/i);
    expect(page.url() + (await page.title())).not.toMatch(/siemens|accounts/i);

    const file = await download(page);
    expect(file.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFFCompany;Website;Note;matched;matched_2;reason;name;industry;employee_count;founded_year;website;location_country',
      'Siemens;siemens.com;"a ""b""; c";x;true;;Siemens;Conglomerate;317000;1847;siemens.com;Germany',
      '=1+1;unknown.example;;;false;No record matches;;;;;;',
      ';;nothing here;;false;"Each company needs a website, a profile page or an id.";;;;;;',
    ]);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('a user can pause and continue a list, which also runs while another screen is shown', async () => {
    const { text, matched } = table(6_000);
    const { apiKey } = await service.issueKey('pausing');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, text);
    const held: Route[] = [];
    await page.route('**/v1/company/enrich', (route) => void held.push(route));
    await page.getByRole('button', { name: 'Enrich the other 5,990 rows' }).click();
    await eventually(() => held.length === 4, 10_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    for (const route of held.splice(0)) await route.continue();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByText('4,010 of 6,000 rows').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await eventually(() => held.length === 2, 10_000);
    await page.getByRole('link', { name: 'Try it' }).click();
    for (const route of held.splice(0)) await route.continue();
    await page.getByRole('link', { name: 'Lists' }).click();
    await finished(page);
    expect(await chargedTo('pausing')).toBe(matched);

    const sheet = page.getByRole('region', { name: 'Results, scrollable' });
    await sheet.focus();
    await page.keyboard.press('End');
    await sheet.getByText('row 5999', { exact: true }).or(sheet.getByText('unknown5999.example')).first().waitFor();
    expect(await sheet.getByRole('row').count()).toBeLessThan(80);
    const enriched = parse<Record<string, string>>(await download(page), { bom: true, columns: true, delimiter: ';' });
    expect(enriched.map(({ Label }) => Label)).toEqual(Array.from({ length: 6_000 }, (_, row) => `row ${row}`));
    expect(enriched.filter((row) => row.matched === 'true' && row.name !== '').length).toBe(matched);
  });
});

describeInBrowser('The screen of lists protects its user', (browser) => {
  it('the console stops a list when the credits are used up, and continues it when an operator has granted more', async () => {
    browser.expectErrors(/402/);
    const { text, matched } = table(3_000);
    const { apiKey } = await service.issueKeyWithoutCredits('short');
    await grantCredits(service.database, 'short', 'data_access', 1_300);
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, text);
    await page.getByText('The credits are not enough if every row is matched.').waitFor();
    await page.getByRole('button', { name: 'Enrich the first 10 rows' }).click();
    await page.getByRole('button', { name: 'Enrich the other 2,990 rows' }).click();
    await page.getByText('Not enough credits are left').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await grantCredits(service.database, 'short', 'data_access', 10_000);
    await page.getByRole('button', { name: 'Continue' }).click();
    await finished(page);
    expect(await chargedTo('short')).toBe(matched);
  });

  it('the console continues a list without a second charge after the service was killed and the page was closed', async () => {
    browser.expectErrors(/ERR_|Failed to fetch/);
    const { text, matched } = table(4_000);
    const { apiKey } = await service.issueKey('killed');
    const port = String(await freePort());
    const env = { DATABASE_URL: service.databaseUrl, SEED: 'off', WORKER: 'off', PORT: port };
    const first = await RunningService.start(env);
    const page = await browser.open(first.baseUrl, 'lists', { apiKey });
    await preview(page, text);
    await first.end('SIGKILL');
    // This process kills itself when it has charged a request and not answered it yet.
    const doomed = await RunningService.start({ ...env, FAILPOINTS: 'credits-settled=1' });
    await page.getByRole('button', { name: 'Enrich the other 3,990 rows' }).click();
    await page.getByText('The connection to the service is lost').waitFor();
    expect(doomed.isEnded).toBe(true);
    await page.goto('about:blank');
    await service.database.pool.query('update stored_answer set lease_until = now() where status is null');

    const last = await RunningService.start(env);
    try {
      await page.goto(`${last.baseUrl}/console/lists`);
      await page.getByLabel('API key').fill(apiKey);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('accounts.csv was interrupted after').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await choose(page, text);
      await page.getByText('answered before the interruption').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await finished(page);
      await page.getByText('stored answers are not charged again').waitFor();
    } finally {
      await last.end();
    }
    expect(await chargedTo('killed')).toBe(matched);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });
});
