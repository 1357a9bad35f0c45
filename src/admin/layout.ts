import stringWidth from 'string-width';
import { printable } from '../platform/database/text.js';

/** The width that is used if the terminal does not report its width. */
const defaultColumns = 80;
const columnGap = '  ';
/** The minimum width of a truncated column. */
const minColumnWidth = 12;
const ellipsis = '…';
const time = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

type Members = Readonly<Record<string, unknown>>;

/** The capabilities of a terminal. */
interface Screen {
  /** The number of characters in a line of the terminal; undefined or 0 if the terminal does not report it. */
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

/** Members that are lists of objects are printed as tables, after all other members. */
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

/**
 * Narrows the widest columns until a line fits into the terminal. The first column is never narrowed, because it identifies
 * the record.
 */
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
