import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Prospect, ProspectingResults } from 'data-access-client';
import { personName } from '../../console/src/prospects/person-name.js';
import { rankedOf } from '../../console/src/prospects/ranked.js';
import { writersOf } from '../../console/src/prospects/writers.js';
import { demoTeam } from '../../src/demo/demo-content.js';
import { TeamService } from '../../src/prospecting/teams/team.service.js';
import { accessibilityViolations, describeInBrowser, fitsWidth } from '../support/clients/browser.js';
import { usedCredits } from '../support/credits/credits.js';
import { type DemoTestService, startDemoServiceWithPersons } from '../support/service/demo-service.js';
import { eventually } from '../support/service/eventually.js';
import { deleteRuns, endOfRun, jobOf, onlyRun, RunBlock, startRun } from '../support/prospecting/prospecting.js';
import { storeSignals } from '../support/records/signals.js';

const datadog = { network_url: 'https://www.network.com/company/datadog', team_name: demoTeam.name };

let service: DemoTestService;

beforeAll(async () => {
  service = await startDemoServiceWithPersons({ WORKER: 'inline' });
  await service.app.get(TeamService, { strict: false }).set('ours', demoTeam.name, demoTeam.schema);
});

afterAll(() => service.close());

describe('personName', () => {
  const page = (slug: string): string => `https://www.network.com/in/${slug}/`;

  it('returns the name as it is written in the text about the person, with accents and capital letters', () => {
    expect(personName(page('helene-muller-4b7'), 'Ask Hélène Müller.')).toBe('Hélène Müller');
    expect(personName(page('maevaobrien'), "Jo Maeva and Maeva O'Brien's team.")).toBe("Maeva O'Brien");
    expect(personName(page('jean-luc-van-dam'), 'Met Jean-Luc van Dam in 2020.')).toBe('Jean-Luc van Dam');
  });

  it('makes the name from the URL of the profile page if the text does not contain the name', () => {
    expect(personName(page('elizabeth-palmer'), 'Elizabeth met Palmer Ltd.')).toBe('Elizabeth Palmer');
    expect(personName(page('elizabeth-palmer-b1a2'), '')).toBe('Elizabeth Palmer');
    expect(personName(page('%D0%B0%D0%BD%D0%BD%D0%B0'), '')).toBe('Анна');
    expect(personName(page('acoaab1234'), 'Ask Elizabeth Palmer.')).toBe('acoaab1234');
  });
});

describe('rankedOf', () => {
  it('gives Hebrew and Arabic names in the reasons a direction of their own, and leaves other names and parts of words alone', () => {
    const prospect = {
      ...{ full_name: 'דנה לוי', first_name: 'דנה', title_name: 'CTO', company_name: 'אקמי (12)' },
      ...{ recent_titles_last_5_years: 'CTO', past_companies_used_client_tech: '', connection_factors: '{}' },
      ai_reasoning: 'SUMMARY\nדנה לוי is CTO at אקמי (12).\nהדנה and דנה.',
    } as unknown as Prospect;
    const [ranked] = rankedOf({ resulting_prospects: [prospect], metadata: {} } as unknown as ProspectingResults);
    expect(ranked?.reasons.get('SUMMARY')).toBe(
      '\u2068דנה לוי\u2069 is CTO at \u2068אקמי (12)\u2069.\nהדנה and \u2068דנה\u2069.',
    );
  });

  it('replaces a name that the service has cut after 120 letters by the whole name, and leaves short names alone', () => {
    const name = 'Wolfeschlegel'.repeat(12);
    const company = `${'Baker & Sons '.repeat(8)}Ltd.`;
    const prospect = {
      ...{ full_name: name, first_name: 'Wolfe', title_name: 'CTO', company_name: company },
      ...{ recent_titles_last_5_years: 'CTO', past_companies_used_client_tech: '', connection_factors: '{}' },
      ai_reasoning: `SUMMARY\n${name.slice(0, 120)}… is CTO at ${company} Wolfe leads…`,
    } as unknown as Prospect;
    const [ranked] = rankedOf({ resulting_prospects: [prospect], metadata: {} } as unknown as ProspectingResults);
    expect(ranked?.reasons.get('SUMMARY')).toBe(`\u2068${name}\u2069 is CTO at \u2068${company}\u2069 Wolfe leads…`);
  });
});

