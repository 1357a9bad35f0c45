// Takes the pictures of the console in docs/images/ with the demo data: `npm run pictures`. It needs Chromium, on the PATH or at
// CHROMIUM_PATH.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Browser, chromium, type Page } from 'playwright-core';
import { openCluster } from '#dist/platform/database/embedded/cluster';
import { stateOf } from '#dist/platform/database/embedded/server';
import { urlOf } from '#dist/platform/database/embedded/session';
import { root } from '../scripts/prepare.mjs';
import { browserPath } from '../scripts/browser-path.mjs';
import { createKey, demoWebsites, makeDataFolder, type Server, startService } from './bench/load/service.js';

interface Screen {
  readonly name: string;
  readonly path: string;
  /** Brings the screen into the state that the picture shows. */
  readonly show: (page: Page) => Promise<unknown>;
}

const screens: readonly Screen[] = [
  { name: 'overview', path: '', show: (page) => page.getByText('matched', { exact: false }).first().waitFor() },
  { name: 'try-it', path: 'try', show: tryCompany },
  { name: 'lists', path: 'lists', show: enrichList },
  { name: 'prospects', path: 'prospects', show: showRun },
  { name: 'signals', path: 'signals', show: (page) => page.getByText('newest first').waitFor() },
  { name: 'usage', path: 'usage', show: (page) => page.getByRole('table', { name: 'Usage by Day' }).waitFor() },
  { name: 'operation', path: 'operation', show: (page) => page.getByText('Healthy').waitFor() },
];

const folder = join(root, 'docs', 'images');
const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
} as const;

const executablePath = browserPath();
if (executablePath === null) throw new Error('There is no Chromium; CHROMIUM_PATH may name it');
const data = await makeDataFolder();
const limits = { RATE_BURST_LIMIT: '1000', RATE_BURST_WINDOW_SECONDS: '60', RATE_PER_SECOND: '100' };
const service = await startService({ DATA_DIR: data.dataDir, ...limits });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await makeHistory(service, data.dataDir);
  await mkdir(folder, { recursive: true });
  for (const device of ['desktop', 'phone'] as const)
    for (const colorScheme of ['light', 'dark'] as const) await takePictures(browser, device, colorScheme);
} finally {
  await browser.close();
  await service.close();
  await data.close();
}

async function takePictures(from: Browser, device: keyof typeof devices, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await from.newContext({ ...devices[device], colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/console`);
  await page.getByLabel('API key').waitFor();
  await page.screenshot({ path: join(folder, `sign-in-${device}-${colorScheme}.png`) });
  await page.getByLabel('API key').fill(service.apiKey ?? '');
  await page.getByLabel('Stay signed in').selectOption('tab');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  for (const { name, path, show } of screens) {
    await page.goto(`${service.baseUrl}/console/${path}`);
    await show(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}-${device}-${colorScheme}.png`) });
  }
  await context.close();
}

async function tryCompany(page: Page): Promise<void> {
  await page.getByLabel('Website', { exact: true }).fill('https://www.siemens.com/de');
  await page.getByRole('button', { name: 'Send the request' }).click();
  await page.getByText('Conglomerate').first().waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

/** Enriches a list of 240 companies, of which 40 are not on record. */
async function enrichList(page: Page): Promise<void> {
  const websites = await demoWebsites(200);
  const rows = websites.flatMap((website, index) => [
    `${website},${index + 1}`,
    ...(index % 5 === 0 ? [`unknown-${index}.example,`] : []),
  ]);
  const file = Buffer.from(['Website,CRM id', ...rows].join('\n'));
  await page.locator('input[type=file]').setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer: file });
  await page.getByRole('button', { name: 'Enrich the first 10 companies' }).click();
  await page.getByRole('button', { name: 'Enrich the other' }).click();
  await page.getByRole('button', { name: 'Download' }).waitFor();
  await page.evaluate('scrollTo(0, 0)');
}

/** Opens the run of the demo data, and the details of its best prospect. */
async function showRun(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'datadog' }).first().click();
  await page.getByRole('button', { name: 'Reasons' }).first().click();
  await page.evaluate('scrollTo(0, 0)');
}

/** Makes two weeks of requests with two API keys. All are sent today, and then their dates in the ledger are changed. */
async function makeHistory({ baseUrl, apiKey }: Server, dataDir: string): Promise<void> {
  const websites = await demoWebsites(300);
  const crm = await createKey({ DATA_DIR: dataDir }, 'demo');
  for (let day = 0; day < 14; day += 1) {
    const isWeekend = [0, 6].includes(new Date(Date.now() - day * 86_400_000).getUTCDay());
    const requests = isWeekend ? 1 : 3 + ((day * 7) % 4);
    for (let number = 0; number < requests; number += 1) {
      const size = 20 + ((day * 37 + number * 53) % 90);
      const from = (day * 31 + number * 17) % 180;
      const companies = websites.slice(from, from + size).map((website) => ({ website }));
      const unknown = Array.from({ length: Math.ceil(size / 9) }, (_, index) => ({
        website: `unknown-${index}.example`,
      }));
      const key = number % 3 === 0 ? crm : (apiKey ?? '');
      const body = { companies: [...companies, ...unknown], fields: ['name', 'industry', 'size'] };
      await enrich(baseUrl, key, `day-${day}-${number}`, body);
      if (number === 1 && day % 3 === 0) await enrich(baseUrl, key, `day-${day}-refused`, { ...body, companies: [{}] });
    }
  }
  await dateBack(dataDir);
}

async function enrich(baseUrl: string, key: string, requestId: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-api-key': key, 'x-request-id': requestId };
  await fetch(`${baseUrl}/v1/company/enrich`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Changes the dates of requests. The ledger refuses that, so its triggers are disabled; this database is removed at the end. */
async function dateBack(dataDir: string): Promise<void> {
  const cluster = await openCluster({ dataDir, durability: 'full', log: () => undefined });
  const { port } = await stateOf(cluster);
  if (port === undefined) throw new Error('The database does not run');
  const client = new pg.Client({ connectionString: urlOf(cluster, port) });
  await client.connect();
  try {
    // The service counts errors in memory and stores them a little later.
    while ((await client.query('select 1 from free_usage where errors > 0')).rowCount === 0) await sleep(200);
    const daysAgo = "split_part(request_id, '-', 2)::int * interval '1 day'";
    await client.query(`
      update free_usage set errors = 1;
      alter table credit_entry disable trigger user;
      alter table credit_hold disable trigger user;
      insert into free_usage (tenant_id, day, key_id, endpoint, requests, identifiers, matched, errors)
      select tenant_id, day - number, key_id, endpoint, 0, 0, 0, 1 + number % 2
      from free_usage, generate_series(2, 12, 3) as number where errors > 0;
      update credit_entry set created_at = created_at - ${daysAgo} where request_id like 'day-%';
      update credit_hold set created_at = created_at - ${daysAgo}, resolved_at = resolved_at - ${daysAgo}
      where request_id like 'day-%';
      alter table credit_entry enable trigger user;
      alter table credit_hold enable trigger user;
      update usage_progress set summed_before = null;`);
    // The console shows the sums of each day. So all days are summed again, with the changed dates.
    while ((await client.query<{ isNext: boolean }>('select usage_sum_day() as "isNext"')).rows[0]?.isNext === true);
  } finally {
    await client.end();
  }
}
