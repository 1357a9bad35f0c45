import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy.js';
import { TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Empty } from '../parts/states.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, OpenedForm, Outcome, useAction } from './action.js';
import type { Key } from '../generated/operator.js';
import { ask, askOnce } from './door.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Part, Records } from './records.js';

interface KeysCardProps {
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
  /** Whether the tenant is suspended, so that the service refuses its keys. */
  readonly isSuspended: boolean;
}

/** Shows the API keys of a tenant, and lets the operator create, replace and revoke them. */
export function KeysCard({ address, isSuspended }: KeysCardProps): JSX.Element {
  const keys = useResource(
    (signal) => ask<{ readonly keys: readonly Key[] }>('GET', `${address}/keys`, undefined, signal),
    [address],
  );
  const creation = useAction();
  const change = useAction();
  const [label, setLabel] = useState('');
  const [isNew, setNew] = useState(false);
  const close = (): void => {
    creation.forget();
    setLabel('');
    setNew(false);
  };
  const create = async (): Promise<JSX.Element> => {
    const { api_key: key } = await askOnce<{ readonly api_key: string }>(`${address}/keys`, {
      label: label.trim(),
    });
    setLabel('');
    setNew(false);
    keys.reload();
    return (
      <Secret text={key}>
        This is the new key. Copy it now, because it is not shown again.
        {isSuspended && ' The service refuses it as long as the tenant is suspended.'}
      </Secret>
    );
  };
  const replace = async ({ key_id: id }: Key): Promise<JSX.Element> => {
    const path = `keys/${encodeURIComponent(id)}/rotate`;
    const { api_key: key } = await askOnce<{ readonly api_key: string }>(path, {}).finally(keys.reload);
    return (
      <Secret text={key}>
        This is the new key. Copy it now, because it is not shown again. The old key works for one more day.
      </Secret>
    );
  };
  const revoke = async ({ key_id: id, label: name }: Key): Promise<JSX.Element> => {
    await ask('POST', `keys/${encodeURIComponent(id)}/revoke`);
    keys.reload();
    return (
      <>
        The key <bdi>{name ?? id}</bdi> is revoked.
      </>
    );
  };
  const columns: readonly Column<Key>[] = [
    {
      title: 'Label',
      cell: ({ label: name, created_at: at }) => (
        <>
          <Clamped text={name ?? 'Without label'} />
          <p class="note">
            Created&nbsp;
            <Time at={at} />
          </p>
        </>
      ),
    },
    { title: 'State', as: 'state', cell: (key) => <KeyState {...key} isSuspended={isSuspended} /> },
    { title: 'Ends with', cell: ({ ends_with: end }) => <code>…{end}</code> },
    { title: 'Last use', cell: ({ last_used_at: at }) => (at === null ? 'Never' : <Time at={at} />) },
    {
      title: 'Change',
      as: 'actions',
      cell: (key) =>
        key.revoked_at === null && (
          <>
            {key.expires_at === null && (
              <Confirm
                label="Replace"
                about={`Replace the key ${key.label ?? key.key_id}`}
                question="Replace this key?"
                details={<WhichKey {...key} />}
                consequence="A new key is made and shown once. The old key works for one more day."
                action={change}
                onConfirm={() => replace(key)}
              />
            )}
            <Confirm
              label="Revoke"
              about={`Revoke the key ${key.label ?? key.key_id}`}
              question="Revoke this key?"
              details={<WhichKey {...key} />}
              consequence="The service then refuses every request with this key. This cannot be undone."
              action={change}
              onConfirm={() => revoke(key)}
            />
          </>
        ),
    },
  ];
  return (
    <Card
      title="API keys"
      actions={
        <button
          type="button"
          class="small"
          onClick={() => {
            creation.forget();
            setNew(true);
          }}
        >
          New key
        </button>
      }
    >
      <Part resource={keys} what="the keys">
        {({ keys: listed }) =>
          listed.length === 0 ? (
            <Empty title="This tenant has no key yet">Create one, and give it to the tenant.</Empty>
          ) : (
            <Records caption="API keys" columns={columns} rows={listed} keyOf={({ key_id: id }) => id} />
          )
        }
      </Part>
      <Outcome action={change} />
      {!isNew && <Outcome action={creation} />}
      {isNew && (
        <OpenedForm title="New key">
          <ActionForm
            action={creation}
            label="Create a key"
            isReady={label.trim() !== ''}
            reread={keys.reload}
            onCancel={close}
            onSubmit={create}
          >
            <TextField
              label="Label of the new key"
              hint="What uses the key, such as crm."
              value={label}
              onInput={setLabel}
              autoComplete="off"
            />
          </ActionForm>
        </OpenedForm>
      )}
    </Card>
  );
}

/** Tells one key from others with the same label. */
function WhichKey({ label, ends_with: end, last_used_at: at }: Key): JSX.Element {
  return (
    <div>
      {label !== null && (
        <p class="named-thing clamp" title={label}>
          “<bdi>{label}</bdi>”
        </p>
      )}
      <p class="note">
        Ends with <code>…{end}</code>,{' '}
        {at === null ? (
          'never used'
        ) : (
          <>
            last used <Time at={at} />
          </>
        )}
      </p>
    </div>
  );
}

interface KeyStateProps extends Key {
  readonly isSuspended: boolean;
}

function KeyState({ revoked_at: revokedAt, expires_at: end, isSuspended }: KeyStateProps): JSX.Element {
  if (revokedAt !== null) return <span class="tag bad">Revoked</span>;
  const isExpired = end !== null && Date.parse(end) < Date.now();
  return (
    <>
      {isExpired ? (
        <span class="tag warn">Expired</span>
      ) : (
        <span class={`tag ${isSuspended ? '' : 'good'}`}>Valid</span>
      )}
      {isSuspended && !isExpired && <p class="note">Refused for now</p>}
      {end !== null && (
        <p class="note">
          {isExpired ? 'since' : 'until'}&nbsp;
          <Time at={end} />
        </p>
      )}
    </>
  );
}

/** A secret that is shown once, with a button that copies it. */
export function Secret({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      <p>{children}</p>
      <div class="copyable secret">
        <code>{text}</code>
        <CopyButton text={text} />
      </div>
    </>
  );
}
