import { printable } from '../platform/database/text.js';
import { csvRow } from '../platform/tables/csv.js';
import type { RunResults } from '../prospecting/results/run-results.service.js';

const indent = 6;
const maxWidth = 100;
const minSheetWidth = 40;

interface SheetJob {
  readonly job_id: number;
  readonly status: string;
  readonly company_network_url: string;
  readonly failure_reason: string | null;
  /** The name of the company; null if it is not known. */
  readonly company_name?: string | null;
}

type Prospect = Readonly<Record<string, unknown>>;

/**
 * Formats the prospects of a job for a terminal: rank, score, name, title, location, profile page and reasoning.
 * @param columns the width of the terminal
 */
export function prospectSheet(job: SheetJob, prospects: readonly Prospect[], columns: number): string {
  const width = Math.max(minSheetWidth, Math.min(maxWidth, columns));
  const outcome = job.failure_reason === null ? job.status : `${job.status}: ${printable(job.failure_reason)}`;
  const page = printable(job.company_network_url);
  const company = typeof job.company_name === 'string' ? `${printable(job.company_name)} (${page})` : page;
  const heading = `Job ${job.job_id}, ${company}: ${outcome}, ${prospects.length} prospects`;
  const entries = prospects.map((prospect, index) => entryOf(prospect, index + 1, width));
  return `${[heading, ...entries].join('\n\n')}\n`;
}

function entryOf(prospect: Prospect, rank: number, width: number): string {
  const score = Number(prospect.composite_score).toFixed(1);
  const about = [prospect.title_name, prospect.location_name].map(printableText).filter((part) => part !== '');
  const first = `${`${rank}.`.padEnd(indent)}${score.padStart(5)}  ${printableText(prospect.full_name)}`;
  const details = [about.join(', '), printableText(prospect.network_url)].filter((line) => line !== '');
  const reasoning = typeof prospect.ai_reasoning === 'string' ? prospect.ai_reasoning : '';
  const paragraphs = reasoning.split('\n').map(printableText);
  return [
    first,
    ...details.flatMap((line) => wrap(line, width)),
    '',
    ...paragraphs.flatMap((line) => wrap(line, width)),
  ].join('\n');
}

/** Wraps a text into indented lines; a word longer than a line is not split, so that URLs stay clickable. */
function wrap(text: string, width: number): string[] {
  const margin = ' '.repeat(indent);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${margin}${word}`);
  }
  return lines.map((line) => line.trimEnd());
}

function printableText(value: unknown): string {
  return typeof value === 'string' ? printable(value) : '';
}

interface RowJob extends SheetJob {
  readonly team: string | null;
}

/**
 * The columns of the table. First those of the company and the run, then those of the prospect, the most important
 * first.
 */
const jobColumns = ['company_name', 'company_network_url', 'job_id', 'team'] as const;
const prospectColumns = [
  ...['composite_score', 'full_name', 'title_name', 'location_name', 'network_url', 'ai_reasoning'],
  ...['region', 'prospect_tags', 'connecting_employee_network_url'],
] as const;

/** The first row of the table of prospects, in CSV. */
const prospectRowHead = csvRow([...jobColumns, 'rank', ...prospectColumns]);

/** A prospect of a job as a row of CSV. @param rank from 1 */
function prospectRow(job: RowJob, prospect: Prospect, rank: number): string {
  const ofJob = jobColumns.map((name) => job[name]);
  return csvRow([...ofJob, rank, ...prospectColumns.map((name) => prospect[name])]);
}

/** How the results of runs are printed. */
interface ResultsForm {
  readonly head: string;
  readonly separator: string;
  run(results: RunResults): string;
  end(counts: Readonly<Record<RunResults['job']['status'], number>>): string;
}

export const jsonForm: ResultsForm = {
  head: '{"runs":[',
  separator: ',',
  run: ({ job, companyName, prospects }) =>
    JSON.stringify({
      ...job,
      company_name: companyName,
      total_results: prospects.length,
      resulting_prospects: prospects,
    }),
  end: (counts) => `],${JSON.stringify(counts).slice(1)}\n`,
};

export const csvForm: ResultsForm = {
  head: prospectRowHead,
  separator: '',
  run: ({ job, companyName, prospects }) =>
    prospects
      .map((prospect, index) => prospectRow({ ...job, company_name: companyName }, prospect, index + 1))
      .join(''),
  end: () => '',
};

export function sheetForm(columns: number): ResultsForm {
  return {
    head: '',
    separator: '\n',
    run: ({ job, companyName, prospects }) => prospectSheet({ ...job, company_name: companyName }, prospects, columns),
    end: ({ success, failed, running }) => (success + failed + running === 0 ? 'None\n' : ''),
  };
}
