import stringWidth from 'string-width';
import { printable } from '../platform/database/text.js';
import { csvRow } from '../platform/tables/csv.js';

/** The width of a terminal that does not report it. */
const defaultColumns = 80;
const columnGap = '  ';
/** The minimum width of a truncated column. */
const minColumnWidth = 12;
const ellipsis = '…';
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

type Members = Readonly<Record<string, unknown>>;

/** The capabilities of a terminal. */
interface Screen {
  /** Characters in a line; undefined or 0 if the terminal does not report it. */
  readonly columns?: number | undefined;
  readonly hasColors: boolean;
}

/**
 * Formats a document for a terminal: a list of objects as a table, an object as one line for each member.
 * @param document a value for JSON
 */
export function formatDocument(document: unknown, screen: Screen): string {
  if (isList(document)) return document.length === 0 ? 'None\n' : formatList(document, screen);
  return isMembers(document) ? formatObject(document, screen) : `${formatValue(document)}\n`;
}

function formatList(records: readonly Members[], screen: Screen): string {
  return table(records, screen) ?? records.map((record) => formatObject(record, screen)).join('\n');
}

/** Members that are lists of objects follow the others as tables. */
function formatObject(members: Members, screen: Screen): string {
  const entries = Object.entries(members);
  const plain = entries.filter(([, value]) => !isList(value) || value.length === 0);
  const widest = Math.max(0, ...plain.map(([name]) => name.length));
  const lines = plain.map(([name, value]) => `${formatName(name).padEnd(widest)}${columnGap}${formatValue(value)}\n`);
  const lists = entries.flatMap(([name, value]) =>
    isList(value) && value.length > 0 ? [`\n${bold(formatName(name), screen)}\n${formatList(value, screen)}`] : [],
  );
  return [...lines, ...lists].join('');
}

/** Omits columns without values and truncates long texts. @returns null if the screen is too narrow */
function table(records: readonly Members[], screen: Screen): string | null {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names
    .map((name) => ({ name, values: records.map((record) => record[name] ?? null) }))
    .filter(({ values }, index) => index === 0 || values.some((value) => value !== null))
    .map(({ name, values }) => ({
      cells: [formatName(name), ...values.map(formatValue)],
      isNumeric: values.every((value) => value === null || typeof value === 'number'),
    }));
  const natural = columns.map(({ cells }) => Math.max(...cells.map((cell) => stringWidth(cell))));
  const widths = fitWidths(natural, columnsOf(screen));
  if (widths === null) return null;
  const line = (row: number): string =>
    columns
      .map(({ cells, isNumeric }, index) => padded(cells[row] ?? '', widths[index] ?? 0, isNumeric ? 'right' : 'left'))
      .join(columnGap)
      .trimEnd();
  const body = records.map((_, row) => `${line(row + 1)}\n`);
  return [`${bold(line(0), screen)}\n`, ...body].join('');
}

/** Some terminals report 0 columns. */
function columnsOf({ columns = 0 }: Screen): number {
  return columns > 0 ? columns : defaultColumns;
}

/** Narrows the widest columns until a line fits; never the first one, which identifies the record. */
function fitWidths(natural: readonly number[], columns: number): number[] | null {
  const widths = [...natural];
  const between = columnGap.length * (widths.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, between) - columns;
  while (excess > 0) {
    const widest = Math.max(...widths.slice(1));
    if (widths.length < 2 || widest <= minColumnWidth) return null;
    widths[widths.indexOf(widest, 1)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

function padded(text: string, width: number, side: 'left' | 'right'): string {
  const cell = truncate(text, width);
  const space = ' '.repeat(Math.max(0, width - stringWidth(cell)));
  return side === 'left' ? `${cell}${space}` : `${space}${cell}`;
}

function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (stringWidth(kept + character) >= width) break;
    kept += character;
  }
  return `${kept}${ellipsis}`;
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return formatValue(value.toISOString());
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? '-' : printable(value.join(', '));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replace(time, '$1 $2Z');
}

function formatName(name: string): string {
  return printable(name).replaceAll('_', ' ');
}

function bold(text: string, { hasColors }: Screen): string {
  return hasColors ? `\u001b[1m${text}\u001b[22m` : text;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function isList(value: unknown): value is readonly Members[] {
  return Array.isArray(value) && value.every(isMembers);
}

const indent = 6;
const maxWidth = 100;
const minSheetWidth = 40;

interface SheetJob {
  readonly job_id: number;
  readonly status: string;
  readonly company_network_url: string;
  readonly failure_reason: string | null;
  /** Null where it is not known. */
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

/** The columns of the company and the run, then those of the person, best known first. */
const jobColumns = ['company_name', 'company_network_url', 'job_id', 'team'] as const;
const prospectColumns = [
  ...['composite_score', 'full_name', 'title_name', 'location_name', 'network_url', 'ai_reasoning'],
  ...['region', 'prospect_tags', 'connecting_employee_network_url'],
] as const;

/** The first row of the table of prospects, in CSV. */
export const prospectRowHead = csvRow([...jobColumns, 'rank', ...prospectColumns]);

/** A prospect of a job as a row of CSV. @param rank from 1 */
export function prospectRow(job: RowJob, prospect: Prospect, rank: number): string {
  const ofJob = jobColumns.map((name) => job[name]);
  return csvRow([...ofJob, rank, ...prospectColumns.map((name) => prospect[name])]);
}
