import type { JSX } from 'preact';
import { count, counted } from '../format.js';
import { Link } from '../parts/layout.js';
import { Notice } from '../parts/states.js';
import type { ImportWithChanges, UndoneImport } from '../generated/operator.js';
import { type Action, Confirm } from './action.js';
import { askOnce } from './door.js';
import { RecordName } from './import-changes.js';
import { titleOf } from './import-entry.js';
import { Records } from './records.js';

interface UndoButtonProps {
  readonly entry: ImportWithChanges;
  readonly action: Action;
  readonly onUndone: (undone: UndoneImport) => void;
}

/** The button that takes an entry of the list of imports back. There is none if the entry has changed nothing, or nothing of it is kept. */
export function UndoButton({ entry, action, onUndone }: UndoButtonProps): JSX.Element | null {
  const { import_id: id, kind, outcome, inserted, updated, joined, changes } = entry;
  const isKept = kind === 'signals' || changes.inserted + changes.changed > 0;
  if (outcome === 'refused' || inserted + updated + joined === 0 || !isKept) return null;
  const isUndo = entry.action === 'undo';
  const title = titleOf(entry);
  return (
    <Confirm
      label={isUndo ? 'Repeat' : 'Undo'}
      about={isUndo ? `Repeat import ${entry.undoes}` : `Undo ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
      details={
        <p>
          <bdi>{entry.file}</bdi>
        </p>
      }
      consequence={`${effectOf(entry)} What a later import has changed or confirmed stays as it is, and erased persons stay erased. You can take this back, too.`}
      action={action}
      onConfirm={async () => {
        const undone = await askOnce<UndoneImport>(`imports/${id}/undo`);
        onUndone(undone);
        return <UndoSentence {...undone} />;
      }}
    />
  );
}

/** What an undo is going to do, if nothing has changed since. */
function effectOf({ kind, changes: { changed, inserted } }: ImportWithChanges): string {
  if (kind === 'signals') return 'Its new signals are deleted.';
  const parts = [
    ...(changed > 0
      ? [`${counted(changed, 'changed record')} ${changed === 1 ? 'gets' : 'get'} the former values back`]
      : []),
    ...(inserted > 0 ? [`${counted(inserted, 'new record')} ${inserted === 1 ? 'is' : 'are'} removed`] : []),
  ];
  const text = parts.join(', and ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function UndoSentence({ import_id: id, restored, removed, brought_back, signals, left }: UndoneImport): JSX.Element {
  const parts = [
    [restored, `${counted(restored, 'record')} got former values back`] as const,
    [removed, `${count(removed)} removed`] as const,
    [brought_back, `${count(brought_back)} brought back`] as const,
    [signals, `${counted(signals, 'signal')} deleted or brought back`] as const,
    [left, `${count(left)} not, or not in full`] as const,
  ].flatMap(([number, text]) => (number > 0 ? [text] : []));
  return (
    <p>
      {parts.length === 0 ? 'There was nothing to take back' : parts.join(', ')}.{' '}
      <Link to={`operate/imports/${id}`}>See entry {id}</Link>
    </p>
  );
}

/** The records that an undo has left as they are, and why. */
export function UndoReport({ undone: { left, left_records: records } }: { readonly undone: UndoneImport }) {
  if (left === 0) return null;
  return (
    <>
      <Notice tone="warn">
        <strong>
          {counted(left, 'record')} {left === 1 ? 'was' : 'were'} not taken back, or not in full
        </strong>
        {records.length < left && <p>These are the first {count(records.length)}.</p>}
      </Notice>
      <Records
        caption="Records that the undo has left"
        columns={[
          { title: 'Record', cell: (record) => <RecordName {...record} /> },
          {
            title: 'What was left',
            cell: ({ fields }) => fields.map((field) => (field === 'record' ? 'the whole record' : field)).join(', '),
          },
          { title: 'Why', as: 'wide', cell: ({ reason }) => reason },
        ]}
        rows={records.map((record, index) => ({ ...record, index }))}
        keyOf={({ index }) => index}
      />
    </>
  );
}
