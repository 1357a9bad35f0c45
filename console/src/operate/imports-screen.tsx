import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ImportEvent } from '../../../src/imports/merging/import-events.js';
import { count, counted, isolated, percent } from '../format.js';
import { Meter } from '../parts/chart.js';
import { CheckField, SelectField } from '../parts/form.js';
import { Card, Screen } from '../parts/layout.js';
import { Icon } from '../parts/icons.js';
import { Empty, Failed, Read } from '../parts/states.js';
import { type Resource, useResource } from '../resource.js';
import { Outcome, useAction } from './action.js';
import { ImportColumns, noColumns } from './import-columns.js';
import type { PastImport, Tenant, Upload } from '../generated/operator.js';
import { ask, sendFile } from './door.js';
import { CheckedChanges, ImportedChanges } from './import-changes.js';
import { PastImports } from './past-imports.js';
import { sentenceOf } from './refusal-words.js';
import { isTooMuch, reasonOf, type Reject, type Rejects, saveRejects } from './upload-report.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Folded, Records } from './records.js';

type Kind = 'companies' | 'persons' | 'signals';

const kinds: readonly (readonly [Kind, string])[] = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
  ['signals', 'Signals'],
];

/** How often the console asks for the progress of an import, in milliseconds. */
const pollMs = 1_000;
/** The kind of the note that names the columns which are ignored. */
const ignoredColumns: ImportEvent['kind'] = 'ignored columns';
/** The kind of the note that tells of changes by commands; the screen shows them itself. */
const suspiciousChanges: ImportEvent['kind'] = 'suspicious changes';
/** The number of reasons for rejected lines that the screen shows. The operator can download all rejected lines as a file. */
const shownGroups = 20;

/** The columns without which a file of a kind says nothing. */
const neededColumns: Readonly<Record<Kind, string>> = {
  companies: 'It needs a column website, network_url or network_id.',
  persons: 'It needs a column network_url or emails, or the columns of a name and an employer.',
  signals: 'It needs a column account_website or intent_holder_network_url.',
};

/**
 * The screen on which the operator imports a file. The file is first checked without importing it; the operator sees the result and
 * then starts the import.
 */
export function ImportsScreen(): JSX.Element {
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  const past = useResource(
    (signal) => ask<{ readonly imports: readonly PastImport[] }>('GET', 'imports?limit=50', undefined, signal),
    [],
  );
  const uploads = useResource(
    (signal) => ask<{ readonly uploads: readonly Upload[] }>('GET', 'uploads?limit=200', undefined, signal),
    [],
  );
  const reload = (): void => {
    past.reload();
    uploads.reload();
  };
  return (
    <Screen
      title="Imports"
      lead="Files with companies, persons or signals: CSV, JSON lines or an Excel workbook, also packed with gzip or in a ZIP archive."
    >
      <NewImport tenants={tenants} onImported={reload} />
      <Card title="Past imports">
        <Read resource={past} what="the imports">
          {({ imports }) =>
            imports.length === 0 ? (
              <Empty title="Nothing was imported yet">Choose a file above.</Empty>
            ) : (
              <PastImports
                imports={imports}
                uploads={uploads.value?.uploads ?? null}
                tenants={tenants.value?.tenants ?? []}
              />
            )
          }
        </Read>
      </Card>
    </Screen>
  );
}

interface NewImportProps {
  readonly tenants: Resource<{ readonly tenants: readonly Tenant[] }>;
  readonly onImported: () => void;
}

