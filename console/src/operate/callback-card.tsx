import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted } from '../format.js';
import { FoldedText } from '../parts/folded.js';
import { TextField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { useResource } from '../resource.js';
import { ActionForm, Confirm, OpenedForm, Outcome, refusalOf, useAction } from './action.js';
import type { Callback, Tenant } from '../generated/operator.js';
import { ask } from './door.js';
import { Secret } from './keys-card.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Folded, Part, Records } from './records.js';

interface CallbackCardProps {
  readonly tenant: Tenant;
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
  readonly onChange: () => void;
}

/** The states of callbacks: the colour and name of each, and what its time means. */
const states = {
  delivered: ['good', 'Delivered', ''],
  due: ['', 'Waiting', 'Next attempt'],
  'given up': ['bad', 'Given up', ''],
} as const;

/** Says in words why a callback failed, with the code of the failure. A failure without a known code is shown as it is. */
function reasonOf(failure: string): string {
  const code = Object.keys(reasons).find((each) => failure.split(/\W+/).includes(each));
  return code === undefined ? failure : `${reasons[code] ?? ''} (${code})`;
}

/** What the codes of failed connections mean. */
const reasons: Readonly<Record<string, string>> = {
  EAI_AGAIN: 'The name of the host could not be looked up',
  ECONNREFUSED: 'The host refused the connection',
  ECONNRESET: 'The host closed the connection',
  EHOSTUNREACH: 'The host was not reached',
  ENOTFOUND: 'The host of the address was not found',
  ETIMEDOUT: 'The host did not answer in time',
};

/** Shows where callbacks of a tenant are sent, and which callbacks were sent. The operator can change the address. */
export function CallbackCard({ tenant, address, onChange }: CallbackCardProps): JSX.Element {
  const sent = useResource(
    (signal) =>
      ask<{ readonly callbacks: readonly Callback[] }>('GET', `${address}/callbacks?limit=20`, undefined, signal),
    [address],
  );
  const setting = useAction();
  const change = useAction();
  const repetition = useAction();
  const known = tenant.callback_url;
  /** The address in the form; null while the form is closed. */
  const [url, setUrl] = useState<string | null>(null);
  const given = url?.trim() ?? '';
  const save = async (to: string): Promise<JSX.Element> => {
    const { callback_secret: secret } = await ask<{ readonly callback_secret: string }>('PUT', `${address}/callback`, {
      url: to,
    });
    onChange();
    return <Secret text={secret}>This secret signs the callbacks. Copy it now, because it is not shown again.</Secret>;
  };
  const renew = async (): Promise<JSX.Element> => {
    const secret = await save(known ?? '');
    setting.forget();
    return secret;
  };
  const remove = async (): Promise<string> => {
    await ask('DELETE', `${address}/callback`);
    setting.forget();
    setUrl(null);
    onChange();
    return 'The tenant gets no callbacks any more.';
  };
  const repeat = async (callback: string | null): Promise<string> => {
    const { repeated } = await ask<{ readonly repeated: number }>('POST', `${address}/callbacks/repeat`, { callback });
    sent.reload();
    return `${counted(repeated, 'callback')} will be sent again within seconds.`;
  };
  const columns: readonly Column<Callback>[] = [
    { title: 'Callback', cell: ({ callback }) => <code>{callback}</code> },
    {
      title: 'State',
      as: 'state',
      cell: ({ state }) => <span class={`tag ${states[state][0]}`}>{states[state][1]}</span>,
    },
    {
      title: 'When',
      cell: (each) => (
        <>
          {states[each.state][2] !== '' && <span class="line">{states[each.state][2]}</span>}
          <Time at={each.delivered_at ?? each.given_up_at ?? each.next_at ?? ''} />
        </>
      ),
    },
    { title: 'Attempts', align: 'end', as: 'extra', cell: ({ attempts }) => count(attempts) },
    {
      title: 'Last failure',
      as: 'wide',
      cell: ({ last_failure: failure }) => (failure === null ? 'None' : <Folded text={reasonOf(failure)} />),
    },
    {
      title: 'Change',
      as: 'actions',
      cell: ({ callback }) => (
        <button
          type="button"
          class="small"
          aria-label={`Send again the callback ${callback}`}
          aria-disabled={repetition.isUnderWay}
          onClick={() => void repetition.run(() => repeat(callback))}
        >
          Send again
        </button>
      ),
    },
  ];
  return (
    <Card title="Callbacks">
      <p class="note">
        The service sends a message to this address when a run has ended, or when a company or person that the tenant
        follows has changed.
      </p>
      {known !== null && (
        <div>
          <FoldedText text={known}>
            <code>{known}</code>
          </FoldedText>
        </div>
      )}
      <div class="actions">
        <button
          type="button"
          class="small"
          onClick={() => {
            setting.forget();
            change.forget();
            setUrl(known ?? '');
          }}
        >
          {known === null ? 'Set an address' : 'Change the address'}
        </button>
        {known !== null && (
          <>
            <Confirm
              label="Make a new secret"
              about="Make a new secret for the callbacks"
              consequence="The new secret signs all callbacks from then on. The receiver has to check them with it."
              action={change}
              onConfirm={renew}
            />
            <Confirm
              label="Remove the address"
              about="Remove the address for callbacks"
              consequence="The tenant then gets no callbacks any more."
              action={change}
              onConfirm={remove}
            />
          </>
        )}
      </div>
      {url !== null && (
        <OpenedForm title={known === null ? 'Set an address' : 'Change the address'}>
          <ActionForm
            action={setting}
            label="Save the address"
            isReady={given !== '' && given !== known}
            refusals="at field"
            onCancel={() => {
              setting.forget();
              setUrl(null);
            }}
            onSubmit={async () => {
              const secret = await save(given);
              // An older secret is no longer valid.
              change.forget();
              setUrl(null);
              return secret;
            }}
          >
            <TextField
              label="Address for callbacks"
              type="url"
              hint="It must begin with https://. A new address gets a new secret, which signs all callbacks from then on."
              fault={refusalOf(setting)}
              value={url}
              onInput={(value) => {
                setting.forget();
                setUrl(value);
              }}
              autoComplete="off"
            />
          </ActionForm>
        </OpenedForm>
      )}
      <Outcome action={change} />
      {url === null && <Outcome action={setting} />}
      <h3>Last callbacks</h3>
      <Part resource={sent} what="the callbacks">
        {({ callbacks }) =>
          callbacks.length === 0 ? (
            <p class="note">No callback was made for this tenant yet.</p>
          ) : (
            <Records caption="Last callbacks" columns={columns} rows={callbacks} keyOf={({ callback }) => callback} />
          )
        }
      </Part>
      {sent.value?.callbacks.some(({ state }) => state === 'given up') === true && (
        <div class="actions">
          <button
            type="button"
            class="small"
            aria-disabled={repetition.isUnderWay}
            onClick={() => void repetition.run(() => repeat(null))}
          >
            Send those given up again
          </button>
        </div>
      )}
      <Outcome action={repetition} />
    </Card>
  );
}
