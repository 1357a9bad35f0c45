import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FreeUsage } from '../../src/billing/usage/free-usage.sql.js';
import { EnqueueService } from '../../src/prospecting/start/enqueue.service.js';
import { KeyService } from '../../src/tenancy/tenants/key.service.js';
import { accessibilityViolations, describeInBrowser } from '../support/clients/browser.js';
import { CommandLine } from '../support/service/command-line.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { startTestService } from '../support/service/test-service.js';
import { call } from '../support/http/http.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
  await enrich(['siemens.com', 'stripe.com', 'nothing.example'], 'request-of-three');
  const labelled = await service.app.get(KeyService, { strict: false }).create('ours', 'crm sync');
  await enrich(['siemens.com'], 'request-of-one', labelled.apiKey);
  await enrich([], 'request-of-none');
  await service.app.get(FreeUsage, { strict: false }).flush();
});

afterAll(() => service.close());

describeInBrowser('The screen of usage succeeds', (browser) => {
  it('the usage screen shows the numbers of requests, errors, identifiers and credits by day, endpoint and key', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    const byDay = page.getByRole('table', { name: 'Usage by Day' });
    await byDay.waitFor();
    expect(await byDay.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
      '2',
      '1',
      '4',
      '75.0%',
      '3',
      '0',
      '0',
    ]);
    await page.getByLabel('Group by').selectOption('endpoint');
    await page.getByRole('rowheader', { name: 'POST /v1/company/enrich' }).waitFor();
    expect(page.url()).toContain('group=endpoint');
    await page.getByLabel('Group by').selectOption('key');
    await page.getByRole('table', { name: 'Usage by API key' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('on a phone the tables of usage and requests show all their columns without scrolling sideways', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey, viewport });
    for (const name of ['Usage by Day', 'Requests of the period']) {
      const row = page.getByRole('table', { name }).getByRole('row').first();
      await row.waitFor();
      const boxes = await Promise.all((await row.getByRole('cell').all()).map((cell) => cell.boundingBox()));
      expect(boxes.length).toBeGreaterThan(4);
      for (const box of boxes) expect(box === null ? Infinity : box.x + box.width).toBeLessThanOrEqual(390);
    }
  });

  it('on a phone a request takes three lines, also if the label of its key is long', async () => {
    const tenantId = 'long-label';
    await service.issueKey(tenantId);
    const { apiKey } = await service.app.get(KeyService, { strict: false }).create(tenantId, 'long label '.repeat(15));
    await enrich(['siemens.com'], 'request-of-long-label', apiKey);
    const page = await browser.open(service.baseUrl, 'usage', { apiKey, viewport: { width: 390, height: 844 } });
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    const row = requests.getByRole('row').filter({ hasText: 'long label' });
    await row.getByText('1 credit').waitFor();
    const boxes = await Promise.all((await row.locator('> *').all()).map((cell) => cell.boundingBox()));
    expect(boxes.length).toBe(6);
    const lines = new Set(boxes.map((box) => Math.round(box === null ? 0 : box.y + box.height)));
    expect(lines.size).toBe(3);
    // Each value takes one line, without a title above it.
    for (const box of boxes) expect(box?.height).toBeLessThan(32);
  });

  it('the usage screen shows all requests again when the user removes a filter that fits none', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    await page.getByLabel('Status').selectOption('Failed');
    await page.getByRole('button', { name: 'Show all requests of the period' }).click();
    await page.getByRole('table', { name: 'Requests of the period' }).getByText('2 of 3').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('');
  });

  it('the usage screen offers the numbers of each day, endpoint or key as a CSV file', async () => {
    const page = await browser.open(service.baseUrl, 'usage?group=endpoint', { apiKey: service.apiKey });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^usage-by-endpoint-.*\.csv$/);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n')).toEqual([
      '\uFEFFendpoint,label,requests,errors,identifiers,matched,data_access,contact_data,prospecting',
      'POST /v1/company/enrich,,2,1,4,3,3,0,0',
      '',
    ]);
  });

  it('the usage screen shows only the requests, errors and credits of the chosen period', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    await page.getByRole('table', { name: 'Requests of the period' }).getByText('2 of 3').waitFor();
    await page.getByLabel('From').fill('2020-10-01');
    await page.getByLabel('To').fill('2020-10-31');
    await page.getByText('No usage in this period').waitFor();
    expect(await page.getByRole('figure').count()).toBe(0);
    await page.getByText('No request in this period').waitFor();
    expect(await page.getByRole('table', { name: 'Requests of the period' }).count()).toBe(0);
    expect(await page.getByRole('definition').count()).toBe(0);
    expect(await page.getByLabel('Status').count()).toBe(0);
  });

  it('the usage screen shows the total of last month with two clicks, and names the time zone of the times', async () => {
    const timezoneId = 'Pacific/Auckland';
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey, timezoneId });
    // The clock of the browser is a month ahead, so the requests of today are those of last month.
    const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()];
    await page.clock.setFixedTime(Date.UTC(year, month + 1, 10, 12));
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page.getByRole('button', { name: 'Last month', pressed: true }).waitFor();
    const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
    expect(new URL(page.url()).search).toBe(
      `?from=${iso(Date.UTC(year, month, 1))}&to=${iso(Date.UTC(year, month + 1, 0))}`,
    );
    await page.getByRole('definition').filter({ hasText: '3 credits' }).waitFor();
    await page.getByText(`The times are in ${timezoneId}. Days are days in UTC.`).waitFor();
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    await requests.getByText('2 of 3').waitFor();
    const started = requests.getByRole('rowheader').first().locator('time');
    expect(await started.textContent()).toMatch(/^\w+\s\d+, (\d+, )?\d+:\d\d\s[AP]M$/);
    expect(await started.getAttribute('title')).toMatch(/, \d+:\d\d:\d\d/);
    expect(await requests.getByRole('columnheader').allTextContents()).toEqual([
      ...['Time', 'Status', 'Matched', 'Credits', 'API key', 'Endpoint'],
    ]);
  });

  it('the usage screen finds a request by its id and shows its cost, and says that no credits were reserved for an unknown id', async () => {
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    await page.getByRole('table', { name: 'Requests of the period' }).getByText('2 of 3').waitFor();
    await page.getByLabel('Request id').fill('request-of-three');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
    await page.getByRole('definition').filter({ hasText: '2 data access' }).waitFor();
    const facts = await page.getByRole('definition').allTextContents();
    expect([facts[0], facts[2]]).toEqual(['Charged', '2 of 3']);
    expect(await page.getByRole('rowheader').allTextContents()).toEqual([
      'Data access: 3 reserved',
      'Data access: 2 charged, 1 given back',
    ]);
    await page.goBack();
    await page.getByLabel('Request id').fill('request-of-one');
    await page.getByRole('button', { name: 'Find' }).click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^1 data access$/ })
      .waitFor();
    await page.getByRole('definition').filter({ hasText: 'crm sync' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    browser.expectErrors(/404/);
    await page.goBack();
    await page.getByLabel('Request id').fill('request-of-none');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('No credits were reserved for a request with this id').waitFor();
    await page.getByLabel('Request id').fill('request-of-three');
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByRole('definition').filter({ hasText: '2 data access' }).waitFor();
  });

  it('the chart of a long period has a bar for each week, and names the months below the bars', async () => {
    const from = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
    const page = await browser.open(service.baseUrl, `usage?from=${from}`, { apiKey: service.apiKey });
    const chart = page.getByRole('region', { name: 'Credits charged by week' }).getByRole('figure');
    expect(await chart.getByRole('slider').getAttribute('max')).toBe('52');
    const below = await chart.locator('.tick:not(.end)').allTextContents();
    const months = below.filter((text) => text !== '');
    expect(months.length).toBeGreaterThan(10);
    for (const month of months) expect(month).toMatch(/^[A-Z][a-z][a-z]$/);
  });

  it('the usage screen says which run was started by an operator, instead of naming the command', async () => {
    const { apiKey } = await service.issueKey('run-by-operator');
    const run = { networkUrl: 'https://www.network.com/company/datadog', team: null, clientEmail: null };
    await service.app.get(EnqueueService, { strict: false }).enqueue('run-by-operator', run);
    const page = await browser.open(service.baseUrl, 'usage?group=endpoint', { apiKey });
    await page.getByRole('rowheader', { name: 'Run by an operator' }).waitFor();
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    await requests.getByRole('cell', { name: 'Run by an operator' }).waitFor();
    await page.getByLabel('Endpoint', { exact: true }).selectOption('Run by an operator');
    await requests.getByRole('link', { name: 'datadog' }).waitFor();
  });
});

