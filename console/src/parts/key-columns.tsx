import type { JSX } from 'preact';
import type { ListedKey } from 'data-access-client';
import type { Column } from './table.js';
import { Time } from './time.js';

/** What a table of API keys shows of a key, for its tenant and for an operator. */
type ShownKey = Pick<ListedKey, 'ends_with' | 'created_at' | 'last_used_at' | 'expires_at' | 'revoked_at'>;

/** The label of a key. A long label is cut after four lines; the browser shows all of it when the pointer is on it. */
export function KeyLabel({ label }: Pick<ListedKey, 'label'>): JSX.Element {
  return (
    <span class="clamp" dir="auto" title={label ?? undefined}>
      {label ?? 'Without label'}
    </span>
  );
}

/** The columns that every table of API keys has after the names of the keys. */
export const keyColumns: readonly Column<ShownKey>[] = [
  { title: 'State', cell: (key) => <KeyState {...key} /> },
  { title: 'Ends with', cell: ({ ends_with: end }) => <code>…{end}</code> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Last use', cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time at={last_used_at} />) },
];

function KeyState({ revoked_at, expires_at: end }: ShownKey): JSX.Element {
  if (revoked_at !== null) return <span class="tag bad">Revoked</span>;
  const isExpired = end !== null && Date.parse(end) < Date.now();
  if (end === null) return <span class="tag good">Valid</span>;
  return (
    <>
      <span class="tag warn">{isExpired ? 'Expired' : 'Valid until'}</span>
      <p class="note">
        <Time at={end} />
      </p>
    </>
  );
}
