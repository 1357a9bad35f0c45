import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted, time } from '../format.js';
import { CopyButton } from '../parts/copy.js';
import { TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { Callback, Tenant } from './answers.js';
import { ask } from './door.js';

interface CallbackCardProps {
  readonly tenant: Tenant;
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
  readonly onChange: () => void;
}

const states = { delivered: 'good', due: '', 'given up': 'bad' } as const;

/** Shows where callbacks of a tenant are sent, and which callbacks were sent. The operator can change the address. */
export function CallbackCard({ tenant, address, onChange }: CallbackCardProps): JSX.Element {
  const sent = useResource(
    (signal) =>
      ask<{ readonly callbacks: readonly Callback[] }>('GET', `${address}/callbacks?limit=20`, undefined, signal),
    [address],
  );
  const setting = useAction();
  const change = useAction();
  const [url, setUrl] = useState(tenant.callback_url ?? '');
  const save = async (): Promise<JSX.Element> => {
    const { callback_secret: secret } = await ask<{ readonly callback_secret: string }>('PUT', `${address}/callback`, {
      url: url.trim(),
    });
    onChange();
    return <NewSecret secret={secret} />;
  };
  const remove = async (): Promise<string> => {
    await ask('DELETE', `${address}/callback`);
    setUrl('');
    onChange();
    return 'The tenant gets no callbacks any more.';
  };
  const repeat = async (callback: string | null): Promise<string> => {
    const { repeated } = await ask<{ readonly repeated: number }>('POST', `${address}/callbacks/repeat`, { callback });
    sent.reload();
    return `${counted(repeated, 'callback')} will be sent again within seconds.`;
  };
  const columns: readonly Column<Callback>[] = [
    {
      title: 'Callback',
      cell: ({ callback }) => (
        <>
          <code>{callback}</code>
          <button
            type="button"
            class="small"
            aria-label={`Send again the callback ${callback}`}
            aria-disabled={change.isUnderWay}
            onClick={() => void change.run(() => repeat(callback))}
          >
            Send again
          </button>
        </>
      ),
    },
    { title: 'State', cell: ({ state }) => <span class={`tag ${states[state]}`}>{state}</span> },
    { title: 'Attempts', align: 'end', cell: ({ attempts }) => count(attempts) },
    {
      title: 'Ended, or next attempt',
      cell: (each) => time(each.delivered_at ?? each.given_up_at ?? each.next_at ?? ''),
    },
    {
      title: 'Last failure',
      cell: ({ last_failure: failure }) => (
        <span class="clamp" title={failure ?? undefined}>
          {failure ?? 'None'}
        </span>
      ),
    },
  ];
  return (
    <Card title="Callbacks">
      <p class="note">
        The service sends a message to this address when a run has ended, or when a company or person that the tenant
        follows has changed.
      </p>
      <ActionForm action={setting} label="Save the address" isReady={url.trim() !== ''} onSubmit={save}>
        <TextField
          label="Address for callbacks"
          type="url"
          hint="The address must begin with https://. Each time you save it, a new secret is made, and signs all callbacks from then on."
          value={url}
          onInput={setUrl}
          autoComplete="off"
        />
      </ActionForm>
      <Read resource={sent} what="the callbacks">
        {({ callbacks }) =>
          callbacks.length === 0 ? (
            <p class="note">No callback was made for this tenant yet.</p>
          ) : (
            <Table caption="Last callbacks" columns={columns} rows={callbacks} keyOf={({ callback }) => callback} />
          )
        }
      </Read>
      <div class="actions">
        {tenant.callback_url !== null && (
          <Confirm
            label="Remove the address"
            about="Remove the address for callbacks"
            action={change}
            onConfirm={remove}
          />
        )}
        {sent.value?.callbacks.some(({ state }) => state === 'given up') === true && (
          <button
            type="button"
            class="small"
            aria-disabled={change.isUnderWay}
            onClick={() => void change.run(() => repeat(null))}
          >
            Send again all callbacks that were given up
          </button>
        )}
      </div>
      <Outcome action={change} />
    </Card>
  );
}

function NewSecret({ secret }: { readonly secret: string }): JSX.Element {
  return (
    <div class="copyable">
      <p>This secret signs the callbacks. Copy it now, because it is not shown again.</p>
      <div class="actions">
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
    </div>
  );
}
