import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { counted } from '../format.js';
import { ChoiceFields, exampleOf, FirstRows, SheetField } from '../lists/table-parts.js';
import { SelectField, TextField } from '../parts/form.js';
import { nameWithoutNumber, NotATable } from '../../../src/table-reading/table-rows.js';
import type { ImportPreview } from './import-preview.js';

/** What an operator has said about the columns of a file, as the service takes it. */
export interface ChosenColumns {
  /** The sheet of a workbook; null for the one that looks like a table. */
  readonly sheet: string | null;
  /** The columns of which the operator has changed the field; a column with null is ignored. */
  readonly map: Readonly<Record<string, string | null>>;
  /** The fields that every record gets. */
  readonly set: Readonly<Record<string, string>>;
}

export const noColumns: ChosenColumns = { sheet: null, map: {}, set: {} };

interface ImportColumnsProps {
  readonly file: File;
  readonly kind: 'companies' | 'persons' | 'signals';
  readonly chosen: ChosenColumns;
  readonly onChange: (chosen: ChosenColumns) => void;
}

interface Shown {
  readonly preview: ImportPreview;
  readonly fields: readonly string[];
}

/**
 * Shows the first rows of a file. The operator can choose another sheet, and say which field each column fills. For a file that a browser
 * cannot read, such as one that is compressed with gzip, only the service shows the columns.
 */
export function ImportColumns({ file, kind, chosen, onChange }: ImportColumnsProps): JSX.Element | null {
  const [shown, setShown] = useState<Shown | null>(null);
  const [fault, setFault] = useState('');
  const { sheet } = chosen;
  useEffect(() => {
    const abort = new AbortController();
    const read = async (): Promise<void> => {
      const { fieldsOf, previewOf } = await import('./import-preview.js');
      const preview = await previewOf(file, kind, sheet, abort.signal);
      if (!abort.signal.aborted) setShown(preview && { preview, fields: fieldsOf(kind) });
    };
    setFault('');
    read().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setShown((before) => (sheet === null ? null : before));
      if (sheet !== null && error instanceof NotATable) setFault(`${sheet}: ${error.message}`);
    });
    return () => abort.abort();
  }, [file, kind, sheet]);
  if (shown === null) return null;
  const { raw, table, columns, isCut } = shown.preview;
  const rows = isCut ? 'Many rows' : counted(table.rows.length, 'row');
  return (
    <>
      <div class="fields">
        <SheetField raw={raw} onChange={(name) => onChange({ ...chosen, sheet: name, map: {} })} />
      </div>
      {fault !== '' && <p class="fault">{fault}</p>}
      <FirstRows raw={raw} table={table} rows={rows} />
      {columns.length === 0 ? (
        <p class="fault">No row of the file has the names of its columns. Add such a row to the file.</p>
      ) : (
        <Columns key={raw.sheet ?? ''} shown={shown} chosen={chosen} onChange={onChange} />
      )}
    </>
  );
}

interface ColumnsProps extends Pick<ImportColumnsProps, 'chosen' | 'onChange'> {
  readonly shown: Shown;
}

function Columns({ shown: { preview, fields }, chosen, onChange }: ColumnsProps): JSX.Element {
  const { table, columns } = preview;
  const { map, set } = chosen;
  const fieldOf = (name: string, field: string | null): string => (name in map ? map[name] : field) ?? '';
  const read = columns.filter(({ name, field }) => fieldOf(name, field) !== '').length;
  // The columns stay open while the operator chooses the first of them.
  const [isOpenAtFirst] = useState(read === 0);
  const sheet = preview.raw.sheets.length > 1 ? preview.raw.sheet : null;
  const unset = fields.filter((field) => !(field in set));
  return (
    <details class="columns" open={isOpenAtFirst}>
      <summary>
        Columns and fields: {counted(columns.length, 'column')}, of which {read} {read === 1 ? 'is' : 'are'} read
      </summary>
      <ChoiceFields
        choices={columns.map(({ name, index, field }) => ({
          key: name,
          label: name,
          value: fieldOf(name, field),
          example: exampleOf(table, index),
        }))}
        options={[['', 'Nothing'], ...fields.map((field) => [field, field] as const)]}
        onChange={(name, value) => {
          const { [name]: _, ...others } = map;
          const usual = columns.find((column) => column.name === name)?.field ?? '';
          // The service gives the field of `Phone` to `Phone #2`, too. So the fields of all repeated columns are sent.
          const repeated = columns.filter((column) => nameWithoutNumber(column.name) === nameWithoutNumber(name));
          const sent =
            repeated.length > 1
              ? {
                  ...Object.fromEntries(
                    repeated.map((column) => [column.name, fieldOf(column.name, column.field) || null]),
                  ),
                  ...map,
                }
              : others;
          const isSent = repeated.length > 1 || value !== usual;
          onChange({ ...chosen, sheet, map: isSent ? { ...sent, [name]: value || null } : sent });
        }}
      />
      <h3>The same value in every record</h3>
      <div class="identifier">
        {Object.entries(set).map(([field, value]) => (
          <TextField
            key={field}
            label={field}
            hint="Leave it empty to set nothing."
            value={value}
            autoComplete="off"
            onInput={(typed) => onChange({ ...chosen, set: { ...set, [field]: typed } })}
          />
        ))}
        <SelectField
          label="Set a field"
          value=""
          options={[['', 'Choose a field'], ...unset.map((field) => [field, field] as const)]}
          onChange={(field) => field !== '' && onChange({ ...chosen, set: { ...set, [field]: '' } })}
        />
      </div>
    </details>
  );
}
