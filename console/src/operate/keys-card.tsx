import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy.js';
import { TextField } from '../parts/form.js';
import { keyColumns, KeyLabel } from '../parts/key-columns.js';
import { Card } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { Key } from './answers.js';
import { ask } from './door.js';

/**
 * Shows the API keys of a tenant, and lets the operator create, replace and revoke them.
 * @param address the path of the tenant in the API for operators
 */
export function KeysCard({ address }: { readonly address: string }): JSX.Element {
  const keys = useResource(
    (signal) => ask<{ readonly keys: readonly Key[] }>('GET', `${address}/keys`, undefined, signal),
    [address],
  );
  const creation = useAction();
  const change = useAction();
  const [label, setLabel] = useState('');
  const create = async (): Promise<JSX.Element> => {
    const { api_key: key } = await ask<{ readonly api_key: string }>('POST', `${address}/keys`, {
      label: label.trim(),
    });
    setLabel('');
    keys.reload();
    return <NewKey apiKey={key} />;
  };
  const replace = async ({ key_id: id }: Key): Promise<JSX.Element> => {
    const path = `keys/${encodeURIComponent(id)}/rotate`;
    const { api_key: key } = await ask<{ readonly api_key: string }>('POST', path, {});
    keys.reload();
    return <NewKey apiKey={key} note="The old key works for one more day." />;
  };
  const revoke = async ({ key_id: id, label: name }: Key): Promise<string> => {
    await ask('POST', `keys/${encodeURIComponent(id)}/revoke`);
    keys.reload();
    return `The key ${name ?? id} is revoked.`;
  };
  const columns: readonly Column<Key>[] = [
    {
      title: 'Label',
      // The buttons stand in the first cell, because it stays in sight while the table scrolls sideways.
      cell: (key) => (
        <>
          <div dir="auto" style="text-align: left">
            <KeyLabel label={key.label} />
          </div>
          {key.revoked_at === null && (
            <span class="actions">
              {key.expires_at === null && (
                <Confirm
                  label="Replace"
                  about={`Replace the key ${key.label ?? key.key_id}`}
                  action={change}
                  onConfirm={() => replace(key)}
                />
              )}
              <Confirm
                label="Revoke"
                about={`Revoke the key ${key.label ?? key.key_id}`}
                action={change}
                onConfirm={() => revoke(key)}
              />
            </span>
          )}
        </>
      ),
    },
    ...keyColumns,
  ];
  return (
    <Card title="API keys">
      <Read resource={keys} what="the keys">
        {({ keys: listed }) =>
          listed.length === 0 ? (
            <Empty title="This tenant has no key yet">Create one, and give it to the tenant.</Empty>
          ) : (
            <Table caption="API keys" columns={columns} rows={listed} keyOf={({ key_id: id }) => id} />
          )
        }
      </Read>
      <Outcome action={change} />
      <ActionForm action={creation} label="Create a key" isReady={label.trim() !== ''} onSubmit={create}>
        <TextField
          label="Label of the new key"
          hint="What uses the key, such as crm."
          value={label}
          onInput={setLabel}
          autoComplete="off"
        />
      </ActionForm>
    </Card>
  );
}

function NewKey({ apiKey, note = '' }: { readonly apiKey: string; readonly note?: string }): JSX.Element {
  return (
    <div class="copyable">
      <p>This is the new key. Copy it now, because it is not shown again. {note}</p>
      <div class="actions">
        <code>{apiKey}</code>
        <CopyButton text={apiKey} />
      </div>
    </div>
  );
}
