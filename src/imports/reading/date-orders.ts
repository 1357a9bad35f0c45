import type { ReadingEvent } from './reading-events.js';
import type { SourceEntry } from './ndjson-records.js';
import { type DateOrder, type OrderEvidence, orderEvidence } from './written-dates.js';

/** The columns of a table that have dates, and the function that sets whether the day or the month is first in a column. */
export interface DateColumns {
  /** The names of the columns with dates. */
  readonly dateColumns: readonly string[];
  setOrder(column: string, order: DateOrder): void;
}

/**
 * The maximum number of records of a stream that are read ahead while a date is sought that shows the order of its column. The next
 * constant limits their size in bytes.
 */
const maxHeld = 10_000;
const maxHeldBytes = 16_777_216;

/**
 * Yields the records of a table unchanged. Before it yields a record with dates, it decides for their columns whether the day or the month
 * is first. `03/04/2026` does not show the order, but `13/04/2026` in any row of the column does.
 *
 * If no date of a column shows the order, the column gets the order of another column of the file. If no column shows an order, dates with
 * a slash have the month first, and dates with a hyphen the day first.
 * @param again reads the same table from its start; null for a stream, which is read ahead instead
 * @param observe called if no date of a column shows the order, or if its dates show both orders; at most once for each column
 */
export async function* withDateOrders(
  entries: AsyncIterable<SourceEntry>,
  columns: DateColumns,
  again: (() => AsyncIterable<SourceEntry>) | null,
  observe: (event: ReadingEvent) => void,
): AsyncGenerator<SourceEntry> {
  const unread = entries[Symbol.asyncIterator]();
  const held: SourceEntry[] = [];
  const orders = new Map<string, DateOrder>();
  const noted = new Set<string>();
  const note = (event: ReadingEvent & { readonly column: string }): void => {
    if (noted.has(event.column)) return;
    noted.add(event.column);
    observe(event);
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
          else if (order !== evidence) note({ kind: 'mixed dates', column, order });
        } else if (order === undefined) {
          const shown = again === null ? await lookAhead(unread, held, column) : await firstEvidence(again(), column);
          const other = [...orders.values()][0];
          const decided = shown ?? other ?? usual(next, column);
          if (shown === null) note({ kind: 'ambiguous dates', column, example: textOf(next, column), order: decided });
          decide(column, decided);
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

/** The order that is assumed without evidence. Programs that write dates with slashes are most often American. */
function usual(entry: SourceEntry, column: string): DateOrder {
  return textOf(entry, column).includes('/') ? 'month first' : 'day first';
}
