import type { JSX } from 'preact';
import { count } from '../format.js';
import type { RecordMerge } from '../generated/operator.js';
import { itemsOf } from './marked-change.js';
import { Folded } from './records.js';

type Field = RecordMerge['values'][number];

interface ComparedValuesProps {
  /** What both records are called. */
  readonly names: readonly [left: string, right: string];
  /** `stays` has the values of the left record, `goes` those of the right one. */
  readonly fields: readonly Field[];
}

/** Of a list with more items, only so many are shown. */
const shownItems = 8;

/** The values of two records side by side. Fields with different values come first, and what only one of the records has is marked. */
export function ComparedValues({ names, fields }: ComparedValuesProps): JSX.Element {
  const rows = fields.map((field) => ({ ...field, isDifferent: isDifferent(field) }));
  const sorted = [...rows.filter((row) => row.isDifferent), ...rows.filter((row) => !row.isDifferent)];
  return (
    <table class="compared" role="table">
      <caption class="hidden">Values of both records</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            Field
          </th>
          {names.map((name, index) => (
            <th key={index} role="columnheader" scope="col">
              {index === 0 ? 'Left' : 'Right'}
              <span class="hidden">: {name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {sorted.map(({ field, stays, goes, isDifferent: differs }) => (
          <tr key={field} role="row" class={differs ? 'differs' : ''}>
            <th role="rowheader" scope="row">
              <code>{field}</code>
              {differs && <span class="tag warn">differs</span>}
            </th>
            <td role="cell">
              <Value value={stays} other={goes} />
            </td>
            <td role="cell">
              <Value value={goes} other={stays} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Whether both records have a value, and the values differ. */
function isDifferent({ stays, goes }: Field): boolean {
  const [left, right] = [itemsOf(stays), itemsOf(goes)];
  if (left.length === 0 || right.length === 0) return false;
  return left.length !== right.length || left.some((item) => !right.includes(item));
}

interface ValueProps {
  /** Null for none. */
  readonly value: unknown;
  /** The value of the other record. */
  readonly other: unknown;
}

function Value({ value, other }: ValueProps): JSX.Element {
  const [items, others] = [itemsOf(value), itemsOf(other)];
  if (items.length === 0) return <span class="note">Blank</span>;
  const isOwn = (item: string): boolean => others.length > 0 && !others.includes(item);
  // The items that only this record has come first, so that none of them is left out before one that both have.
  const shown = [...items.filter(isOwn), ...items.filter((item) => !isOwn(item))];
  return (
    <>
      {shown.slice(0, shownItems).map((item, index) => (
        <Folded key={index} text={item}>
          {isOwn(item) ? <mark>{item}</mark> : item}
        </Folded>
      ))}
      {shown.length > shownItems && <p class="note">and {count(shown.length - shownItems)} more</p>}
    </>
  );
}
