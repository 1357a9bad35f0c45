// How a file was read and what its columns are: for the lists of tenants, and for the imports of operators.
import type { JSX } from 'preact';
import { shownNames } from '../../../src/table-reading/archived-table.js';
import { count, counted, isolated } from '../format.js';
import { SelectField } from '../parts/form.js';
import { type Column, Table } from '../parts/table.js';
import type { ListTable, RawTable } from './list-table.js';
import { shortUrl } from './short-url.js';

/** The number of rows in the preview that shows how a file was read. */
const shownRows = 5;

interface SheetFieldProps {
  readonly raw: RawTable;
  readonly onChange: (sheet: string) => void;
}

/** Lets the user choose another sheet of a workbook. It is not there for a file with a single sheet or none. */
export function SheetField({ raw: { sheets, sheet }, onChange }: SheetFieldProps): JSX.Element | null {
  return sheets.length > 1 ? (
    <SelectField
      label="Sheet"
      value={sheet ?? ''}
      options={sheets.map(({ name, isHidden }) => [name, isHidden ? `${name} (hidden)` : name])}
      onChange={onChange}
    />
  ) : null;
}

interface FirstRowsProps {
  readonly raw: RawTable;
  readonly table: ListTable;
  /** How many rows the file has, as `12 rows`. */
  readonly rows: string;
}

/** Shows the first rows of a file, and says which part of an archive or workbook they are from. */
export function FirstRows({ raw, table, rows: counts }: FirstRowsProps): JSX.Element {
  const { header, rows, lines } = table;
  const columns: readonly Column<number>[] = [
    { title: 'Row', align: 'end', cell: (row) => count(lines[row] ?? 0) },
    ...header.map((title, column) => ({
      title,
      cell: (row: number) => <span title={rows[row]?.[column]}>{shortUrl(rows[row]?.[column] ?? '')}</span>,
    })),
  ];
  const first = [...rows.keys()].slice(0, shownRows);
  return (
    <>
      <p class="note">
        <ReadPart raw={raw} />
        {counts} with {counted(header.length, 'column')}.
        {rows.length > shownRows && ` These are the first ${shownRows} rows.`}
      </p>
      <div class="first-rows" style={{ '--columns': header.length }}>
        <Table caption="First rows of the file" columns={columns} rows={first} keyOf={(row) => row} />
      </div>
    </>
  );
}

function ReadPart({ raw: { inside, sheet, sheets } }: { readonly raw: RawTable }): JSX.Element {
  const others = sheets.filter(({ name }) => name !== sheet);
  return (
    <>
      {inside !== null && (
        <>
          Read from <bdi>{shownNames([inside.name])}</bdi> in the archive
          <NotRead names={inside.others} />.{' '}
        </>
      )}
      {sheet !== null && others.length > 0 && (
        <>
          Read from the sheet <bdi>{sheet}</bdi>
          <NotRead names={others.map(({ name }) => name)} />.{' '}
        </>
      )}
    </>
  );
}

function NotRead({ names }: { readonly names: readonly string[] }): JSX.Element | null {
  return names.length === 0 ? null : (
    <>
      , not from <bdi>{shownNames(names)}</bdi>
    </>
  );
}

interface ChoiceFieldsProps {
  readonly choices: readonly {
    readonly key: string;
    readonly label: string;
    readonly value: string;
    /** A value of the column; undefined if no column is chosen. */
    readonly example: string | undefined;
  }[];
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (key: string, value: string) => void;
}

/** Lets the user say which column of a file has what: one choice for each column, or for each thing that a column can have. */
export function ChoiceFields({ choices, options, onChange }: ChoiceFieldsProps): JSX.Element {
  return (
    <div class="identifier">
      {choices.map(({ key, label, value, example }) => (
        <SelectField
          key={key}
          label={label}
          hint={example === undefined ? undefined : `Example: ${isolated(example)}`}
          value={value}
          options={options}
          onChange={(chosen) => onChange(key, chosen)}
        />
      ))}
    </div>
  );
}

/** An example for a column: its first value in the first 100 rows, cut to 20 characters, so that it fits in two lines. */
export function exampleOf({ rows }: ListTable, column: number): string {
  const value = rows.slice(0, 100).find((row) => (row[column] ?? '').trim() !== '')?.[column];
  if (value === undefined) return '(empty)';
  const short = shortUrl(value);
  return short.length > 20 ? `${short.slice(0, 20)}…` : short;
}
