import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted } from '../format.js';
import { Card, Screen } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';
import { Switch } from '../parts/switch.js';
import { useResource } from '../resource.js';
import type { DuplicateList } from '../generated/operator.js';
import { type Action, Outcome, useAction } from './action.js';
import { ask } from './door.js';
import { DuplicatePair, keyOf, type Pair, type PairKind } from './duplicate-pair.js';

/** The number of pairs that the screen has at a time. */
const mostPairs = 100;

const kinds: readonly (readonly [kind: PairKind, text: string])[] = [
  ['companies', 'Companies'],
  ['persons', 'Persons'],
];

/** The pairs of a list that the operator has decided since it was read. */
interface Decided {
  readonly list: DuplicateList;
  readonly keys: ReadonlySet<string>;
}

/** The screen on which an operator goes through the records that are probably the same. */
export function DuplicatesScreen(): JSX.Element {
  const [kind, setKind] = useState<PairKind>('companies');
  const action = useAction();
  const search = useResource(
    (signal) => ask<DuplicateList>('GET', `${kind}/duplicates?limit=${mostPairs}`, undefined, signal),
    [kind],
  );
  const isSearching = search.state === 'loading';
  return (
    <Screen
      title="Duplicates"
      lead="Records that are probably the same company or person. Each search compares all records, which takes minutes with a million of them."
    >
      <Card
        title="Pairs"
        actions={
          <div class="actions">
            <Switch
              legend="What to compare"
              options={kinds}
              value={kind}
              onChange={(chosen) => {
                setKind(chosen);
                action.forget();
              }}
            />
            <button
              type="button"
              class="small"
              aria-disabled={isSearching}
              onClick={() => isSearching || search.reload()}
            >
              Search again
            </button>
          </div>
        }
      >
        <Outcome action={action} reread={search.reload} />
        <Read resource={search} what="the duplicates">
          {(list) => <PairList key={kind} kind={kind} list={list} action={action} onRestored={search.reload} />}
        </Read>
      </Card>
    </Screen>
  );
}

interface PairListProps {
  readonly kind: PairKind;
  readonly list: DuplicateList;
  readonly action: Action;
  /** Called when the operator has taken back that two records are not the same. */
  readonly onRestored: () => void;
}

/** The pairs of one search. A pair that the operator has decided leaves the list, with all other pairs of a record that was merged. */
function PairList({ kind, list, action, onRestored }: PairListProps): JSX.Element {
  const [decided, setDecided] = useState<Decided>({ list, keys: new Set() });
  const [open, setOpen] = useState<string | null>(null);
  const keysOf = (last: Decided): ReadonlySet<string> => (last.list === list ? last.keys : new Set());
  const gone = keysOf(decided);
  const leave = (pairs: readonly Pair[]): void => {
    setDecided((last) => ({ list, keys: new Set([...keysOf(last), ...pairs.map(keyOf)]) }));
    setOpen(null);
  };
  const comeBack = (pair: Pair): void => {
    setDecided((last) => ({ list, keys: new Set([...keysOf(last)].filter((key) => key !== keyOf(pair))) }));
    // A list that was read, or is being read, after the verdict does not have the pair.
    onRestored();
  };
  const pairs = list.duplicates.filter((pair) => !gone.has(keyOf(pair)));
  const found = list.found - gone.size;
  return (
    <>
      {pairs.length > 0 ? (
        <ul class="duplicates">
          {pairs.map((pair) => (
            <DuplicatePair
              key={keyOf(pair)}
              kind={kind}
              pair={pair}
              isOpen={open === keyOf(pair)}
              action={action}
              onToggle={() => setOpen(open === keyOf(pair) ? null : keyOf(pair))}
              onMerged={(id) => leave(pairs.filter(({ one, other }) => one.record_id === id || other.record_id === id))}
              onDistinct={() => leave([pair])}
              onRestored={() => comeBack(pair)}
            />
          ))}
        </ul>
      ) : found > 0 ? (
        <Empty title="These pairs are all decided">Search again for the others.</Empty>
      ) : (
        <Empty title={`No two ${kind} look the same`}>
          Pairs of which an operator has said that they are not the same are left out.
        </Empty>
      )}
      {pairs.length > 0 && (
        <p class="note" role="status">
          {pairs.length < found
            ? `The first ${count(pairs.length)} of ${counted(found, 'pair')}. Search again when you have decided these.`
            : counted(found, 'pair')}
        </p>
      )}
      {list.left_out > 0 && (
        <p class="note">
          {counted(list.left_out, 'name')} {list.left_out === 1 ? 'was' : 'were'} not compared, because too many records
          have {list.left_out === 1 ? 'it' : 'them'}.
        </p>
      )}
    </>
  );
}