describe('writersOf', () => {
  const reasoning = (model: number, builtIn: number, causes: object = {}) => ({
    reasoning: { sections: { model, built_in: builtIn }, causes },
  });

  it('says how many sections the language model wrote, and the causes of the others, the most frequent first', () => {
    expect(writersOf(reasoning(15, 0))).toBe('The language model wrote all sections of the reasons.');
    expect(writersOf(reasoning(9, 6, { section_empty: 1, timeout: 5 }))).toBe(
      'The language model wrote 9 of 15 sections of the reasons. The service wrote the others: no answer in time (5), empty (1).',
    );
  });

  it('shows the name of a cause that it does not know', () => {
    expect(writersOf(reasoning(0, 5, { bad_moon: 5 }))).toMatch(/: bad moon \(5\)\.$/);
  });

  it('returns null for a run without a language model, a run without prospects, and a run of an earlier version', () => {
    for (const metadata of [null, {}, { reasoning: { model: 0, built_in: 5, failed: 0 } }, reasoning(0, 0)])
      expect(writersOf(metadata)).toBeNull();
  });
});

/** Starts a run, waits for its end, and opens its screen. */
async function openFinished(open: (path: string) => Promise<Page>): Promise<{ jobId: number; page: Page }> {
  const jobId = await startRun(service, datadog);
  await endOfRun(service, jobId);
  const page = await open(`prospects/${jobId}`);
  await page.getByText('prospects, the best first').waitFor();
  return { jobId, page };
}