describeInBrowser('The screen of a request succeeds', (browser) => {
  it('the usage screen says of a failed run that the run failed, because its request was answered', async () => {
    const { apiKey } = await service.issueKey('run-failed');
    const run = { networkUrl: 'https://www.network.com/company/datadog', team: null, clientEmail: null };
    await service.app.get(EnqueueService, { strict: false }).enqueue('run-failed', run);
    const page = await browser.open(service.baseUrl, '', { apiKey });
    await page.route(/\/v1\/usage\/requests/, async (route) => {
      const body = (await (await route.fetch()).json()) as { requests: object[] };
      await route.fulfill({
        json: { ...body, requests: body.requests.map((each) => ({ ...each, status: 'failed' })) },
      });
    });
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    await requests.getByRole('cell', { name: 'Run without result', exact: true }).waitFor();
  });

  it('the usage screen and the screen of a request link to the run that the request has started', async () => {
    const started = await call(`${service.baseUrl}/v1/prospecting/start`, {
      apiKey: service.apiKey,
      headers: { 'X-Request-Id': 'request-for-a-run' },
      body: { network_url: 'network.com/company/datadog' },
    });
    const { job_id: jobId } = started.body as { job_id: number };
    const page = await browser.open(service.baseUrl, 'usage', { apiKey: service.apiKey });
    const requests = page.getByRole('table', { name: 'Requests of the period' });
    const row = requests.getByRole('row').filter({ hasText: '/v1/prospecting/start' });
    expect(await row.getByRole('link', { name: 'datadog' }).getAttribute('href')).toMatch(new RegExp(`/${jobId}$`));
    await row.getByRole('rowheader').getByRole('link').click();
    await page.getByRole('heading', { name: 'How the credits changed' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'datadog' }).click();
    await page.getByRole('heading', { name: /^Prospects at/ }).waitFor();
    expect(page.url()).toBe(`${service.baseUrl}/console/prospects/${jobId}`);
  });
});

