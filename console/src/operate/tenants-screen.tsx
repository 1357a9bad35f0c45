import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from '../format.js';
import { TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { ActionForm, OpenedForm, refusalOf, useAction } from './action.js';
import type { Tenant } from '../generated/operator.js';
import { ask, askOnce } from './door.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Clamped } from '../parts/clamped.js';
import { Records, Search } from './records.js';

const pathOf = (tenant: string): string => `operate/tenants/${encodeURIComponent(tenant)}`;

/** Lists the tenants, and creates new ones. */
export function TenantsScreen(): JSX.Element {
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  const [search, setSearch] = useState('');
  const [isNew, setNew] = useState(false);
  return (
    <Screen
      title="Tenants"
      lead="A tenant is a customer of this installation, with its own keys, credits and runs."
      actions={
        <button type="button" class="primary" onClick={() => setNew(true)}>
          New tenant
        </button>
      }
    >
      {isNew && (
        <Card title="New tenant">
          <OpenedForm>
            <NewTenant
              listed={tenants.value?.tenants ?? []}
              onUncertain={tenants.reload}
              onCancel={() => setNew(false)}
            />
          </OpenedForm>
        </Card>
      )}
      <Card title="All tenants">
        <Read resource={tenants} what="the tenants">
          {({ tenants: listed }) => {
            if (listed.length === 0)
              return <Empty title="There is no tenant yet">Create the first one with the button above.</Empty>;
            const found = listed
              .filter(({ tenant, name, note }) =>
                `${name}\n${tenant}\n${note ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
              )
              .sort((one, other) => one.name.localeCompare(other.name));
            return (
              <>
                <Search placeholder="Name, id or note" value={search} onInput={setSearch}>
                  {found.length === listed.length
                    ? counted(listed.length, 'tenant')
                    : `${found.length} of ${counted(listed.length, 'tenant')}`}
                </Search>
                {found.length === 0 ? (
                  <Empty title="No tenant has this name, id or note">Search for something else.</Empty>
                ) : (
                  <Records caption="Tenants" columns={columns} rows={found} keyOf={({ tenant }) => tenant} />
                )}
              </>
            );
          }}
        </Read>
      </Card>
    </Screen>
  );
}

interface NewTenantProps {
  readonly listed: readonly Tenant[];
  /** Called when it is not known whether the tenant was created. */
  readonly onUncertain: () => void;
  readonly onCancel: () => void;
}

function NewTenant({ listed, onUncertain, onCancel }: NewTenantProps): JSX.Element {
  const action = useAction();
  const [id, setId] = useState('');
  const [name, setName] = useState('');
  const given = id.trim();
  const taken = listed.find(({ tenant }) => tenant === given);
  const isForm = /^([a-z0-9][a-z0-9_-]{0,62})?$/.test(given);
  const fault = !isForm ? (
    'Use only lower-case letters (a to z), digits, hyphens and underscores, at most 63. Begin with a letter or a digit.'
  ) : taken === undefined ? (
    refusalOf(action)
  ) : (
    <>
      A tenant has this id already. Choose another id, or open{' '}
      <Link to={pathOf(taken.tenant)}>
        <bdi>{taken.name}</bdi>
      </Link>
      .
    </>
  );
  const create = async (): Promise<null> => {
    const { tenant } = await askOnce<Tenant>('tenants', { tenant: given, name: name.trim() || null });
    navigate(pathOf(tenant));
    return null;
  };
  return (
    <ActionForm
      action={action}
      label="Create the tenant"
      isReady={given !== ''}
      refusals="at field"
      reread={onUncertain}
      onCancel={onCancel}
      onSubmit={create}
    >
      <div class="fields">
        <TextField
          label="Id"
          hint="Lower-case letters, digits, hyphens and underscores. It cannot be changed."
          fault={fault}
          value={id}
          onInput={(value) => {
            action.forget();
            setId(value);
          }}
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
    cell: ({ tenant, name, note }) => (
      <>
        <Link to={pathOf(tenant)} title={name} class="clamp">
          {name}
        </Link>
        <code>{tenant}</code>
        {note !== null && (
          <p class="note clamp" title={note}>
            {note}
          </p>
        )}
      </>
    ),
  },
  { title: 'State', as: 'state', cell: (tenant) => <TenantState {...tenant} /> },
  { title: 'Limits', cell: (tenant) => (hasOwnLimit(tenant) ? 'Its own' : 'The usual') },
  { title: 'Previews', as: 'extra', cell: ({ previews }) => (previews ? 'Allowed' : 'No') },
  {
    title: 'Callbacks to',
    cell: ({ callback_url: url }) => (url === null ? 'None' : <Clamped text={new URL(url).host} />),
  },
  { title: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

export function TenantState({ suspended_at }: Tenant): JSX.Element {
  return suspended_at === null ? <span class="tag good">Active</span> : <span class="tag warn">Suspended</span>;
}
