import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { counted, isolated, pageName, percent } from '../format.js';
import { Link } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import type { DuplicateList, RecordMerge } from '../generated/operator.js';
import { type Action, Confirm } from './action.js';
import { ask, askOnce } from './door.js';
import { ComparedValues } from './compared-values.js';
import { RecordName } from './import-changes.js';

/** The kind of the records of a pair, as the routes name it. */
export type PairKind = 'companies' | 'persons';

export type Pair = DuplicateList['duplicates'][number];
type PairRecord = Pair['one'];

export function keyOf({ one, other }: Pair): string {
  return `${one.record_id} ${other.record_id}`;
}

/** What the screen calls fields in which the records of a pair differ. All others have the name that the service gives them. */
const conflictNames: Readonly<Record<string, string>> = {
  network_url: 'profile page',
  network_id: 'profile number',
};

interface DuplicatePairProps {
  readonly kind: PairKind;
  readonly pair: Pair;
  readonly isOpen: boolean;
  /** Shows what was done when the pair has left the list. */
  readonly action: Action;
  readonly onToggle: () => void;
  /** @param id the `record_id` of the record that is gone */
  readonly onMerged: (id: string) => void;
  readonly onDistinct: () => void;
  readonly onRestored: () => void;
}

/** A pair in the list of duplicates: both records, why they are probably the same, and, when it is open, their values side by side. */
export function DuplicatePair(props: DuplicatePairProps): JSX.Element {
  const { kind, pair, isOpen, onToggle } = props;
  const { one, other, confidence, why, conflicts } = pair;
  const values = useId();
  const against = conflicts.map((field) => conflictNames[field] ?? field);
  return (
    <li>
      <div class="pair">
        <div class="sides">
          <Side kind={kind} record={one} />
          <Side kind={kind} record={other} />
        </div>
        <div class="reasons">
          <span class={`tag ${confidence >= 0.8 ? 'good' : ''}`}>{percent(Math.round(confidence * 100) / 100)}</span>
          <p class="note">
            {capital(why.join(', '))}
            {against.length > 0 && (
              <>
                {' · '}
                <span class="against">differs: {against.join(', ')}</span>
              </>
            )}
          </p>
        </div>
        <button
          type="button"
          class="small"
          aria-expanded={isOpen}
          aria-controls={values}
          aria-label={`${isOpen ? 'Close' : 'Compare'} ${nameOf(one)} and ${nameOf(other)}`}
          onClick={onToggle}
        >
          {isOpen ? 'Close' : 'Compare'}
        </button>
      </div>
      <div id={values}>{isOpen && <OpenPair {...props} />}</div>
    </li>
  );
}

function Side({ kind, record }: { readonly kind: PairKind; readonly record: PairRecord }): JSX.Element {
  const { job_title: title, company_name: employer } = record;
  const role = [title, employer].filter((text) => text !== null).join(' · ');
  return (
    <div class="side-of-pair">
      <RecordName kind={kind === 'companies' ? 'company' : 'person'} {...record} />
      {role !== '' && (
        <p class="note clamp" dir="auto" title={role}>
          {role}
        </p>
      )}
    </div>
  );
}

