import type { JSX } from 'preact';
import { count, counted } from '../format.js';
import { Link } from '../parts/layout.js';
import { Notice } from '../parts/states.js';
import type { ImportWithChanges, PastImport, UndoneImport } from '../generated/operator.js';
import { type Action, Confirm } from './action.js';
import { askOnce } from './door.js';
import { RecordName } from './import-changes.js';
import { Records } from './records.js';

interface UndoButtonProps {
  readonly entry: ImportWithChanges;
  /** The undo that has taken the entry back; null if there is none. */
  readonly undo: PastImport | null;
  readonly action: Action;
  readonly onUndone: (undone: UndoneImport) => void;
}

/**
 * The button that takes an entry of the list of imports back. There is none if the entry has changed nothing, if nothing of it is kept, or if
 * an undo has taken all of it back.
 */
export function UndoButton({ entry, undo, action, onUndone }: UndoButtonProps): JSX.Element | null {
  const { import_id: id, kind, outcome, inserted, updated, joined, changes } = entry;
  const isKept = kind === 'signals' || changes.inserted + changes.changed > 0;
  if (outcome === 'refused' || inserted + updated + joined === 0 || !isKept || undo?.unchanged === 0) return null;
  const what = entry.action === 'undo' ? 'entry' : entry.action;
  return (
    <Confirm
      label={undo === null ? 'Undo' : 'Undo the rest'}
      about={undo === null ? `Undo ${what} ${id}` : `Undo the rest of ${what} ${id}`}
      details={
        <p>
          <bdi>{entry.file}</bdi>
        </p>
      }
      consequence={`${undo === null ? effectOf(entry) : `What undo ${undo.import_id} has left is tried again.`} What a later import has changed or confirmed stays as it is, and erased persons stay erased. You can take this back, too.`}
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
function effectOf({ action, undoes, kind, changes: { changed, inserted } }: ImportWithChanges): string {
  if (action === 'undo') return `What it has taken back of entry ${undoes} applies again.`;
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