describeInBrowser('The screen of prospects succeeds', (browser) => {
  const open = (path: string): Promise<Page> => browser.open(service.baseUrl, path, { apiKey: service.apiKey });

  it('a user finds a company with the keyboard, and a double click starts only one run, which the screen shows until it ends', async () => {
    await deleteRuns(service);
    const page = await open('prospects');
    await page.getByText('No run yet').waitFor();
    await page.getByText(/Costs 1 prospecting credit if it succeeds.* left/).waitFor();
    const company = page.getByRole('combobox', { name: 'Company' });
    await company.fill('datad');
    await page.getByRole('option', { name: 'Datadog' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await company.press('Escape');
    expect(await company.getAttribute('aria-expanded')).toBe('false');
    await company.press('ArrowDown');
    await company.press('Enter');
    expect(await company.inputValue()).toBe('Datadog');
    await page.getByLabel('Team').selectOption(demoTeam.name);
    const block = await RunBlock.begin(service);
    try {
      await page.getByRole('button', { name: 'Start the run' }).dblclick();
      await page.getByRole('heading', { name: 'The run is under way' }).waitFor();
      await page.getByRole('heading', { name: 'Prospects at Datadog', exact: true }).waitFor();
      expect(await page.title()).toBe('Prospects at Datadog · Data Access Service');
      expect(await accessibilityViolations(page)).toEqual([]);
    } finally {
      await block.end();
    }
    await page.getByText('4 prospects, the best first, among 12 employees on record.').waitFor();
    expect((await onlyRun(service)).status).toBe('success');
  });

  it('the prospects screen shows a prospect with scores, reasons, talking points, and the colleague who can introduce the user', async () => {
    const { page } = await openFinished(open);
    const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '1.' }) });
    expect(await first.textContent()).toMatch(/Composite score \d+/);
    for (const score of ['Technical', 'Buyer', 'Receptive', 'Warm intro'])
      expect(await first.textContent()).toMatch(new RegExp(`${score}\\d+`));
    await first.getByRole('button', { name: 'Reasons' }).click();
    for (const heading of ['Technical', 'Buyer', 'Receptive', 'Warm intro', 'Talking points'])
      await first.getByRole('heading', { name: heading }).waitFor();
    await first.getByText(/^Elizabeth Palmer.* on our side → .*same employer \(\d+ points\)/).waitFor();
    await first.getByText('One database for transactions').or(first.getByText('Managed MySQL')).first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the prospects screen shows how much of the reasons the language model wrote, and why not the rest', async () => {
    const jobId = await startRun(service, datadog);
    await endOfRun(service, jobId);
    const counts = { model: 3, built_in: 1, failed: 1, sections: { model: 14, built_in: 6 } };
    const reasoning = JSON.stringify({ ...counts, causes: { section_missing: 1, timeout: 5 } });
    // A trigger keeps ended runs from being changed.
    await service.database.pool.query(
      `begin; alter table prospecting_job disable trigger user;
       update prospecting_job set metadata = jsonb_set(metadata::jsonb, '{reasoning}', '${reasoning}') where id = ${jobId};
       alter table prospecting_job enable trigger user; commit`,
    );
    const page = await open(`prospects/${jobId}`);
    await page
      .getByText(
        'wrote 14 of 20 sections of the reasons. The service wrote the others: no answer in time (5), missing (1).',
      )
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(await page.evaluate('innerWidth'));
  });

  it('the list of found companies lies above the headings of the table of runs', async () => {
    const page = await open('prospects');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    await page.getByRole('combobox', { name: 'Company' }).fill('an');
    const last = page.getByRole('listbox', { name: 'Companies' }).getByRole('option').last();
    await last.waitFor();
    // A click at a place that another element covers fails.
    await last.click({ position: { x: 20, y: 40 } });
    await page.getByRole('button', { name: 'Start the run' }).click({ trial: true });
  });

  it('the prospects screen compares the selected prospects side by side', async () => {
    const { page } = await openFinished(open);
    const choices = page.getByRole('checkbox', { name: 'Select' });
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await choices.nth(0).check();
    expect(await compare.isDisabled()).toBe(true);
    await choices.nth(2).check();
    await compare.click();
    const table = page.getByRole('table', { name: 'Prospects side by side' });
    const names = await page.getByRole('heading', { level: 2, name: /^\d+\./ }).allTextContents();
    expect((await table.getByRole('columnheader').allTextContents()).slice(-2)).toEqual([names[0], names[2]]);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Side by side');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await page.getByRole('button', { name: 'Select all' }).click();
    await compare.click();
    expect(await table.getByRole('columnheader').count()).toBe(4);
  });

  it('with the keyboard alone a user selects prospects, shows the reasons for one of them, and closes the comparison', async () => {
    const { page } = await openFinished(open);
    await page.keyboard.press('j');
    await page.locator('.prospect:focus', { hasText: '1.' }).waitFor();
    await page.keyboard.press('x');
    await page.getByText('1 prospect selected.').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Talking points' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('2 prospects selected.').waitFor();
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await compare.press('Enter');
    const close = page.getByRole('button', { name: 'Close the comparison' });
    expect(await close.getAttribute('aria-keyshortcuts')).toBe('Escape');
    await page.keyboard.press('Escape');
    await close.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: 'Compare' }).waitFor();
  });

  it('a run without a team is called "No team" in the form, in the list of runs and above its prospects, and its title has the name of the company', async () => {
    await deleteRuns(service);
    const jobId = await startRun(service, { network_url: datadog.network_url });
    await endOfRun(service, jobId);
    const page = await open(`prospects/${jobId}`);
    const main = page.getByRole('main');
    const otherWords = /without a team|default|none \(/i;
    await page.locator('h1 bdi', { hasText: 'Datadog' }).waitFor();
    await page.getByRole('heading', { name: 'Prospects at Datadog', exact: true }).waitFor();
    await page.getByText(/^Done No team, started /).waitFor();
    expect(await main.innerText()).not.toMatch(otherWords);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('table', { name: 'Runs' }).getByRole('cell', { name: 'No team', exact: true }).waitFor();
    await page.getByLabel('Team').selectOption('No team (leaders of any field)');
    expect(await main.innerText()).not.toMatch(otherWords);
  });

  it('the prospects screen buys the contact data of the selected prospects, and adds it to the file with the prospects', async () => {
    const { page } = await openFinished(open);
    const before = await usedCredits(service.database, 'ours');
    await page.getByRole('checkbox', { name: 'Select' }).nth(0).check();
    await page.getByRole('checkbox', { name: 'Select' }).nth(1).check();
    await page.getByText('for up to 4 credits', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Get e-mail and phone of the selected' }).click();
    await page.getByRole('link', { name: '@' }).first().waitFor();
    // The button has disappeared, so the first contact has the focus.
    expect(await page.evaluate("document.activeElement.matches('.why > p')")).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    const after = await usedCredits(service.database, 'ours');
    const charged = (after.contact_data?.charged ?? 0) - (before.contact_data?.charged ?? 0);
    expect([1, 2]).toContain(charged);
    await page.getByText(`Contact data was found for ${charged} prospect`).waitFor();
    const credits = charged === 1 ? 'credit' : 'credits';
    await page.getByText(new RegExp(`; ${charged} contact data ${credits} charged, [\\d,]+ left\\.$`)).waitFor();
    expect(await page.getByRole('button', { name: 'Get e-mail and phone of' }).count()).toBe(2);
    // What was paid for is still there after a look at another screen, and after a reload.
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('heading', { name: 'Prospects', exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: '@' }).first().waitFor();
    await page.reload();
    await page.getByRole('link', { name: '@' }).first().waitFor();
    expect(await usedCredits(service.database, 'ours')).toEqual(after);
    await page.getByRole('checkbox', { name: 'Select' }).nth(0).check();
    await page.getByRole('checkbox', { name: 'Select' }).nth(1).check();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download 2 selected as CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/,email,phone$/);
    expect(lines[1]).toMatch(/@/);
    expect(lines.filter((line) => line !== '').length).toBe(3);
    // Another tab has not stored what this one bought, so it asks again, with the same idempotency key.
    const other = await open(new URL(page.url()).pathname.replace('/console/', ''));
    await other.getByRole('checkbox', { name: 'Select' }).nth(0).check();
    await other.getByRole('checkbox', { name: 'Select' }).nth(1).check();
    await other.getByRole('button', { name: 'Get e-mail and phone of the selected' }).click();
    await other.getByText('Nothing was charged: this data was bought before.').waitFor();
    expect(await usedCredits(service.database, 'ours')).toEqual(after);
  });

  it('a user comes from the signals of an account to its prospects, their contact data and a CSV file', async () => {
    await deleteRuns(service);
    const date = new Date().toISOString().slice(0, 10);
    await storeSignals(service.database, 'ours', [{ account_website: 'datadoghq.com', date, message_text: 'Hiring' }]);
    const page = await open('signals?account=Datadog');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText(' at 1 account, newest first.').waitFor();
    await page.getByRole('region', { name: 'Datadog' }).getByRole('link', { name: 'Find whom to contact' }).click();
    // The company of the account and the only team of the tenant are chosen already.
    await page.getByRole('button', { name: 'Start the run' }).and(page.locator(':enabled')).click();
    await page.getByText('4 prospects, the best first').waitFor();
    expect((await jobOf(service, (await onlyRun(service)).id)).team).toBe(demoTeam.name);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    await page.getByRole('button', { name: 'Select all' }).click();
    await page.getByRole('button', { name: 'Get e-mail and phone of the selected' }).click();
    await page.getByRole('link', { name: '@' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines[0]).toMatch(/^\uFEFFrank,.*,email,phone$/);
    expect(lines.length).toBe(6);
  });

  it('a prospect with a long name and title is not wider than its card, its summary shows the beginning of the name, and no column of the comparison covers another', async () => {
    const jobId = await startRun(service, datadog);
    await endOfRun(service, jobId);
    await service.database.pool.query(
      `update prospect set document = document || jsonb_build_object('full_name', repeat('x', 150), 'title_name', repeat('y', 300),
         'ai_reasoning', E'SUMMARY\\n' || repeat('x', 120) || '… decides.')
       where job_id = $1 and rank = 1`,
      [jobId],
    );
    const page = await open(`prospects/${jobId}`);
    for (const [width, height] of [
      [1440, 900],
      [720, 450],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '1.' }) });
      await first.waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      expect(await fitsWidth(first)).toBe(true);
    }
    const summary = page.getByText(`${'x'.repeat(32)}… decides.`, { exact: true });
    expect(await summary.getByTitle('x'.repeat(150)).count()).toBe(1);
    await page.getByRole('checkbox', { name: 'Select' }).nth(0).check();
    await page.getByRole('checkbox', { name: 'Select' }).nth(1).check();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const heads = page.getByRole('table', { name: 'Prospects side by side' }).getByRole('columnheader');
    await heads.first().waitFor();
    expect(await heads.count()).toBeGreaterThanOrEqual(2);
    for (const head of await heads.all()) expect(await fitsWidth(head)).toBe(true);
  });

  it('the prospects screen asks before it starts a second run for the same company and team within a day', async () => {
    await deleteRuns(service);
    const { jobId } = await openFinished(open);
    const page = await open('prospects?company=datadoghq.com');
    await eventually(
      async () => (await page.getByRole('combobox', { name: 'Company' }).inputValue()) === 'Datadog',
      10_000,
    );
    await page.getByLabel('Team').selectOption(demoTeam.name);
    await page.getByRole('button', { name: 'Start the run' }).click();
    await page.getByText('A run for this company and team was started').waitFor();
    expect((await onlyRun(service)).id).toBe(jobId);
    expect(await page.locator('form .primary').allTextContents()).toEqual(['Show this run, free of charge']);
    await page.getByRole('link', { name: 'Show this run' }).click();
    await page.getByText('prospects, the best first').waitFor();
  });

  it('the prospects screen saves a CSV file without formulas, can be printed without the navigation, and has no name of a person in its URL', async () => {
    const jobId = await startRun(service, datadog);
    await endOfRun(service, jobId);
    await service.database.pool.query(
      `update prospect set document = jsonb_set(document, '{title_name}', '"=HYPERLINK(1)"') where job_id = $1 and rank = 1`,
      [jobId],
    );
    const page = await open(`prospects/${jobId}`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`prospects-datadog-${jobId}.csv`);
    const content = await readFile(await file.path(), 'utf8');
    expect(content).toMatch(
      /^\uFEFFrank,composite_score,full_name,title_name,location_name,network_url,ai_reasoning,technical/,
    );
    expect(content).toMatch(/^1,[\d.]+,[^,]+,'=HYPERLINK\(1\),/m);
    expect(content).toMatch(/^4,[\d.]+,/m);
    expect(page.url()).toBe(`${service.baseUrl}/console/prospects/${jobId}`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: '4.' }).isVisible()).toBe(true);
  });
});

