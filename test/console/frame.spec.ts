import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { accessibilityViolations, describeInBrowser, fitsWidth } from '../support/clients/browser.js';
import { call } from '../support/http/http.js';
import { openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { eventually } from '../support/service/eventually.js';
import { startTestService } from '../support/service/test-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

interface Credits {
  readonly credits: readonly object[];
}

/** Lets the service answer, and changes its answer before the page gets it. */
async function answerWith(page: Page, endpoint: string, change: (answer: Credits) => object): Promise<void> {
  await page.route(new RegExp(`/v1/${endpoint}(\\?|$)`), async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Credits) });
  });
}

/** Revokes a key, and waits until the service refuses it. The service learns of the revocation only when the database has notified it. */
async function revoke(keyId: string, apiKey: string): Promise<void> {
  await service.app.get(KeyService, { strict: false }).revoke(keyId);
  await eventually(async () => (await call(`${service.baseUrl}/v1/me`, { apiKey })).status === 401, 60_000);
}

describeInBrowser('The frame of the console succeeds', (browser) => {
  it('the console lets a user sign in by keyboard, and keeps the key after a reload unless the user has chosen to stay signed in only until the page is reloaded', async () => {
    const page = await browser.open(service.baseUrl, '');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.type(service.apiKey);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(service.apiKey);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await page.getByLabel('Stay signed in').selectOption('memory');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('a user who stays signed in can open links in other tabs, until a sign-out in one tab ends the session in all', async () => {
    const page = await browser.open(service.baseUrl, '');
    await page.getByLabel('API key').fill(service.apiKey);
    await page.getByLabel('Stay signed in').selectOption('browser');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'All runs' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await second.getByRole('heading', { name: 'Prospects' }).waitFor();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
  });

  it('the overview tells a new tenant that it has no requests and no prospecting runs yet', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: (await service.issueKey('new-tenant')).apiKey });
    await page.getByRole('heading', { name: 'No requests in the last 14 days' }).waitFor();
    await page.getByText('No prospecting run yet').waitFor();
    await page.getByRole('region', { name: 'Contact data' }).waitFor();
    expect((await page.getByRole('heading', { level: 2 }).allTextContents())[0]).toBe(
      'No requests in the last 14 days',
    );
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the overview shows the credits and the identifiers of the last days', async () => {
    await fetch(`${service.baseUrl}/v1/company/enrich`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        companies: [{ website: 'siemens.com' }, { website: 'nothing.example' }],
        fields: ['name'],
      }),
    });
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    await page.getByRole('region', { name: 'Companies and persons by day' }).getByText('of 2 matched').waitFor();
    expect(await page.getByRole('region', { name: 'Companies and persons by day' }).textContent()).toContain('50%');
    const credits = page.getByRole('region', { name: 'Data access' });
    expect(await credits.textContent()).toContain('1 of');
    // A single day of use is no base for a forecast.
    await credits.getByText('1 charged in the last 14 days.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the overview shows the first steps also to a tenant whose only request is the run of the demo data', async () => {
    const { apiKey } = await service.issueKey('seeded');
    await call(`${service.baseUrl}/v1/prospecting/start`, {
      apiKey,
      body: { network_url: 'https://www.network.com/company/datadog' },
    });
    const page = await browser.open(service.baseUrl, '', { apiKey });
    await page.getByRole('link', { name: 'datadog' }).waitFor();
    await page.getByRole('link', { name: 'Enrich a list' }).click();
    await page.getByText('Drop a CSV file').waitFor();
  });

  it('the figures of the overview lead to the report that explains them, also that of the refused requests', async () => {
    const { apiKey } = await service.issueKey('erring');
    const enrich = (companies: readonly object[]) =>
      call(`${service.baseUrl}/v1/company/enrich`, { apiKey, body: { companies, fields: ['name'] } });
    await enrich([{ website: 'siemens.com' }]);
    await enrich([{}]);
    await service.app.get(FreeUsage, { strict: false }).flush();
    const page = await browser.open(service.baseUrl, '', { apiKey });
    await page.getByRole('region', { name: 'Requests by day' }).getByText('1 error').waitFor();
    await page.getByRole('link', { name: 'By API key' }).click();
    const byKey = page.getByRole('table', { name: 'Usage by API key' });
    await byKey.waitFor();
    expect((await byKey.getByRole('cell').allTextContents()).slice(0, 2)).toEqual(['1', '1']);
    await page.getByLabel('Status').selectOption('failed');
    await page.getByText('are only counted as errors.').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'What was charged' }).first().click();
    await page.getByRole('definition').filter({ hasText: '1 credit' }).waitFor();
  });

  it('the values of a chart can be read with the pointer, with a finger and with the keyboard', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey, hasTouch: true });
    const chart = page.getByRole('figure').first();
    const readout = chart.locator('.readout');
    const drawing = chart.locator('svg').first();
    const width = (await drawing.boundingBox())?.width ?? 0;
    await drawing.hover({ position: { x: width - 5, y: 100 } });
    const values = /^(Today|\w+ \d+): Matched [\d,]+, Not matched [\d,]+$/;
    await readout.getByText(values).waitFor();
    const last = await readout.textContent();
    await page.mouse.move(0, 0);
    await readout.getByText('Point at a bar').waitFor();
    await drawing.tap({ position: { x: 60, y: 100 } });
    await readout.getByText(values).waitFor();
    expect(await readout.textContent()).not.toBe(last);
    const slider = chart.getByRole('slider');
    await slider.focus();
    await slider.press('End');
    expect(await readout.textContent()).toBe(last);
    expect(await slider.getAttribute('aria-valuetext')).toBe(last);
  });

  it('the console shows long commands whole, and keeps most of a small screen free for the content', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await browser.open(service.baseUrl, 'operation', { apiKey: service.apiKey, viewport });
    await page.getByText('Healthy').waitFor();
    await page.getByText('For operators: commands').click();
    const words = await page.locator('pre span').all();
    expect(words.length).toBeGreaterThan(20);
    const header = await page.getByRole('navigation', { name: 'Screens' }).boundingBox();
    expect(header?.height).toBeLessThan(120);
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 });
      for (const command of await page.locator('pre').all()) expect(await fitsWidth(command)).toBe(true);
      // No line breaks within a word, such as after the hyphens of "--label".
      for (const word of words) expect((await word.boundingBox())?.height).toBeLessThan(30);
    }
    // A laptop at a zoom of 200 % has this size.
    await page.setViewportSize({ width: 720, height: 450 });
    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByLabel('Website', { exact: true }).waitFor();
    const [covered, nested] = await page.evaluate<[number, string[]]>(`(() => {
      const all = [...document.querySelectorAll('body *')];
      const styleOf = (element) => getComputedStyle(element);
      const bars = all.filter((element) => ['sticky', 'fixed'].includes(styleOf(element).position));
      const scrolls = (element) => /auto|scroll/.test(styleOf(element).overflowY) && element.scrollHeight > element.clientHeight + 1;
      const form = document.querySelector('form');
      return [
        bars.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0),
        [...form.querySelectorAll('*')].filter(scrolls).map(({ className }) => className),
      ];
    })()`);
    expect(covered).toBeLessThan(110);
    expect(nested).toEqual([]);
  });

  it('on a phone the console shows the name of the tenant and the whole list of screens', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await browser.open(service.baseUrl, 'operation', { apiKey: service.apiKey, viewport });
    const screens = page.getByRole('navigation', { name: 'Screens' });
    await screens.locator('.tenant').waitFor();
    const boxes = await Promise.all((await screens.getByRole('link').all()).map((link) => link.boundingBox()));
    const shown = boxes.filter((box) => box !== null);
    expect(shown).toHaveLength(7);
    for (const { x, width, height } of shown)
      expect([x >= 0, x + width <= 390, height >= 30]).toEqual([true, true, true]);
  });

  it('a box that is not ticked has the colour of its card in dark colours, and no heading of a table is in monospace', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey, colorScheme: 'dark' });
    await page.getByLabel('Signals').waitFor();
    const coloursOf = (box: string): Promise<string[]> =>
      page.evaluate<string[]>(
        `['${box}', '.card'].map((each) => getComputedStyle(document.querySelector(each)).backgroundColor)`,
      );
    const [box, card] = await coloursOf('input[type=checkbox]:not(:checked)');
    expect(box).toBe(card);
    await page.getByRole('link', { name: 'Keys and operation' }).click();
    await page.getByRole('columnheader', { name: 'Ends with' }).waitFor();
    expect(await page.evaluate("getComputedStyle(document.querySelector('thead th')).fontFamily")).not.toMatch(/mono/i);
  });

  it('the console links to the documentation of the API of this service', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'API documentation' });
    const href = (await link.getAttribute('href')) ?? '';
    expect(href).toBe(`${service.baseUrl}/docs`);
    expect((await fetch(href)).status).toBe(200);
  });
});

