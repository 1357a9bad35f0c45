import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, time } from '../format.js';
import { Icon } from '../parts/icons.js';
import { Failed, Notice } from '../parts/states.js';
import { freeUntil, type Interrupted, interruptedList } from './interrupted.js';
import { maxRows } from './list-file.js';
import { dropList } from './list-store.js';
import { NotATable } from './csv-reader.js';

interface DropZoneProps {
  readonly error: unknown;
  readonly onFile: (file: File) => void;
}

/** Lets the user choose a CSV file or a workbook, and offers to continue a list that was interrupted. */
export function DropZone({ error, onFile }: DropZoneProps): JSX.Element {
  const [isOver, setOver] = useState(false);
  const interrupted = interruptedList();
  const choose = (file: File | undefined): void => {
    setOver(false);
    if (file !== undefined) onFile(file);
  };
  return (
    <>
      {interrupted !== null && <InterruptedNotice list={interrupted} />}
      {error instanceof NotATable ? (
        <div class="notice bad" role="alert">
          <Icon name="warning" />
          <div>{error.message}</div>
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
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
            onChange={({ currentTarget: input }) => {
              choose(input.files?.[0]);
              input.value = '';
            }}
          />
        </label>
        <p class="note">
          Up to {count(maxRows)} companies or persons. The file is read in your browser; only the columns that you
          choose are sent.
        </p>
      </div>
    </>
  );
}

function InterruptedNotice({ list }: { readonly list: Interrupted }): JSX.Element {
  const end = freeUntil(list);
  return (
    <Notice tone="warn">
      <strong>
        {list.fileName} was interrupted after {count(list.answered)} of {count(list.rows)} rows
      </strong>
      <p>
        Choose the same file again to continue.{' '}
        {end.getTime() > Date.now()
          ? `Rows that were answered before are not charged again until ${time(end.toISOString())}.`
          : 'The stored answers have expired, so all rows are charged as those of a new list.'}
      </p>
      <button type="button" class="small" onClick={dropList}>
        Forget this list
      </button>
    </Notice>
  );
}
