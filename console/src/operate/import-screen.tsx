import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted } from '../format.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Empty, Read } from '../parts/states.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import type { ChangedRecord, ImportWithChanges, PastImport, UndoneImport } from '../generated/operator.js';
import { Outcome, useAction } from './action.js';
import { ask, NotFound } from './door.js';
import { ChangedFields, ChangedRecords, ChangeWarnings } from './import-changes.js';
import { aboutOf, OutcomeTag, titleOf } from './import-entry.js';
import { UndoButton, UndoReport } from './import-undo.js';
import { NoSuchScreen } from './no-such-screen.js';

interface ChangePart {
  readonly records: readonly ChangedRecord[];
  readonly next_cursor: string | null;
}

/** How many changed records are read at once. */
const partSize = 50;

/** The screen of one entry of the list of imports: what it changed, and the button that takes it back. */
export function ImportScreen({ id }: { readonly id: string }): JSX.Element {
  const address = `imports/${encodeURIComponent(id)}`;
  const entry = useResource((signal) => ask<ImportWithChanges>('GET', address, undefined, signal), [id]);
  const undoneBy = entry.value?.undone_by ?? null;
  const undo = useResource(
    async (signal) => (undoneBy === null ? null : ask<PastImport>('GET', `imports/${undoneBy}`, undefined, signal)),
    [undoneBy],
  );
  const [undone, setUndone] = useState<UndoneImport | null>(null);
  const action = useAction();
  if (entry.state === 'failed' && entry.error instanceof NotFound)
    return <NoSuchScreen thing="import" why="The address is wrong." list="operate/imports" />;
  const { value } = entry;
  return (
    <Screen
      title={value === null ? `Import ${id}` : titleOf(value)}
      heading={
        value && (
          <span class="named">
            <span>{titleOf(value)}</span> <OutcomeTag {...value} />
          </span>
        )
      }
      lead={
        <>
          <Link to="operate/imports">All imports</Link>
          {value && (
            <>
              {' · '}
              <bdi>{value.file}</bdi> · {aboutOf(value, value.tenant)} · <Time at={value.started_at} />
            </>
          )}
        </>
      }
    >
      <Read resource={entry} what="the import">
        {(read) => (
          <>
            <Card
              title="Summary"
              actions={
                undo.state === 'ready' && (
                  <UndoButton
                    entry={read}
                    undo={undo.value}
                    action={action}
                    onUndone={(outcome) => {
                      setUndone(outcome);
                      entry.reload();
                    }}
                  />
                )
              }
            >
              <Outcome action={action} reread={entry.reload} />
              {undone !== null && <UndoReport undone={undone} />}
              {undo.value !== null && <TakenBack {...undo.value} />}
              <Pairs as="facts" pairs={factsOf(read)} />
              <ChangeWarnings warnings={read.changes.warnings} />
              {read.changes.fields.length > 0 && <ChangedFields {...read.changes} />}
            </Card>
            <Card title="Changed records">
              <Changes address={address} entry={read} />
            </Card>
          </>
        )}
      </Read>
    </Screen>
  );
}

function TakenBack({ import_id: id, started_at: at, unchanged: left }: PastImport): JSX.Element {
  return (
    <p>
      Taken back by <Link to={`operate/imports/${id}`}>undo {id}</Link>, <Time at={at} />
      {left > 0 && `, except for ${counted(left, 'record')}`}.
    </p>
  );
}

function factsOf({ action, changes, ...counts }: ImportWithChanges): readonly (readonly [string, string])[] {
  if (action !== 'import')
    return [
      ['Records', count(counts.read)],
      ['Changed', count(changes.changed)],
      ['Left as they were', count(counts.unchanged)],
    ];
  return [
    ['Lines', count(counts.read)],
    ['New', count(counts.inserted)],
    ['Changed', count(counts.updated)],
    ['Values replaced in', count(changes.replaced)],
    ['Unchanged', count(counts.unchanged)],
    ['Joined', count(counts.joined)],
    ['Rejected', count(counts.rejected)],
  ];
}

/** The changed records of an entry, part by part. */
function Changes({ address, entry }: { readonly address: string; readonly entry: ImportWithChanges }): JSX.Element {
  const first = useResource((signal) => ask<ChangePart>('GET', pathOf(address, null), undefined, signal), [address]);
  const [more, setMore] = useState<readonly ChangePart[]>([]);
  const action = useAction();
  return (
    <Read resource={first} what="the changed records">
      {(part) => {
        const parts = [part, ...more];
        const records = parts.flatMap((each) => each.records);
        const cursor = parts.at(-1)?.next_cursor ?? null;
        const readMore = async (): Promise<null> => {
          const next = await ask<ChangePart>('GET', pathOf(address, cursor));
          setMore((read) => [...read, next]);
          return null;
        };
        if (records.length === 0 && cursor === null) return <NoChanges {...entry} />;
        return (
          <>
            <ChangedRecords records={records} />
            {cursor !== null && (
              <div class="actions">
                <button type="button" aria-disabled={action.isUnderWay} onClick={() => void action.run(readMore)}>
                  Show more
                </button>
                <p class="note">
                  {count(records.length)} of {counted(entry.changes.changed, 'changed record')}
                </p>
              </div>
            )}
            <Outcome action={action} />
          </>
        );
      }}
    </Read>
  );
}

function pathOf(address: string, cursor: string | null): string {
  return `${address}/changes?limit=${partSize}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
}

function NoChanges({ updated, inserted, kind, changes }: ImportWithChanges): JSX.Element {
  if (kind === 'signals') return <Empty title="Signals have no values that change">They are new, or deleted.</Empty>;
  return updated > 0 && changes.changed === 0 ? (
    <Empty title="The changes are no longer kept">The setting IMPORT_HISTORY_DAYS says how long they are kept.</Empty>
  ) : (
    <Empty title="No stored record was changed">
      {inserted > 0 ? `${counted(inserted, 'record')} became new.` : 'All stored values are as they were before.'}
    </Empty>
  );
}
