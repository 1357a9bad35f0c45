// Starts prospecting for a list of companies and writes the prospects to a CSV file:
//
//   npm run example -- prospect-companies pages.txt prospects.csv [team] [e-mail of the client]
//
// The list has the profile page of a company in each line. Empty lines and lines that begin with # are skipped. If it is started again
// with the same list within 24 hours, it finds the runs of the first start, which are not charged again. The environment variables
// DATA_ACCESS_URL and DATA_ACCESS_KEY have the address of the service and the API key.
import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { DataAccessClient, InsufficientCredits, type Prospect, RunFailed, ValidationFailed } from 'data-access-client';

const { DATA_ACCESS_URL: baseUrl = 'http://127.0.0.1:3000', DATA_ACCESS_KEY: apiKey = '' } = process.env;
const [input, output, team_name, client_email] = process.argv.slice(2);
if (input === undefined || output === undefined)
  throw new Error('Usage: npm run example -- prospect-companies PAGES.txt PROSPECTS.csv [TEAM] [E-MAIL-OF-THE-CLIENT]');

const report = (text: string): void => void process.stderr.write(`${text}\n`);
const client = new DataAccessClient({
  baseUrl,
  apiKey,
  maxWait: 300_000,
  onRetry: ({ error, delay }) => report(`${error.message}; the next attempt is in ${Math.round(delay / 1_000)} s`),
});

interface Run {
  readonly page: string;
  readonly jobId: number;
}

/** Starts a run for each page, until the credits are used up. @returns the runs that were started */
async function startRuns(pages: readonly string[]): Promise<Run[]> {
  const list = createHash('sha256')
    .update([team_name, client_email, ...pages].join('\n'))
    .digest('hex');
  const runs: Run[] = [];
  for (const [index, page] of pages.entries()) {
    const request = { network_url: page, team_name, client_email };
    try {
      const { job_id } = await client.prospecting.start(request, { idempotencyKey: `${list}:${index}` });
      runs.push({ page, jobId: job_id });
    } catch (error) {
      if (error instanceof InsufficientCredits) {
        report(`The credits are used up. No run was started for ${pages.length - index} companies`);
        return runs;
      }
      if (!(error instanceof ValidationFailed)) throw error;
      report(`${page}: ${error.faults[0]?.msg ?? 'refused'}`);
    }
  }
  return runs;
}

const columns = [
  'title_name',
  'network_url',
  'composite_score',
  'location_name',
  'prospect_tags',
  'ai_reasoning',
] as const;

function lineOfProspect(page: string, rank: number, prospect: Prospect): string {
  return lineOf([page, rank, prospect.full_name, ...columns.map((name) => prospect[name])]);
}

/** A line of the CSV file, with quoted cells. A text that begins like a formula gets an apostrophe, so that spreadsheets do not run it. */
function lineOf(cells: readonly (string | number | readonly string[])[]): string {
  const texts = cells.map((cell) => (Array.isArray(cell) ? cell.join('; ') : String(cell)));
  return `${texts.map((text) => `"${text.replace(/^(?=[=+@-])/, "'").replaceAll('"', '""')}"`).join(',')}\n`;
}

const lines = (await readFile(input, 'utf8')).split(/\r?\n/).map((line) => line.trim());
const runs = await startRuns(lines.filter((line) => line !== '' && !line.startsWith('#')));
report(`${runs.length} runs are under way`);
const sheet = await open(output, 'w');
try {
  await sheet.write(lineOf(['company', 'rank', 'full_name', ...columns]));
  for (const { page, jobId } of runs) {
    try {
      const { resulting_prospects: prospects } = await client.prospecting.waitForResults(jobId);
      for (const [index, prospect] of prospects.entries()) await sheet.write(lineOfProspect(page, index + 1, prospect));
      report(`${page}: ${prospects.length} prospects`);
    } catch (error) {
      if (!(error instanceof RunFailed)) throw error;
      report(`${page}: ${error.job.failure_reason ?? 'failed'}`);
    }
  }
} finally {
  await sheet.close();
}
