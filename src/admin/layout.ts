import stringWidth from 'string-width';
import { printable } from '../platform/database/text.js';

/** Of a terminal that does not tell how wide it is. */
const usualColumns = 80;
const columnGap = '  ';
/** A column is cut to no less, so that what is left still says something. */
const narrowest = 12;
const ellipsis = '…';
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

type Members = Readonly<Record<string, unknown>>;

/** What a terminal can show. */
interface Screen {
  /** Characters in a line; undefined or 0 where it does not tell. */
  readonly columns?: number | undefined;
  readonly hasColors: boolean;
}

/**
 * A document as people read it: a list of objects as a table, an object as its members one below the other.
 * @param document as it is told as JSON
 */
export function laidOut(document: unknown, screen: Screen): string {
  if (isList(document)) return document.length === 0 ? 'None\n' : listed(document, screen);
  return isMembers(document) ? sheet(document, screen) : `${shown(document)}\n`;
}

function listed(records: readonly Members[], screen: Screen): string {
  return table(records, screen) ?? records.map((record) => sheet(record, screen)).join('\n');
}

/** Members that are lists of objects come last, as tables of their own. */
function sheet(members: Members, screen: Screen): string {
  const entries = Object.entries(members);
  const plain = entries.filter(([, value]) => !isList(value) || value.length === 0);
  const widest = Math.max(0, ...plain.map(([name]) => name.length));
  const lines = plain.map(([name, value]) => `${titled(name).padEnd(widest)}${columnGap}${shown(value)}\n`);
  const lists = entries.flatMap(([name, value]) =>
    isList(value) && value.length > 0 ? [`\n${emphasised(titled(name), screen)}\n${listed(value, screen)}`] : [],
  );
  return [...lines, ...lists].join('');
}

/** Null where the screen is too narrow for so many columns. Columns without a value are left out, and long texts cut. */
function table(records: readonly Members[], screen: Screen): string | null {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names
    .map((name) => ({ name, values: records.map((record) => record[name] ?? null) }))
    .filter(({ values }, index) => index === 0 || values.some((value) => value !== null))
    .map(({ name, values }) => ({
      cells: [titled(name), ...values.map(shown)],
      isNumeric: values.every((value) => value === null || typeof value === 'number'),
    }));
  const natural = columns.map(({ cells }) => Math.max(...cells.map((cell) => stringWidth(cell))));
  const widths = fitted(natural, columnsOf(screen));
  if (widths === null) return null;
  const line = (row: number): string =>
    columns
      .map(({ cells, isNumeric }, index) => padded(cells[row] ?? '', widths[index] ?? 0, isNumeric ? 'right' : 'left'))
      .join(columnGap)
      .trimEnd();
  const body = records.map((_, row) => `${line(row + 1)}\n`);
  return [`${emphasised(line(0), screen)}\n`, ...body].join('');
}

/** Some terminals say that they have none. */
function columnsOf({ columns = 0 }: Screen): number {
  return columns > 0 ? columns : usualColumns;
}

/** Takes from the widest columns until a line fits; never from the first, which names the record. */
function fitted(natural: readonly number[], columns: number): number[] | null {
  const widths = [...natural];
  const between = columnGap.length * (widths.length - 1);
  let excess = widths.reduce((sum, width) => sum + width, between) - columns;
  while (excess > 0) {
    const widest = Math.max(...widths.slice(1));
    if (widths.length < 2 || widest <= narrowest) return null;
    widths[widths.indexOf(widest, 1)] = widest - 1;
    excess -= 1;
  }
  return widths;
}

function padded(text: string, width: number, side: 'left' | 'right'): string {
  const cell = cut(text, width);
  const space = ' '.repeat(Math.max(0, width - stringWidth(cell)));
  return side === 'left' ? `${cell}${space}` : `${space}${cell}`;
}

function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let kept = '';
  for (const character of text) {
    if (stringWidth(kept + character) >= width) break;
    kept += character;
  }
  return `${kept}${ellipsis}`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return shown(value.toISOString());
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.length === 0 ? '-' : printable(value.join(', '));
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return printable(typeof value === 'string' ? value : JSON.stringify(value)).replace(time, '$1 $2Z');
}

function titled(name: string): string {
  return printable(name).replaceAll('_', ' ');
}

function emphasised(text: string, { hasColors }: Screen): string {
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
const narrowestSheet = 40;

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
  const width = Math.max(narrowestSheet, Math.min(maxWidth, columns));
  const outcome = job.failure_reason === null ? job.status : `${job.status}: ${printable(job.failure_reason)}`;
  const heading = `Job ${job.job_id}, ${printable(job.company_network_url)}: ${outcome}, ${prospects.length} prospects`;
  const entries = prospects.map((prospect, index) => entryOf(prospect, index + 1, width));
  return `${[heading, ...entries].join('\n\n')}\n`;
}

function entryOf(prospect: Prospect, rank: number, width: number): string {
  const score = Number(prospect.composite_score).toFixed(1);
  const about = [prospect.title_name, prospect.location_name].map(printed).filter((part) => part !== '');
  const first = `${`${rank}.`.padEnd(indent)}${score.padStart(5)}  ${printed(prospect.full_name)}`;
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
  const margin = ' '.repeat(indent);
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
