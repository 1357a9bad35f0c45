import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Page, Request, Route } from 'playwright-core';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
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
    'select website from company where website is not null order by id limit 1300',
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

/** A CSV file with websites that all match. */
const matching = (from: number, to: number): string => ['Website', ...websites.slice(from, to), ''].join('\n');

async function choose(page: Page, text: string): Promise<void> {
  const file = { name: 'accounts.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

async function preview(page: Page, text: string): Promise<void> {
  await choose(page, text);
  await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
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

async function downloaded(page: Page, delimiter = ','): Promise<Record<string, string>[]> {
  return parse<Record<string, string>>(await download(page), { bom: true, columns: true, delimiter });
}

const finished = (page: Page): Promise<void> => page.getByText('All rows are answered').first().waitFor();

/** Loads the page again, and opens the list that the browser has kept. */
async function reopen(page: Page): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Open accounts' }).click();
}

async function signIn(page: Page, apiKey: string): Promise<void> {
  await page.getByLabel('API key').fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function chargedTo(tenant: string): Promise<number | undefined> {
  return (await usedCredits(service.database, tenant)).data_access?.charged;
}

interface Body {
  readonly fields: readonly string[];
  readonly companies: readonly { readonly website: string }[];
}

/** The bodies of the enrichments that a page sends from now on. */
function bodiesOf(page: Page): Body[] {
  const bodies: Body[] = [];
  page.on('request', (request: Request) => {
    if (request.method() === 'POST') bodies.push(request.postDataJSON() as Body);
  });
  return bodies;
}

describeInBrowser('The screen of lists succeeds', (browser) => {
  it('the list screen previews for free what a list would match, and which fields would have values', async () => {
    const { apiKey } = await service.issueKey('previewing');
    await service.app.get(TenantService, { strict: false }).update('previewing', { previews: true }, {});
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    const { text, matched } = table(30);
    await choose(page, text);
    const card = page.getByRole('region', { name: 'Preview' });
    await card.getByRole('button', { name: 'Preview 30 companies' }).click();
    await card.getByText(`${matched} of 30 companies would match`).waitFor();
    await card.getByText(`They would cost ${matched} data access credits.`).waitFor();
    expect(await card.getByText(`${matched} of ${matched} have a value, 100%`).count()).toBeGreaterThan(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Search fields').fill('founded');
    await page.getByLabel('founded_year').check();
    await card.getByText(`${matched} of 30 companies would match`).waitFor({ state: 'detached' });
    expect((await chargedTo('previewing')) ?? 0).toBe(0);
  });

  it('a failed preview of a list does not speak of charges, because previews are free', async () => {
    browser.expectErrors(/503/);
    const { apiKey } = await service.issueKey('unpreviewed');
    await service.app.get(TenantService, { strict: false }).update('unpreviewed', { previews: true }, {});
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    // The console does not wait for longer than a minute, so it does not send the request again.
    const answer = { status: 503, headers: { 'retry-after': '600' }, json: { detail: 'Restarting' } };
    await page.route('**/v1/company/enrich', (route) => route.fulfill(answer));
    await choose(page, matching(0, 8));
    const card = page.getByRole('region', { name: 'Preview' });
    await card.getByRole('button', { name: 'Preview 8 companies' }).click();
    await card.getByText('Try again in a minute.', { exact: true }).waitFor();
  });

  it('the list screen enriches a file, and offers for download a file with the same cells and the answers', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    expect(await accessibilityViolations(page)).toEqual([]);
    const rows = [
      '\uFEFFCompany;Website;Note;matched',
      'Siemens;siemens.com;"a ""b""; c";x',
      '=1+1;unknown.example;-5;',
      ';;nothing here;',
      ';https://www.Siemens.com/;twice;',
      ...Array.from({ length: 20 }, (_, row) => `;unknown${row}.example;;`),
    ];
    await choose(page, rows.join('\r\n'));
    expect(await page.getByLabel('Website', { exact: true }).first().inputValue()).toBe('1');
    await page.getByText('At most 22 data access credits').waitFor();
    await page
      .getByText('1 row is a repeat and costs nothing. For 1 row no company is known, so nothing is requested.')
      .waitFor();
    await page.getByText('1,000,000,000 data access credits').waitFor();
    await page.getByLabel('Search fields').fill('founded');
    await page.getByLabel('founded_year').check();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
    await page.getByText('First rows').waitFor();
    await page.getByText('1 data access credit charged').waitFor();
    await page.getByText('12 of 24 rows answered').waitFor();
    await page.getByText('11 rows have the answers for 10 companies, 1 of them matched.').waitFor();
    await page.getByLabel('No answer yet 12').check();
    await page.getByRole('cell', { name: 'No answer yet' }).first().waitFor();
    await page.getByRole('button', { name: 'Enrich the other 12 companies' }).click();
    await finished(page);
    await page.getByText('No row fits what you have chosen').waitFor();
    await page.getByRole('button', { name: 'Show all rows' }).click();
    const results = page.getByRole('table', { name: 'Rows with their answers' });
    expect(await results.getAttribute('aria-rowcount')).toBe('25');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Invalid 1').check();
    await results.getByText('A company needs a website, a profile page or a numeric id.').waitFor();
    expect(await results.getAttribute('aria-rowcount')).toBe('2');
    expect(page.url() + (await page.title())).not.toMatch(/siemens|accounts/i);

    const file = await download(page);
    expect(file.split('\r\n').slice(0, 5)).toEqual([
      '\uFEFFCompany;Website;Note;matched;matched_2;reason;name;industry;employee_count;founded_year;website;location_country',
      'Siemens;siemens.com;"a ""b""; c";x;true;;Siemens;Conglomerate;317000;1847;siemens.com;Germany',
      "'=1+1;unknown.example;-5;;false;No record matches;;;;;;",
      ';;nothing here;;false;"A company needs a website, a profile page or a numeric id.";;;;;;',
      ';https://www.Siemens.com/;twice;;true;;Siemens;Conglomerate;317000;1847;siemens.com;Germany',
    ]);
  });

  it('the list screen requests a company that occurs several times in a list only once, even if its rows belong to different requests', async () => {
    const { apiKey } = await service.issueKey('repeating');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    const bodies = bodiesOf(page);
    await choose(page, ['Website', ...websites.slice(0, 12), ...websites.slice(0, 12)].join('\n'));
    await page.getByText('12 rows are repeats and cost nothing.').waitFor();
    await page.getByText('At most 12 data access credits').waitFor();
    await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
    await page.getByText('20 of 24 rows answered').waitFor();
    await page.getByText('20 rows have the answers for 10 companies, 10 of them matched.').waitFor();
    await page.getByRole('button', { name: 'Enrich the other 2 companies' }).click();
    await finished(page);
    expect(bodies.map(({ companies }) => companies.length)).toEqual([10, 2]);
    expect((await downloaded(page)).filter(({ matched }) => matched === 'true').length).toBe(24);
    expect(await chargedTo('repeating')).toBe(12);
  });

  it('a user can pause and continue a list, and it goes on while another screen is shown', async () => {
    const { text, matched } = table(6_000);
    const { apiKey } = await service.issueKey('pausing');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, text);
    const held: Route[] = [];
    await page.route('**/v1/company/enrich', (route) => void held.push(route));
    await page.getByRole('button', { name: 'Enrich the other 5,990 companies' }).click();
    await eventually(() => held.length === 4, 10_000);
    await page.getByRole('button', { name: 'Pause' }).click();
    for (const route of held.splice(0)) await route.continue();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await page.getByText('4,010 of 6,000 rows').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await eventually(() => held.length === 2, 10_000);
    await page.getByRole('link', { name: 'Try it' }).click();
    for (const route of held.splice(0)) await route.continue();
    // A list that was started needs no list of fields, so the screen shows it at once, although that list never comes.
    await page.route('**/v1/fields', () => undefined);
    await page.getByRole('link', { name: 'Lists' }).click();
    await finished(page);
    expect(await chargedTo('pausing')).toBe(matched);

    const sheet = page.getByRole('region', { name: 'Results, scrollable' });
    await sheet.focus();
    await page.keyboard.press('End');
    await sheet.getByText('row 5999', { exact: true }).or(sheet.getByText('unknown5999.example')).first().waitFor();
    expect(await sheet.getByRole('row').count()).toBeLessThan(80);
    const enriched = await downloaded(page, ';');
    expect(enriched.map(({ Label }) => Label)).toEqual(Array.from({ length: 6_000 }, (_, row) => `row ${row}`));
    expect(enriched.filter((row) => row.matched === 'true' && row.name !== '').length).toBe(matched);
  });
});

describeInBrowser('The screen of lists keeps what was paid', (browser) => {
  it('a list stays in the browser with its answers after a reload, until the user removes it', async () => {
    const { apiKey } = await service.issueKey('keeping');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, matching(0, 30));
    await page.getByRole('button', { name: 'Other lists' }).click();
    await page
      .getByText(/^30 rows with companies, 10 answered, 10 matched · 10 data access credits charged · \d+ kB/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const bodies = bodiesOf(page);
    await reopen(page);
    await page.getByText('10 of 30 rows').waitFor();
    await page.getByText('10 data access credits charged').waitFor();
    await page.getByRole('button', { name: 'Enrich the other 20 companies' }).click();
    await finished(page);
    expect(bodies.map(({ companies }) => companies.length)).toEqual([20]);
    await reopen(page);
    await finished(page);
    const enriched = await downloaded(page);
    expect(enriched.map(({ Website, matched }) => [Website, matched])).toEqual(
      websites.slice(0, 30).map((site) => [site, 'true']),
    );
    expect(await chargedTo('keeping')).toBe(30);

    await page.getByRole('button', { name: 'Other lists' }).click();
    await page.getByRole('button', { name: 'Remove accounts', exact: true }).click();
    await page.getByRole('button', { name: 'Remove the list and its answers' }).click();
    await page.getByRole('button', { name: 'Open accounts' }).waitFor({ state: 'detached' });
    const left = await page.evaluate<number[]>(`new Promise((resolve) => {
      indexedDB.open('data-access-console').onsuccess = async ({ target: { result } }) => {
        const counts = [...result.objectStoreNames].map((name) => new Promise((counted) => {
          result.transaction(name).objectStore(name).count().onsuccess = (event) => counted(event.target.result);
        }));
        resolve(await Promise.all(counts));
      };
    })`);
    expect(left).toEqual([0, 0, 0]);
  });

  it('if the user adds a field to a list, only this field is requested, for matched rows only, after the screen has shown the cost', async () => {
    const { apiKey } = await service.issueKey('changing');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, ['Website', ...websites.slice(0, 7), 'unknown.example', 'no website', ''].join('\n'));
    await page.getByRole('button', { name: 'Enrich 9 companies' }).click();
    await finished(page);
    const bodies = bodiesOf(page);
    await page.getByRole('button', { name: 'Change columns or fields' }).click();
    await page.getByText('9 rows have their answers already.').waitFor();
    await page.getByLabel('Search fields').fill('founded');
    await page.getByLabel('founded_year').check();
    await page.getByText('7 companies with answers lack the added fields, and are charged again for them.').waitFor();
    await page.getByText('At most 7 data access credits').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enrich 7 companies' }).click({ trial: true });
    await page.getByRole('button', { name: 'Show the list' }).click();
    await page
      .getByRole('table')
      .getByText(websites[0] ?? '', { exact: true })
      .first()
      .waitFor();
    expect(bodies).toEqual([]);
    await page.getByRole('button', { name: 'Continue' }).click();
    await finished(page);
    expect(bodies.map(({ fields, companies }) => [fields, companies.length])).toEqual([[['founded_year'], 7]]);
    const enriched = await downloaded(page);
    expect(enriched.filter(({ name, founded_year: year }) => name !== '' && year !== '').length).toBeGreaterThan(3);
    expect(enriched[7]).toMatchObject({ matched: 'false', reason: 'No record matches' });
    expect(await chargedTo('changing')).toBe(14);
  });

  it('the user can give a new list the choices of columns and fields of an earlier list with the same columns, and only its own rows are charged', async () => {
    const { apiKey } = await service.issueKey('alike');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    const bodies = bodiesOf(page);
    const file = (name: string, site: string) => ({
      ...{ name, mimeType: 'text/csv', buffer: Buffer.from(`Firm,Website,Old site\nA,,${site}\n`) },
    });
    await page.getByLabel('Choose a file').setInputFiles(file('march.csv', 'siemens.com'));
    await page.getByLabel('Website', { exact: true }).first().selectOption('Old site');
    await page.getByLabel('Search fields').fill('founded');
    await page.getByLabel('founded_year').check();
    expect(await page.getByRole('button', { name: /^Use the columns/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Enrich 1 company' }).click();
    await finished(page);
    await page.getByRole('button', { name: 'Other lists' }).click();
    await page.getByLabel('Choose a file').setInputFiles(file('april.csv', 'stripe.com'));
    const reuse = page.getByRole('button', { name: 'Use the columns and fields of “march”' });
    await reuse.and(page.locator('[aria-pressed=false]')).click();
    await reuse.and(page.locator('[aria-pressed=true]')).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enrich 1 company' }).click();
    await finished(page);
    expect(bodies.map(({ fields, companies }) => [fields.includes('founded_year'), companies])).toEqual([
      [true, [{ website: 'siemens.com' }]],
      [true, [{ website: 'stripe.com' }]],
    ]);
    expect(await chargedTo('alike')).toBe(2);
  });

  it('for a newer file of a stored list only the new rows are requested, and the usage screen names the list', async () => {
    const { apiKey } = await service.issueKey('growing');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, matching(0, 8));
    await page.getByRole('button', { name: 'Enrich 8 companies' }).click();
    await finished(page);
    await page.getByRole('button', { name: 'Other lists' }).click();
    const bodies = bodiesOf(page);
    await choose(page, matching(2, 12));
    await page.getByRole('heading', { name: 'Change “accounts”' }).waitFor();
    await page.getByText('The list keeps its answers.').waitFor();
    await page.getByText('Still to request').waitFor();
    await page.getByText('At most 4 data access credits').waitFor();
    await page.getByText('6 rows have their answers already.').waitFor();
    await page.getByRole('button', { name: 'Enrich 4 companies' }).click();
    await finished(page);
    expect(bodies.map(({ companies }) => companies.map(({ website }) => website))).toEqual([websites.slice(8, 12)]);
    expect(await chargedTo('growing')).toBe(12);
    await page.getByRole('link', { name: 'Usage' }).click();
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    await requests.getByRole('cell', { name: 'accounts', exact: true }).first().waitFor();
    expect(await requests.getByRole('cell', { name: 'accounts', exact: true }).count()).toBe(2);
  });

  it('a second tab does not open a list that is open in the first tab, because the same rows could be charged twice', async () => {
    const { apiKey } = await service.issueKey('tabs');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, matching(0, 30));
    const second = await page.context().newPage();
    await second.goto(`${service.baseUrl}/console/lists`);
    await signIn(second, apiKey);
    await second.getByRole('button', { name: 'Open accounts' }).click();
    const refusal = second.getByRole('alert').filter({ hasText: 'accounts' });
    await refusal.getByText('This list is open in another tab of this browser.').waitFor();
    await page.close();
    await second.getByRole('button', { name: 'Open accounts' }).click();
    await second.getByText('10 of 30 rows').waitFor();
  });

  it('a tenant does not see the lists of another tenant in the same browser', async () => {
    const { apiKey } = await service.issueKey('first-tenant');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, matching(0, 12));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, (await service.issueKey('second-tenant')).apiKey);
    await page.getByText('Drop a CSV file').waitFor();
    expect(await page.getByText('accounts').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, apiKey);
    await page.getByRole('button', { name: 'Open accounts' }).click();
    await page.getByText('10 of 12 rows').waitFor();
  });

  it('the list screen says that the page must be reloaded if it cannot load the code that reads a file', async () => {
    browser.expectErrors(/list-file|ERR_FAILED/);
    const { apiKey } = await service.issueKey('old-page');
    const page = await browser.open(service.baseUrl, 'lists');
    await signIn(page, apiKey);
    await page.route('**/list-file-*', (route) => route.abort());
    await choose(page, matching(0, 3));
    await page.getByRole('alert').getByText('Reload the page').waitFor();
    await page.unroute('**/list-file-*');
    await page.reload();
    await choose(page, matching(0, 3));
    await page.getByRole('button', { name: 'Enrich 3 companies' }).waitFor();
  });

  it('the console loads the screen for lists when it is opened first, shows grey lines meanwhile, and loads it again if the user tries again after a failure', async () => {
    browser.expectErrors(/lists-screen|ERR_FAILED/);
    const { apiKey } = await service.issueKey('first-list');
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    const held: Route[] = [];
    await page.route('**/lists-screen-*', (route) => void held.push(route));
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    await page.getByRole('status').getByText('Loading the screen').waitFor();
    await eventually(() => held.length === 1, 10_000);
    await held[0]?.abort();
    await page.getByRole('alert').getByText('The console could not load this screen.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/lists-screen-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await choose(page, matching(0, 3));
    await page.getByRole('button', { name: 'Enrich 3 companies' }).waitFor();
  });

  it('if the browser cannot store lists, the console says so and still enriches them', async () => {
    const { apiKey } = await service.issueKey('private-window');
    const page = await browser.open(service.baseUrl, 'lists');
    await page.addInitScript("Object.defineProperty(window, 'indexedDB', { value: undefined })");
    await page.reload();
    await signIn(page, apiKey);
    await preview(page, matching(0, 12));
    await page.getByText('This browser cannot keep the list').waitFor();
    await page.getByRole('button', { name: 'Enrich the other 2 companies' }).click();
    await finished(page);
    expect((await downloaded(page)).filter(({ matched }) => matched === 'true').length).toBe(12);
    expect(await page.getByText('This browser cannot keep the list').count()).toBe(0);
  });
});

describeInBrowser('The screen of lists protects its user', (browser) => {
  it('a list spends the last credits of the tenant even if they are too few for a whole request, and continues after a grant', async () => {
    browser.expectErrors(/402/);
    const { apiKey } = await service.issueKeyWithoutCredits('short');
    await grantCredits(service.database, 'short', 'data_access', 25);
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, matching(0, 300));
    await page.getByText('The credits are not enough if everything is matched.').waitFor();
    await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
    await page.getByRole('button', { name: 'Enrich the other 290 companies' }).click();
    await page.getByText('The data access credits are used up').waitFor();
    await page.getByText('25 of 300 rows answered', { exact: true }).waitFor();
    await page.getByText('275 companies are not requested yet.').waitFor();
    await page.getByText('credits grant short data_access 275').waitFor();
    expect(await chargedTo('short')).toBe(25);
    expect(await accessibilityViolations(page)).toEqual([]);
    await grantCredits(service.database, 'short', 'data_access', 275);
    await page.getByRole('button', { name: 'Continue' }).click();
    await finished(page);
    expect(await usedCredits(service.database, 'short')).toMatchObject({ data_access: { charged: 300, reserved: 0 } });
    expect((await downloaded(page)).filter(({ matched }) => matched === 'true').length).toBe(300);
  });

  it('a list waits and goes on by itself if the service says that too many requests were sent', async () => {
    browser.expectErrors(/429/);
    const { apiKey } = await service.issueKey('many-requests');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    let refusals = 0;
    await page.route('**/v1/company/enrich', (route) => {
      refusals += 1;
      const answer = { status: 429, headers: { 'retry-after': '40' }, json: { detail: { message: 'Too many' } } };
      return refusals === 1 ? route.fulfill(answer) : route.continue();
    });
    await page.clock.install();
    await choose(page, matching(0, 8));
    await page.getByRole('button', { name: 'Enrich 8 companies' }).click();
    await page.getByText(/The console waits until the next one is allowed. [1-4]\d s left/).waitFor();
    await page.getByText('Running').waitFor();
    await page.clock.fastForward(45_000);
    await finished(page);
    expect(refusals).toBe(2);
    expect(await chargedTo('many-requests')).toBe(8);
  });

  it('a list cannot begin if the tenant has no credits', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('broke');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, matching(0, 30));
    const price = page.getByRole('region', { name: 'Price' });
    await price
      .getByText('Not enough credits. Let an operator grant 30 data access credits to finish the list.')
      .waitFor();
    await page.getByText('credits grant broke data_access 30').waitFor();
    for (const name of ['Enrich the first 10 companies', 'Enrich all 30 companies'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
  });

  it('a list is completed if there are credits for all its matches, even if there are too few for all its identifiers', async () => {
    browser.expectErrors(/402/);
    const { text, matched } = table(3_000);
    const { apiKey } = await service.issueKeyWithoutCredits('scarce');
    await grantCredits(service.database, 'scarce', 'data_access', 1_300);
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, text);
    await page.getByRole('button', { name: 'Enrich the other 2,990 companies' }).click();
    await finished(page);
    expect(await chargedTo('scarce')).toBe(matched);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });

  it('a list says how many companies were sent more than a day ago without an answer, and what they may cost again', async () => {
    const { apiKey } = await service.issueKey('late');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, matching(0, 30));
    const held: Route[] = [];
    await page.route('**/v1/company/enrich', (route) => void held.push(route));
    await page.getByRole('button', { name: 'Enrich the other 20 companies' }).click();
    await eventually(() => held.length === 1, 10_000);
    await reopen(page);
    await page.getByText('20 companies were sent, but no answer came.').waitFor();
    await page.getByText('At most 20 data access credits').waitFor();
    await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
    await reopen(page);
    await page.getByText('20 companies were sent more than a day ago, but no answer came.').waitFor();
    await page.getByText('At most 20 data access credits').waitFor();
  });

  it('a cancelled list says what it can still cost, and the user can continue it', async () => {
    const { apiKey } = await service.issueKey('cancelling');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await preview(page, matching(0, 30));
    const held: Route[] = [];
    await page.route('**/v1/company/enrich', (route) => void held.push(route));
    await page.getByRole('button', { name: 'Enrich the other 20 companies' }).click();
    await eventually(() => held.length === 1, 10_000);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').first().waitFor();
    await page.getByText('20 companies were sent, but no answer came. If you continue, they are sent again').waitFor();
    await page.getByText('At most 20 data access credits').waitFor();
    await page.unroute('**/v1/company/enrich');
    await page.getByRole('button', { name: 'Continue' }).click();
    await finished(page);
    expect(await chargedTo('cancelling')).toBe(30);
  });

  it('if the first companies of a list got no answer, the user can try them again without the rest of the list', async () => {
    browser.expectErrors(/409/);
    const { apiKey } = await service.issueKey('first-again');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    const held: Route[] = [];
    await page.route('**/v1/company/enrich', (route) => void held.push(route));
    await choose(page, matching(0, 30));
    await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
    await eventually(() => held.length === 1, 10_000);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('10 companies were sent, but no answer came.').waitFor();
    await page.getByText('At most 30 data access credits').waitFor();
    await page.getByRole('button', { name: 'Enrich all 30 companies' }).click({ trial: true });
    expect(await accessibilityViolations(page)).toEqual([]);
    // The rows are in sight although none has an answer.
    await page.getByRole('rowheader', { name: websites[0] ?? '' }).waitFor();
    await page.unroute('**/v1/company/enrich');
    await page.getByText('At most 10 data access credits').waitFor();
    await page.getByRole('button', { name: 'Try the first 10 companies' }).click();
    await page.getByText('10 of 30 rows answered').waitFor();
    expect(await chargedTo('first-again')).toBe(10);

    const failure = { status: 409, json: { detail: 'Not now' } };
    await page.route('**/v1/company/enrich', (route) => route.fulfill(failure));
    await page.getByRole('button', { name: 'Enrich the other 20 companies' }).click();
    await page.getByRole('alert').getByText('Not now').waitFor();
    await page.unroute('**/v1/company/enrich');
    await page.getByRole('button', { name: 'Try again' }).click();
    await finished(page);
    expect(await chargedTo('first-again')).toBe(30);
  });

  it('the console continues a list without a second charge after the service was killed and the page was closed', async () => {
    browser.expectErrors(/ERR_|Failed to fetch/);
    // Each request has matches, so the one that is charged before the process dies has a stored answer.
    const { text, matched } = table(2_000);
    const { apiKey } = await service.issueKey('killed');
    const port = String(await freePort());
    const env = { DATABASE_URL: service.databaseUrl, SEED: 'off', WORKER: 'off', PORT: port };
    const first = await RunningService.start(env);
    const page = await browser.open(first.baseUrl, 'lists', { apiKey });
    await preview(page, text);
    await first.end('SIGKILL');
    // This process kills itself when it has charged a request and not answered it yet.
    const doomed = await RunningService.start({ ...env, FAILPOINTS: 'credits-settled=1' });
    await page.getByRole('button', { name: 'Enrich the other 1,990 companies' }).click();
    await eventually(() => doomed.isEnded, 60_000);
    await page.getByText('The connection to the service is lost').waitFor();
    await page.goto('about:blank');
    await service.database.pool.query('update stored_answer set lease_until = now() where status is null');

    const last = await RunningService.start(env);
    try {
      await page.goto(`${last.baseUrl}/console/lists`);
      await page.getByRole('button', { name: 'Open accounts' }).click();
      await page.getByText('1,990 companies were sent, but no answer came.').waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Continue' }).click();
      await finished(page);
    } finally {
      await last.end();
    }
    expect(await chargedTo('killed')).toBe(matched);
    expect(await creditDiscrepancies(service.database.pool)).toEqual([]);
  });
});
