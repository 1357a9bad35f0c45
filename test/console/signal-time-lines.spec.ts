import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, fitsWidth } from '../support/clients/browser.js';
import { storeManySignals, storeSignals } from '../support/records/signals.js';
import { startTestService, type TestService } from '../support/service/test-service.js';

let service: TestService;
let apiKey: string;

beforeAll(async () => {
  service = await startTestService();
  ({ apiKey } = await service.issueKey('ours'));
  const visit = { account_website: 'acme.example', signal_type: 'Account Visitor' };
  await storeSignals(service.database, 'ours', [
    { ...visit, date: '2026-02-01', message_text: 'Looked at prices' },
    { ...visit, date: '2026-02-03', message_text: 'Came back', source_type: 'website_visit' },
    {
      date: '2026-02-05',
      signal_type: 'new_hire',
      account_website: 'globex.example',
      message_text: 'Hired a buyer',
      intent_holder_network_url: 'https://www.network.com/in/jane-doe',
    },
    { date: '2026-04-02', signal_type: 'New Hire', account_website: 'globex.example', message_text: 'Hired a cook' },
    { date: '2026-04-03', signal_type: 'new_hire', account_website: 'globex.example', message_text: 'Hired a clerk' },
    { date: '2026-04-04', signal_type: 'Article', account_website: 'globex.example', message_text: 'Wrote a book' },
    { date: '2026-03-20', signal_type: 'Article', account_website: 'late.example', message_text: 'Wrote an article' },
  ]);
});

afterAll(() => service.close());

