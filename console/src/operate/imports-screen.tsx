import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { saveText } from '../files.js';
import { count, counted, percent, time } from '../format.js';
import { Meter } from '../parts/chart.js';
import { CheckField, SelectField } from '../parts/form.js';
import { Card, Screen } from '../parts/layout.js';
import { Empty, Failed, Notice, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { useAction } from './action.js';
import type { PastImport, Reject, Rejects, Tenant, Upload } from './answers.js';
import { ask, sendFile } from './door.js';

type Kind = 'companies' | 'persons' | 'signals';

const kinds: readonly (readonly [Kind, string])[] = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
  ['signals', 'Signals'],
];

/** How often the console asks for the progress of an import, in milliseconds. */
const pollMs = 1_000;
/** The number of rejected lines that the screen shows. The operator can download all of them as a file. */
const shownRejects = 20;

/**
 * The screen on which the operator imports a file. The file is first checked without importing it; the operator sees the result and
 * then starts the import.
 */
export function ImportsScreen(): JSX.Element {
  const past = useResource(
    (signal) => ask<{ readonly imports: readonly PastImport[] }>('GET', 'imports?limit=50', undefined, signal),
    [],
  );
  return (
    <Screen
      title="Imports"
      lead="Files with companies, persons or signals: CSV, JSON lines or an Excel workbook, also packed with gzip."
    >
      <NewImport onImported={past.reload} />
      <Card title="Past imports">
        <Read resource={past} what="the imports">
          {({ imports }) =>
            imports.length === 0 ? (
              <Empty title="Nothing was imported yet">Choose a file above.</Empty>
            ) : (
              <Table
                caption="Past imports"
                columns={pastColumns}
                rows={imports}
                keyOf={({ started_at: at, file }) => `${at} ${file}`}
              />
            )
          }
        </Read>
      </Card>
    </Screen>
  );
}

function NewImport({ onImported }: { readonly onImported: () => void }): JSX.Element {
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  const action = useAction();
  const [kind, setKind] = useState<Kind>('companies');
  const [chosenTenant, setTenant] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [keepsExisting, setKeepsExisting] = useState(false);
  const [upload, setUpload] = useState<Upload | null>(null);
  const listed = tenants.value?.tenants ?? [];
  const tenant = kind === 'signals' ? (chosenTenant ?? listed[0]?.tenant ?? null) : null;
  const isUnderWay = action.isUnderWay || (upload !== null && isOpen(upload));
  /** Makes a change to the form. The file then has to be checked again, so the result of the last check is dropped. */
  const changed = (change: () => void): void => {
    change();
    setUpload(null);
  };
  const begin = async (isDryRun: boolean): Promise<null> => {
    if (file === null) return null;
    const options = { dry_run: isDryRun, keep_existing: keepsExisting, any_type: kind === 'signals' };
    const announced = await ask<Upload>('POST', 'uploads', {
      ...{ kind, tenant, file: file.name, size_bytes: file.size },
      ...options,
    });
    setUpload(announced);
    try {
      setUpload(await sendFile(file, announced, setUpload));
    } catch (error) {
      setUpload(null);
      throw error;
    }
    return null;
  };
  const isChecked = upload?.dry_run === true && upload.state === 'complete';
  return (
    <Card title="Import a file">
      <fieldset class="stack" disabled={isUnderWay}>
        <legend class="hidden">The file and what it has</legend>
        <div class="filters">
          <SelectField
            label="Contents"
            value={kind}
            options={kinds}
            onChange={(value) => changed(() => setKind(value as Kind))}
          />
        </div>
        {kind === 'signals' && (
          <SelectField
            label="Tenant"
            value={tenant ?? ''}
            options={listed.map((each) => [each.tenant, each.name] as const)}
            onChange={(value) => changed(() => setTenant(value))}
          />
        )}
        <div class="field">
          <label for="import-file">File</label>
          <input
            id="import-file"
            type="file"
            onChange={(event) => changed(() => setFile(event.currentTarget.files?.[0] ?? null))}
          />
        </div>
        {kind !== 'signals' && (
          <CheckField
            label="Keep stored values, and fill only blank fields"
            isChecked={keepsExisting}
            onChange={(value) => changed(() => setKeepsExisting(value))}
          />
        )}
      </fieldset>
      <div class="actions">
        <button
          type="button"
          class={isChecked ? '' : 'primary'}
          disabled={file === null || file.size === 0 || isUnderWay || (kind === 'signals' && tenant === null)}
          onClick={() => void action.run(() => begin(true))}
        >
          Check the file
        </button>
        {isChecked && (
          <button
            type="button"
            class="primary"
            disabled={isUnderWay}
            onClick={() => void action.run(() => begin(false))}
          >
            Import it
          </button>
        )}
      </div>
      {file?.size === 0 && <p class="fault">The file is empty.</p>}
      {action.error !== null && <Failed error={action.error} />}
      {upload !== null && <UploadView key={upload.upload_id} upload={upload} onChange={setUpload} onEnd={onImported} />}
    </Card>
  );
}