describeInBrowser('The screen of usage rejects', (browser) => {
  it('the usage screen says that the first day of a period must not come after the last day', async () => {
    const page = await browser.open(service.baseUrl, 'usage?from=2026-03-02&to=2026-03-01', {
      apiKey: service.apiKey,
    });
    await page.getByText('The first day is after the last day.').waitFor();
    expect(await page.getByLabel('From').getAttribute('aria-invalid')).toBe('true');
  });

  it('the usage screen shows one message if it can read neither the usage nor the requests, and shows both after another attempt', async () => {
    browser.expectErrors(/400/);
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    const everything = /\/v1\/usage/;
    await page.route(everything, (route) => route.fulfill({ status: 400, json: { detail: 'Not now' } }));
    await page.getByRole('link', { name: 'Usage', exact: true }).click();
    await page.getByText('Not now').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(everything);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Usage by Day' }).waitFor();
    await page.getByRole('table', { name: 'Requests of the period' }).getByText('2 of 3').waitFor();
  });
});

describeInBrowser('The screen of keys and operation succeeds', (browser) => {
  it('the operation screen shows the last characters of the key in use and the health of the service, and names only commands that exist', async () => {
    const page = await browser.open(service.baseUrl, 'operation', { apiKey: service.apiKey });
    const row = page.getByRole('row').filter({ hasText: 'This key' });
    await row.getByText(`…${service.apiKey.slice(-4)}`, { exact: true }).waitFor();
    await page.getByText('Healthy').waitFor();
    await page.getByText('The table covers the last two minutes').waitFor();
    await page.getByText('For operators: commands').click();
    expect(await accessibilityViolations(page)).toEqual([]);
    const commands = (await page.locator('pre').allTextContents()).map(
      (text) => text.split(/npm run --silent admin -- /)[1]?.split(' ') ?? [],
    );
    expect(commands.length).toBeGreaterThan(5);
    const commandLine = new CommandLine(() => ({ DATABASE_URL: service.databaseUrl }));
    for (const words of commands) {
      const names = words.slice(0, words[0] === 'status' ? 1 : 2);
      const { stdout } = await commandLine.run([...names, '--help']);
      expect(stdout).toContain(`Usage: admin ${names.join(' ')}`);
      for (const option of words.filter((word) => word.startsWith('--'))) expect(stdout).toContain(option);
      // A command with a place to fill in, or with a file, cannot run as it is printed. All others can.
      const isComplete = !words.some((word) => /[<>]|\.csv$/.test(word));
      if (isComplete)
        expect([words.join(' '), await commandLine.run(words)]).toMatchObject([words.join(' '), { code: 0 }]);
    }
  });

  it('the operation screen calls a limit for 86,400 seconds a limit for a day', async () => {
    const { apiKey } = await service.issueKey('limited-by-day');
    const env = { RATE_BURST_LIMIT: '5000', RATE_BURST_WINDOW_SECONDS: '86400' };
    const limited = await startTestService({ env, sharing: service });
    try {
      const page = await browser.open(limited.baseUrl, 'operation', { apiKey });
      await page.getByText('Requests in 1 day', { exact: true }).waitFor();
      await page.getByRole('definition').filter({ hasText: '5,000' }).waitFor();
    } finally {
      await limited.close();
    }
  });

  it('the operation screen copies a command for an operator with one click', async () => {
    const page = await browser.open(service.baseUrl, 'operation', { apiKey: service.apiKey });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('For operators: commands').click();
    const command = page.getByRole('figure').filter({ hasText: 'Revoke a key' });
    await command.getByRole('button', { name: 'Copy' }).click();
    await command.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm run --silent admin -- key revoke <key-id>');
  });
});

