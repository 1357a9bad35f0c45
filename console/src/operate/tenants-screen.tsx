import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { time } from '../format.js';
import { TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { ActionForm, useAction } from './action.js';
import type { Tenant } from './answers.js';
import { ask } from './door.js';

const pathOf = (tenant: string): string => `operate/tenants/${encodeURIComponent(tenant)}`;

/** Lists the tenants, and creates new ones. */
export function TenantsScreen(): JSX.Element {
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  return (
    <Screen title="Tenants" lead="A tenant is a customer of this installation, with its own keys, credits and runs.">
      <Card title="All tenants">
        <Read resource={tenants} what="the tenants">
          {({ tenants: listed }) =>
            listed.length === 0 ? (
              <Empty title="There is no tenant yet">Create the first one below.</Empty>
            ) : (
              <Table caption="Tenants" columns={columns} rows={listed} keyOf={({ tenant }) => tenant} />
            )
          }
        </Read>
      </Card>
      <Card title="New tenant">
        <NewTenant />
      </Card>
    </Screen>
  );
}

function NewTenant(): JSX.Element {
  const action = useAction();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const create = async (): Promise<null> => {
    const { tenant } = await ask<Tenant>('POST', 'tenants', { tenant: id.trim(), name: name.trim() || null });
    navigate(pathOf(tenant));
    return null;
  };
  return (
    <ActionForm action={action} label="Create the tenant" isReady={id.trim() !== ''} onSubmit={create}>
      <div class="filters">
        <TextField
          label="Id"
          hint="Lower-case letters, digits, hyphens and underscores. It cannot be changed."
          value={id}
          onInput={setId}
          autoComplete="off"
        />
        <TextField
          label="Name"
          hint="If you leave it empty, the name is the id."
          value={name}
          onInput={setName}
          autoComplete="off"
        />
      </div>
    </ActionForm>
  );
}

const hasOwnLimit = ({ per_second, burst_limit, burst_window_seconds }: Tenant): boolean =>
  (per_second ?? burst_limit ?? burst_window_seconds) !== null;

const columns: readonly Column<Tenant>[] = [
  {
    title: 'Name and id',
    cell: ({ tenant, name }) => (
      <>
        <Link to={pathOf(tenant)} class="clamp" title={name}>
          {name}
        </Link>
        <code>{tenant}</code>
      </>
    ),
  },
  { title: 'State', cell: (tenant) => <TenantState {...tenant} /> },
  { title: 'Limits', cell: (tenant) => (hasOwnLimit(tenant) ? 'Its own' : 'The usual') },
  { title: 'Previews', cell: ({ previews }) => (previews ? 'Allowed' : 'No') },
  {
    title: 'Callback',
    cell: ({ callback_url: url }) => (
      <span class="clamp" title={url ?? undefined}>
        {url === null ? 'None' : new URL(url).host}
      </span>
    ),
  },
  { title: 'Created', cell: ({ created_at }) => time(created_at) },
];

export function TenantState({ suspended_at }: Tenant): JSX.Element {
  return suspended_at === null ? <span class="tag good">Active</span> : <span class="tag warn">Suspended</span>;
}