describeInBrowser('The screen of prospects rejects', (browser) => {
  const open = (path: string): Promise<Page> => browser.open(service.baseUrl, path, { apiKey: service.apiKey });

  it('the prospects screen lists a failed run, and says why it failed and what to do', async () => {
    const jobId = await startRun(service, { network_url: 'https://www.network.com/company/none' });
    await endOfRun(service, jobId);
    const page = await open('prospects?status=failed');
    await page.getByRole('table', { name: 'Runs' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'none' }).click();
    await page.getByText('Company not found').waitFor();
    await page.getByText('find the company by its name. Nothing was charged.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Start another run' }).click();
    await page.getByRole('combobox', { name: 'Company' }).waitFor();
  });

  it('a user can cancel a run without a charge and start it again', async () => {
    const { prospecting: before } = await usedCredits(service.database, 'ours');
    const block = await RunBlock.begin(service);
    try {
      const page = await open(`prospects/${await startRun(service, datadog)}`);
      await page.getByRole('button', { name: 'Cancel the run' }).click();
      await page.getByText('The run was cancelled').waitFor();
      await page.getByText(/^Cancelled For the team/).waitFor();
      expect(await page.getByRole('main').innerText()).not.toContain('Failed');
      await page.getByRole('button', { name: 'Start the run again' }).click();
      await page.getByRole('heading', { name: 'The run is under way' }).waitFor();
      await page.getByRole('button', { name: 'Cancel the run' }).click();
      await page.getByText('The run was cancelled').waitFor();
    } finally {
      await block.end();
    }
    expect((await usedCredits(service.database, 'ours')).prospecting).toEqual(before);
  });

  it('a run that ends before it could be cancelled shows its prospects, and the screen says that it was not cancelled', async () => {
    browser.expectErrors(/409/);
    await deleteRuns(service);
    const page = await open('prospects');
    await page.getByRole('combobox', { name: 'Company' }).fill('datad');
    await page.getByRole('option', { name: 'Datadog' }).click();
    const start = page.getByRole('button', { name: 'Start the run' }).and(page.locator(':enabled'));
    await start.waitFor();
    const block = await RunBlock.begin(service);
    await start.click();
    await page.getByRole('heading', { name: 'The run is under way' }).waitFor();
    const { id } = await onlyRun(service);
    await page.route('**/cancel', async (route) => {
      await block.end();
      await endOfRun(service, id);
      await route.continue();
    });
    await page.getByRole('button', { name: 'Cancel the run' }).click();
    const tooLate = 'The run was not cancelled, because it had already ended.';
    await page.getByText(tooLate).waitFor();
    await page.getByText('4 prospects, the best first').waitFor();
    // The button has disappeared, so the sentence has the focus.
    expect(await page.evaluate('document.activeElement.textContent')).toBe(tooLate);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the prospects screen starts no run for a tenant without credits, and says that no company matches a text', async () => {
    const { apiKey } = await service.issueKeyWithoutCredits('poor');
    const page = await browser.open(service.baseUrl, 'prospects', { apiKey });
    await page.getByText('A run needs 1 prospecting credit, and none is left.').waitFor();
    await page.getByText('credits grant poor prospecting 100').waitFor();
    await page.getByRole('combobox', { name: 'Company' }).fill('no such company');
    await page.getByText('No company was found. Try another spelling or its website.').waitFor();
    expect(await page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true);
  });
});

