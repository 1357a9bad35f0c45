import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { accessibilityViolations, describeInBrowser } from '../support/clients/browser.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { startTestService } from '../support/service/test-service.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

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

  it('the overview tells a new tenant that it has no requests and no prospecting runs yet', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: (await service.issueKey('new-tenant')).apiKey });
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await page.getByText('No prospecting run yet').waitFor();
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
    await page.getByRole('region', { name: 'Identifiers by day' }).getByText('of 2 matched').waitFor();
    expect(await page.getByRole('region', { name: 'Identifiers by day' }).textContent()).toContain('50%');
    expect(await page.getByRole('region', { name: 'Data access' }).textContent()).toContain('1 of');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describeInBrowser('The frame of the console rejects', (browser) => {
  it('the sign-in form says next to the field if no tenant has the API key that was typed in', async () => {
    browser.expectErrors(/401/);
    const page = await browser.open(service.baseUrl, '');
    await page.getByLabel('API key').fill('das_live_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No tenant has this key.').waitFor();
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
  });

  it('the console says that it waits because of the rate limit, and then shows the answers', async () => {
    browser.expectErrors(/429/);
    const env = { RATE_BURST_LIMIT: '4', RATE_BURST_WINDOW_SECONDS: '4' };
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
    await page.getByRole('region', { name: 'Data access' }).getByText('No credits left').waitFor();
    await page.getByText('credits grant poor data_access 10000').waitFor();
  });

  it('the console signs the user out when the key is revoked, and says why', async () => {
    browser.expectErrors(/401/);
    const { apiKey, keyId } = await service.issueKey('leaving');
    const page = await browser.open(service.baseUrl, 'nothing', { apiKey });
    await service.app.get(KeyService, { strict: false }).revoke(keyId);
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
