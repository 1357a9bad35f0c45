import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { csvRow } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import { count } from '../format.js';
import { Icon } from '../parts/icons.js';
import { Failed } from '../parts/states.js';
import { maxRows } from './list-table.js';
import { NotATable } from '../../../src/table-reading/table-rows.js';

/** Template files for the user to fill in. The console recognises their columns. Each file has one row as an example. */
const templates: readonly (readonly [kind: string, rows: readonly (readonly string[])[]])[] = [
  [
    'companies',
    [
      ['Company', 'Website', 'Profile page', 'CRM id'],
      ['Siemens', 'siemens.com', 'https://www.network.com/company/siemens', '4711'],
    ],
  ],
  [
    'persons',
    [
      ['First name', 'Last name', 'Work email', 'Profile page', 'Company', 'Company website', 'CRM id'],
      [
        ...['Jane', 'Doe', 'jane.doe@example.com', 'https://www.network.com/in/jane-doe', 'Example Ltd', 'example.com'],
        '4712',
      ],
    ],
  ],
];

interface DropZoneProps {
  /** Why the file or list with this name could not be opened; null if it could, or if none was chosen. */
  readonly error: unknown;
  readonly name: string;
  readonly onFile: (file: File) => void;
}

/** Lets the user choose a CSV file or a workbook. */
export function DropZone({ error, name, onFile }: DropZoneProps): JSX.Element {
  const [isOver, setOver] = useState(false);
  const choose = (file: File | undefined): void => {
    setOver(false);
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      {error instanceof NotATable ? (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <div>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {error.message}
          </div>
        </div>
      ) : (
        error !== null && <Failed error={error} />
      )}
      <div
        class={`drop ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          choose(event.dataTransfer?.files[0]);
        }}
      >
        <Icon name="lists" />
        <strong>Drop a CSV file or an Excel workbook here</strong>
        <label class="button primary">
          Choose a file
          <input
            type="file"
            class="hidden"
            accept=".csv,.tsv,.txt,.xlsx,.zip,text/csv,text/plain"
            onChange={({ currentTarget: input }) => {
              choose(input.files?.[0]);
              input.value = '';
            }}
          />
        </label>
        <p class="actions">
          {templates.map(([kind, rows]) => (
            <button key={kind} type="button" class="small" onClick={() => saveCsv(`${kind}.csv`, rows.map(csvRow))}>
              Template for {kind}
            </button>
          ))}
        </p>
        <p class="note">
          Up to {count(maxRows)} companies or persons, also in a ZIP archive. The file is read in your browser; only the
          columns that you choose are sent.
        </p>
      </div>
    </>
  );
}