describeInBrowser('The frame of the console rejects', (browser) => {
  it('the sign-in form says next to the field if no tenant has the API key that was typed in', async () => {
    browser.expectErrors(/401/);
    const page = await browser.open(service.baseUrl, '');
    await page.getByLabel('API key').fill('das_live_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The service does not know this key.').waitFor();
    expect(await page.getByLabel('API key').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the console says "Not found" for a path that has no screen', async () => {
    const page = await browser.open(service.baseUrl, 'nothing/here', { apiKey: service.apiKey });
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
  });
});

describeInBrowser('The frame of the console protects its user', (browser) => {
  it('the console says that the connection is lost, tries again, and shows the answer when the connection is back', async () => {
    browser.expectErrors(/ERR_INTERNET_DISCONNECTED/);
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    await page.getByRole('heading', { name: 'Requests of the period' }).waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Group by').selectOption('endpoint');
    await page.getByText('The connection to the service is lost. The console tries again.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.getByRole('heading', { name: 'By endpoint' }).waitFor();
    expect(await page.getByText('The connection to the service is lost.').count()).toBe(0);
  });

  it('a screen shows the request id of an answer that always breaks off after its headers', async () => {
    browser.expectErrors(/ERR_/);
    const proxy = await openBreakingProxy(service.baseUrl, [
      [
        /^GET \/v1\/usage/,
        (_, headers) => {
          headers['x-request-id'] = 'id-of-the-answer';
          return 'half';
        },
      ],
    ]);
    try {
      const page = await browser.open(proxy.baseUrl, 'try', { apiKey: service.apiKey });
      await page.clock.install();
      await page.getByRole('link', { name: 'Usage', exact: true }).click();
      const id = page.getByRole('alert').getByText('id-of-the-answer', { exact: true }).first();
      // The client waits before it sends the request again by itself.
      await eventually(async () => {
        await page.clock.runFor(5_000);
        return (await id.count()) > 0;
      }, 60_000);
    } finally {
      await proxy.close();
    }
  });

  it('the overview shows one message if all its requests fail, and repeats all of them when the user tries again', async () => {
    browser.expectErrors(/400/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    const requests = /\/v1\/(usage|credits|prospecting)/;
    await page.route(requests, (route) => route.fulfill({ status: 400, json: { detail: 'Not now' } }));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByText('Not now').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(requests);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Last runs' }).waitFor();
    await page.getByRole('region', { name: 'Contact data' }).waitFor();
  });

  it('the console says that it waits because of the rate limit, and then shows the answers', async () => {
    browser.expectErrors(/429/);
    // The overview sends three requests at once, so the limit is exceeded even if the machine is slow.
    const env = { RATE_BURST_LIMIT: '2', RATE_BURST_WINDOW_SECONDS: '8' };
    const limited = await startTestService({ env, sharing: service });
    try {
      const page = await browser.open(limited.baseUrl, '', { apiKey: service.apiKey });
      await page.getByText('Too many requests were sent. The console waits until the next one is allowed.').waitFor();
      await page.getByRole('heading', { name: 'Last runs' }).waitFor();
      await page.getByRole('heading', { name: 'Contact data' }).waitFor();
    } finally {
      await limited.close();
    }
  });

  it('the console shows a tenant without credits the command with which an operator grants credits', async () => {
    const page = await browser.open(service.baseUrl, '', {
      apiKey: (await service.issueKeyWithoutCredits('poor')).apiKey,
    });
    const card = page.getByRole('region', { name: 'No credits were granted yet' });
    await card.getByText('credits grant poor data_access 10000').waitFor();
    await card.getByText('credits grant poor prospecting 10000').waitFor();
    expect(await page.getByText('0 of 0 used').count()).toBe(0);
  });

  it('the overview warns when the credits last for less than a week, and shows the command with which an operator grants more', async () => {
    const { apiKey } = await service.issueKey('sinking');
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    await answerWith(page, 'credits', (answer: Credits) => ({
      credits: answer.credits.map((account) => ({ ...account, granted: 50, consumed: 40, available: 10 })),
    }));
    await answerWith(page, 'usage', (answer: object) => ({
      ...answer,
      usage: [1, 2, 3, 4].map(() => ({ feature: 'data_access', charged: 10 })),
    }));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const card = page.getByRole('region', { name: 'Data access' });
    await card.getByText('Few credits left').waitFor();
    await card.getByText('The credits last for 3 days if you use as many as in the last 14 days.').waitFor();
    await card.getByText('credits grant sinking data_access 10000').waitFor();
    expect(await page.getByText('Few credits left').count()).toBe(1);
  });

  it('the overview never breaks a number of credits, also if a card is narrow', async () => {
    const viewport = { width: 1024, height: 768 };
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey, viewport });
    await answerWith(page, 'credits', (answer: Credits) => ({
      credits: answer.credits.map((account) => ({ ...account, granted: 999_999_999_999, available: 999_999_999_997 })),
    }));
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    const figure = page.getByRole('region', { name: 'Data access' }).locator('.figure');
    await figure.waitFor();
    expect((await figure.boundingBox())?.height).toBeLessThan(50);
    // A number that is rounded up would promise more credits than are left.
    expect(await figure.textContent()).toBe('999.9B');
    expect(await fitsWidth(page.getByRole('region', { name: 'Data access' }))).toBe(true);
  });

  it('the console says which part of a screen it could not read, and offers another attempt only after the time that the service asks for', async () => {
    browser.expectErrors(/429/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.clock.install();
    await page.route(/\/v1\/usage/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: { detail: 'Slow down' } }),
    );
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByText('The console could not read the usage.').waitFor();
    const again = page.getByRole('button', { name: 'Try again' });
    expect(await again.isDisabled()).toBe(true);
    await page.clock.runFor(10_000);
    await again.getByText(/in (2\d|30) s/).waitFor();
    await page.unroute(/\/v1\/usage/);
    await page.clock.runFor(31_000);
    await again.click();
    await page.getByRole('heading', { name: /^(Requests by day|No requests)/ }).waitFor();
  });

  it('the sign-in form offers another attempt only after the time that the service asks for, or with another key', async () => {
    browser.expectErrors(/429/);
    const page = await browser.open(service.baseUrl, '');
    await page.clock.install();
    await page.route(/\/v1\/me/, (route) =>
      route.fulfill({ status: 429, headers: { 'retry-after': '40' }, json: { detail: 'Slow down' } }),
    );
    await page.getByLabel('API key').fill(service.apiKey);
    const signIn = page.getByRole('button', { name: 'Sign in' });
    await signIn.click();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect([await again.isDisabled(), await signIn.count()]).toEqual([true, 0]);
    // Signing in never costs anything.
    expect(await page.getByText('charged').count()).toBe(0);
    await page.getByLabel('API key').fill(`${service.apiKey} `);
    await again.waitFor({ state: 'detached' });
    expect(await signIn.isDisabled()).toBe(false);
    await signIn.click();
    await again.waitFor();
    await page.unroute(/\/v1\/me/);
    await page.clock.runFor(41_000);
    await again.click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('the console shows its name and grey lines while a reloaded page waits for the service', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.route(/\/v1\//, () => undefined);
    await page.reload();
    const heading = page.getByRole('heading', { name: 'Data Access Service' });
    await page.locator('.bone').first().waitFor();
    expect((await heading.boundingBox())?.width).toBeGreaterThan(100);
  });

  it('a key that was revoked signs out only the tab that notices it, and the other tabs keep what they show', async () => {
    browser.expectErrors(/401/);
    const { apiKey, keyId } = await service.issueKey('two-tabs');
    const page = await browser.open(service.baseUrl, 'try');
    await page.getByLabel('API key').fill(apiKey);
    await page.getByLabel('Stay signed in').selectOption('browser');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Usage' }).click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await second.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
    // A request that is still under way would notice the revoked key before the click.
    await second.waitForLoadState('networkidle');
    await revoke(keyId, apiKey);
    await second.getByRole('link', { name: 'Signals' }).click();
    await second.getByText('The key was revoked or has expired.').waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1);
    await second.reload();
    await second.getByLabel('API key').waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
  });

  it('a tab with a key of its own stays signed in when another tab signs out of the key of all tabs, and signs out without them', async () => {
    const own = await browser.open(service.baseUrl, 'usage');
    await own.getByLabel('API key').fill((await service.issueKey('own-tab')).apiKey);
    await own.getByLabel('Stay signed in').selectOption('memory');
    await own.getByRole('button', { name: 'Sign in' }).click();
    await own.getByRole('navigation', { name: 'Screens' }).waitFor();
    const openTab = async (): Promise<Page> => {
      const page = await own.context().newPage();
      await page.goto(`${service.baseUrl}/console/usage`);
      return page;
    };
    const signInForAll = async (page: Page): Promise<void> => {
      await page.getByLabel('API key').fill(service.apiKey);
      await page.getByLabel('Stay signed in').selectOption('browser');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    };
    const isStillSignedIn = async (page: Page): Promise<void> => {
      await page.getByRole('link', { name: 'Signals' }).click();
      await page.getByRole('heading', { name: 'Signals', exact: true }).waitFor();
    };
    const first = await openTab();
    await signInForAll(first);
    const second = await openTab();
    await second.getByRole('button', { name: 'Sign out' }).click();
    await first.getByLabel('API key').waitFor();
    await isStillSignedIn(own);
    await signInForAll(first);
    await own.getByRole('button', { name: 'Sign out' }).click();
    await own.getByLabel('API key').waitFor();
    await isStillSignedIn(first);
    await first.reload();
    await first.getByRole('heading', { name: 'Signals', exact: true }).waitFor();
  });

  it('the console signs the user out when the key is revoked, and says why', async () => {
    browser.expectErrors(/401/);
    const { apiKey, keyId } = await service.issueKey('leaving');
    const page = await browser.open(service.baseUrl, 'nothing', { apiKey });
    await revoke(keyId, apiKey);
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await page.getByText('The key was revoked or has expired.').waitFor();
    await page.getByLabel('API key').waitFor();
  });

  it('the overview has no personal data in its URL and title, and the console sets no cookie', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    expect(page.url()).toBe(`${service.baseUrl}/console/`);
    expect(await page.title()).toBe('Overview · Data Access Service');
    expect(await page.evaluate('document.cookie')).toBe('');
  });
});
