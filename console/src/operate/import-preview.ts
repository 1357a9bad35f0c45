// Reads the beginning of a file that an operator wants to import. This code is large, so it is loaded when a file is chosen.
import { companyShape, personShape, signalShape } from '../../../src/imports/reading/record-shapes.js';
import { ColumnNaming } from '../../../src/table-reading/column-naming.js';
import { distinctNames } from '../../../src/table-reading/table-rows.js';
import { readTable } from '../lists/list-file.js';
import { likelyHeader, type ListTable, type RawTable, tableOf } from '../lists/list-table.js';

const shapes = { companies: companyShape, persons: personShape, signals: signalShape };

/** The number of rows that are read to show what the columns have. */
const previewRows = 200;
const jsonName = /\.(?:json|jsonl|ndjson)(?:\.gz)?$/i;

/** The first rows of a table, and what an import would read from its columns. */
export interface ImportPreview {
  readonly raw: RawTable;
  readonly table: ListTable;
  /** The columns with a name, in their order. */
  readonly columns: readonly {
    readonly name: string;
    /** The place of the column in the table. */
    readonly index: number;
    /** The field that the column fills by its name; null if it is ignored. */
    readonly field: string | null;
  }[];
  /** Whether there are more rows than were read. */
  readonly isCut: boolean;
}

/** The fields of a kind of records, in the order of the alphabet. */
export function fieldsOf(kind: keyof typeof shapes): readonly string[] {
  return [...shapes[kind].fields.keys()].sort();
}

/**
 * Reads the first rows of a table as an import does.
 * @param sheet the name of the sheet; null for the one that looks like a table
 * @returns null for JSON, whose members have no columns
 * @throws NotATable if the file has no rows below names of columns, or cannot be read by a browser
 */
export async function previewOf(
  file: File,
  kind: keyof typeof shapes,
  sheet: string | null,
  signal: AbortSignal,
): Promise<ImportPreview | null> {
  if (jsonName.test(file.name) || /^[\s\uFEFF]*[{[]/.test(await file.slice(0, 64).text())) return null;
  const { fields, names } = shapes[kind];
  const isList = (field: string): boolean => (fields.get(field)?.separator ?? null) !== null;
  const naming = new ColumnNaming(names, fields.keys(), isList);
  const options = { columns: { companies: naming, persons: naming }, most: previewRows };
  const raw = await readTable(file, sheet, () => undefined, signal, options);
  if (jsonName.test(raw.inside?.name ?? '')) return null;
  const header = likelyHeader(raw);
  const table = tableOf(raw, header);
  const written = header === null ? [] : (raw.rows[header]?.cells ?? []);
  const columns = distinctNames(written.map((name) => name.trim())).flatMap((name, index) =>
    name === '' ? [] : [{ name, index, field: naming.find(name)?.field ?? null }],
  );
  return { raw, table, columns, isCut: raw.rows.length === previewRows };
}