function NewImport({ tenants, onImported }: NewImportProps): JSX.Element {
  const action = useAction();
  const [kind, setKind] = useState<Kind>('companies');
  const [chosenTenant, setTenant] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState(noColumns);
  const [keepsExisting, setKeepsExisting] = useState(false);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [imported, setImported] = useState('');
  const listed = tenants.value?.tenants ?? [];
  const tenant = kind === 'signals' ? (chosenTenant ?? listed[0]?.tenant ?? null) : null;
  const isUnderWay = action.isUnderWay || (upload !== null && isOpen(upload));
  /** Makes a change to the form. The file then has to be checked again, so the result of the last check is dropped. */
  const changed = (change: () => void): void => {
    change();
    setUpload(null);
  };
  /** Notes how far the upload is. After an import the field for the file is empty, so that nobody imports the same file again. */
  const note = (next: Upload): void => {
    setUpload(next);
    if (next.dry_run || next.state !== 'complete') return;
    setFile(null);
    setChosen(noColumns);
    setImported(next.upload_id);
  };
  /** @param allowed what `max_changed` allows, if the operator has said that many changes are right */
  const begin = async (isDryRun: boolean, allowed?: { readonly max_changed: number }): Promise<null> => {
    if (file === null || isUnderWay) return null;
    const options = { dry_run: isDryRun, keep_existing: keepsExisting, any_type: kind === 'signals' };
    const set = Object.fromEntries(Object.entries(chosen.set).filter(([, value]) => value.trim() !== ''));
    const announced = await ask<Upload>('POST', 'uploads', {
      ...{ kind, tenant, file: file.name, size_bytes: file.size },
      ...options,
      ...{ sheet: chosen.sheet, map: chosen.map, set },
      ...allowed,
    });
    setUpload(announced);
    try {
      note(await sendFile(file, announced, note));
    } catch (error) {
      setUpload(null);
      throw error;
    }
    return null;
  };
  const isChecked = upload?.dry_run === true && upload.state === 'complete';
  const fault = file?.size === 0 ? 'The file is empty. Choose another file.' : undefined;
  return (
    <Card title="Import a file">
      <fieldset class="stack" disabled={isUnderWay}>
        <legend class="hidden">The file and its contents</legend>
        <div class="fields">
          <SelectField
            label="Contents"
            value={kind}
            options={kinds}
            onChange={(value) =>
              changed(() => {
                setKind(value as Kind);
                setChosen(noColumns);
              })
            }
          />
        </div>
        {kind === 'signals' && (
          <SelectField
            label="Tenant"
            value={tenant ?? ''}
            options={listed.map((each) => [each.tenant, `${isolated(each.name)} (${each.tenant})`] as const)}
            onChange={(value) => changed(() => setTenant(value))}
          />
        )}
        {kind === 'signals' && tenants.state === 'failed' && (
          <Failed error={tenants.error} what="The console could not read the tenants." retry={tenants.reload} />
        )}
        <div class="field">
          <label for="import-file">File</label>
          <input
            key={imported}
            id="import-file"
            type="file"
            aria-describedby="import-file-hint"
            aria-invalid={fault === undefined ? undefined : true}
            onChange={(event) => {
              const picked = event.currentTarget.files?.[0] ?? null;
              changed(() => {
                setFile(picked);
                setChosen(noColumns);
              });
            }}
          />
          <span id="import-file-hint">
            <span class="hint line">{neededColumns[kind]}</span>
            {fault !== undefined && <span class="fault line">{fault}</span>}
          </span>
        </div>
        {file !== null && file.size > 0 && (
          <ImportColumns
            key={`${kind} ${file.name} ${file.size} ${file.lastModified}`}
            file={file}
            kind={kind}
            chosen={chosen}
            onChange={(next) => changed(() => setChosen(next))}
          />
        )}
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
          disabled={file === null || fault !== undefined || (kind === 'signals' && tenant === null)}
          aria-disabled={isUnderWay}
          onClick={() => void action.run(() => begin(true))}
        >
          Check the file
        </button>
        {isChecked && (
          <button
            type="button"
            class="primary"
            aria-disabled={isUnderWay}
            onClick={() => void action.run(() => begin(false))}
          >
            Import it
          </button>
        )}
      </div>
      <Outcome action={action} />
      {upload !== null && (
        <UploadView key={upload.upload_id} upload={upload} onChange={note} onEnd={onImported}>
          {isTooMuch(upload) && (
            <div class="actions">
              <button
                type="button"
                class="danger"
                aria-disabled={isUnderWay}
                onClick={() => void action.run(() => begin(false, { max_changed: 1 }))}
              >
                Import all the same
              </button>
            </div>
          )}
        </UploadView>
      )}
    </Card>
  );
}

const isOpen = ({ state }: Upload): boolean => ['uploading', 'waiting', 'running'].includes(state);

