import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator, Page, Route } from 'playwright-core';
import { rowOf, workbookFile } from '../support/records/workbook-file.js';
import { importRecords } from '../support/records/import-records.js';
import {
  accessibilityViolations,
  describeInBrowser,
  fitsHeight,
  fitsWidth,
  type TestBrowser,
} from '../support/clients/browser.js';
import { call } from '../support/http/http.js';
import { openBreakingProxy } from '../support/outages/breaking-proxy.js';
import { CommandLine } from '../support/service/command-line.js';
import { eventually } from '../support/service/eventually.js';
import { startDemoService, type DemoTestService } from '../support/service/demo-service.js';
import { startTestService } from '../support/service/test-service.js';

const operatorKey = 'operators-know-this-secret';

let service: DemoTestService;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'operate-data-'));
  service = await startDemoService({ OPERATOR_API: 'on', OPERATOR_KEY: operatorKey, DATA_DIR: dataDir });
});

afterAll(() => service.close());

/** Makes changes through the API for operators and with a command, and returns the id and the last characters of the key that they revoke. */
async function logged(): Promise<{ readonly keyId: string; readonly ending: string }> {
  const ask = (path: string, body: object) =>
    call(`${service.baseUrl}/operator/v1/${path}`, { headers: { 'x-operator-key': operatorKey }, body });
  await ask('tenants', { tenant: 'logged', name: 'Logged Ltd.' });
  const created = (await ask('tenants/logged/keys', { label: 'crm' })).body as { key_id: string; api_key: string };
  const { key_id: keyId, api_key: apiKey } = created;
  await ask(`keys/${keyId}/revoke`, {});
  await ask('tenants/logged/credits/revoke', { feature: 'data_access', amount: '7' });
  const { key_id: synced } = (await ask('tenants/logged/keys', { label: 'sync' })).body as { key_id: string };
  await new CommandLine(() => ({ DATABASE_URL: service.databaseUrl })).answerOf([
    'key',
    'rotate',
    '--grace',
    '1h',
    synced,
  ]);
  return { keyId, ending: apiKey.slice(-4) };
}

/** Imports a file through the API for operators, and waits until the import has ended. */
async function importByApi(file: string, text: string): Promise<void> {
  const headers = { 'x-operator-key': operatorKey };
  const uploads = `${service.baseUrl}/operator/v1/uploads`;
  const begun = await call(uploads, { headers, body: { kind: 'companies', file, size_bytes: text.length } });
  const { upload_id: id } = begun.body as { upload_id: string };
  const piece = { method: 'PUT', headers: { ...headers, 'content-type': 'application/octet-stream' }, body: text };
  expect((await fetch(`${uploads}/${id}/content?offset=0`, piece)).status).toBe(200);
  await eventually(async () => {
    const { state } = (await call(`${uploads}/${id}`, { headers })).body as { state: string };
    return ['complete', 'failed'].includes(state);
  }, 30_000);
}

/** Opens a screen for operators, and signs in. @param baseUrl the address of the service, or of a proxy in front of it */
async function openAsOperator(
  browser: TestBrowser,
  path: string,
  options = {},
  baseUrl = service.baseUrl,
): Promise<Page> {
  const page = await browser.open(baseUrl, path, options);
  await page.getByLabel('Operator key').fill(operatorKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).waitFor();
  return page;
}

