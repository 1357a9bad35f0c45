import type { JSX } from 'preact';
import { count, counted, pageName } from '../format.js';
import { Link } from '../parts/layout.js';
import { Notice } from '../parts/states.js';
import type { Column } from '../parts/table.js';
import { useResource } from '../resource.js';
import type { ChangedRecord, ImportWithChanges, Upload } from '../generated/operator.js';
import { ask } from './door.js';
import { MarkedChange } from './marked-change.js';
import { Records } from './records.js';

type Summary = ImportWithChanges['changes'];
type Tally = Summary['fields'][number];

/** The name of a record in a table: what it is called, and below it its website or profile page. */
export function RecordName({ kind, name, website, network_url: page }: Omit<ChangedRecord, 'changes'>): JSX.Element {
  const address = website ?? page;
  const called = name ?? (address === null ? `A ${kind} that is no longer stored` : pageName(address));
  return (
    <>
      <span class="clamp" dir="auto" title={called}>
        {called}
      </span>
      {address !== null && (
        <p class="note clamp" title={address}>
          {address.replace(/^https?:\/\/(www\.)?/, '')}
        </p>
      )}
    </>
  );
}

/** Changed records, with the values of each changed field before and after. */
export function ChangedRecords({ records }: { readonly records: readonly ChangedRecord[] }): JSX.Element {
  return (
    <Records
      caption="Changed records"
      columns={changeColumns}
      rows={records.map((record, index) => ({ ...record, index }))}
      keyOf={({ index }) => index}
    />
  );
}

const changeColumns: readonly Column<ChangedRecord & { readonly index: number }>[] = [
  { title: 'Record', cell: (record) => <RecordName {...record} /> },
  {
    title: 'Before → after',
    as: 'wide',
    cell: ({ kind, changes }) => (
      <dl class="changed-fields">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field === 'record' ? kind : field}</dt>
            <dd>
              {field === 'record' ? (
                after === null ? (
                  <del>Removed</del>
                ) : (
                  <ins>Brought back</ins>
                )
              ) : (
                <MarkedChange before={before} after={after} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    ),
  },
];

/** In how many of the changed records each field changes. */
export function ChangedFields({ fields, changed }: Pick<Summary, 'fields' | 'changed'>): JSX.Element {
  const columns: readonly Column<Tally>[] = [
    { title: 'Field', cell: ({ field }) => <code>{field}</code> },
    { title: 'Changed in', cell: (tally) => `${count(tally.changed)} of ${count(changed)}` },
    { title: 'Filled', align: 'end', cell: ({ filled }) => count(filled) },
    { title: 'Emptied', align: 'end', cell: ({ emptied }) => count(emptied) },
    {
      title: 'Most frequent new value',
      as: 'wide',
      cell: ({ most_frequent: frequent }) =>
        frequent === null ? (
          <span class="note">None</span>
        ) : (
          <>
            <span class="clamp" dir="auto" title={frequent.value}>
              {frequent.value}
            </span>
            <p class="note">in {counted(frequent.records, 'record')}</p>
          </>
        ),
    },
  ];
  return <Records caption="Changed fields" columns={columns} rows={fields} keyOf={({ field }) => field} />;
}

/** What is typical for a wrong file in the changes of an import. */
export function ChangeWarnings({ warnings }: Pick<Summary, 'warnings'>): JSX.Element | null {
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warn">
      <strong>This may be a wrong file</strong>
      {warnings.map((warning) => (
        <p key={warning}>{warning}.</p>
      ))}
    </Notice>
  );
}

/** What a file would change in stored records, as its check has found. */
export function CheckedChanges({ changes }: Pick<Upload, 'changes'>): JSX.Element | null {
  if (changes === null || changes.changed === 0) return null;
  const { changed, replaced, fields, records, warnings } = changes;
  const left = changed - records.length;
  return (
    <>
      <h3>Changes of stored records</h3>
      <p>
        {counted(changed, 'stored record')} would be changed.{' '}
        {replaced === 0
          ? 'Only blank fields would be filled.'
          : `In ${count(replaced)} of them, values would be replaced or removed.`}
      </p>
      <ChangeWarnings warnings={warnings} />
      {fields.length > 0 && <ChangedFields fields={fields} changed={changed} />}
      {records.length > 0 && <ChangedRecords records={records} />}
      {left > 0 && records.length > 0 && (
        <p class="note">These are the first. {counted(left, 'other')} would follow.</p>
      )}
    </>
  );
}

/** After an import: what is suspicious in its changes, and the way to all of them. */
export function ImportedChanges({ id }: { readonly id: number }): JSX.Element | null {
  const entry = useResource((signal) => ask<ImportWithChanges>('GET', `imports/${id}`, undefined, signal), [id]);
  if (entry.value === null) return null;
  const { changes, updated, inserted, joined } = entry.value;
  if (updated + inserted + joined === 0) return null;
  return (
    <>
      <ChangeWarnings warnings={changes.warnings} />
      <p>
        <Link to={`operate/imports/${id}`}>See what import {id} changed, or undo it</Link>
      </p>
    </>
  );
}