interface UploadViewProps {
  readonly upload: Upload;
  readonly onChange: (upload: Upload) => void;
  /** Called when an import has ended. It is not called for a check (dry run), which imports nothing. */
  readonly onEnd: () => void;
  /** What the operator can do after the result. */
  readonly children: ComponentChildren;
}

/** Shows how far an upload and its import have come, and the result when the import has ended. */
function UploadView({ upload, onChange, onEnd, children }: UploadViewProps): JSX.Element {
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
      {children}
      <CheckedChanges changes={upload.changes} />
      {!upload.dry_run && upload.import_id !== null && !isTooMuch(upload) && <ImportedChanges id={upload.import_id} />}
      {upload.dry_run && upload.columns.length > 0 && <ColumnUses {...upload} />}
      {upload.rejected + upload.warnings > 0 && <RejectedLines {...upload} />}
    </div>
  );
}

function Progress({ state, dry_run: isCheck, ...upload }: Upload): JSX.Element {
  const { size_bytes, received_bytes, imported_bytes, read, rejected } = upload;
  const [label, done] =
    state === 'uploading'
      ? ['Sending the file', received_bytes]
      : [state === 'waiting' ? 'Waiting for another import' : 'Reading the file', imported_bytes];
  const share = size_bytes === 0 ? 0 : done / size_bytes;
  return (
    <div role="status" class="stack">
      <Meter label={label} share={share} text={percent(share)} />
      {read > 0 && (
        <p>
          {counted(read, 'line')} read, {count(rejected)} rejected
        </p>
      )}
      <p class="note">
        {state === 'uploading'
          ? 'Stay on this screen until the file is sent.'
          : isCheck
            ? 'A check stores nothing.'
            : 'You may leave this screen: the import goes on. Past imports shows how it ends.'}
      </p>
    </div>
  );
}

function Result(upload: Upload): JSX.Element {
  const { state, dry_run: isCheck, notes, note_kinds: kindsOfNotes } = upload;
  // The table of the columns, which a check shows, says already which columns are ignored. The screen shows suspicious changes below.
  const told = notes.filter(
    (_, index) => kindsOfNotes[index] !== suspiciousChanges && (!isCheck || kindsOfNotes[index] !== ignoredColumns),
  );
  const would = isCheck ? 'would be ' : '';
  const { inserted, updated, unchanged, joined, rejected, warnings } = upload;
  const parts = [
    [inserted, `${counted(inserted, 'record')} ${would}new`] as const,
    [updated, `${count(updated)} ${would}changed`] as const,
    [joined, `${count(joined)} ${would}joined`] as const,
    [unchanged, `${count(unchanged)} without a change`] as const,
    // The heading about a check says how many lines would be rejected.
    [isCheck ? 0 : rejected, `${counted(rejected, 'line')} rejected`] as const,
    [warnings, `${counted(warnings, 'value')} left out`] as const,
  ].flatMap(([number, text]) => (number > 0 ? [text] : []));
  const isLossy = isCheck && rejected > 0;
  const isEmpty = upload.inserted + upload.updated + upload.joined === 0;
  const titles = {
    complete: isLossy
      ? `The file was checked: ${count(rejected)} of ${counted(upload.read, 'line')} would be rejected. Nothing is stored yet.`
      : isCheck
        ? 'The file was checked. Nothing is stored yet.'
        : `The file ${isolated(upload.file)} was imported.`,
    interrupted: isCheck
      ? 'The service stopped before the end of the check. Nothing is stored.'
      : 'The service stopped before the end of the file.',
    failed: isCheck
      ? 'The check failed. Nothing is stored.'
      : isTooMuch(upload)
        ? 'The import was refused, because the file may be a wrong one. Nothing is stored.'
        : 'The import failed before the end of the file.',
  };
  const next = isCheck
    ? { complete: '', interrupted: 'Check the file again.', failed: 'Correct the cause, and check the file again.' }
    : {
        complete: '',
        interrupted: 'Import it again: what is stored already is skipped.',
        failed: isTooMuch(upload)
          ? 'Check the file to see each change. If the changes are right, import it all the same.'
          : `${isEmpty ? 'Nothing is stored.' : 'The rows that were read before the failure are stored.'} Correct the cause, and import the file again: what is stored already is skipped.`,
      };
  const outcome = state as keyof typeof titles;
  // The buttons change or disappear when there is a result, so they cannot keep the focus.
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => notice.current?.focus(), []);
  const tone =
    outcome === 'failed' && !isTooMuch(upload) ? 'bad' : outcome === 'complete' && !isLossy ? 'good' : 'warn';
  return (
    <div class={`notice ${tone} outcome`} ref={notice} tabIndex={-1} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'good' ? 'matched' : 'warning'} />
      <div>
        <strong>{titles[outcome]}</strong>
        {outcome === 'failed' && <p>{reasonOf(upload)}</p>}
        {parts.length > 0 && (outcome === 'complete' || (!isCheck && !isEmpty && !isTooMuch(upload))) && (
          <p>
            {outcome === 'complete' ? 'Of' : 'Until then, of'} {counted(upload.read, 'line')}: {parts.join(', ')}.
          </p>
        )}
        {next[outcome] !== '' && <p>{next[outcome]}</p>}
        {told.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
      </div>
    </div>
  );
}

