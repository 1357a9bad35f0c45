import type { JSX } from 'preact';
import { firstChoice, kindNames } from '../enrichment/choice.js';
import { count, counted } from '../format.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Switch } from '../parts/switch.js';
import { type Column, Table } from '../parts/table.js';
import { guessMapping } from './columns.js';
import { shownNames } from '../../../src/table-reading/archived-table.js';
import type { ListTable, RawTable } from './list-table.js';
import type { ListSetup } from './list-setup.js';
import { shortUrl } from './result-rows.js';
import { chooseHeader, chooseSheet, changeSetup, type SetupState } from './list-store.js';

/** How many rows from the top of the file are offered to the user as the row with the names of the columns. */
const headerChoices = 12;

/** The number of rows in the preview that shows how the file was read. */
const shownRows = 5;

/** Shows how a file was read. The user can choose another sheet, another row as the names of the columns, and the name of the list. */
export function FileCard({ state }: { readonly state: SetupState }): JSX.Element {
  const { setup, fault } = state;
  const { file, raw, headerRow, table, name, choice } = setup;
  const change = (changed: Partial<ListSetup>): void => changeSetup(setup.id, changed);
  return (
    <Card
      title={file.name}
      class="file"
      actions={
        <Switch
          legend="What the rows are"
          options={kindNames}
          value={choice.kind}
          onChange={(next) => change({ choice: firstChoice(next), mapping: guessMapping(table, next) })}
        />
      }
    >
      <div class="filters">
        <TextField
          label="Name of the list"
          value={name}
          onInput={(typed) => change({ name: typed })}
          autoComplete="off"
        />
        {raw.sheets.length > 1 && (
          <SelectField
            label="Sheet"
            value={raw.sheet ?? ''}
            options={raw.sheets.map(({ name: sheet, isHidden }) => [sheet, isHidden ? `${sheet} (hidden)` : sheet])}
            onChange={(sheet) => void chooseSheet(state, sheet)}
          />
        )}
        <SelectField
          label="Row with the names of the columns"
          fault={fault}
          value={String(headerRow ?? '')}
          options={[...headerOptions(raw, headerRow), ['', 'No row has names']]}
          onChange={(row) => chooseHeader(state, row === '' ? null : Number(row))}
        />
      </div>
      <p class="note">
        <ReadPart raw={raw} />
        {counted(table.rows.length, 'row')} with {counted(table.header.length, 'column')}.
        {table.rows.length > shownRows && ` These are the first ${shownRows} rows.`}
      </p>
      <FirstRows table={table} />
    </Card>
  );
}

/** Says which file of an archive and which sheet of a workbook was read, and what was not read. */
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

/**
 * The rows that the user can choose as the names of the columns: the first rows of the file, and the row that is chosen now. An
 * entry looks like `Row 3: Name, Website`.
 */
function headerOptions({ rows }: RawTable, chosen: number | null): (readonly [string, string])[] {
  const indices = [...rows.keys()].slice(0, headerChoices);
  if (chosen !== null && chosen >= headerChoices) indices.push(chosen);
  return indices.map((index) => {
    const row = rows[index];
    const cells = (row?.cells ?? []).filter((cell) => cell.trim() !== '').join(', ');
    return [String(index), `Row ${count(row?.line ?? 0)}: ${cells.length > 50 ? `${cells.slice(0, 50)} …` : cells}`];
  });
}

function FirstRows({ table: { header, rows, lines } }: { readonly table: ListTable }): JSX.Element {
  const columns: readonly Column<number>[] = [
    { title: 'Row', align: 'end', cell: (row) => count(lines[row] ?? 0) },
    ...header.map((title, column) => ({
      title,
      cell: (row: number) => <span title={rows[row]?.[column]}>{shortUrl(rows[row]?.[column] ?? '')}</span>,
    })),
  ];
  const first = [...rows.keys()].slice(0, shownRows);
  return (
    <div class="first-rows" style={{ '--columns': header.length }}>
      <Table caption="First rows of the file" columns={columns} rows={first} keyOf={(row) => row} />
    </div>
  );
}
