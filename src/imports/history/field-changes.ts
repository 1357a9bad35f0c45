import { derivedColumns, type JsonRow, listTables } from './history-tables.js';

/** What one statement of an import changed in one table of a record, as the history has it. */
export interface RecordedChange {
  readonly table: string;
  /** See the table `import_change`. */
  readonly before: readonly JsonRow[] | null;
  readonly after: readonly JsonRow[] | null;
}

/** The change of one field of a record. */
export interface FieldChange {
  /** The name of the field in a file to import; `record` if the record itself was removed or brought back. */
  readonly field: string;
  /** The value before; of a list only the items that were removed or replaced; null for none. */
  readonly before: unknown;
  /** The value after; of a list only the items that were added or that replace others; null for none. */
  readonly after: unknown;
}

/**
 * The fields of a record that differ after all its changes. Changes that cancel each other are left out.
 * @param changes the changes of one record in their order
 */
export function fieldChanges(changes: readonly RecordedChange[]): FieldChange[] {
  const own = changes.filter(({ table }) => table === 'company' || table === 'person');
  const lists = Object.entries(listTables).flatMap(([table, { field, shown }]) => {
    const ofTable = changes.filter((change) => change.table === table);
    return field === null || ofTable.length === 0 ? [] : listChange(field, shown, ofTable);
  });
  return [...valueChanges(own), ...lists];
}

function valueChanges(changes: readonly RecordedChange[]): FieldChange[] {
  const whole = changes.filter(({ before, after }) => before === null || after === null);
  const [first] = whole;
  if (first !== undefined) {
    const last = whole.at(-1);
    const existedBefore = first.before !== null;
    const existsAfter = last?.after !== null;
    if (existedBefore === existsAfter) return [];
    return [{ field: 'record', before: existedBefore ? 'stored' : null, after: existsAfter ? 'stored' : null }];
  }
  const before = new Map<string, unknown>();
  const after = new Map<string, unknown>();
  for (const change of changes) {
    for (const [name, value] of Object.entries(change.before?.[0] ?? {}))
      if (!before.has(name)) before.set(name, value);
    for (const [name, value] of Object.entries(change.after?.[0] ?? {})) after.set(name, value);
  }
  return [...before]
    .filter(([name, value]) => !derivedColumns.includes(name) && !isEqual(value, after.get(name)))
    .map(([field, value]) => ({ field, before: orNull(value), after: orNull(after.get(field)) }));
}

function listChange(field: string, shown: readonly string[], changes: readonly RecordedChange[]): FieldChange[] {
  /** For each item how often it was added less how often it was removed. */
  const balance = new Map<string, number>();
  const note = (rows: readonly JsonRow[] | null, sign: 1 | -1): void => {
    for (const row of rows ?? []) {
      const item = JSON.stringify(itemOf(row, shown));
      balance.set(item, (balance.get(item) ?? 0) + sign);
    }
  };
  for (const { before, after } of changes) {
    note(before, -1);
    note(after, 1);
  }
  const itemsOf = (sign: 1 | -1): unknown[] | null => {
    const items = [...balance].filter(([, count]) => count * sign > 0).map(([item]) => JSON.parse(item) as unknown);
    return items.length === 0 ? null : items;
  };
  const [removed, added] = [itemsOf(-1), itemsOf(1)];
  return removed === null && added === null ? [] : [{ field, before: removed, after: added }];
}

function itemOf(row: JsonRow, shown: readonly string[]): unknown {
  const [name = '', ...others] = shown;
  if (others.length === 0) return row[name];
  return Object.fromEntries(shown.flatMap((each) => (isBlank(row[each]) ? [] : [[each, row[each]]])));
}

function isBlank(value: unknown): boolean {
  return value === null || value === undefined;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(orNull(one)) === JSON.stringify(orNull(other));
}

/** An empty list of texts counts as no value. */
function orNull(value: unknown): unknown {
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}
