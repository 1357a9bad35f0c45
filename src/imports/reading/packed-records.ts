import { isNested } from './nested-records.js';
import { maxLineBytes } from '../../table-reading/text-lines.js';
import type { SourceEntry, SourceRecord } from './ndjson-records.js';

type Members = Readonly<Record<string, unknown>>;

/** Says which members a record has. This distinguishes a record from an object that packs several records. */
interface KnownMembers {
  /** Whether a member with this name fills a field. */
  isKnown(name: string): boolean;
}

/** The maximum depth of the list of records in the answer of an API: `{ "data": { "companies": { "results": […] } } }`. */
const maxDepth = 4;
const wholeNumber = /^[0-9]+$/;

/**
 * Yields the records that are packed into one object instead of the object. Such an object is the answer of an API, such as
 * `{ "total": 2, "results": [{…}, {…}] }`, or a table as pandas writes it. Any other entry is yielded as it is.
 */
export async function* unpackedRecords(
  entries: AsyncIterable<SourceEntry>,
  members: KnownMembers,
): AsyncGenerator<SourceEntry> {
  // A file has either records or packing objects. So if the first object is a record, the later ones are not checked.
  let isPacked = true;
  for await (const entry of entries) {
    const isCandidate: boolean = isPacked && 'record' in entry && mayPack(entry.record);
    const records: readonly unknown[] | null =
      isCandidate && 'record' in entry ? recordsIn(entry.record, members, maxDepth) : null;
    isPacked &&= records !== null || !('record' in entry);
    if (!('record' in entry) || records === null) yield withLimit(entry);
    else yield* unpacked(entry, records);
  }
}

function* unpacked({ line, bytes }: SourceRecord, records: readonly unknown[]): Generator<SourceEntry> {
  const size = Math.ceil(bytes / Math.max(1, records.length));
  for (const [index, record] of records.entries()) {
    if (isNested(record)) yield { line, bytes: size, record };
    else yield { line, reason: `item ${index + 1} of the list of records is not a JSON object` };
  }
}

/** Rejects a record that is too long. Only an object that packs records may be longer than a record. */
function withLimit(entry: SourceEntry): SourceEntry {
  if (!('record' in entry) || entry.bytes <= maxLineBytes) return entry;
  return { line: entry.line, reason: `the record is longer than ${maxLineBytes} bytes` };
}

/** Whether an object may pack records. Most records have a text as their first member, which a packing object seldom has. */
function mayPack(record: Members): boolean {
  for (const name in record) if (typeof record[name] === 'object' && record[name] !== null) return true;
  return false;
}

/** The records that an object packs; null if it is a record itself. */
function recordsIn(object: Members, members: KnownMembers, depth: number): readonly unknown[] | null {
  const values = Object.entries(object);
  if (values.some(([name, value]) => isValue(value) && members.isKnown(name))) return null;
  const table = recordsOfTable(object) ?? recordsOfColumns(values, members) ?? recordsByIndex(values);
  if (table !== null) return table;
  const lists = values.filter(([name, value]) => isListOfObjects(value) && !members.isKnown(name));
  const [list, ...others] = lists;
  if (list !== undefined) return others.length === 0 ? (list[1] as unknown[]) : null;
  const found = values.flatMap(([name, value]) => {
    return depth > 1 && isNested(value) && !members.isKnown(name) ? [recordsIn(value, members, depth - 1)] : [];
  });
  const inner = found.filter((records) => records !== null);
  return inner.length === 1 ? (inner[0] ?? null) : null;
}

/** Whether a member has a text, or a list of texts. Numbers do not count, because answers have some, such as the number of a page. */
function isValue(value: unknown): boolean {
  return typeof value === 'string' || (Array.isArray(value) && typeof value[0] === 'string');
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isNested);
}

/** Reads a table that pandas wrote with `orient="split"`: the names of the columns, and each row as a list of values. */
function recordsOfTable({ columns, data }: Members): unknown[] | null {
  if (!Array.isArray(columns) || !Array.isArray(data) || !columns.every((name) => typeof name === 'string'))
    return null;
  if (!data.every((row) => Array.isArray(row))) return null;
  return (data as unknown[][]).map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]])));
}

/** Reads a table that pandas wrote with its default: `{ "name": { "0": "Acme", "1": "Globex" } }`, by column and number of the row. */
function recordsOfColumns(columns: readonly (readonly [string, unknown])[], members: KnownMembers): unknown[] | null {
  const [first] = columns;
  if (first === undefined || !columns.some(([name]) => members.isKnown(name)) || !isNested(first[1])) return null;
  const rows = Object.keys(first[1]);
  if (rows.length === 0 || !columns.every(([, column]) => isNested(column) && hasKeys(column, rows))) return null;
  return rows.map((row) => Object.fromEntries(columns.map(([name, column]) => [name, (column as Members)[row]])));
}

function hasKeys(column: Members, rows: readonly string[]): boolean {
  return Object.keys(column).length === rows.length && rows.every((row) => wholeNumber.test(row) && row in column);
}

/** Reads a table that pandas wrote with `orient="index"`: `{ "0": {…}, "1": {…} }`, one record for each number of a row. */
function recordsByIndex(rows: readonly (readonly [string, unknown])[]): unknown[] | null {
  const isIndexed = rows.length > 0 && rows.every(([name, row]) => wholeNumber.test(name) && isNested(row));
  return isIndexed ? rows.map(([, row]) => row) : null;
}