describeInBrowser('The console for operators succeeds', (browser) => {
  it('an operator can create a tenant and a key, grant credits, and replace and revoke the key', async () => {
    const page = await openAsOperator(browser, 'operate');
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Id').fill('newcomer');
    await page.getByLabel('Name').fill('Newcomer Ltd.');
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    await page.getByRole('heading', { name: 'Newcomer Ltd.' }).waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.locator('label:has-text("Label of the new key") + input:focus').waitFor();
    await page.getByLabel('Label of the new key').fill('crm');
    await page.getByRole('button', { name: 'Create a key' }).click();
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByText('This is the new key.').waitFor();
    const apiKey = (await keys.getByText(/^das_live_/).textContent()) ?? '';
    // A created key is still shown when its form has closed.
    expect(await page.getByLabel('Label of the new key').count()).toBe(0);
    await page.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('Number of credits').fill('1,000');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('1,000 credits for data access are granted.').waitFor();
    const enrich = { apiKey, body: { companies: [{ website: 'siemens.com' }], fields: ['name'] } };
    expect(await call(`${service.baseUrl}/v1/company/enrich`, enrich)).toMatchObject({
      status: 200,
      body: { results: [{ matched: true }] },
    });
    // The tab keeps the operator key, but the new key is not shown again.
    await page.reload();
    await page.getByRole('region', { name: 'Credits' }).getByText('999').waitFor();
    expect(await page.getByText(apiKey).count()).toBe(0);
    await keys.getByText(`…${apiKey.slice(-4)}`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Replace the key crm' }).click();
    await page.getByRole('button', { name: 'Replace now' }).click();
    await keys.getByText('The old key works for one more day.').waitFor();
    await keys.getByText('Valid').nth(1).waitFor();
    const row = keys.getByRole('row').filter({ hasText: `…${apiKey.slice(-4)}` });
    await row.getByRole('button', { name: 'Revoke the key crm' }).click();
    const question = page.getByRole('dialog', { name: 'Revoke this key?' });
    await question.getByText(`…${apiKey.slice(-4)}`).waitFor();
    // An Enter too many cancels. The button that revokes stands before the one that has the focus.
    await question.locator('button:focus', { hasText: 'Cancel' }).waitFor();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The key crm is revoked.').waitFor();
    expect((await call(`${service.baseUrl}/v1/me`, { apiKey })).status).toBe(401);
  });

  it('an operator sees both new keys after replacing a key while the service still creates another one', async () => {
    await service.issueKey('two-secrets');
    const page = await openAsOperator(browser, 'operate/tenants/two-secrets');
    const held: Route[] = [];
    await page.route('**/operator/v1/tenants/two-secrets/keys', async (route) => {
      if (route.request().method() === 'POST') held.push(route);
      else await route.continue();
    });
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Label of the new key').fill('crm');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: /^Replace the key/ }).click();
    await page.getByRole('button', { name: 'Replace now' }).click();
    const secrets = page.getByRole('region', { name: 'API keys' }).locator('.secret code');
    const replacement = (await secrets.textContent()) ?? '';
    await held[0]?.continue();
    await secrets.nth(1).waitFor();
    expect(await secrets.allTextContents()).toEqual([replacement, expect.not.stringContaining(replacement)]);
  });

  it('the form of a team names the line of a fault in its JSON only if this line is known', async () => {
    await service.issueKey('bad-json');
    const page = await openAsOperator(browser, 'operate/tenants/bad-json');
    await page.getByRole('button', { name: 'New team' }).click();
    const description = page.getByLabel('Description of the team');
    await description.fill('{\n"weights": {}\n"personas": []\n}');
    await page.getByText('This is no JSON yet. Look at line 3: close each bracket').waitFor();
    await description.fill('{\n"weights": nothing,\n"personas": []\n}');
    await page.getByText('This is no JSON yet. Close each bracket').waitFor();
  });

  it('an operator can remove the limit of the credits of a tenant, and restore it', async () => {
    await service.issueKey('without-limit');
    const page = await openAsOperator(browser, 'operate/tenants/without-limit');
    await page.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('What to do').selectOption('Remove the limit');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('The tenant can use any number of credits for data access.').waitFor();
    await page.getByRole('region', { name: 'Credits' }).getByText('No limit', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('What to do').selectOption('Restore the limit');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('The tenant can use only the granted credits for data access.').waitFor();
  });

  it('an operator can change the settings, teams, query fields and callback address of a tenant, suspend the tenant, and delete it', async () => {
    browser.expectErrors(/400/);
    await service.issueKey('changing');
    const page = await openAsOperator(browser, 'operate/tenants/changing');
    await page.getByLabel('That longer time, in seconds').fill('1,200');
    await page.getByRole('button', { name: 'Save the settings' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByLabel('Note about the tenant').fill('Pays by invoice');
    await page.getByRole('button', { name: 'Save the note' }).click();
    await page.getByText('The note is saved.').waitFor();
    await page.getByRole('link', { name: 'All tenants' }).click();
    await page.getByRole('row').filter({ hasText: 'Pays by invoice' }).getByText('Active').waitFor();
    await page.getByRole('link', { name: 'changing' }).click();
    await page.getByRole('button', { name: 'New team' }).click();
    await page.getByLabel('Name of the team').fill('Sales');
    await page.getByLabel('Description of the team').fill('{"max_result": 5}');
    await page.getByRole('button', { name: 'Save the team' }).click();
    await page.getByText('The description has "max_result", which is unknown.', { exact: true }).waitFor();
    await page.getByText(/^A JSON object with any of these: .* and max_results\./).waitFor();
    await page.getByLabel('Description of the team').fill('{"max_results": 5}');
    await page.getByRole('button', { name: 'Save the team' }).click();
    await page.getByText('The team Sales is saved.').waitFor();
    await page.getByRole('button', { name: 'Edit the team Sales' }).click();
    await page.locator('label:has-text("Description of the team") + textarea:focus').waitFor();
    expect(await page.getByLabel('Description of the team').inputValue()).toContain('"max_results": 5');
    await page.getByRole('button', { name: 'Cancel' }).click();
    // The button that has opened the form gets the focus back.
    await page.locator('[aria-label="Edit the team Sales"]:focus').waitFor();
    await page.getByRole('button', { name: 'New field' }).click();
    await page.getByLabel('Name of the field').fill('chiefs');
    await page.getByLabel('Conditions').fill('{"seniorities": ["executive"]}');
    await page.getByRole('button', { name: 'Save the field' }).click();
    await page.getByText('The field chiefs is saved, and its values are counted.').waitFor();
    await page.getByRole('button', { name: 'Set an address' }).click();
    await page.getByLabel('Address for callbacks').fill('https://hooks.example.com/runs');
    await page.getByRole('button', { name: 'Save the address' }).click();
    const secret = page.locator('.secret code');
    await page.getByText('This secret signs the callbacks.').waitFor();
    const firstSecret = (await secret.textContent()) ?? '';
    await page.getByRole('button', { name: 'Change the address' }).click();
    expect(await page.getByRole('button', { name: 'Save the address' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('button:text-is("Change the address"):focus').waitFor();
    await page.getByRole('button', { name: 'Make a new secret for the callbacks' }).click();
    await page.getByRole('button', { name: 'Make a new secret now' }).click();
    await secret.filter({ hasNotText: firstSecret }).waitFor();
    await page.getByRole('button', { name: 'Remove the address for callbacks' }).click();
    await page.getByRole('button', { name: 'Remove the address now' }).click();
    await page.getByText('The tenant gets no callbacks any more.').waitFor();
    await page.getByRole('button', { name: 'Delete the team Sales' }).click();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await page.getByText('The team Sales is deleted.').waitFor();
    await page.getByRole('button', { name: 'Suspend the tenant' }).click();
    await page.getByRole('button', { name: 'Suspend now' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    await page.getByText('Refused for now').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Write “changing” to confirm').fill('changing');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('heading', { name: 'All tenants' }).waitFor();
    expect(await page.getByRole('link', { name: 'changing' }).count()).toBe(0);
  });

  it('an operator can check and import a file with a bad row, and see and download the rejected row', async () => {
    const page = await openAsOperator(browser, 'operate/imports');
    const good = ['imported', 'imported-2', 'imported-3'].map((name) => `${name}.example,Imported Ltd.\n`);
    const text = `website,name\n${good.join('')},Nameless\n,Nameless\n`;
    const file = { name: 'companies.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The file was checked: 2 of 5 lines would be rejected. Nothing is stored yet.').waitFor();
    await page.getByText('Of 5 lines: 3 records would be new.').waitFor();
    const { apiKey } = await service.issueKey('importing');
    const enrich = { apiKey, body: { companies: [{ website: 'imported.example' }], fields: ['name'] } };
    expect(await call(`${service.baseUrl}/v1/company/enrich`, enrich)).toMatchObject({
      body: { results: [{ matched: false }] },
    });
    await page.getByRole('rowheader', { name: 'Lines 5 and 6', exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText(/^The file .*companies\.csv.* was imported\.$/).waitFor();
    expect(await call(`${service.baseUrl}/v1/company/enrich`, enrich)).toMatchObject({
      body: { results: [{ matched: true, data: { name: 'Imported Ltd.' } }] },
    });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the rejected lines' }).click(),
    ]);
    const saved = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(download.suggestedFilename()).toBe('companies.csv.rejects.ndjson');
    expect(saved.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ line: 5 }, { line: 6 }]);
    await page.getByRole('region', { name: 'Past imports' }).getByText('operator API').waitFor();
  });

  it('an operator chooses the sheet of a workbook and the fields of its columns, and gives every record the same country', async () => {
    const sheets = [
      { name: 'Deckblatt', rows: rowOf('Company', 'Bestand 2026') },
      { name: 'Alt', rows: rowOf('Website', 'Name') + rowOf('old-sheet.example', 'Old') },
      { name: 'Bestand', rows: rowOf('Seite', 'Bezeichnung', 'Intern') + rowOf('by-hand.example', 'By hand', 'x') },
    ];
    const page = await openAsOperator(browser, 'operate/imports');
    const file = { name: 'kunden.xlsx', mimeType: 'application/zip', buffer: await workbookFile({ sheets }) };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByText(/^Read from the sheet Alt, not from Deckblatt, Bestand\. 1 row/).waitFor();
    await page.getByLabel('Sheet', { exact: true }).selectOption('Bestand');
    await page.getByText('Columns and fields: 3 columns, of which 0 are read').waitFor();
    await page.getByLabel('Seite', { exact: true }).selectOption('website');
    await page.getByLabel('Bezeichnung', { exact: true }).selectOption('name');
    await page.getByLabel('Set a field').selectOption('location_country');
    await page.getByLabel('location_country', { exact: true }).fill('Germany');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Of 1 line: 1 record would be new.').waitFor();
    await page.getByText('Read the sheet "Bestand"; not read: Deckblatt, Alt.').waitFor();
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByText(/^The file .*kunden\.xlsx.* was imported\.$/).waitFor();
    const { apiKey } = await service.issueKey('by-hand');
    const fields = ['name', 'location_country'];
    const enrich = { apiKey, body: { companies: [{ website: 'by-hand.example' }], fields } };
    expect(await call(`${service.baseUrl}/v1/company/enrich`, enrich)).toMatchObject({
      body: { results: [{ matched: true, data: { name: 'By hand', location_country: 'Germany' } }] },
    });
  });

  it('the list of past imports says why an uploaded file failed, and offers the rejected lines of an uploaded file', async () => {
    await importByApi('no-column.csv', 'colour,shape\nred,round\n');
    await importByApi('two-bad.csv', 'website,name\nuploaded.example,Uploaded\n,Nameless\n,Nameless\n');
    const page = await openAsOperator(browser, 'operate/imports');
    const rowOf = (file: string) => page.getByRole('row').filter({ hasText: file });
    await rowOf('no-column.csv').getByText('Failed', { exact: true }).waitFor();
    await rowOf('no-column.csv')
      .getByText(
        /no known column \(colour, shape\); choose the fields of the columns, or rename the columns of the file\.$/,
      )
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the 2 rejected lines of two-bad.csv' }).click(),
    ]);
    expect((await readFile(await download.path(), 'utf8')).trim().split('\n').length).toBe(2);
  });

  it('the list of past imports offers for each of two uploads of one name its own rejected lines', async () => {
    const bad = [',First\n', ',Second\n,Third\n'];
    await Promise.all(bad.map((lines) => importByApi('twins.csv', `website,name\ntwins.example,Twins\n${lines}`)));
    const page = await openAsOperator(browser, 'operate/imports');
    for (const [button, lines] of [
      ['Download the 1 rejected line of twins.csv', 1],
      ['Download the 2 rejected lines of twins.csv', 2],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect((await readFile(await download.path(), 'utf8')).trim().split('\n').length).toBe(lines);
    }
  });

  it('the console continues the upload of a file after the connection was lost', async () => {
    browser.expectErrors(/ERR_FAILED/);
    const page = await openAsOperator(browser, 'operate/imports');
    let lost = 0;
    await page.route('**/content?offset=*', (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      return route.abort();
    });
    const file = { name: 'again.csv', mimeType: 'text/csv', buffer: Buffer.from('website\nagain.example\n') };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('Of 1 line: 1 record would be new').waitFor();
    expect(lost).toBe(1);
  });

  it('an operator can erase a person after confirming it, and the log does not contain the e-mail address of the person', async () => {
    const { apiKey } = await service.issueKey('asking');
    const email = 'era.sed@vinci.com';
    await importRecords(service.app, {
      persons: [{ network_url: 'https://www.network.com/in/era-sed', full_name: 'Era Sed', emails: [email] }],
    });
    const page = await openAsOperator(browser, 'operate/erasure');
    await page.getByLabel('Profile page or e-mail address').fill(email);
    await page.getByRole('button', { name: 'Look up the person' }).click();
    await page.getByText('1 stored person has this e-mail address:').waitFor();
    await page.getByText('Era Sed', { exact: true }).waitFor();
    await page
      .getByText(/^For all tenants, this erases 1 person and 1 e-mail address\. .* This cannot be undone\.$/)
      .waitFor();
    const known = { persons: [{ work_email: email }], fields: ['full_name'] };
    expect(await call(`${service.baseUrl}/v1/person/enrich`, { apiKey, body: known })).toMatchObject({
      body: { results: [{ matched: true }] },
    });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText(/^Erased: 1 person and 1 e-mail address/).waitFor();
    expect(await call(`${service.baseUrl}/v1/person/enrich`, { apiKey, body: known })).toMatchObject({
      body: { results: [{ matched: false }] },
    });
    await page.getByRole('link', { name: 'Log' }).click();
    await page.getByRole('rowheader').first().waitFor();
    expect(await page.getByRole('region', { name: 'Changes' }).textContent()).toContain('Erase a person');
    expect(await page.content()).not.toContain(email);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the screen for erasure says that no person was found, and shows no report of an erasure', async () => {
    const page = await openAsOperator(browser, 'operate/erasure');
    await page.getByLabel('Profile page or e-mail address').fill('no.body@vinci.com');
    await page.getByRole('button', { name: 'Look up the person' }).click();
    await page.getByText('No stored person has this e-mail address:').waitFor();
    await page.getByRole('button', { name: 'Refuse the person in imports' }).click();
    await page.getByText('Nothing was erased, because no stored person has this page or address:').waitFor();
    await page.getByText('no.body@vinci.com', { exact: true }).waitFor();
    expect(await page.getByText(/^Erased:/).count()).toBe(0);
  });

  it('the check of a file without a known column says that nothing is stored, and counts no lines', async () => {
    const page = await openAsOperator(browser, 'operate/imports');
    const file = { name: 'unknown.csv', mimeType: 'text/csv', buffer: Buffer.from('foo,bar\n1,2\n') };
    await page.getByLabel('File', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Check the file' }).click();
    await page.getByText('The check failed. Nothing is stored.').waitFor();
    await page.getByText(/no known column \(foo, bar\); choose the fields of the columns/).waitFor();
    expect(await page.getByText('Of 0 lines').count()).toBe(0);
  });

  it('an operator sees the buttons of a key and the question before it is revoked, also on a tablet and on a phone', async () => {
    await service.issueKey('on-a-phone');
    const page = await openAsOperator(browser, 'operate/tenants/on-a-phone', { viewport: { width: 390, height: 844 } });
    const rightEdgeOf = async (name: RegExp): Promise<number> => {
      const box = await page.getByRole('button', { name }).boundingBox();
      return box === null ? Infinity : box.x + box.width;
    };
    await page.getByRole('button', { name: /^Revoke the key/ }).waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    expect(await rightEdgeOf(/^Revoke the key/)).toBeLessThan(1024 - 48);
    expect(await fitsWidth(page.getByRole('group', { name: 'API keys, scrollable' }))).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await rightEdgeOf(/^Replace the key/)).toBeLessThan(390);
    expect(await rightEdgeOf(/^Revoke the key/)).toBeLessThan(390);
    const state = await page.getByText('Valid', { exact: true }).boundingBox();
    expect(state === null ? Infinity : state.x + state.width).toBeLessThan(390);
    await page.getByRole('button', { name: /^Revoke the key/ }).click();
    expect(await rightEdgeOf(/^Revoke now$/)).toBeLessThan(390);
    expect(await rightEdgeOf(/^Cancel$/)).toBeLessThan(390);
  });

  it('a tenant with the longest name and label leaves the other columns of the tables in sight', async () => {
    const page = await openAsOperator(browser, 'operate', { viewport: { width: 1440, height: 900 } });
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.getByLabel('Id').fill('long-named');
    await page.getByLabel('Name').fill('Longest'.repeat(140));
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('Label of the new key').fill('label'.repeat(200));
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('This is the new key.').waitFor();
    expect(await fitsWidth(page.getByRole('group', { name: 'API keys, scrollable' }))).toBe(true);
    await page.getByRole('link', { name: 'All tenants' }).click();
    await page.getByRole('link', { name: /^Longest/ }).waitFor();
    expect(await fitsWidth(page.getByRole('group', { name: 'Tenants, scrollable' }))).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1440);
  });

  it('an operator on a phone can open long names of files and tenants in the log and in the past imports, and a long callback address', async () => {
    const ask = (path: string, body: object, method = 'POST') =>
      call(`${service.baseUrl}/operator/v1/${path}`, { method, headers: { 'x-operator-key': operatorKey }, body });
    const file = `${'companies'.repeat(20)}.csv`;
    await importByApi(file, 'website,name\nlong-file.example,Long\n');
    await ask('tenants', { tenant: 'folded', name: 'Folded'.repeat(60) });
    const address = `https://hooks.example.com/${'receiver'.repeat(60)}`;
    await ask('tenants/folded/callback', { url: address }, 'PUT');
    const page = await openAsOperator(browser, 'operate/log', { viewport: { width: 390, height: 844 } });
    const opens = async (place: Locator): Promise<void> => {
      await place.getByRole('button', { name: 'Show more' }).click();
      await place.getByRole('button', { name: 'Show less' }).waitFor();
      expect(await fitsHeight(place.locator('p').first())).toBe(true);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    };
    for (const sentence of [`Import companies from ${file}`, `Set the address for callbacks of ${'Folded'.repeat(60)}`])
      await opens(page.getByRole('row').filter({ hasText: sentence }).getByRole('rowheader'));
    await page.getByRole('link', { name: 'Imports', exact: true }).click();
    await opens(page.getByRole('row').filter({ hasText: file }).getByRole('rowheader'));
    await page.goto(`${service.baseUrl}/console/operate/tenants/folded`);
    const callbacks = page.getByRole('region', { name: 'Callbacks' });
    await opens(
      callbacks
        .locator('div')
        .filter({ has: page.locator('p > code', { hasText: address }) })
        .last(),
    );
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the list of past imports says on a tablet, too, how many records an import has changed', async () => {
    await importByApi('first-names.csv', 'website,name\nrenamed.example,First\n');
    await importByApi('second-names.csv', 'website,name\nrenamed.example,Second\n');
    const page = await openAsOperator(browser, 'operate/imports', { viewport: { width: 1024, height: 768 } });
    const row = page.getByRole('row').filter({ hasText: 'second-names.csv' });
    await row.getByText('1 changed', { exact: true }).waitFor();
    expect(await fitsWidth(page.getByRole('group', { name: 'Past imports, scrollable' }))).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('columnheader', { name: 'Changed', exact: true }).waitFor();
    await page.getByRole('columnheader', { name: 'Unchanged', exact: true }).waitFor();
    expect(await row.getByText('1 changed', { exact: true }).isVisible()).toBe(false);
  });

  it('the log says in words what operators wanted to change, with the names of keys and tenants, and finds changes', async () => {
    const { keyId, ending } = await logged();
    const page = await openAsOperator(browser, 'operate/log', { viewport: { width: 390, height: 844 } });
    const changes = page.getByRole('region', { name: 'Changes' });
    const revoked = changes.getByRole('row').filter({ hasText: 'Revoke the key crm of Logged Ltd.' });
    await revoked.getByText(`The key ends with …${ending}`, { exact: true }).waitFor();
    const refused = changes.getByRole('row').filter({ hasText: 'Take 7 data access credits back from Logged Ltd.' });
    await refused.getByText('Refused', { exact: true }).waitFor();
    const created = changes.getByRole('row').filter({ hasText: 'Create the tenant Logged Ltd. with the id logged' });
    await created.getByText('Done', { exact: true }).waitFor();
    // The id of this key stands behind an option.
    await changes.getByText('Replace the key sync of Logged Ltd.').waitFor();
    expect(await changes.textContent()).not.toContain(keyId);
    await page.getByLabel('Search').fill('logged ltd.');
    await changes.getByText(/^6 of the newest/).waitFor();
    await page.getByLabel('Search').fill('nothing has this text');
    await changes.getByText('No change was found').waitFor();
  });

  it('an operator moves with single keys, and answers a question with Escape', async () => {
    await service.issueKey('by-keys');
    const page = await openAsOperator(browser, 'operate');
    for (const name of ['Imports', 'Duplicates', 'Coverage', 'Erasure', 'Service', 'Log', 'Tenants']) {
      await page.keyboard.press('g');
      await page.keyboard.press(name.charAt(0).toLowerCase());
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.getByRole('link', { name: 'by-keys' }).waitFor();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.getByText('Open the row').waitFor();
    await list.getByText('Search on this screen').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'by-keys' }).click();
    const revoke = page.getByRole('button', { name: /^Revoke the key/ });
    await revoke.press('Enter');
    await page.getByRole('button', { name: 'Revoke now' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Revoke now' }).waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Revoke' }).waitFor();
  });

  it('the service screen shows the state of the installation, and no screen for operators is wider than a phone', async () => {
    await service.issueKey('ours');
    const page = await openAsOperator(browser, 'operate/service', { viewport: { width: 390, height: 844 } });
    await page.getByText('Suspended tenants').waitFor();
    await page.getByText('Healthy', { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const path of ['', '/imports', '/coverage', '/tenants/ours', '/erasure', '/log', '/service']) {
      await page.evaluate(
        `history.pushState(null, '', '${service.baseUrl}/console/operate${path}'); dispatchEvent(new PopStateEvent('popstate'))`,
      );
      await page.locator('h1').waitFor();
      await page.locator('.loading').first().waitFor({ state: 'detached' });
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
    }
  });
});

describeInBrowser('The console for operators rejects', (browser) => {
  it('the form for a new tenant says at the id what is wrong with it, and leads to the tenant that has it', async () => {
    browser.expectErrors(/400|409/);
    await service.issueKey('taken');
    const page = await openAsOperator(browser, 'operate');
    await page.getByRole('link', { name: 'taken' }).waitFor();
    const id = page.getByLabel('Id', { exact: true });
    await page.getByRole('button', { name: 'New tenant' }).click();
    await page.locator('label:has-text("Id") + input:focus').waitFor();
    await id.fill('Not Allowed');
    await page.getByText(/^Use only lower-case letters/).waitFor();
    await id.fill('taken');
    await page.getByRole('button', { name: 'Create the tenant' }).click();
    await page.getByText('A tenant has this id already. Choose another id, or open').waitFor();
    await page.locator('input[aria-invalid]:focus').waitFor();
    expect(await page.locator('.notice.bad').count()).toBe(0);
    await page.locator('.fault').getByRole('link').click();
    await page.getByRole('region', { name: 'API keys' }).waitFor();
  });

  it('taking back more credits than are left is refused at the field with the highest number, in the words of the screen', async () => {
    browser.expectErrors(/400/);
    await service.issueKeyWithoutCredits('taking-back');
    const page = await openAsOperator(browser, 'operate/tenants/taking-back');
    await page.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('Number of credits').fill('1234');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('1,234 credits for data access are granted.').waitFor();
    await page.getByRole('button', { name: 'Grant or take back' }).click();
    await page.getByLabel('What to do').selectOption('Take back');
    await page.getByText('At most 1,234 can be taken back.').waitFor();
    await page.getByLabel('Number of credits').fill('1,235');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('You can take back at most 1,234 credits for data access.').waitFor();
    await page.getByLabel('Number of credits').fill('1,234');
    await page.getByRole('button', { name: 'Change the credits' }).click();
    await page.getByText('1,234 credits for data access are taken back.').waitFor();
  });

  it('the screen for erasure says at the field why the service refuses a text, and asks nothing', async () => {
    browser.expectErrors(/400/);
    const page = await openAsOperator(browser, 'operate/erasure');
    await page.getByLabel('Profile page or e-mail address').fill('https://other.example/jane');
    await page.getByRole('button', { name: 'Look up the person' }).click();
    await page.getByText('The given text is not the profile URL of a person.').waitFor();
    await page.locator('input[aria-invalid]:focus').waitFor();
    expect(await page.getByRole('button', { name: 'Erase for good' }).count()).toBe(0);
  });

  it('a screen for operators shows the request id of an answer that broke off, and reads the answer again when the operator asks', async () => {
    browser.expectErrors(/ERR_/);
    let breaks = 1;
    const proxy = await openBreakingProxy(service.baseUrl, [
      [
        /operator\/v1\/tenants$/,
        (status, headers) => {
          headers['x-request-id'] = 'id-of-the-answer';
          return breaks-- > 0 ? 'half' : status;
        },
      ],
    ]);
    try {
      const page = await openAsOperator(browser, 'operate', {}, proxy.baseUrl);
      const failure = page.getByRole('alert').filter({ hasText: 'The console could not read the tenants.' });
      await failure.getByText('id-of-the-answer', { exact: true }).waitFor();
      await failure.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('table', { name: 'Tenants' }).waitFor();
    } finally {
      await proxy.close();
    }
  });

  it('the screen of a tenant that does not exist says so, and leads to the tenants', async () => {
    browser.expectErrors(/404/);
    const page = await openAsOperator(browser, 'operate/tenants/nobody');
    await page.getByRole('heading', { name: 'There is no such tenant' }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Go to the tenants' }).click();
    await page.getByRole('heading', { name: 'All tenants' }).waitFor();
  });

  it('the console refuses a wrong operator key, and stores the right one until the operator signs out, if the operator chose this', async () => {
    browser.expectErrors(/401/);
    const page = await browser.open(service.baseUrl, 'operate');
    await page.getByLabel('Operator key').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not the operator key.').waitFor();
    expect(await page.getByLabel('Operator key').getAttribute('aria-invalid')).toBe('true');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('Operator key').fill(operatorKey);
    await page.getByLabel('Stay signed in').selectOption('browser');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'All tenants' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${service.baseUrl}/console/operate/log`);
    await second.getByRole('heading', { name: 'Changes' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await second.getByLabel('Operator key').waitFor();
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  });
});

describeInBrowser('The console for operators protects the installation', () => {
  it('the console for operators is not served while the API for operators is off, and the console for tenants does not load the script for operators', async () => {
    const off = await startTestService({ sharing: service });
    try {
      for (const path of ['operate', 'operate/tenants/demo', 'OPERATE'])
        expect([path, (await call(`${off.baseUrl}/console/${path}`)).status]).toEqual([path, 404]);
    } finally {
      await off.close();
    }
    const scriptsOf = async (path: string): Promise<string[]> => {
      const { body } = await call(`${service.baseUrl}/console${path}`);
      const named = Array.from(String(body).matchAll(/assets\/(\w+)-\w+\.js/g), ([, name = '']) => name);
      // A page also names the files that its script imports. Their names do not say for which console they are.
      return named.filter((name) => name !== 'chunk');
    };
    expect([await scriptsOf(''), await scriptsOf('/operate')]).toEqual([['console'], ['operate']]);
  });
});
