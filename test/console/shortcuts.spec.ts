import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser } from '../support/clients/browser.js';
import { call } from '../support/http/http.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

const screens = ['Overview', 'Try it', 'Lists', 'Prospects', 'Signals', 'Usage', 'Keys and operation'];

const listOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const headingOf = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** What the list of shortcuts says that the keys do. The list is closed again. */
async function listed(page: Page): Promise<string[]> {
  await press(page, '?');
  await listOf(page).waitFor();
  const names = await listOf(page).getByRole('term').allTextContents();
  await press(page, 'Escape');
  await listOf(page).waitFor({ state: 'detached' });
  return names;
}

/** Opens the usage screen of a new tenant that has sent three requests. */
async function openUsage(open: (path: string, options: { apiKey: string }) => Promise<Page>, tenant: string) {
  const { apiKey } = await service.issueKey(tenant);
  for (const website of ['siemens.com', 'stripe.com', '37signals.com'])
    await call(`${service.baseUrl}/v1/company/enrich`, {
      apiKey,
      body: { companies: [{ website }], fields: ['name'] },
    });
  const page = await open('usage', { apiKey });
  const requests = page.getByRole('table', { name: 'Requests of the period' });
  await requests.getByRole('row').nth(3).waitFor();
  await page.getByRole('table', { name: 'Usage by Day' }).waitFor();
  return { page, requests };
}

describeInBrowser('The shortcuts of single keys succeed', (browser) => {
  const open = (path: string, options = {}): Promise<Page> => browser.open(service.baseUrl, path, options);

  it('the key g and then the first letter of a screen opens this screen, and the list of shortcuts has only what the present screen can do', async () => {
    const { page } = await openUsage(open, 'moving');
    const everywhere = [...screens.map((name) => `Go to ${name}`), 'This list'];
    const ofRows = ['Next row, also with ↓', 'Previous row, also with ↑'];
    expect(await listed(page)).toEqual(['Search on this screen', ...ofRows, 'Open the row', ...everywhere]);
    for (const name of [...screens.slice(1), 'Overview']) {
      await press(page, 'g', name.charAt(0).toLowerCase());
      await headingOf(page, name).waitFor();
    }
    await page.getByText('No prospecting run yet').waitFor();
    expect(await listed(page)).toEqual(everywhere);
  });

  it('the list of shortcuts opens with the key ? and with a button, keeps the focus, and gives it back', async () => {
    const page = await open('usage', { apiKey: service.apiKey });
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
    const search = page.getByLabel('Request id');
    await search.waitFor();
    expect(await search.getAttribute('aria-keyshortcuts')).toBe('/');
    expect(await button.getAttribute('aria-keyshortcuts')).toBe('?');
    await page.getByRole('button', { name: 'Last 7 days' }).focus();
    await press(page, '?');
    await listOf(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (let tab = 0; tab < 4; tab += 1) {
      await press(page, 'Tab');
      expect(await page.evaluate("document.activeElement.closest('main, nav > ul')")).toBeNull();
    }
    await press(page, 'Escape');
    await listOf(page).waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Last 7 days' }).waitFor();
    await button.click();
    await listOf(page).getByRole('button', { name: 'Close' }).click();
    await listOf(page).waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: '?' }).waitFor();
  });

  it('the keys j and k and the arrow keys move through the rows of a table, and Enter opens a row', async () => {
    const { page, requests } = await openUsage(open, 'opening');
    const focused = page.locator('tr:focus');
    await press(page, 'j');
    await focused.waitFor();
    // The first table has a row for today, and the second one has the three requests.
    await press(page, 'j', 'ArrowDown', 'j', 'k', 'ArrowUp');
    const first = await requests.getByRole('row').nth(1).innerText();
    expect(await focused.innerText()).toBe(first);
    expect(await accessibilityViolations(page)).toEqual([]);
    await press(page, 'Enter');
    await headingOf(page, 'Request').waitFor();
  });
});

describeInBrowser('The shortcuts of single keys reject keys that are meant for something else', (browser) => {
  it('no key acts while the user types in a field, with Ctrl, Alt or Command, or while the list of shortcuts is open', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    const search = page.getByLabel('Request id');
    await search.waitFor();
    await press(page, '/');
    await page.locator('input[type=search]:focus').waitFor();
    await page.keyboard.type('g?l/jk');
    expect(await search.inputValue()).toBe('g?l/jk');
    expect(await listOf(page).count()).toBe(0);
    // The first Escape empties the search, and the second one leaves it.
    await press(page, 'Escape', 'Escape');
    await page.locator('input[type=search]:focus').waitFor({ state: 'detached' });
    await press(page, 'Alt+g', 'l', 'g', 'Alt+l', 'Meta+g', 'l', 'g', 'x', 'l', '?');
    await listOf(page).waitFor();
    await press(page, 'g', 'l', 'Escape');
    await listOf(page).waitFor({ state: 'detached' });
    expect(await headingOf(page, 'Usage').count()).toBe(1);
    await press(page, 'g', 'l');
    await headingOf(page, 'Lists').waitFor();
  });

  it('the keys do nothing after the user has turned them off, also after a reload, until the user turns them on again', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
    const use = listOf(page).getByLabel('Use these keys');
    await press(page, '?');
    await use.uncheck();
    await press(page, 'Escape');
    await page.reload();
    await headingOf(page, 'Usage').waitFor();
    await press(page, '?', 'g', 'l', '/');
    expect(await page.locator('[aria-keyshortcuts]').count()).toBe(0);
    expect([await listOf(page).count(), await headingOf(page, 'Usage').count()]).toEqual([0, 1]);
    await button.click();
    await use.check();
    await press(page, 'Escape', 'g', 'l');
    await headingOf(page, 'Lists').waitFor();
  });

  it('a tablet opens the list of shortcuts when its button is tapped, and a phone does not show the button', async () => {
    const touch = { hasTouch: true, isMobile: true, apiKey: service.apiKey };
    const page = await browser.open(service.baseUrl, '', { ...touch, viewport: { width: 1024, height: 768 } });
    const button = page.getByRole('button', { name: 'Keyboard shortcuts' });
    await button.tap();
    await listOf(page).waitFor();
    await listOf(page).getByRole('button', { name: 'Close' }).tap();
    await listOf(page).waitFor({ state: 'detached' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await button.isVisible()).toBe(false);
    const narrow = await browser.open(service.baseUrl, '', {
      apiKey: service.apiKey,
      viewport: { width: 390, height: 844 },
    });
    await narrow.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await listOf(narrow).waitFor();
    expect(await narrow.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(await accessibilityViolations(narrow)).toEqual([]);
  });
});