describeInBrowser('The screen of signals succeeds', (browser) => {
  const open = (query: string): Promise<Page> => browser.open(service.baseUrl, `signals${query}`, { apiKey });
  const february = '?from=2026-02-01&to=2026-02-28';

  it('the signals screen shows the signals of each account, with the newest first, and the number of signals of each type', async () => {
    const page = await open(february);
    await page.getByText('3 signals at 2 accounts, newest first.').waitFor();
    const acme = page.getByRole('region', { name: 'acme.example' });
    expect(await page.getByRole('heading', { name: '.example' }).allTextContents()).toEqual([
      'globex.example',
      'acme.example',
    ]);
    expect(await acme.getByRole('listitem').allTextContents()).toEqual([
      expect.stringContaining('Feb 3, 2026Account visitorCame backWebsite visit'),
      expect.stringContaining('Looked at prices'),
    ]);
    const bars = page.getByRole('region', { name: 'Over time, 2 days a bar' }).getByRole('row');
    expect([await bars.nth(1).textContent(), await bars.last().textContent()]).toEqual([
      expect.stringMatching(/^Feb 1 – Feb 2/),
      expect.stringMatching(/^Feb 27 – Feb 28/),
    ]);
    const link = page.getByRole('link', { name: 'Profile of the person' });
    expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
      'https://www.network.com/in/jane-doe',
      'noreferrer',
    ]);
    expect(await page.getByRole('region', { name: 'By type' }).textContent()).toContain('Account visitor2 · 66.7%');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the signals screen filters by type, days and account, and keeps the filters in the URL', async () => {
    const page = await open(february);
    await page.getByLabel('Type', { exact: true }).selectOption('New hire');
    await page.getByText('1 signal at 1 account').waitFor();
    await page.getByLabel('To', { exact: true }).fill('2026-02-10');
    await page.getByLabel('Account', { exact: true }).fill('globex');
    await page.getByText('1 signal at 1 account').waitFor();
    expect(new URL(page.url()).search).toBe('?from=2026-02-01&to=2026-02-10&type=New+Hire&account=globex');
    await page.getByLabel('Account', { exact: true }).fill('initech');
    await page.getByText('No account fits').waitFor();
    await page.getByRole('button', { name: 'Show all accounts' }).click();
    expect(await page.getByLabel('Account', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('From', { exact: true }).fill('2026-02-20');
    await page.getByText('The first day is after the last day.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the signals screen counts and filters New Hire and new_hire as one type', async () => {
    const page = await open('?from=2026-04-01&to=2026-04-30');
    await page.getByText('3 signals at 1 account').waitFor();
    expect(await page.getByRole('region', { name: 'By type' }).textContent()).toContain('New hire2 · 66.7%');
    await page.getByLabel('Type', { exact: true }).selectOption('New hire');
    await page.getByText('2 signals at 1 account').waitFor();
    const texts = await page.getByRole('region', { name: 'globex.example' }).getByRole('listitem').allTextContents();
    expect(texts).toEqual([
      expect.stringContaining('New hireHired a clerk'),
      expect.stringContaining('New hireHired a cook'),
    ]);
  });

  it('the signals screen finds an account by its complete website, and links from the account to a run for the company', async () => {
    const page = await open(`${february}&account=${encodeURIComponent('https://www.acme.example/about')}`);
    await page.getByText('2 signals at 1 account').waitFor();
    await page
      .getByRole('region', { name: 'acme.example' })
      .getByRole('link', { name: 'Find whom to contact' })
      .click();
    await page.getByRole('heading', { name: 'Prospects' }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe('acme.example');
  });

  it('the charts of the signals screen count only the signals of the accounts that the user searches for', async () => {
    const page = await open(february);
    const types = page.getByRole('region', { name: 'By type' });
    await types.getByText('New hire').waitFor();
    await page.getByLabel('Account', { exact: true }).fill('acme');
    await page.getByText('2 signals at 1 account').waitFor();
    // All signals that are left are of one type.
    expect(await types.count()).toBe(0);
    const chart = page.getByRole('region', { name: 'Over time, 2 days a bar' });
    expect(await chart.getByRole('columnheader').allTextContents()).toEqual(['Group', 'Account visitor']);
    await page.getByLabel('Account', { exact: true }).fill('initech');
    await page.getByText('0 signals at 0 accounts').waitFor();
    expect(await chart.count()).toBe(0);
  });

  it('the signals screen shows the website of an account in the letters of its language, with the form that the API has below it', async () => {
    const { apiKey: foreign } = await service.issueKey('foreign');
    await storeSignals(service.database, 'foreign', [
      { account_website: 'xn--mnchen-3ya.example', message_text: 'Hi' },
    ]);
    const page = await browser.open(service.baseUrl, 'signals?from=2026-01-01&to=2026-02-01', { apiKey: foreign });
    const card = page.getByRole('region', { name: 'münchen.example' });
    await card.getByText('xn--mnchen-3ya.example').waitFor();
  });

  it('the signals screen offers the signals of the accounts as a CSV file', async () => {
    const page = await open(`${february}&account=globex`);
    await page.getByText('1 signal at 1 account').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
      '\uFEFFaccount_website,date,signal_type,message_text,intent_holder_network_url,source_type',
      expect.stringContaining('globex.example,2026-02-'),
    ]);
  });

  it('the signals screen offers the signals of the last two years when there are none in the chosen days', async () => {
    const page = await open('?from=2025-01-01&to=2025-01-02');
    await page.getByText('No signals in these days').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show all types of the last two years' }).click();
    await page.getByText('Hired a buyer').waitFor();
  });

  it('a long word in a message of a signal stays within its card, and a long message is shown whole when the user asks for it', async () => {
    const { apiKey: wordy } = await service.issueKey('wordy');
    const long = 'pneumonoultramicroscopic'.repeat(20);
    const site = `${'long-'.repeat(11)}.example`;
    await storeSignals(service.database, 'wordy', [{ account_website: site, message_text: long, source_type: long }]);
    for (const width of [390, 720, 1280]) {
      const viewport = { width, height: 800 };
      const options = { apiKey: wordy, viewport };
      const page = await browser.open(service.baseUrl, 'signals?from=2026-01-01&to=2026-02-01', options);
      await page.getByText(long).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      const card = page.getByRole('region', { name: site });
      expect(await fitsWidth(card)).toBe(true);
      const height = async (): Promise<number> => (await card.getByText(long).first().boundingBox())?.height ?? 0;
      const cut = await height();
      await card.getByRole('button', { name: 'Show more' }).click();
      await card.getByRole('button', { name: 'Show less' }).waitFor();
      expect(await height()).toBeGreaterThan(cut);
      await page.close();
    }
  });

  it('the signals screen shows only the newest signals and accounts of a large answer, and says so', async () => {
    const { apiKey: large } = await service.issueKey('large');
    await storeManySignals(service.database, 'large', { count: 60_000, sites: 3_000, textLength: 20 });
    const busy = Array.from({ length: 150 }, () => ({ account_website: 'site0.example' }));
    await storeSignals(service.database, 'large', busy);
    const page = await browser.open(service.baseUrl, 'signals?from=2026-01-01&to=2026-12-31', { apiKey: large });
    await page.getByText('60,150 signals at 3,000 accounts').waitFor();
    await page.getByText('Only the 2,000 accounts with the newest signals are shown.').waitFor();
    expect(await page.locator('.time-line').count()).toBe(20);
    await page.getByLabel('Account', { exact: true }).fill('site0.');
    const most = page.getByRole('region', { name: 'site0.example' });
    await most.getByRole('button', { name: 'older' }).click();
    await most.getByText('Only the newest 100 are shown.').waitFor();
    expect(await most.getByRole('listitem').count()).toBe(100);
  });
});
