import type { JSX } from 'preact';
import { firstChoice, kindNames } from '../enrichment/choice.js';
import { count, counted } from '../format.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Switch } from '../parts/switch.js';
import { guessMapping } from './columns.js';
import type { RawTable } from './list-table.js';
import type { ListSetup } from './list-setup.js';
import { FirstRows, SheetField } from './table-parts.js';
import { chooseHeader, chooseSheet, changeSetup, type SetupState } from './list-store.js';

/** How many rows from the top of the file are offered to the user as the row with the names of the columns. */
const headerChoices = 12;

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
        <SheetField raw={raw} onChange={(sheet) => void chooseSheet(state, sheet)} />
        <SelectField
          label="Row with the names of the columns"
          fault={fault}
          value={String(headerRow ?? '')}
          options={[...headerOptions(raw, headerRow), ['', 'No row has names']]}
          onChange={(row) => chooseHeader(state, row === '' ? null : Number(row))}
        />
      </div>
      <FirstRows raw={raw} table={table} rows={counted(table.rows.length, 'row')} />
    </Card>
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