function ColumnUses({ columns }: Upload): JSX.Element {
  return (
    <>
      <h3>Columns of the file</h3>
      <Records
        caption="Columns of the file"
        columns={[
          { title: 'Column', cell: ({ column }) => <Clamped text={column} /> },
          { title: 'Becomes', cell: ({ field }) => field ?? <span class="note">Nothing</span> },
        ]}
        rows={columns}
        keyOf={({ column }) => column}
      />
    </>
  );
}

/** Lines of a file for which the import says the same. */
interface RejectGroup extends Reject {
  readonly lines: number[];
}

/** Groups the lines for which the import says the same, even if other lines stand between them. */
function groupsOf(rejects: readonly Reject[]): RejectGroup[] {
  const groups = new Map<string, RejectGroup>();
  for (const { line, ...rest } of rejects) {
    const key = JSON.stringify(rest);
    const group = groups.get(key) ?? { line, ...rest, lines: [] };
    group.lines.push(line);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const rejectColumns: readonly Column<RejectGroup>[] = [
  { title: 'Lines of the file', cell: linesOf },
  {
    title: 'What was done',
    as: 'state',
    cell: ({ warning }) =>
      warning === undefined ? <span class="tag bad">Rejected</span> : <span class="tag warn">Value left out</span>,
  },
  {
    title: 'What was wrong',
    as: 'wide',
    cell: ({ reason, member, warning }) => (
      <Folded text={sentenceOf((reason ?? `${member ?? ''}: ${warning ?? ''}`).replace(/^([\w.[\]]+): /, '$1 '))} />
    ),
  },
];

/** `Line 3`, `Lines 3 and 7`, `Lines 3 to 33`, or `12 lines from 3 to 33` if the lines between them have other faults or none. */
function linesOf({ lines }: RejectGroup): string {
  const [first = 0, last = first] = [lines[0], lines.at(-1)];
  if (lines.length === 1) return `Line ${count(first)}`;
  return lines.length === 2
    ? `Lines ${count(first)} and ${count(last)}`
    : lines.length === last - first + 1
      ? `Lines ${count(first)} to ${count(last)}`
      : `${count(lines.length)} lines from ${count(first)} to ${count(last)}`;
}

function RejectedLines(upload: Upload): JSX.Element {
  const { upload_id: id } = upload;
  const first = useResource((signal) => ask<Rejects>('GET', `uploads/${id}/rejects`, undefined, signal), [id]);
  const action = useAction();
  return (
    <Read resource={first} what="the rejected lines">
      {({ rejects, next }) => {
        const groups = groupsOf(rejects);
        return (
          <>
            <h3>Lines with faults</h3>
            <Records
              caption="Rejected lines"
              columns={rejectColumns}
              rows={groups.slice(0, shownGroups)}
              keyOf={({ line, member = '' }) => `${line} ${member}`}
            />
            {(next !== null || groups.length > shownGroups) && (
              <p class="note">These are not all. The file to download has all of them.</p>
            )}
            <div class="actions">
              <button
                type="button"
                aria-disabled={action.isUnderWay}
                onClick={() => void action.run(() => saveRejects(upload))}
              >
                Download the rejected lines
              </button>
            </div>
            <Outcome action={action} />
          </>
        );
      }}
    </Read>
  );
}
