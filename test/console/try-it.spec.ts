import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Choice, firstChoice } from '../../console/src/enrichment/choice.js';
import { curlOf, typescriptOf } from '../../console/src/try-it/code.js';
import { sortFaults } from '../../console/src/try-it/faults.js';
import { accessibilityViolations, describeInBrowser } from '../support/clients/browser.js';
import { usedCredits } from '../support/credits/credits.js';
import { TenantService } from '../../src/tenancy/tenants/tenant.service.js';
import { storeSignals } from '../support/records/signals.js';
import { eventually } from '../support/service/eventually.js';
import { startDemoServiceWithPersons, type DemoTestService } from '../support/service/demo-service.js';

const choice: Choice = { ...firstChoice('companies'), fields: ['name', 'engineers'] };

describe('The code of a request', () => {
  it('is, for curl, a command that keeps an apostrophe in a value', () => {
    expect(curlOf('http://here', { ...choice, enhanced: false }, { website: "o'hara.com" }).split(' \\\n')).toEqual([
      'curl -s http://here/v1/company/enrich',
      '  -H "X-Api-Key: $KEY"',
      "  -H 'Content-Type: application/json'",
      expect.stringContaining(String.raw`"website": "o'\''hara.com"`),
    ]);
  });

  it('is, for TypeScript, a program that passes query fields in an option of their own', () => {
    const asked: Choice = { ...choice, kind: 'persons', employer: ['name', 'sellers'], signals: { type: 'New Hire' } };
    const program = typescriptOf('http://here', asked, { full_name: `A "b" 'c' \\` }, new Set(['name']));
    expect(program).toMatch(/^\/\/ npm install http:\/\/here\/client\.tgz\nimport /);
    expect(program).toContain(String.raw`[{ full_name: 'A "b" \'c\' \\' }]`);
    expect(program).toContain("fields: ['name'],\n    queryFields: ['engineers'],");
    expect(program).toContain("enrich_company: ['name'],\n    companyQueryFields: ['sellers'],");
    expect(program).toContain("allow_signals: { type: 'New Hire' },");
  });
});

it('sortFaults assigns each validation error to the control of the form that it is about', () => {
  const fault = (...loc: (string | number)[]) => ({ loc: ['body', ...loc], msg: loc.join('.'), type: 'value_error' });
  const faults = [
    fault('companies', 0, 'website'),
    fault('fields', 3),
    fault('allow_signals', 'type'),
    fault('companies', 0),
  ];
  const { byMember, others } = sortFaults(faults, new Set(['website', 'fields', 'type']));
  expect([...byMember.keys()]).toEqual(['website', 'fields', 'type']);
  expect(others).toEqual(['companies.0']);
});

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoServiceWithPersons();
});

afterAll(() => service.close());

