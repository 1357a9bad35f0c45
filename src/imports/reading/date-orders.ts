import type { SourceEntry } from './text-lines.js';
import { type DateOrder, type OrderEvidence, orderEvidence } from './written-dates.js';

/** The columns with dates in a table, and the function that is told the order of day and month of a column. */
export interface DateColumns {
  /** The names of the columns with dates. */
  readonly dateColumns: readonly string[];
  setOrder(column: string, order: DateOrder): void;
}

/**
 * The maximum number of records of a stream, and of their bytes, that are kept back until a date shows the order of its column.
 */
const maxHeld = 10_000;
const maxHeldBytes = 16_777_216;

/**
 * Passes on the records of a table. Before it does, it decides for each column with dates whether the day or the month is first.
 * `03/04/2026` does not show the order, but `13/04/2026` in any row of the column does. A column without such a date has the
 * order of another column of the file, else the month first for dates with a slash, and the day first for dates with a hyphen.
 * @param again reads the same table from its start; null for a stream, whose next records are read ahead instead
 * @param onNote called when a column does not show its order, or shows both
 */
export async function* withDateOrders(
  entries: AsyncIterable<SourceEntry>,
  columns: DateColumns,
  again: (() => AsyncIterable<SourceEntry>) | null,
  onNote: (note: string) => void,
): AsyncGenerator<SourceEntry> {
  const unread = entries[Symbol.asyncIterator]();
  const held: SourceEntry[] = [];
  const orders = new Map<string, DateOrder>();
  const noted = new Set<string>();
  const note = (column: string, text: string): void => {
    if (noted.has(column)) return;
    noted.add(column);
    onNote(text);
  };
  const decide = (column: string, order: DateOrder): void => {
    orders.set(column, order);
    columns.setOrder(column, order);
  };
  try {
    for (;;) {
      const next = held.shift() ?? (await valueOf(unread));
      if (next === undefined) return;
      for (const column of columns.dateColumns) {
        const evidence = evidenceOf(next, column);
        if (evidence === null) continue;
        const order = orders.get(column);
        if (evidence !== 'either') {
          if (order === undefined) decide(column, evidence);
          else if (order !== evidence) note(column, mixedNote(column, order));
        } else if (order === undefined) {
          const shown = again === null ? await lookAhead(unread, held, column) : await firstEvidence(again(), column);
          const other = [...orders.values()][0];
          if (shown === null) note(column, ambiguousNote(column, textOf(next, column), other ?? usual(next, column)));
          decide(column, shown ?? other ?? usual(next, column));
        }
      }
      yield next;
    }
  } finally {
    await unread.return?.();
  }
}

async function valueOf(unread: AsyncIterator<SourceEntry>): Promise<SourceEntry | undefined> {
  const next = await unread.next();
  return next.done === true ? undefined : next.value;
}

function textOf(entry: SourceEntry, column: string): string {
  const value = 'record' in entry ? entry.record[column] : undefined;
  return typeof value === 'string' ? value : '';
}

function evidenceOf(entry: SourceEntry, column: string): OrderEvidence | null {
  const text = textOf(entry, column);
  return text === '' ? null : orderEvidence(text);
}

async function firstEvidence(entries: AsyncIterable<SourceEntry>, column: string): Promise<DateOrder | null> {
  for await (const entry of entries) {
    const evidence = evidenceOf(entry, column);
    if (evidence !== null && evidence !== 'either') return evidence;
  }
  return null;
}

async function lookAhead(
  unread: AsyncIterator<SourceEntry>,
  held: SourceEntry[],
  column: string,
): Promise<DateOrder | null> {
  for (const entry of held) {
    const evidence = evidenceOf(entry, column);
    if (evidence !== null && evidence !== 'either') return evidence;
  }
  let bytes = 0;
  while (held.length < maxHeld && bytes < maxHeldBytes) {
    const next = await valueOf(unread);
    if (next === undefined) return null;
    held.push(next);
    bytes += 'bytes' in next ? next.bytes : 0;
    const evidence = evidenceOf(next, column);
    if (evidence !== null && evidence !== 'either') return evidence;
  }
  return null;
}

/** Programs that write dates with slashes are most often American. */
function usual(entry: SourceEntry, column: string): DateOrder {
  return textOf(entry, column).includes('/') ? 'month first' : 'day first';
}

function ambiguousNote(column: string, text: string, order: DateOrder): string {
  return (
    `The dates of the column "${shown(column)}", such as ${text.slice(0, 10)}, do not show whether the day or the month is first; ` +
    `they were read with the ${order}. If that is wrong, write them as 2026-07-24 and import the file again`
  );
}

function mixedNote(column: string, order: DateOrder): string {
  return (
    `The column "${shown(column)}" has dates with the day first and dates with the month first; ` +
    `those that could be either were read with the ${order}`
  );
}

const maxShownLength = 60;

function shown(column: string): string {
  return column.slice(0, maxShownLength);
}