/** The values of both records, and what the operator can decide. */
function OpenPair({ kind, pair, action, onMerged, onDistinct, onRestored }: DuplicatePairProps): JSX.Element {
  const { one, other } = pair;
  const merges = useResource(
    (signal) => Promise.all([preview(kind, one, other, signal), preview(kind, other, one, signal)]),
    [kind, keyOf(pair)],
  );
  const decide = (isForgotten: boolean) =>
    ask('POST', `${kind}/distinct`, {
      ...{ one: `id:${one.record_id}`, other: `id:${other.record_id}` },
      forget: isForgotten,
    });
  const distinguish = async (): Promise<JSX.Element> => {
    await decide(false);
    onDistinct();
    return (
      <>
        <p>
          {isolated(nameOf(one))} and {isolated(nameOf(other))} stay apart, and are not listed again.
        </p>
        <button
          type="button"
          onClick={() =>
            void action.run(async () => {
              await decide(true);
              onRestored();
              return <p>The list of duplicates may have the pair again.</p>;
            })
          }
        >
          Take it back
        </button>
      </>
    );
  };
  return (
    <div class="opened stack">
      <Read resource={merges} what="the values of both records">
        {([left, right]) => (
          <>
            <ComparedValues names={[nameOf(one), nameOf(other)]} fields={left.values} />
            <div class="actions">
              <KeepButton
                side="left"
                kind={kind}
                stays={one}
                goes={other}
                moves={left.moves}
                {...{ action, onMerged }}
              />
              <KeepButton
                side="right"
                kind={kind}
                stays={other}
                goes={one}
                moves={right.moves}
                {...{ action, onMerged }}
              />
              <button
                type="button"
                class="small"
                aria-label={`Not the same: ${nameOf(one)} and ${nameOf(other)}`}
                aria-disabled={action.isUnderWay}
                onClick={() => void action.run(distinguish)}
              >
                Not the same
              </button>
            </div>
          </>
        )}
      </Read>
    </div>
  );
}

function preview(kind: PairKind, stays: PairRecord, goes: PairRecord, signal: AbortSignal): Promise<RecordMerge> {
  return ask<RecordMerge>('POST', `${kind}/merge`, { ...mergeOf(stays, goes), dry_run: true }, signal);
}

function mergeOf(stays: PairRecord, goes: PairRecord) {
  return { stays: `id:${stays.record_id}`, goes: `id:${goes.record_id}` };
}

interface KeepButtonProps extends Pick<DuplicatePairProps, 'kind' | 'action' | 'onMerged'> {
  readonly side: 'left' | 'right';
  readonly stays: PairRecord;
  readonly goes: PairRecord;
  readonly moves: RecordMerge['moves'];
}

function KeepButton({ side, kind, stays, goes, moves, action, onMerged }: KeepButtonProps): JSX.Element {
  return (
    <Confirm
      label={`Keep the ${side} one`}
      about={`Keep the ${side} one: ${isolated(nameOf(stays))}`}
      question={`Merge ${isolated(nameOf(goes))} into ${isolated(nameOf(stays))}?`}
      consequence={`${movesText(moves)} Where both have a value, that of the ${side} one stays. Requests with a key of either record find it. You can undo this in the list of imports.`}
      action={action}
      onConfirm={async () => {
        const { import_id: id } = await askOnce<RecordMerge>(`${kind}/merge`, mergeOf(stays, goes));
        onMerged(goes.record_id);
        return (
          <p>
            {isolated(nameOf(goes))} was merged into {isolated(nameOf(stays))}.{' '}
            <Link to={`operate/imports/${id}`}>See entry {id}, or undo it</Link>
          </p>
        );
      }}
    />
  );
}

/** The names of what moves to the kept record, for one and for several. What is not listed is called as the service names it. */
const movedNames: Readonly<Record<string, readonly [one: string, many: string]>> = {
  employees: ['employee', 'employees'],
  positions: ['position of a person', 'positions of persons'],
  follows: ['follow', 'follows'],
  prospects: ['prospect of a run', 'prospects of runs'],
  disclosures: ['disclosure', 'disclosures'],
  change_signals: ['signal of a change', 'signals of changes'],
};

function movesText(moves: RecordMerge['moves']): string {
  const parts = Object.entries(moves).flatMap(([name, number]) => {
    const [one, many] = movedNames[name] ?? [name, name];
    return number > 0 ? counted(number, one, many) : [];
  });
  return parts.length === 0 ? 'Nothing refers to the record that goes.' : `What moves: ${parts.join(', ')}.`;
}

/** `Acme (acme.com)`: what a record is called, and what tells it apart from others of the same name. */
function nameOf({ name, website, network_url: page, record_id: id }: PairRecord): string {
  const key = website ?? (page === null ? `record ${id}` : pageName(page));
  return name === null ? key : `${name} (${key})`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
