import type { JSX } from 'preact';
import type { ListedKey } from 'data-access-client';

/** The label of a key. A long label is cut after four lines; the browser shows all of it when the pointer is on it. */
export function KeyLabel({ label }: Pick<ListedKey, 'label'>): JSX.Element {
  return (
    <span class="clamp" dir="auto" title={label ?? undefined}>
      {label ?? 'Without label'}
    </span>
  );
}
