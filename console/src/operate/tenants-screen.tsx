import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted, featureNames, features } from '../format.js';
import { Sparkline } from '../parts/chart.js';
import { TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Empty, Read } from '../parts/states.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { ActionForm, OpenedForm, refusalOf, useAction } from './action.js';
import type { Tenant, UsageGroup } from '../generated/operator.js';
import { ask, askOnce } from './door.js';
import { Time } from '../parts/time.js';
import type { Column } from '../parts/table.js';
import { Part, Records, Search } from './records.js';

const pathOf = (tenant: string): string => `operate/tenants/${encodeURIComponent(tenant)}`;

/** Lists the tenants, and creates new ones. */
export function TenantsScreen(): JSX.Element {
  const tenants = useResource(
    (signal) => ask<{ readonly tenants: readonly Tenant[] }>('GET', 'tenants', undefined, signal),
    [],
  );
  const usage = useResource(
    (signal) =>
      ask<{ readonly groups: readonly UsageGroup[] }>(
        'GET',
        `usage?group_by=tenant&limit=${mostTenants}`,
        undefined,
        signal,
      ),
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
            const columns = columnsFor(new Map(usage.value?.groups.map((group) => [group.group, group])));
            return (
              <>
                {usage.state === 'failed' && (
                  <Part resource={usage} what="the usage">
                    {() => null}
                  </Part>
                )}
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

/** The most tenants whose usage the service reports at once. */
const mostTenants = 10_000;

/** @param usageOf the usage of each tenant in the last 30 days, by its id; empty until it is read */
function columnsFor(usageOf: ReadonlyMap<string | null, UsageGroup>): readonly Column<Tenant>[] {
  const shown =
    (cell: (usage: UsageGroup) => ComponentChildren) =>
    ({ tenant }: Tenant): ComponentChildren => {
      const usage = usageOf.get(tenant);
      return usage === undefined ? '–' : cell(usage);
    };
  return [
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
    { title: 'Credits left', cell: shown(CreditsLeft) },
    { title: 'Used in 30 days', cell: shown(Trend) },
    { title: 'Errors in 30 days', align: 'end', cell: shown(({ errors }) => count(errors)) },
    {
      title: 'Last request',
      cell: shown(({ last_request_at: at = null }) => (at === null ? 'Never' : <Time at={at} />)),
    },
    { title: 'Created', as: 'extra', cell: ({ created_at: at }) => <Time at={at} /> },
  ];
}

/** The credits that are left, for each feature of which the tenant was granted any. The service calls less than a tenth of them low. */
function CreditsLeft({ accounts = {} }: UsageGroup): JSX.Element {
  const granted = features.flatMap((feature) => {
    const account = accounts[feature];
    return account === undefined || (account.granted === 0 && account.available !== null)
      ? []
      : [{ feature, ...account }];
  });
  if (granted.length === 0) return <>None</>;
  return (
    <ul class="left">
      {granted.map(({ feature, available, granted: all }) => (
        <li key={feature}>
          <strong class={available !== null && available < Math.ceil(all / 10) ? 'low' : undefined}>
            {available === null ? 'No limit' : count(available)}
          </strong>{' '}
          {featureNames[feature].toLowerCase()}
          {available !== null && available < Math.ceil(all / 10) && <span class="hidden"> (few left)</span>}
        </li>
      ))}
    </ul>
  );
}

function Trend({ credits, charged_by_day: days = [] }: UsageGroup): JSX.Element {
  const charged = credits.reduce((sum, used) => sum + used.charged, 0);
  if (charged === 0) return <>None</>;
  return (
    <>
      {counted(charged, 'credit')}
      <Sparkline
        title={`Credits by day: at most ${count(Math.max(...days))}, today ${count(days.at(-1) ?? 0)}`}
        values={days}
      />
    </>
  );
}

export function TenantState({ suspended_at }: Tenant): JSX.Element {
  return suspended_at === null ? <span class="tag good">Active</span> : <span class="tag warn">Suspended</span>;
}