describeInBrowser('The screen "Try it" succeeds', (browser) => {
  it('the try-it screen shows the answer for a company as card and JSON, its cost, and the code of the request, and offers no preview if the operator has not enabled previews', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByLabel('Search fields').fill('year founded');
    await page.getByLabel('founded_year').check();
    await page.getByLabel('Search fields').fill('');
    await page.getByRole('checkbox', { name: 'Signals' }).check();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.getByRole('button', { name: 'Free preview' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send the request' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Matched', { exact: true }).waitFor();
    await answer.getByText('1847').waitFor();
    await answer.getByText('1 data access credit charged').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Send the request');
    await answer.getByText('Why this record').waitFor();
    await answer.getByText('99.5%').waitFor();
    await answer.getByText('companies.ndjson').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await answer.getByRole('tab', { name: 'Card' }).press('ArrowRight');
    await answer.getByText('"founded_year": 1847').waitFor();
    const code = page.getByRole('region', { name: 'In your program' });
    expect(await code.locator('code').textContent()).toContain('"founded_year"');
    await code.getByRole('tab', { name: 'TypeScript' }).click();
    expect(await code.locator('code').textContent()).toContain('enrichCompanies(');
    expect(await page.content()).not.toContain(service.apiKey);
    expect(page.url()).toBe(`${service.baseUrl}/console/try`);
  });

  it('the try-it screen shows a curl command, a Python program and a TypeScript program that run unchanged when they are copied', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    const code = page.getByRole('region', { name: 'In your program' }).locator('code');
    const env = { ...process.env, KEY: service.apiKey };
    const run = async (command: string, ...words: readonly string[]): Promise<string> =>
      (await promisify(execFile)(command, words, { env })).stdout;
    expect(await run('sh', '-c', (await code.textContent()) ?? '')).toContain('"name":"Siemens"');
    await page.getByLabel('Website', { exact: true }).fill('it\'s "quoted" \\ .example');
    expect(await run('sh', '-c', (await code.textContent()) ?? '')).toContain('"matched":false');
    await page.getByRole('tab', { name: 'Python' }).click();
    if (await run('python3', '--version').catch(() => null)) {
      expect(await run('python3', '-c', (await code.textContent()) ?? '')).toContain('"matched": false');
    }
    // The program has no types, so Node runs it. It finds the package of the client in the folder of this project.
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    const program = (await code.textContent()) ?? '';
    expect(await run(process.execPath, '--input-type=module', '-e', program)).toContain('matched: false');
    const [, packageUrl = ''] = /npm install (\S+)/.exec(program) ?? [];
    expect((await fetch(packageUrl)).headers.get('content-type')).toMatch(/gzip|octet-stream/);
  });

  it('the try-it screen keeps the form and the answer when the user goes to another screen or page and back, and sends the request only once', async () => {
    const { apiKey } = await service.issueKey('returning');
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    const sent: string[] = [];
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(request.url())));
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByLabel('Search fields').fill('year founded');
    await page.getByLabel('founded_year').check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    const expectAll = async (): Promise<void> => {
      const answer = page.getByRole('region', { name: 'Answer' });
      await answer.getByText('1847').waitFor();
      await answer.getByText('1 data access credit charged').waitFor();
      expect(await page.getByLabel('Website', { exact: true }).inputValue()).toBe('siemens.com');
      await page.getByText('6 chosen').waitFor();
    };
    await expectAll();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
    await page.goBack();
    await expectAll();
    await page.goto(`${service.baseUrl}/docs`);
    await page.goBack();
    await expectAll();
    expect(sent.length).toBe(1);
    expect((await usedCredits(service.database, 'returning')).data_access).toMatchObject({ charged: 1 });
  });

  it('the try-it screen says that a request was refused by the limit of credits in the form, and does not ask for more credits', async () => {
    browser.expectErrors(/402/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByText('Persons', { exact: true }).click();
    await page.getByLabel('Profile page', { exact: true }).fill('network.com/in/jane-doe');
    await page.getByLabel('E-mail address and phone number').check();
    await page.getByText('Conditions').click();
    await page.getByLabel('Most credits').fill('1');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('The service refused the request').waitFor();
    expect(await page.getByText('credits grant').count()).toBe(0);
  });

  it('the try-it screen is charged once for a request whose answer is lost and that the user sends again', async () => {
    browser.expectErrors(/ERR_FAILED/);
    const { apiKey } = await service.issueKey('unlucky');
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    await page.clock.install();
    const keys = new Set<string | undefined>();
    await page.route('**/v1/company/enrich', async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByRole('button', { name: 'Send the request' }).click();
    const again = page.getByRole('button', { name: 'Try again' });
    // The client waits before it sends the request again by itself.
    await eventually(async () => {
      await page.clock.runFor(5_000);
      return (await again.count()) > 0;
    }, 60_000);
    await page.unroute('**/v1/company/enrich');
    const sent = page.waitForRequest('**/v1/company/enrich');
    await again.click();
    keys.add((await sent).headers()['idempotency-key']);
    await page.getByText('Nothing was charged.', { exact: true }).waitFor();
    expect(keys.size).toBe(1);
    expect((await usedCredits(service.database, 'unlucky')).data_access).toMatchObject({ charged: 1 });
  });

  it('the try-it screen shows an answer that came while the user looked at another screen', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    let answer: () => void = () => undefined;
    const isLeft = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/v1/company/enrich', async (route) => {
      await isLeft;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor();
    answer();
    await page.goBack();
    await page.getByText('1 data access credit charged').waitFor();
  });

  it('the try-it screen previews free of charge whether a record matches, how sure the match is, and which fields have values', async () => {
    const { apiKey } = await service.issueKey('previewing');
    await service.app.get(TenantService, { strict: false }).update('previewing', { previews: true }, {});
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByRole('button', { name: 'Free preview' }).click();
    const answer = page.getByRole('region', { name: 'Free preview' });
    await answer.getByText('Matched', { exact: true }).waitFor();
    await answer.getByText('nothing was charged').waitFor();
    await answer.getByText('The request itself costs 1 data access credit.').waitFor();
    await answer.getByText('99.5%').waitFor();
    await answer.getByText('5 fields with a value').waitFor();
    expect(await answer.textContent()).not.toContain('Siemens');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText('Persons').click();
    await page.getByRole('textbox', { name: 'Profile page' }).fill('network.com/in/nobody');
    await page.getByRole('button', { name: 'Free preview' }).click();
    await answer.getByText('No record matches. Check the request, or add another identifier.').waitFor();
    await answer.getByText('The request itself costs nothing.').waitFor();
    expect((await usedCredits(service.database, 'previewing')).data_access?.charged ?? 0).toBe(0);
  });

  it('the try-it screen folds all groups of fields at first, so that the user sees all of them without scrolling the list', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.locator('.picker:not(:has(details[open])) summary').first().waitFor();
    const list = "document.querySelector('.picker-list')";
    expect(await page.evaluate(`${list}.scrollHeight - ${list}.clientHeight`)).toBe(0);
    await page.locator('.picker summary').first().click();
    await page.getByLabel('founded_year').waitFor();
  });

  it('a field has the same name in the form as in the answer, and the user finds the field by this name', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByLabel('Search fields').fill('profile page');
    await page.getByLabel('Profile page network_url', { exact: true }).check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('region', { name: 'Answer' }).getByText('profile page', { exact: true }).first().waitFor();
  });

  it('the try-it screen says why a company was not matched and what the user can try, and lists no fields', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).fill('none.example');
    await page.getByRole('button', { name: 'Send the request' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Not matched', { exact: true }).waitFor();
    await answer.getByText('No record matches. Check the request, or add another identifier.').waitFor();
    await answer.getByText('Nothing was charged.', { exact: true }).waitFor();
    expect(await answer.innerText()).not.toContain('industry');
    await answer.getByText('JSON', { exact: true }).click();
    await answer.getByText('"industry": null').waitFor();
  });

  it('the try-it screen shows the beginning of a long text and ten entries of a long list, and the rest when the user asks for it', async () => {
    await service.database.pool.query(
      `update company set tagline = repeat('fast and safe ', 100), specialities = array(select 'Focus ' || n from generate_series(1, 13) n)
       where website = 'siemens.com'`,
    );
    const { apiKey } = await service.issueKey('reader');
    const visits = [1, 2, 3, 4, 5, 6].map((day) => ({ account_website: 'siemens.com', date: `2026-02-0${day}` }));
    await storeSignals(service.database, 'reader', visits);
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    for (const field of ['tagline', 'specialities']) {
      await page.getByLabel('Search fields').fill(field);
      await page.getByLabel(field, { exact: false }).last().check();
    }
    await page.getByRole('checkbox', { name: 'Signals' }).check();
    await page.getByRole('button', { name: 'Send the request' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    const text = answer.getByText('fast and safe');
    await text.waitFor();
    const height = async (): Promise<number> => (await text.boundingBox())?.height ?? 0;
    const cut = await height();
    const foldedTexts = answer.getByRole('button', { name: 'Show more' });
    // A text that fits into four lines needs no button, also if it was cut before.
    const write = (size: string): Promise<void> =>
      text.evaluate((paragraph, fontSize) => {
        (paragraph as unknown as { style: { fontSize: string } }).style.fontSize = fontSize;
      }, size);
    await foldedTexts.waitFor();
    await write('1px');
    await foldedTexts.waitFor({ state: 'detached' });
    await write('');
    await foldedTexts.click();
    expect(await height()).toBeGreaterThan(2 * cut);
    expect(await answer.getByText(/^Focus/).count()).toBe(10);
    await answer.getByRole('button', { name: 'Show 3 more' }).click();
    expect(await answer.getByText(/^Focus/).count()).toBe(13);
    expect(await answer.locator('.time-line li').count()).toBe(4);
    await answer.getByRole('button', { name: 'Show 2 older signals' }).click();
    expect(await answer.locator('.time-line li').count()).toBe(6);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the try-it screen sends the conditions for a match, and says which one a record does not fulfil', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    const answer = page.getByRole('region', { name: 'Answer' });
    const code = page.getByRole('region', { name: 'In your program' }).locator('code');
    await page.getByLabel('Lowest confidence').fill('1');
    await page.getByLabel('Most credits').fill('1');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await answer.getByText('Not matched', { exact: true }).waitFor();
    await answer.getByText('The confidence of the match is too low').waitFor();
    expect(await code.textContent()).toMatch(/"min_confidence": 1,\s+"max_credits": 1/);
    await page.getByLabel('Lowest confidence').fill('0,9');
    await page.getByLabel('Only complete records').check();
    expect(await code.textContent()).toMatch(/"min_confidence": 0.9,\s+"required": \[/);
    await page.getByRole('button', { name: 'Send the request' }).click();
    await answer.getByText('Matched', { exact: true }).waitFor();
    browser.expectErrors(/422/);
    await page.getByLabel('Lowest confidence').fill('much');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByLabel('Lowest confidence').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByText('Enter a number from 0 to 1.').waitFor();
    expect(await page.getByText('A number from 0 to 1.', { exact: true }).count()).toBe(0);
    await page.getByLabel('Lowest confidence').fill('');
    await page.getByLabel('Most credits').fill('-1');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Enter a whole number, 0 or more.').waitFor();
  });

  it('the try-it screen shows the highest possible cost for a person, and then the answer in words, with contact data, seniority and employer', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByText('Persons').click();
    await page.getByRole('textbox', { name: 'Profile page' }).fill('network.com/in/gaelle-tessier');
    await page.getByLabel('Personas and seniority').check();
    await page.getByLabel('E-mail address and phone number').check();
    await page.getByRole('checkbox', { name: 'The employer' }).check();
    await page.getByText('At most 1 data access credit and 1 contact data credit').waitFor();
    await page.getByRole('button', { name: 'Send the request' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Matched', { exact: true }).waitFor();
    await answer.getByText(/contact data credits? charged/).waitFor();
    await answer.getByText('Team lead', { exact: true }).waitFor();
    await answer.getByRole('heading', { name: 'Employer: Company' }).waitFor();
    expect(await answer.getByRole('heading').allTextContents()).toEqual(
      expect.arrayContaining(['Person', 'Location', 'Employer', 'Employer: Social pages']),
    );
    await answer.getByRole('link', { name: /^gaelle\.tessier@/ }).waitFor();
    await answer
      .getByRole('link', { name: /^https:.*\/company\// })
      .first()
      .waitFor();
    await answer.getByText('Oct 31, 2026', { exact: true }).waitFor();
    expect(await answer.getByText('no value').count()).toBe(0);
    const folded = answer.getByText('ticker');
    expect(await folded.isVisible()).toBe(false);
    await answer
      .getByText(/^Employer: \d+ fields without a value$/)
      .first()
      .click();
    await folded.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await answer.getByRole('tab', { name: 'JSON' }).click();
    await answer.getByText('"seniority_teamlead"').waitFor();
  });
});

describeInBrowser('The screen "Try it" rejects', (browser) => {
  it('the try-it screen says in plain words at the first field what an identifier needs, and marks the field of an invalid date', async () => {
    browser.expectErrors(/422/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByRole('button', { name: 'Send the request' }).click();
    const website = page.getByRole('textbox', { name: 'Website', exact: true });
    await website.and(page.locator('[aria-invalid]:focus')).waitFor();
    const needs = 'A company needs a website, a profile page or a numeric id.';
    await page.locator('.fault').getByText(needs).waitFor();
    expect(await page.getByText(needs).count()).toBe(1);
    await page.getByText('Correct what the form marks').waitFor();
    await website.fill('siemens.com');
    await page.getByRole('checkbox', { name: 'Signals' }).check();
    await page.getByLabel('From').fill('20265-01-01');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByRole('textbox', { name: 'From' }).and(page.locator('[aria-invalid]')).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the try-it screen says that too few credits are left, or that the service refuses a request without fields', async () => {
    browser.expectErrors(/40[02]/);
    const { apiKey } = await service.issueKeyWithoutCredits('poor');
    const page = await browser.open(service.baseUrl, 'try', { apiKey });
    await page.getByLabel('Website', { exact: true }).fill('siemens.com');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('Not enough credits are left').waitFor();
    await page.getByText('Nothing was charged. Let an operator grant credits.').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('The service refused the request').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describeInBrowser('The screen "Try it" protects its user', (browser) => {
  it('the try-it screen has forgotten the form and the answer when another tenant signs in', async () => {
    const { apiKey } = await service.issueKey('next');
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    const website = page.getByLabel('Website', { exact: true });
    await website.fill('siemens.com');
    await page.getByRole('button', { name: 'Send the request' }).click();
    await page.getByText('1 data access credit charged').waitFor();
    await page.reload();
    await page.getByText('1 data access credit charged').waitFor();
    // The reload stores the answer. Without its key, the page asks for one, and what is stored is still there.
    await page.evaluate("sessionStorage.removeItem('data-access-console-key')");
    await page.reload();
    await page.getByLabel('API key').fill(apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('No request yet').waitFor();
    expect(await website.inputValue()).toBe('');
  });

  it('the try-it screen removes at the sign-out what the tab has stored', async () => {
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.getByLabel('Website', { exact: true }).waitFor();
    // A browser stores the form when the user leaves the page, and may then show the page again without starting it anew.
    await page.evaluate("sessionStorage.setItem('data-access-console-try-it', '{}')");
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate("sessionStorage.getItem('data-access-console-try-it')")).toBeNull();
  });
});
