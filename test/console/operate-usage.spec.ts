import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { dayAt } from '../../src/billing/usage/usage-period.js';
import { KeyUses } from '../../src/platform/auth/key-uses.sql.js';
import { accessibilityViolations, describeInBrowser, fitsWidth, type TestBrowser } from '../support/clients/browser.js';
import { storeMovements } from '../support/credits/credit-history.js';
import { grantCredits } from '../support/credits/credits.js';
import { call } from '../support/http/http.js';
import { importRecords } from '../support/records/import-records.js';
import { CommandLine } from '../support/service/command-line.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';
const daysAgo = (count: number): string => dayAt(Date.now() - count * 86_400_000);

let service: TestService;
const admin = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));

/** The buyer has few credits left, has spent some on several days, and follows one company. The idle tenant has sent no request. */
beforeAll(async () => {
  service = await startTestService({ env: { OPERATOR_API: 'on', OPERATOR_KEY: operatorKey } });
  await importRecords(service.app, { companies: [{ name: 'Acme', website: 'acme.com' }] });
  for (const tenant of ['buyer', 'idle']) await service.issueKeyWithoutCredits(tenant);
  await grantCredits(service.database, 'buyer', 'data_access', 1_200);
  const { apiKey } = await service.issueKeyWithoutCredits('buyer');
  for (const day of [25, 20, 12, 11, 9, 3, 2])
    await storeMovements(service.database, 'buyer', [
      { at: `${daysAgo(day)}T09:00:00Z`, reserve: 200 },
      { at: `${daysAgo(day)}T09:00:01Z`, post: 7 * day, of: 200 },
    ]);
  const enrich = (body: object) => call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body });
  expect((await enrich({ companies: [{ website: 'acme.com' }], fields: ['name'] })).status).toBe(200);
  expect((await enrich({ companies: [{}], fields: ['name'] })).status).toBe(422);
  await admin.answerOf(['credits', 'revoke', 'buyer', 'data_access', '1100']);
  await service.database.pool.query(
    `update credit_account set posted = posted + 90 where tenant_id = 'buyer' and feature = 'data_access'`,
  );
  await admin.answerOf(['follow', 'buyer', '--companies', '-'], { stdin: 'website\nacme.com\n' });
  await service.app.get(FreeUsage, { strict: false }).flush();
  await service.app.get(KeyUses, { strict: false }).flush();
});

afterAll(() => service.close());

async function open(browser: TestBrowser, path: string, options = {}): Promise<Page> {
  const page = await browser.open(service.baseUrl, path, options);
  await page.getByLabel('Operator key').fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

describeInBrowser('The console for operators shows', (browser) => {
  it('for each tenant the credits that are left, those used in 30 days with a line, the errors and the last request', async () => {
    const page = await open(browser, 'operate', { viewport: { width: 1440, height: 900 } });
    const buyer = page.getByRole('row').filter({ hasText: 'buyer' });
    await buyer.getByText('575 credits').waitFor();
    await buyer.getByText('9 data access (few left)').waitFor();
    await buyer.getByRole('img', { name: 'Credits by day: at most 175, today 1' }).waitFor();
    expect(await buyer.locator('[data-title="Errors in 30 days"]').textContent()).toBe('1');
    expect(await buyer.locator('[data-title="Last request"] time').count()).toBe(1);
    const idle = page.getByRole('row').filter({ hasText: 'idle' });
    expect(await idle.getByRole('cell').allTextContents()).toEqual([
      'Active',
      'None',
      'None',
      '0',
      'Never',
      expect.any(String),
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fitsWidth(page.getByRole('group', { name: 'Tenants, scrollable' }))).toBe(true);
  });

  it('the tenants also when their usage cannot be read, and reads it again when the operator asks', async () => {
    browser.expectErrors(/503/);
    const page = await browser.open(service.baseUrl, 'operate');
    await page.route('**/operator/v1/usage?*', (route) => route.fulfill({ status: 503, body: '{}' }), { times: 1 });
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'buyer' }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('575 credits').waitFor();
  });

  it('on the page of a tenant its use by day, its newest requests and what it follows', async () => {
    const page = await open(browser, 'operate/tenants/buyer', { viewport: { width: 1440, height: 900 } });
    const use = page.getByRole('region', { name: 'Use in the last 30 days' });
    await use.getByText('1 company, 0 persons').waitFor();
    const facts = await use.locator('dl.facts div').allTextContents();
    expect(facts).toEqual([
      'Requests1',
      'Errors1',
      'Data access575 credits',
      'Contact data0 credits',
      'Prospecting0 credits',
      'Follows1 company, 0 persons',
    ]);
    await use.getByLabel('Credits charged by day and feature: the bar whose values are shown').focus();
    await use.getByText('Today: Data access 1, Contact data 0, Prospecting 0').waitFor();
    const newest = use.getByRole('table', { name: 'Newest requests' }).getByRole('row').nth(1);
    await newest.getByText('1 of 1').waitFor();
    await newest.getByText('/v1/company/enrich').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the use of tenants on a phone without a wider page', async () => {
    for (const path of ['operate', 'operate/tenants/buyer', 'operate/tenants/idle']) {
      const page = await open(browser, path, { viewport: { width: 390, height: 844 } });
      await page
        .getByText(path.endsWith('idle') ? 'No request yet' : '575 credits')
        .first()
        .waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    }
  });

  it('a form for a grant with a note and a last day, the grants, and credits that a tenant gets each month', async () => {
    await service.issueKeyWithoutCredits('granted');
    const page = await open(browser, 'operate/tenants/granted', { viewport: { width: 1440, height: 900 } });
    const card = page.getByRole('region', { name: 'Credits', exact: true });
    await card.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('Number of credits').fill('250');
    await page.getByLabel('Last day').fill('2020-01-01');
    await page.getByText('This day has passed.').waitFor();
    expect(await page.getByRole('button', { name: 'Change the credits' }).isEnabled()).toBe(false);
    await page.getByLabel('Last day').fill(daysAgo(-1));
    await page.getByLabel('Note about the grant').fill('Trial');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('250 credits for data access are granted.').waitFor();
    const grants = card.getByRole('table', { name: 'Grants' });
    await grants.getByRole('row').filter({ hasText: 'Trial' }).getByText('250').nth(1).waitFor();
    await card.getByRole('button', { name: 'Set credits each month' }).click();
    await page.getByLabel('Number each month').fill('1,000');
    await page.getByLabel('Take back at the end of each month what is left').check();
    await page.getByRole('button', { name: 'Grant them each month' }).click();
    await page.getByText('The tenant gets 1,000 credits for data access each month.').waitFor();
    await grants.getByText(`For ${daysAgo(0).slice(0, 7)}`).waitFor();
    await card.getByRole('table', { name: 'Credits', exact: true }).getByText('1,250').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await card.getByRole('button', { name: 'End the data access credits each month' }).click();
    await card.getByText('The tenant gets no credits each month.').waitFor();
    expect(await card.getByText('The tenant gets 1,000 credits').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.goto(`${service.baseUrl}/console/operate/log`);
    await page.getByText('Grant 1,000 data access credits to granted each month').waitFor();
    await page.getByText('Grant granted no more data access credits each month').waitFor();
  });
});
