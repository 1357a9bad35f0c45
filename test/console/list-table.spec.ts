import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeXlsx } from 'hucre/xlsx';
import type { Locator, Page } from 'playwright-core';
import { accessibilityViolations, describeInBrowser, fitsWidth } from '../support/clients/browser.js';
import { usedCredits } from '../support/credits/credits.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { eventually } from '../support/service/eventually.js';

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoService();
});

afterAll(() => service.close());

async function choose(page: Page, text: string, name = 'accounts.csv'): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
}

const finished = (page: Page): Promise<void> => page.getByText('All rows are answered').first().waitFor();

describeInBrowser('The screen of lists reads files', (browser) => {
  it('the user sees the first rows of a file, and chooses the row with the names of the columns', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    await choose(page, ['Our accounts', '', 'Firm,Where', 'Siemens,siemens.com', 'SAP,sap.com', ''].join('\n'));
    const first = page.getByRole('table', { name: 'First rows of the file' });
    const cells = (): Promise<string[]> => first.getByRole('row').allInnerTexts();
    const names = page.getByLabel('Row with the names of the columns');
    await names.selectOption('Row 3: Firm, Where');
    await page.getByText('2 rows with 2 columns').waitFor();
    expect((await cells()).map((row) => row.split(/\s+/))).toEqual([
      ['Row', 'Firm', 'Where'],
      ['4', 'Siemens', 'siemens.com'],
      ['5', 'SAP', 'sap.com'],
    ]);
    expect(await page.getByLabel('Website', { exact: true }).first().inputValue()).toBe('1');
    await names.selectOption('Row 5: SAP, sap.com');
    await page.getByText('but no rows below it').waitFor();
    await names.selectOption('No row has names');
    await page.getByText('4 rows with 2 columns').waitFor();
    expect((await cells())[0]?.split(/\t/)).toEqual(['Row', 'Column 1', 'Column 2']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the user chooses a sheet of a workbook, and the results have the row numbers of the spreadsheet', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Read me', rows: [['About'], ['These are our accounts']] },
        { name: 'Accounts', rows: [['Website', 'Since'], ['unknown.example', 2_020], [], ['siemens.com', 2_021]] },
      ],
    });
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await page.getByLabel('Choose a file').setInputFiles({ name: 'a.xlsx', mimeType, buffer: Buffer.from(workbook) });
    await page.getByLabel('Sheet', { exact: true }).selectOption('Accounts');
    await page.getByText('2 rows with 2 columns').waitFor();
    await page.getByRole('button', { name: 'Enrich 2 companies' }).click();
    await finished(page);
    const rows = await page.getByRole('table', { name: 'Rows with their answers' }).getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/).slice(0, 3).join(' '))).toEqual([
      '2 unknown.example Not',
      '4 siemens.com Siemens',
    ]);
  });

  it('the console finds the columns of a LinkedIn export below its notes, enriches all its persons with three clicks, and saves a file that Excel reads as UTF-8 and without formulas', async () => {
    const { apiKey } = await service.issueKey('connections');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    const persons = Array.from({ length: 12 }, (_, index) =>
      [
        ...['Gaëlle', `Nobody${index}`, `https://www.linkedin.com/in/gaelle-nobody${index}`, '', 'Siemens'],
        ...['"Head, Sales"', '03 Nov 2026'],
      ].join(','),
    );
    const notes =
      '"When exporting your connection data, you may notice that some of the e-mail addresses are missing."';
    const columns = 'First Name,Last Name,URL,Email Address,Company,Position,Connected On';
    const lines = ['Notes:', notes, '', columns, ...persons, '=1+1,Formula,,,Siemens,,'];
    const buffer = Buffer.from(lines.join('\n'));
    await page.getByLabel('Choose a file').setInputFiles({ name: 'Connections.csv', mimeType: 'text/csv', buffer });
    await page.getByText('13 rows with 7 columns').waitFor();
    expect(await page.getByRole('radio', { name: 'Persons' }).isChecked()).toBe(true);
    const selects = page.getByRole('region', { name: 'Columns' }).getByRole('combobox');
    const chosen = selects.evaluateAll((all) =>
      all.flatMap((select) => {
        const { selectedOptions } = select as unknown as { selectedOptions: readonly { text: string }[] };
        return selectedOptions[0]?.text ?? [];
      }),
    );
    expect(await chosen).toEqual([
      ...['URL', 'Email Address', 'No column', 'First Name', 'Last Name', 'No column', 'Company'],
    ]);
    const enrich = page.getByRole('button', { name: 'Enrich all 13 persons' });
    const { y = Infinity, height = 0 } = (await enrich.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(page.viewportSize()?.height ?? 0);
    await enrich.click();
    await finished(page);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    const [heading, first, ...others] = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(heading).toBe(`\uFEFF${columns},matched,reason,full_name,job_title,contact_country,company_website`);
    expect(first).toMatch(/^Gaëlle,Nobody0,https:.*,"Head, Sales",03 Nov 2026,false,/);
    expect(others[11]).toMatch(/^'=1\+1,Formula,/);
  });

  it('the console says why it cannot read a file that is no table, and lets the user choose another file', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const buffer = Buffer.from(Array.from({ length: 4_000 }, (_, index) => (index * 7_919) % 256));
    await page.getByLabel('Choose a file').setInputFiles({ name: 'photo.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('alert').getByText('The file cannot be read').waitFor();
    await page.getByRole('alert').getByText('photo.csv').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose(page, 'Website\nsiemens.com');
    await page.getByRole('button', { name: 'Enrich 1 company' }).waitFor();
  });

  it('the user can choose a file although the console could not read the fields, and they are read when the user tries again', async () => {
    browser.expectErrors(/400/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.route('**/v1/fields', (route) => route.fulfill({ status: 400, json: { detail: 'Not now' } }));
    await page.getByRole('link', { name: 'Lists' }).click();
    await page.getByRole('alert').getByText('The console could not read the fields.').waitFor();
    await choose(page, 'Website\nsiemens.com');
    await page.getByRole('button', { name: 'Choose another file' }).waitFor();
    await page.unroute('**/v1/fields');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Enrich 1 company' }).waitFor();
  });

  it.each(['companies', 'persons'])('the console recognises the columns of its template for %s', async (kind) => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Template for ${kind}` }).click(),
    ]);
    const buffer = await readFile(await file.path());
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: file.suggestedFilename(), mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: /Enrich 1 / }).waitFor();
    const isChosen = page.getByRole('radio', { name: kind === 'companies' ? 'Companies' : 'Persons' }).isChecked();
    expect(await isChosen).toBe(true);
    const chosen = await page
      .getByRole('region', { name: 'Columns' })
      .getByRole('combobox')
      .evaluateAll(
        (selects) => selects.filter((select) => (select as unknown as { value: string }).value !== '').length,
      );
    expect(chosen).toBe(kind === 'companies' ? 3 : 6);
  });
});

describeInBrowser('A list of names', (browser) => {
  it('the companies of a list of names are found by name, and the user chooses where several match, before anything is charged', async () => {
    const { apiKey } = await service.issueKey('names-only');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, ['Company', 'Siemens', 'SIEMENS', 'Meta', 'Zzyzx Unheard of', ''].join('\n'));
    const enrich = page.getByRole('button', { name: /^Enrich/ });
    await page.getByText('The list can begin when its companies are found by their names').waitFor();
    expect(await enrich.isDisabled()).toBe(true);
    // Before the search, the console does not know for how many names there is a company.
    for (const result of ['A company is chosen for', 'no company is known'])
      expect(await page.getByText(result).count()).toBe(0);
    await page.getByRole('button', { name: 'Find 3 companies by name' }).click();
    await page.getByText('A company is chosen for 1 of 3 names.').waitFor();
    const chosen = (name: string): Promise<string | null> =>
      page.getByLabel(name).locator('option:checked').textContent();
    expect(await chosen('“\u2068Siemens\u2069” (2 rows)')).toMatch(/^\u2068Siemens\u2069 · \u2068siemens\.com\u2069/);
    await page.getByRole('heading', { name: 'Choose the company for 1 name' }).waitFor();
    expect(await chosen('Meta')).toBe('Not chosen: 1 company has a similar name');
    // What is done, and what cannot be done, is folded, so that only the open choices are in sight.
    await page.getByText('1 company was found').waitFor();
    expect(await page.getByLabel('“\u2068Siemens\u2069” (2 rows)').isVisible()).toBe(false);
    await page.getByText('No company was found for 1 name').click();
    await page.getByText('\u2068Zzyzx Unheard of\u2069').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const meta = await page.getByLabel('Meta').locator('option', { hasText: 'Meta Platforms' }).innerText();
    await page.getByLabel('Meta').selectOption(meta);
    await page.getByText('A company is chosen for 2 of 3 names.').waitFor();
    await page
      .getByText('1 row is a repeat and costs nothing. For 1 row no company is known, so nothing is requested.')
      .waitFor();
    expect((await usedCredits(service.database, 'names-only')).data_access?.charged).toBe(0);
    await page.getByRole('button', { name: 'Enrich 2 companies' }).click();
    await finished(page);
    const results = page.getByRole('table', { name: 'Rows with their answers' });
    const rows = async (): Promise<string[]> =>
      (await results.getByRole('row').allInnerTexts()).slice(1).map((row) => row.replace(/\s+/g, ' ').slice(0, 20));
    const expected = ['2 Siemens Siemens Co', '3 SIEMENS Siemens Co', '4 Meta Meta Platform', '5 Zzyzx Unheard of I'];
    expect(await rows()).toEqual(expected);
    const reason = 'Row 5 has only the name Zzyzx Unheard of, and no company was chosen for this name.';
    await results.getByText(reason).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as CSV' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(`\r\nZzyzx Unheard of,false,"${reason}",`);
    await page.getByLabel('Search rows').fill('no company was chosen');
    await page.getByText('1 row found').waitFor();
    expect((await usedCredits(service.database, 'names-only')).data_access?.charged).toBe(2);
    await page.getByRole('button', { name: 'Other lists' }).click();
    await page.getByRole('button', { name: 'Open accounts' }).click();
    await finished(page);
    expect(await rows()).toEqual(expected);
  });
});

describeInBrowser('A search for the companies of a list of names', (browser) => {
  it('the screen says how many names without a company it does not show', async () => {
    const { apiKey } = await service.issueKey('many-names');
    const page = await browser.open(service.baseUrl, 'lists', { apiKey });
    await choose(page, ['Company', ...Array.from({ length: 203 }, (_, row) => `Zzyzx${row}`), ''].join('\n'));
    await page.getByRole('button', { name: 'Find 203 companies by name' }).click();
    await page.getByText('No company was found for 203 names').click({ timeout: 60_000 });
    await page.getByText(/Zzyzx199\W* and 3 more\. The results of the list show all of them\./).waitFor();
  });

  it('a failed search for companies shows one message, and no notice that the console tries again', async () => {
    browser.expectErrors(/503/);
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    await page.route(/\/v1\/companies/, (route) => route.fulfill({ status: 503, json: { detail: 'unavailable' } }));
    await page.clock.install();
    await choose(page, ['Company', ...Array.from({ length: 9 }, (_, row) => `Zzyzx${row}`), ''].join('\n'));
    await page.getByRole('button', { name: 'Find 9 companies by name' }).click();
    const notice = page.getByText('The service could not answer. The console tries again.');
    await notice.waitFor();
    await eventually(async () => {
      await page.clock.runFor(200);
      return (await page.getByRole('alert').count()) > 0;
    }, 60_000);
    await page.clock.runFor(400);
    expect(await notice.count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByRole('button', { name: 'Find 9 companies by name' }).click({ trial: true });
  });
});

describeInBrowser('The table of a list', (browser) => {
  it('the table of results shows first the name and the answers of a row, and the user can sort and search the rows and choose the columns', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const lines = [
      'Firm,Website,Owner',
      'Big,https://www.siemens.com,Ann',
      'Small,37signals.com,Bob',
      'None,unknown.example,Bob',
      'Bare,,Cid',
    ];
    await choose(page, lines.join('\n'));
    await page.getByLabel('Company name').selectOption('Firm');
    await page.getByRole('button', { name: 'Enrich 3 companies' }).click();
    await finished(page);
    const results = page.getByRole('table', { name: 'Rows with their answers' });
    const rows = async (): Promise<string[]> =>
      (await results.getByRole('row').allInnerTexts()).slice(1).map((row) => row.replace(/\s+/g, ' ').trim());
    const headings = async (): Promise<string[]> => results.getByRole('columnheader').allInnerTexts();
    expect(await headings()).toEqual([
      'Row',
      'Company',
      'Name',
      'Industry',
      'Employee count',
      'Website',
      'Location country',
      'Website (file)',
    ]);
    expect(await rows()).toEqual([
      '2 Big Siemens Conglomerate 317,000 siemens.com Germany siemens.com',
      '3 Small 37signals Software 60 37signals.com United States 37signals.com',
      '4 None Not matched No record matches unknown.example',
      '5 Bare Invalid Row 5 has only the name Bare, and no company was chosen for this name.',
    ]);
    // A cell leaves out the beginning of an address, which is the same in all rows.
    await results.getByTitle('https://www.siemens.com').waitFor();
    const aligned = "getComputedStyle(document.querySelector('.sheet td.number')).textAlign";
    expect(await page.evaluate(aligned)).toBe('end');
    const firstOf = async (count: number): Promise<string> => {
      await eventually(async () => (await rows()).length === count, 10_000);
      return (await rows()).map((row) => row.split(' ')[1]).join(' ');
    };
    const byEmployees = results.getByRole('button', { name: 'Employee count' });
    await byEmployees.click();
    await eventually(async () => (await firstOf(4)) === 'Small Big None Bare', 10_000);
    expect(await results.getByRole('columnheader', { name: 'Employee count' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    // The heading keeps the focus, so that the keyboard can change the order once more.
    await page.keyboard.press('Enter');
    await eventually(async () => (await firstOf(4)) === 'Big Small None Bare', 10_000);
    await byEmployees.click();
    await page.getByLabel('Search rows').fill('BOB');
    await page.getByText('2 rows found').waitFor();
    expect(await firstOf(2)).toBe('Small None');
    await page
      .getByText(/^Columns/)
      .last()
      .click();
    await page.getByLabel('Owner (file)').check();
    await page.getByLabel('Industry', { exact: true }).uncheck();
    expect(await headings()).toEqual([
      'Row',
      'Company',
      'Name',
      'Employee count',
      'Website',
      'Location country',
      'Website (file)',
      'Owner (file)',
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Search rows').fill('nobody has this');
    await page.getByText('No row fits what you have chosen').waitFor();
    await page.getByRole('button', { name: 'Show all rows' }).click();
    await page.getByRole('region', { name: 'Results, scrollable' }).waitFor();
  });

  it('a column with long values is wider than a column with short ones', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    await choose(page, ['Website,Key,Note', `siemens.com,A,${'long '.repeat(8)}`].join('\n'));
    await page.getByRole('button', { name: 'Enrich 1 company' }).click();
    await finished(page);
    await page
      .getByText(/^Columns/)
      .last()
      .click();
    for (const name of ['Key (file)', 'Note (file)']) await page.getByLabel(name).check();
    const widthOf = async (name: string): Promise<number> =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.width ?? 0;
    expect(await widthOf('Note (file)')).toBeGreaterThan(1.5 * (await widthOf('Key (file)')));
  });

  it('a cell that begins with a Hebrew or Arabic letter is read from right to left, and begins at the left edge of its column', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const names = ['Siemens 7!', 'תעשיות 7!', 'شركة 7!'];
    await choose(page, ['Company,Website', ...names.map((name, row) => `${name},unknown-${row}.example`)].join('\n'));
    const first = page.getByRole('table', { name: 'First rows of the file' });
    await first.waitFor();
    const places = await page.evaluate<[start: number, end: number, edge: number][]>(`
      [...document.querySelectorAll('.first-rows tbody td:nth-child(2)')].map((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
        const leftOf = (index) => {
          const letter = document.createRange();
          letter.setStart(text, index);
          letter.setEnd(text, index + 1);
          return letter.getBoundingClientRect().left;
        };
        return [leftOf(0), leftOf(text.length - 1), cell.getBoundingClientRect().left];
      })`);
    expect(places.map(([start, end]) => (start < end ? 'from left' : 'from right'))).toEqual([
      'from left',
      'from right',
      'from right',
    ]);
    for (const [start, end, edge] of places) expect(Math.min(start, end) - edge).toBeLessThan(20);
  });

  it('the document has as many rows of a list of 99,999 rows as of a list of 1,000, and the key j moves beyond them', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const results = page.getByRole('table', { name: 'Rows with their answers' });
    const inDocument = async (length: number): Promise<number> => {
      await choose(page, ['Website', ...Array.from({ length }, () => 'siemens.com')].join('\n'), `${length}.csv`);
      await page.getByRole('button', { name: 'Enrich 1 company' }).click();
      await finished(page);
      // Before the table knows its height, it has 24 rows.
      await results.getByRole('rowheader').nth(26).waitFor();
      return results.getByRole('row').count();
    };
    const few = await inDocument(1_000);
    await page.getByRole('button', { name: 'Other lists' }).click();
    expect(await inDocument(99_999)).toBe(few);
    expect(few).toBeLessThan(80);
    await page.getByRole('heading', { name: 'Results' }).scrollIntoViewIfNeeded();
    for (let row = 1; row <= 60; row += 1) {
      await page.keyboard.press('j');
      await results.locator(`tr:focus[aria-rowindex="${row + 1}"]`).waitFor();
    }
    await page.keyboard.press('k');
    await results.locator('tr:focus[aria-rowindex="60"]').waitFor();
    expect(await results.getByRole('row').count()).toBeLessThan(80);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the table of results shows the number of the last row of the longest list in full', async () => {
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey });
    const rows = Array.from({ length: 99_999 }, () => 'siemens.com');
    await choose(page, ['Website', ...rows].join('\n'));
    await page.getByRole('button', { name: 'Enrich 1 company' }).click();
    await finished(page);
    const sheet = page.getByRole('region', { name: 'Results, scrollable' });
    await sheet.evaluate((element) => void ((element as unknown as { scrollTop: number }).scrollTop = 10_000_000));
    const cell = sheet.getByText('100,000', { exact: true });
    await cell.waitFor();
    expect(await fitsWidth(cell)).toBe(true);
  });

  it('on a phone, the button that starts a list and the first answers are in sight without scrolling', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey, viewport });
    const lowerEdgeOf = async (element: Locator): Promise<number> => {
      const { y = Infinity, height = 0 } = (await element.boundingBox()) ?? {};
      return y + height;
    };
    await choose(page, 'Website\nsiemens.com\nunknown.example\nno website');
    const enrich = page.getByRole('button', { name: 'Enrich 3 companies' });
    await enrich.waitFor();
    expect(await lowerEdgeOf(enrich)).toBeLessThanOrEqual(844);
    await enrich.click();
    await finished(page);
    for (const reason of ['No record matches', '“no website” is no website (like siemens.com)'])
      expect(await lowerEdgeOf(page.getByText(reason))).toBeLessThanOrEqual(844);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the name of a row stays visible on a phone while the table scrolls sideways, and no page is wider than the screen', async () => {
    const viewport = { width: 390, height: 844 };
    const page = await browser.open(service.baseUrl, 'lists', { apiKey: service.apiKey, viewport });
    const isWide = (): Promise<boolean> => page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth');
    expect(await isWide()).toBe(false);
    await choose(page, `Website,${'Long '.repeat(30)}\nsiemens.com,${'long'.repeat(100)}`);
    await page.getByRole('button', { name: 'Enrich 1 company' }).click({ trial: true });
    expect(await isWide()).toBe(false);
    await page.getByRole('button', { name: 'Enrich 1 company' }).click();
    await finished(page);
    expect(await isWide()).toBe(false);
    const sheet = page.getByRole('region', { name: 'Results, scrollable' });
    const name = sheet.getByRole('rowheader', { name: 'siemens.com' });
    await sheet.evaluate((element) => void ((element as unknown as { scrollLeft: number }).scrollLeft = 10_000));
    const [box, frame] = [await name.boundingBox(), await sheet.boundingBox()];
    expect(Math.abs((box?.x ?? 0) - (frame?.x ?? 100))).toBeLessThan(3);
    expect(box?.width).toBeGreaterThan(60);
  });
});