describeInBrowser('The screens of prospects say what failed', (browser) => {
  const open = (path: string): Promise<Page> => browser.open(service.baseUrl, path, { apiKey: service.apiKey });

  it('a failed request for the contact data of one prospect is shown in the card of this prospect', async () => {
    browser.expectErrors(/400/);
    const { page } = await openFinished(open);
    await page.route('**/v1/person/enrich', (route) => route.fulfill({ status: 400, json: { detail: 'Too tired.' } }));
    await page.getByRole('button', { name: 'Get e-mail and phone of' }).nth(1).click();
    const second = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '2.' }) });
    await second.getByRole('alert').getByText('No contact data was received.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await second.getByRole('alert').locator('strong').textContent()).toBe('No contact data was received.');
    await second.getByText('The service refused the request. Too tired.').waitFor();
  });

  it('a failed search for companies can be tried again without a change of the text', async () => {
    browser.expectErrors(/400/);
    const page = await open('prospects');
    await page.route('**/v1/companies?*', (route) => route.fulfill({ status: 400, json: { detail: 'Too tired.' } }));
    await page.getByRole('combobox', { name: 'Company' }).fill('datad');
    await page.getByRole('alert').getByText('The search for companies failed.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute('**/v1/companies?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('option', { name: 'Datadog' }).click();
  });

  it('the screen of a run that does not exist says so without an alarm, and leads to all runs', async () => {
    browser.expectErrors(/404/);
    const page = await open('prospects/999999');
    await page.getByText('There is no such run').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.getByRole('link', { name: 'All runs' }).click();
    await page.getByRole('combobox', { name: 'Company' }).waitFor();
  });

  it('a user cannot start a run while the teams could not be read, and can read the teams again', async () => {
    browser.expectErrors(/400/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.route('**/v1/teams', (route) => route.fulfill({ status: 400, json: { detail: 'Too tired.' } }));
    await page.getByRole('link', { name: 'Prospects' }).click();
    await page.getByText('The teams could not be read.').waitFor();
    await page.getByRole('combobox', { name: 'Company' }).fill('datad');
    await page.getByRole('option', { name: 'Datadog' }).click();
    expect(await page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Team').getByRole('option').allTextContents()).toEqual(['Not known']);
    await page.unroute('**/v1/teams');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Start the run' }).and(page.locator(':enabled')).waitFor();
  });

  it('a screen that says what failed does not also say that the console tries again', async () => {
    browser.expectErrors(/400|503/);
    const page = await browser.open(service.baseUrl, 'try', { apiKey: service.apiKey });
    await page.route('**/v1/prospecting/jobs?*', (route) => route.fulfill({ status: 400, json: { detail: 'Tired.' } }));
    // The console repeats this request by itself, and says so.
    await page.route('**/v1/teams', (route) => route.fulfill({ status: 503, json: { detail: 'Tired.' } }));
    await page.getByRole('link', { name: 'Prospects' }).click();
    await page.getByText('The console could not read the runs.').waitFor();
    const display = `document.querySelector('#main > .warn') && getComputedStyle(document.querySelector('#main > .warn')).display`;
    await eventually(async () => (await page.evaluate(display)) === 'none', 20_000);
  });

  it('the list of runs names the companies and fits a phone', async () => {
    const { page } = await openFinished(open);
    await page.getByRole('link', { name: 'All runs' }).click();
    const runs = page.getByRole('table', { name: 'Runs' });
    await runs.getByRole('link', { name: 'Datadog' }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const table = page.getByRole('group', { name: 'Runs, scrollable' });
    expect(await fitsWidth(table)).toBe(true);
    // A long name takes several lines.
    await runs
      .getByRole('link')
      .first()
      .evaluate((link) => ((link as unknown as { textContent: string }).textContent = 'Wide'.repeat(50)));
    await runs.getByText('WideWide').waitFor();
    expect(await fitsWidth(table)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describeInBrowser('The screen of a run protects the contact data of a tenant', (browser) => {
  it('a sign-out aborts the request for contact data, so that the next tenant does not see its answer', async () => {
    const { page } = await openFinished((path) => browser.open(service.baseUrl, path, { apiKey: service.apiKey }));
    // The request gets no answer, so it is under way until it is aborted.
    await page.route('**/v1/person/enrich', () => undefined);
    await Promise.all([
      page.waitForRequest('**/v1/person/enrich'),
      page.getByRole('button', { name: 'Get e-mail and phone of' }).first().click(),
    ]);
    await Promise.all([
      page.waitForEvent('requestfailed', (request) => request.url().endsWith('/v1/person/enrich')),
      page.getByRole('button', { name: 'Sign out' }).click(),
    ]);
  });
});

describeInBrowser('The screen of a run protects the service', (browser) => {
  it('the screen of a run reads the state of the run only while the tab is visible', async () => {
    const block = await RunBlock.begin(service);
    try {
      const path = `prospects/${await startRun(service, datadog)}`;
      const page = await browser.open(service.baseUrl, path, { apiKey: service.apiKey });
      await page.getByRole('heading', { name: 'The run is under way' }).waitFor();
      const isAsking = (): Promise<unknown> => page.waitForRequest(/\/v1\/prospecting\/jobs\/\d+$/);
      await isAsking();
      await page.clock.install();
      await setVisibility(page, 'hidden');
      let asked = 0;
      page.on('request', () => (asked += 1));
      await page.clock.runFor(60_000);
      expect(asked).toBe(0);
      await Promise.all([isAsking(), setVisibility(page, 'visible').then(() => page.clock.runFor(10_000))]);
      await page.getByRole('button', { name: 'Cancel the run' }).click();
    } finally {
      await block.end();
    }
  });
});

async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));`);
}
