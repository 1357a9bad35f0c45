import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, wholeNumber } from '../format.js';
import { CheckField, TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Notice, Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { Tenant } from '../generated/operator.js';
import { CallbackCard } from './callback-card.js';
import { CreditsCard } from './credits-card.js';
import { ask, NotFound } from './door.js';
import { KeysCard } from './keys-card.js';
import { NoSuchScreen } from './no-such-screen.js';
import { QueryFieldsCard } from './query-fields-card.js';
import { Parts } from './screen-parts.js';
import { Time } from '../parts/time.js';
import { TeamsCard } from './teams-card.js';
import { UsageCard } from './usage-card.js';
import { TenantState } from './tenants-screen.js';

/** The parts of the screen, in their order. */
const parts = [
  'Use',
  'API keys',
  'Credits',
  'Settings',
  'Note',
  'Callbacks',
  'Teams',
  'Query fields',
  'Suspend or delete',
] as const;

/** The screen of one tenant, with everything about it that an operator can change. */
export function TenantScreen({ id }: { readonly id: string }): JSX.Element {
  const address = `tenants/${encodeURIComponent(id)}`;
  const tenant = useResource((signal) => ask<Tenant>('GET', address, undefined, signal), [id]);
  if (tenant.state === 'failed' && tenant.error instanceof NotFound)
    return <NoSuchScreen thing="tenant" why="It was deleted, or the address is wrong." list="operate" />;
  const { name, suspended_at: suspendedAt } = tenant.value ?? { name: id, suspended_at: null };
  return (
    <Screen
      title={name}
      heading={
        <span class="named">
          <bdi class="clamp">{name}</bdi> {tenant.value && <TenantState {...tenant.value} />}
        </span>
      }
      lead={
        <>
          <Link to="operate">All tenants</Link> · <code>{id}</code>
          {tenant.value && (
            <>
              {' '}
              · Created&nbsp;
              <Time at={tenant.value.created_at} />
            </>
          )}
        </>
      }
    >
      <Read resource={tenant} what="the tenant">
        {(known) => (
          <>
            {suspendedAt !== null && (
              <Notice tone="warn">
                <p>
                  This tenant has been suspended since <Time at={suspendedAt} />. The service refuses its keys, and its
                  runs and callbacks wait.
                </p>
              </Notice>
            )}
            <Parts names={parts} label="Parts of the tenant" />
            <UsageCard id={id} address={address} />
            <KeysCard address={address} isSuspended={suspendedAt !== null} />
            <CreditsCard address={address} />
            <SettingsCard tenant={known} address={address} onChange={tenant.reload} />
            <NoteCard tenant={known} address={address} onChange={tenant.reload} />
            <CallbackCard tenant={known} address={address} onChange={tenant.reload} />
            <TeamsCard address={address} />
            <QueryFieldsCard address={address} />
            <EndCard id={id} tenant={known} address={address} onChange={tenant.reload} />
          </>
        )}
      </Read>
    </Screen>
  );
}

interface TenantCardProps {
  readonly tenant: Tenant;
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
  readonly onChange: () => void;
}

const written = (limit: number | null): string => (limit === null ? '' : count(limit));

/** The rate limits of the service, which hold for tenants without their own. */
interface Limits {
  readonly per_second: number;
  readonly burst_limit: number;
  readonly burst_window_seconds: number;
}

function SettingsCard({ tenant, address, onChange }: TenantCardProps): JSX.Element {
  const action = useAction();
  const [name, setName] = useState(tenant.name);
  const [perSecond, setPerSecond] = useState(written(tenant.per_second));
  const [burst, setBurst] = useState(written(tenant.burst_limit));
  const [window, setWindow] = useState(written(tenant.burst_window_seconds));
  const [previews, setPreviews] = useState(tenant.previews);
  const service = useResource((signal) => ask<Limits>('GET', 'status', undefined, signal), []).value;
  const limits = [
    { label: 'Requests per second', text: perSecond, set: setPerSecond, usual: service?.per_second },
    { label: 'Requests in a longer time', text: burst, set: setBurst, usual: service?.burst_limit },
    { label: 'That longer time, in seconds', text: window, set: setWindow, usual: service?.burst_window_seconds },
  ];
  const faults = limits.map(({ text }) =>
    text.trim() === '' || wholeNumber(text) !== null ? undefined : 'Write a whole number, or leave it empty.',
  );
  const isChanged =
    name !== tenant.name ||
    previews !== tenant.previews ||
    perSecond !== written(tenant.per_second) ||
    burst !== written(tenant.burst_limit) ||
    window !== written(tenant.burst_window_seconds);
  const save = async (): Promise<string> => {
    const [per_second, burst_limit, burst_window_seconds] = [perSecond, burst, window].map(wholeNumber);
    const own = { per_second, burst_limit, burst_window_seconds };
    await ask('PATCH', address, { name: name.trim() || null, previews, ...own });
    onChange();
    return 'The settings are saved.';
  };
  return (
    <Card title="Settings">
      <ActionForm
        action={action}
        label="Save the settings"
        isReady={isChanged && faults.every((fault) => fault === undefined)}
        onSubmit={save}
      >
        <TextField label="Name" value={name} onInput={setName} autoComplete="off" />
        <div class="fields">
          {limits.map(({ label, text, set, usual }, index) => (
            <TextField
              key={label}
              label={label}
              placeholder={usual === undefined ? '' : `As usual: ${count(usual)}`}
              fault={faults[index]}
              value={text}
              onInput={set}
            />
          ))}
        </div>
        <p class="note">
          Each computer that sends requests of the tenant may send this many. If you leave a limit empty, the usual
          limit of the service applies.
        </p>
        <CheckField
          label="The tenant may ask, free of charge, what a request would match and cost"
          isChecked={previews}
          onChange={setPreviews}
        />
      </ActionForm>
    </Card>
  );
}

function NoteCard({ tenant, address, onChange }: TenantCardProps): JSX.Element {
  const action = useAction();
  const [note, setNote] = useState(tenant.note ?? '');
  const save = async (): Promise<string> => {
    await ask('PUT', `${address}/note`, { note });
    onChange();
    return note.trim() === '' ? 'The note is removed.' : 'The note is saved.';
  };
  return (
    <Card title="Note">
      <ActionForm action={action} label="Save the note" isReady={note.trim() !== (tenant.note ?? '')} onSubmit={save}>
        <TextField
          label="Note about the tenant"
          hint="Only operators see it. If you leave it empty, the note is removed."
          value={note}
          onInput={setNote}
          autoComplete="off"
        />
      </ActionForm>
    </Card>
  );
}

function EndCard({ id, tenant, address, onChange }: TenantCardProps & { readonly id: string }): JSX.Element {
  const change = useAction();
  const deletion = useAction();
  const [confirmation, setConfirmation] = useState('');
  const changeTo = async (to: 'suspend' | 'resume'): Promise<string> => {
    await ask('POST', `${address}/${to}`);
    onChange();
    return to === 'suspend' ? 'The tenant is suspended.' : 'The tenant is active again.';
  };
  const remove = async (): Promise<null> => {
    await ask('DELETE', `${address}?confirm=${encodeURIComponent(confirmation)}`);
    navigate('operate');
    return null;
  };
  return (
    <Card title="Suspend or delete" class="danger">
      <h3>{tenant.suspended_at === null ? 'Suspend this tenant' : 'End the suspension'}</h3>
      <p>
        {tenant.suspended_at === null
          ? 'While a tenant is suspended, the service refuses its keys, and its runs and callbacks wait. Its data is kept.'
          : 'The service then accepts the keys of the tenant again, and its waiting runs and callbacks go on.'}
      </p>
      <div class="actions">
        {tenant.suspended_at === null ? (
          <Confirm
            label="Suspend"
            about="Suspend the tenant"
            consequence="The service then refuses its keys, until you end the suspension. Its data is kept."
            action={change}
            onConfirm={() => changeTo('suspend')}
          />
        ) : (
          <button
            type="button"
            aria-disabled={change.isUnderWay}
            onClick={() => void change.run(() => changeTo('resume'))}
          >
            End the suspension
          </button>
        )}
      </div>
      <Outcome action={change} />
      <h3>Delete this tenant</h3>
      <p>This deletes all keys, credits, signals, runs and usage of the tenant for good. Companies and persons stay.</p>
      <ActionForm
        action={deletion}
        label="Delete for good"
        tone="danger"
        isReady={confirmation === id}
        onSubmit={remove}
      >
        <TextField
          label={`Write “${id}” to confirm`}
          value={confirmation}
          onInput={setConfirmation}
          autoComplete="off"
        />
      </ActionForm>
    </Card>
  );
}