const isOpen = ({ state }: Upload): boolean => ['uploading', 'waiting', 'running'].includes(state);

interface UploadViewProps {
  readonly upload: Upload;
  readonly onChange: (upload: Upload) => void;
  /** Called when an import has ended. It is not called for a check (dry run), which imports nothing. */
  readonly onEnd: () => void;
}

/** Shows how far an upload and its import have come, and the result when the import has ended. */
function UploadView({ upload, onChange, onEnd }: UploadViewProps): JSX.Element {
  const [error, setError] = useState<unknown>(null);
  const { upload_id: id, state } = upload;
  useEffect(() => {
    if (state !== 'waiting' && state !== 'running') return;
    const abort = new AbortController();
    const timer = setInterval(() => {
      ask<Upload>('GET', `uploads/${id}`, undefined, abort.signal).then(
        (next) => {
          setError(null);
          onChange(next);
          if (!isOpen(next) && !next.dry_run) onEnd();
        },
        (failure: unknown) => abort.signal.aborted || setError(failure),
      );
    }, pollMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [id, state]);
  if (error !== null) return <Failed error={error} />;
  if (isOpen(upload)) return <Progress {...upload} />;
  return (
    <div class="stack">
      <Result {...upload} />
      {upload.dry_run && upload.columns.length > 0 && <ColumnUses {...upload} />}
      {upload.rejected + upload.warnings > 0 && <RejectedLines {...upload} />}
    </div>
  );
}

function Progress({ state, size_bytes, received_bytes, imported_bytes, read, rejected }: Upload): JSX.Element {
  const [label, done] =
    state === 'uploading'
      ? ['Sending the file', received_bytes]
      : [state === 'waiting' ? 'Waiting for another import' : 'Reading the file', imported_bytes];
  const share = size_bytes === 0 ? 0 : done / size_bytes;
  const text = `${percent(share)}${read > 0 ? `, ${counted(read, 'line')}, ${count(rejected)} rejected` : ''}`;
  return (
    <div role="status">
      <p>{label}</p>
      <Meter label="" share={share} text={text} />
    </div>
  );
}

function Result(upload: Upload): JSX.Element {
  const { state, dry_run: isCheck, failure, notes } = upload;
  const would = isCheck ? 'would be ' : '';
  const parts = [
    `${counted(upload.inserted, 'record')} ${would}new`,
    `${count(upload.updated)} ${would}changed`,
    ...(upload.joined > 0 ? [`${count(upload.joined)} ${would}joined`] : []),
    `${counted(upload.rejected, 'line')} rejected`,
    `${counted(upload.warnings, 'value')} left out`,
  ];
  const titles = {
    complete: isCheck ? 'The file was checked. Nothing is stored yet.' : 'The file is imported.',
    interrupted: isCheck
      ? 'The service stopped before the end of the check. Nothing is stored. Check the file again.'
      : 'The service stopped before the end of the file. Import it again: what is stored already is skipped.',
    failed: isCheck ? 'The check failed. Nothing is stored.' : 'The import failed before the end of the file.',
  };
  const isLossy = isCheck && upload.rejected * 2 > upload.read;
  return (
    <Notice tone={state === 'complete' && !isLossy ? 'good' : 'warn'}>
      <strong>{titles[state as keyof typeof titles]}</strong>
      {state === 'failed' && failure !== null && <p>{failure}</p>}
      {(state === 'complete' || (!isCheck && upload.read > 0)) && (
        <p>
          {state === 'complete' ? 'Of' : 'Until then, of'} {counted(upload.read, 'line')}: {parts.join(', ')}.
        </p>
      )}
      {notes.map((note) => (
        <p key={note} class="note">
          {note}
        </p>
      ))}
    </Notice>
  );
}

function ColumnUses({ columns }: Upload): JSX.Element {
  return (
    <Table
      caption="Columns of the file"
      columns={[
        { title: 'Column of the file', cell: ({ column }) => column },
        { title: 'Becomes', cell: ({ field }) => field ?? <span class="note">Nothing</span> },
      ]}
      rows={columns}
      keyOf={({ column }) => column}
    />
  );
}

const rejectColumns: readonly Column<Reject & { readonly index: number }>[] = [
  { title: 'Line of the file', cell: ({ line }) => count(line) },
  { title: 'What was wrong', cell: ({ reason, member, warning }) => reason ?? `${member ?? ''}: ${warning ?? ''}` },
  { title: 'What was done', cell: ({ warning }) => (warning === undefined ? 'Line rejected' : 'Value left out') },
];

function RejectedLines({ upload_id: id, file }: Upload): JSX.Element {
  const first = useResource((signal) => ask<Rejects>('GET', `uploads/${id}/rejects`, undefined, signal), [id]);
  const action = useAction();
  const save = async (): Promise<null> => {
    const parts: string[] = [];
    for (let start: number | null = 0; start !== null;) {
      const part: Rejects = await ask<Rejects>('GET', `uploads/${id}/rejects?start=${start}`);
      parts.push(...part.rejects.map((reject) => `${JSON.stringify(reject)}\n`));
      start = part.next;
    }
    saveText(`${file}.rejects.ndjson`, parts, 'application/x-ndjson');
    return null;
  };
  return (
    <Read resource={first} what="the rejected lines">
      {({ rejects, next }) => (
        <>
          <Table
            caption="Rejected lines"
            columns={rejectColumns}
            rows={rejects.slice(0, shownRejects).map((reject, index) => ({ ...reject, index }))}
            keyOf={({ index }) => index}
          />
          {(next !== null || rejects.length > shownRejects) && (
            <p class="note">These are the first {shownRejects}. The file to download has all of them.</p>
          )}
          <div class="actions">
            <button type="button" aria-disabled={action.isUnderWay} onClick={() => void action.run(save)}>
              Download the rejected lines
            </button>
          </div>
          {action.error !== null && <Failed error={action.error} />}
        </>
      )}
    </Read>
  );
}

const tones = { complete: 'good', interrupted: 'warn', failed: 'bad', 'not ended': '' } as const;

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const pastColumns: readonly Column<PastImport>[] = [
  {
    title: 'File',
    // The outcome stands in the first cell, because it stays in sight while the table scrolls sideways.
    cell: ({ file, outcome, system_user: user }) => (
      <>
        <span class="clamp" title={file}>
          {file}
        </span>
        <span class={`tag ${tones[outcome]}`}>{capitalised(outcome)}</span>
        <p class="note">By {user ?? 'the service'}</p>
      </>
    ),
  },
  { title: 'Begun', cell: ({ started_at }) => time(started_at) },
  {
    title: 'Contents',
    cell: ({ kind, tenant }) => (tenant === null ? capitalised(kind) : `${capitalised(kind)} of ${tenant}`),
  },
  { title: 'Lines', align: 'end', cell: ({ read }) => count(read) },
  { title: 'New', align: 'end', cell: ({ inserted }) => count(inserted) },
  { title: 'Changed', align: 'end', cell: ({ updated }) => count(updated) },
  { title: 'Rejected', align: 'end', cell: ({ rejected }) => count(rejected) },
];
