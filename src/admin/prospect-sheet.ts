import { printable } from '../platform/database/text.js';

const INDENT = 6;
const WIDEST = 100;
const NARROWEST = 40;

interface SheetJob {
  readonly job_id: number;
  readonly status: string;
  readonly company_network_url: string;
  readonly failure_reason: string | null;
}

type Prospect = Readonly<Record<string, unknown>>;

/**
 * The prospects of a job as people read them: rank, score, name, title, place and page, and the reasoning beneath.
 * @param columns width of the terminal
 */
export function prospectSheet(job: SheetJob, prospects: readonly Prospect[], columns: number): string {
  const width = Math.max(NARROWEST, Math.min(WIDEST, columns));
  const outcome = job.failure_reason === null ? job.status : `${job.status}: ${printable(job.failure_reason)}`;
  const heading = `Job ${job.job_id}, ${printable(job.company_network_url)}: ${outcome}, ${prospects.length} prospects`;
  const entries = prospects.map((prospect, index) => entryOf(prospect, index + 1, width));
  return `${[heading, ...entries].join('\n\n')}\n`;
}

function entryOf(prospect: Prospect, rank: number, width: number): string {
  const score = Number(prospect.composite_score).toFixed(1);
  const about = [prospect.title_name, prospect.location_name].map(printed).filter((part) => part !== '');
  const first = `${`${rank}.`.padEnd(INDENT)}${score.padStart(5)}  ${printed(prospect.full_name)}`;
  const under = [about.join(', '), printed(prospect.network_url)].filter((line) => line !== '');
  const reasoning = typeof prospect.ai_reasoning === 'string' ? prospect.ai_reasoning : '';
  const paragraphs = reasoning.split('\n').map(printed);
  return [
    first,
    ...under.flatMap((line) => wrapped(line, width)),
    '',
    ...paragraphs.flatMap((line) => wrapped(line, width)),
  ].join('\n');
}

/** Lines of whole words, moved in; a word that is longer than a line stays in one piece, so that a page can be opened. */
function wrapped(text: string, width: number): string[] {
  const margin = ' '.repeat(INDENT);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${margin}${word}`);
  }
  return lines.map((line) => line.trimEnd());
}

function printed(value: unknown): string {
  return typeof value === 'string' ? printable(value) : '';
}
