import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldsResponse } from 'data-access-client';
import { wordsFor } from '../enrichment/choice.js';
import { chargedText } from '../enrichment/cost.js';
import { count, counted, dataSize, time } from '../format.js';
import { Card } from '../parts/layout.js';
import { keyshortcuts } from '../shortcut-keys.js';
import type { KeptList } from './kept-lists.js';
import { forgetList, lists, openKept } from './list-store.js';

/** Shows the lists that this browser has stored with their answers. The user can open and remove them. */
export function KeptListsCard({ catalogue }: { readonly catalogue: FieldsResponse | null }): JSX.Element | null {
  const kept = lists.value ?? [];
  if (kept.length === 0) return null;
  return (
    <Card title="Your lists">
      <p class="note">
        This browser keeps these lists with their answers until you remove them.
        {kept.length > 1 && ` Together they take ${dataSize(kept.reduce((sum, { bytes }) => sum + bytes, 0))}.`}
      </p>
      <ul class="rows">
        {kept.map((list) => (
          <Kept key={list.id} list={list} catalogue={catalogue} />
        ))}
      </ul>
    </Card>
  );
}

interface KeptProps {
  readonly list: KeptList;
  readonly catalogue: FieldsResponse | null;
}

function Kept({ list, catalogue }: KeptProps): JSX.Element {
  const { name, rows, answered, matched, choice, charged, bytes, changedAt } = list;
  const [isAsked, setAsked] = useState(false);
  return (
    <li>
      <div>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p class="note">
          {counted(rows, 'row')} with {wordsFor[choice.kind][1]}, {count(answered)} answered, {count(matched)} matched ·{' '}
          {chargedText(charged)} · {dataSize(bytes)} · {time(new Date(changedAt).toISOString())}
        </p>
      </div>
      {isAsked ? (
        <div class="actions confirms">
          <button type="button" class="small danger" onClick={() => void forgetList(list)}>
            Remove the list and its answers
          </button>
          <button
            type="button"
            class="small closes"
            aria-keyshortcuts={keyshortcuts('Escape')}
            onClick={() => setAsked(false)}
          >
            Keep
          </button>
        </div>
      ) : (
        <div class="actions">
          <button
            type="button"
            class="small"
            aria-label={`Open ${name}`}
            onClick={() => void openKept(list, catalogue)}
          >
            Open
          </button>
          <button type="button" class="small" aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
            Remove
          </button>
        </div>
      )}
    </li>
  );
}
