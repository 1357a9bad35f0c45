import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { time } from '../format.js';
import { CheckField, TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { ToldFailure } from '../failures.js';
import { type Resource, useResource } from '../resource.js';
import { navigate } from '../router.js';
import { ActionForm, Confirm, Outcome, useAction } from './action.js';
import type { Tenant } from './answers.js';
import { CallbackCard } from './callback-card.js';
import { CreditsCard } from './credits-card.js';
import { ask, notFound } from './door.js';
import { KeysCard } from './keys-card.js';
import { QueryFieldsCard } from './query-fields-card.js';
import { TeamsCard } from './teams-card.js';
import { TenantState } from './tenants-screen.js';

/** The screen of one tenant, with everything about it that an operator can change. */
export function TenantScreen({ id }: { readonly id: string }): JSX.Element {
  const address = `tenants/${encodeURIComponent(id)}`;
  const tenant = useResource((signal) => ask<Tenant>('GET', address, undefined, signal), [id]);
  if (tenant.state === 'failed' && tenant.error instanceof ToldFailure && tenant.error.failure.title === notFound)
    return (
      <Screen title="There is no such tenant" lead="It was deleted, or the address is wrong.">
        <p>
          <Link to="operate">Go to the tenants</Link>
        </p>
      </Screen>
    );
  return (
    <Screen
      title={tenant.value?.name ?? id}
      lead={
        <>
          <Link to="operate">All tenants</Link> · <code>{id}</code> {tenant.value && <TenantState {...tenant.value} />}
        </>
      }
    >
      <Read resource={tenant} what="the tenant">
        {(known) => (
          <>
            <KeysCard address={address} />
            <CreditsCard address={address} />
            <div class="grid wide">
              <SettingsCard tenant={known} address={address} onChange={tenant.reload} />
              <StateCard tenant={known} address={address} resource={tenant} />
            </div>
            <CallbackCard tenant={known} address={address} onChange={tenant.reload} />
            <TeamsCard address={address} />
            <QueryFieldsCard address={address} />
            <DeletionCard id={id} address={address} />
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
}

const written = (limit: number | null): string => (limit === null ? '' : String(limit));

function SettingsCard({ tenant, address, onChange }: TenantCardProps & { readonly onChange: () => void }): JSX.Element {
  const action = useAction();
  const [name, setName] = useState(tenant.name);
  const [perSecond, setPerSecond] = useState(written(tenant.per_second));
  const [burst, setBurst] = useState(written(tenant.burst_limit));
  const [window, setWindow] = useState(written(tenant.burst_window_seconds));
  const [previews, setPreviews] = useState(tenant.previews);
  const faults = [perSecond, burst, window].map((text) =>
    /^\s*\d*\s*$/.test(text) ? undefined : 'Write a whole number, or leave it empty.',
  );
  const save = async (): Promise<string> => {
    const [per_second, burst_limit, burst_window_seconds] = [perSecond, burst, window].map((text) =>
      text.trim() === '' ? null : Number(text),
    );
    const limits = { per_second, burst_limit, burst_window_seconds };
    await ask('PATCH', address, { name: name.trim() || null, previews, ...limits });
    onChange();
    return 'The settings are saved.';
  };
  return (
    <Card title="Settings">
      <ActionForm
        action={action}
        label="Save the settings"
        isReady={faults.every((fault) => fault === undefined)}
        onSubmit={save}
      >
        <TextField label="Name" value={name} onInput={setName} autoComplete="off" />
        <TextField
          label="Requests in any second"
          hint="If you leave a limit empty, that of the service applies. Each client address is counted by itself."
          fault={faults[0]}
          value={perSecond}
          onInput={setPerSecond}
        />
        <TextField label="Requests in a longer period" fault={faults[1]} value={burst} onInput={setBurst} />
        <TextField
          label="Length of this longer period, in seconds"
          fault={faults[2]}
          value={window}
          onInput={setWindow}
        />
        <CheckField
          label="The tenant may ask, free of charge, what a request would match and cost"
          isChecked={previews}
          onChange={setPreviews}
        />
      </ActionForm>
    </Card>
  );
}

function StateCard({
  tenant,
  address,
  resource,
}: TenantCardProps & { readonly resource: Resource<Tenant> }): JSX.Element {
  const action = useAction();
  const change = async (to: 'suspend' | 'resume'): Promise<string> => {
    await ask('POST', `${address}/${to}`);
    resource.reload();
    return to === 'suspend' ? 'The tenant is suspended.' : 'The tenant is active again.';
  };
  const isSuspended = tenant.suspended_at !== null;
  return (
    <Card title="State">
      <p>
        {isSuspended
          ? `The service has refused all keys of this tenant since ${time(tenant.suspended_at)}. Its data is kept.`
          : 'While a tenant is suspended, the service refuses its keys, and its runs and callbacks wait. Its data is kept.'}
      </p>
      <div class="actions">
        {isSuspended ? (
          <button
            type="button"
            aria-disabled={action.isUnderWay}
            onClick={() => void action.run(() => change('resume'))}
          >
            End the suspension
          </button>
        ) : (
          <Confirm label="Suspend" about="Suspend the tenant" action={action} onConfirm={() => change('suspend')} />
        )}
      </div>
      <Outcome action={action} />
      <p class="note">Created on {time(tenant.created_at)}.</p>
    </Card>
  );
}

function DeletionCard({ id, address }: { readonly id: string; readonly address: string }): JSX.Element {
  const action = useAction();
  const [confirmation, setConfirmation] = useState('');
  const remove = async (): Promise<null> => {
    await ask('DELETE', `${address}?confirm=${encodeURIComponent(confirmation)}`);
    navigate('operate');
    return null;
  };
  return (
    <Card title="Delete this tenant">
      <p>This deletes all keys, credits, signals, runs and usage of the tenant for good. Companies and persons stay.</p>
      <ActionForm action={action} label="Delete for good" tone="danger" isReady={confirmation === id} onSubmit={remove}>
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