describeInBrowser('The screen of keys and operation rejects', (browser) => {
  it('the operation screen says that the service could not answer, and what could not be read, if a proxy answers with a page of its own, and tries again', async () => {
    browser.expectErrors(/502/);
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    await page.route(/\/health$/, async (route) => {
      // If the health failed before the keys were read, the console would read it again by itself.
      await page.getByRole('row').filter({ hasText: 'This key' }).waitFor();
      await route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad gateway' });
    });
    await page.getByRole('link', { name: 'Keys and operation' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The service could not answer' });
    await alert.getByText('The console could not read the health of the service.').waitFor();
    await page.unroute(/\/health$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Healthy').waitFor();
  });

  it('the operation screen shows no error while the console tries again by itself, and then shows the keys and the health', async () => {
    browser.expectErrors(/503/);
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    const everything = /\/(v1\/keys|health)$/;
    await page.route(everything, (route) => route.fulfill({ status: 503, json: { detail: 'Not now' } }));
    await page.getByRole('link', { name: 'Keys and operation' }).click();
    await page.getByText('The service could not answer. The console tries again.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.unroute(everything);
    await page.getByRole('row').filter({ hasText: 'This key' }).waitFor();
    await page.getByText('Healthy').waitFor();
  });

  it('the operation screen shows one message if it can read neither the keys nor the health, and shows both after another attempt', async () => {
    browser.expectErrors(/400/);
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    const everything = /\/(v1\/keys|health)$/;
    await page.route(everything, (route) => route.fulfill({ status: 400, json: { detail: 'Not now' } }));
    await page.getByRole('link', { name: 'Keys and operation' }).click();
    await page.getByText('Not now').first().waitFor();
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.unroute(everything);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').filter({ hasText: 'This key' }).waitFor();
    await page.getByText('Healthy').waitFor();
  });

  it('the operation screen says first what a user notices when the database of the service cannot be used', async () => {
    const page = await browser.open(service.baseUrl, '', { apiKey: service.apiKey });
    await page.route(/\/health$/, async (route) => {
      const report = (await (await route.fetch()).json()) as object;
      const database = { status: 'unreachable', latency_ms: null };
      await route.fulfill({ json: { ...report, status: 'degraded', database } });
    });
    await page.getByRole('link', { name: 'Keys and operation' }).click();
    const notice = page.getByRole('status').filter({ hasText: 'The service is degraded.' });
    await notice.getByText('most requests fail').waitFor();
    const card = await page.getByRole('region', { name: 'API keys' }).boundingBox();
    expect((await notice.boundingBox())?.y).toBeLessThan(card?.y ?? 0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

async function enrich(websites: readonly string[], requestId: string, apiKey: string = service.apiKey): Promise<void> {
  await call(`${service.baseUrl}/v1/company/enrich`, {
    apiKey,
    headers: { 'X-Request-Id': requestId },
    body: { companies: websites.map((website) => ({ website })), fields: ['name'] },
  });
}
