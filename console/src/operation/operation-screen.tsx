import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedKey } from 'data-access-client';
import { mayPreview } from '../enrichment/preview.js';
import { count, duration } from '../format.js';
import { AdminCommand } from '../parts/copy.js';
import { Clamped } from '../parts/clamped.js';
import { Card, Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Read, ReadAll } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { client, session } from '../session.js';
import { DegradedNotice, Service, useHealth } from './service.js';

/**
 * The screen with the tenant's keys and limits and the state of the service. For what only an operator can change, it shows the
 * admin command.
 */
export function OperationScreen(): JSX.Element {
  const keys = useResource((signal) => client().keys({ signal }), []);
  const health = useHealth();
  // If the keys cannot be read, the client tries again by itself; the health is asked for only once. So a failure of the health is shown only
  // after the keys were read or have failed, too. When the keys were read, the health is read again.
  const isRetried = health.state === 'failed' && keys.state === 'loading';
  useEffect(() => {
    if (keys.state === 'ready' && health.state === 'failed') health.reload();
  }, [keys.state]);
  const me = session.value?.me;
  const tenant = me?.tenant_id ?? '<tenant>';
  const perSecond = me?.limits.requests_per_second ?? 100;
  const burst = me?.limits.burst_requests ?? 1000;
  const seconds = me?.limits.burst_window_seconds ?? 60;
  return (
    <Screen title="Keys and operation" lead="Your API keys and limits, and the health of the service.">
      <ReadAll of={[keys, health]}>
        <DegradedNotice report={health.value} />
        <Card title="API keys" class="lines">
          <p class="note">
            To get, replace or revoke a key, ask an operator of this service, and name the key by its id.
          </p>
          <Read resource={keys} what="the keys">
            {({ keys: listed }) => <Table caption="API keys" columns={columns} rows={listed} keyOf={({ id }) => id} />}
          </Read>
        </Card>
        <Card title="Limits">
          <Pairs
            as="facts"
            pairs={[
              ['Requests in a second', count(seconds === 1 ? Math.min(perSecond, burst) : perSecond)],
              ...(seconds === 1 ? [] : [[`Requests in ${duration(seconds)}`, count(burst)] as const]),
              ['Identifiers in a request', count(me?.limits.identifiers_per_request ?? 0)],
            ]}
          />
          <p class="note">The limits of requests count for each client address separately.</p>
        </Card>
        <Service health={isRetried ? { ...health, state: 'loading' } : health} />
      </ReadAll>
      <details class="card">
        <summary>For operators: commands for the machine of the service</summary>
        <div class="commands">
          <AdminCommand label="New key" words={`key create ${tenant} --label crm`} />
          <AdminCommand label="Replace a key; the old one works for a day" words="key rotate <key-id> --grace 1d" />
          <AdminCommand label="Revoke a key" words="key revoke <key-id>" />
          <AdminCommand
            label="Other limits for this tenant"
            words={`tenant update ${tenant} --burst-limit ${burst} --burst-window ${seconds} --per-second ${2 * perSecond}`}
          />
          {!mayPreview() && (
            <AdminCommand
              label="Allow free previews of what a request would match"
              words={`tenant update ${tenant} --previews on`}
            />
          )}
          <AdminCommand label="Grant credits" words={`credits grant ${tenant} data_access 10000`} />
          <AdminCommand label="State of the service" words="status" />
        </div>
      </details>
    </Screen>
  );
}

const columns: readonly Column<ListedKey>[] = [
  {
    title: 'Label and id',
    cell: ({ id, label, current }) => (
      <>
        <Clamped text={label ?? 'Without label'} />
        {current && (
          <>
            <span class="tag">This key</span>{' '}
          </>
        )}
        <code class="note">{id}</code>
      </>
    ),
  },
  { title: 'State', cell: (key) => <KeyState {...key} /> },
  { title: 'Ends with', cell: ({ ends_with: end }) => <code>…{end}</code> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Last use', cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Time at={last_used_at} />) },
];

function KeyState({ revoked_at, expires_at: end }: ListedKey): JSX.Element {
  if (revoked_at !== null) return <span class="tag bad">Revoked</span>;
  const isExpired = end !== null && Date.parse(end) < Date.now();
  if (end === null) return <span class="tag good">Valid</span>;
  return (
    <>
      <span class="tag warn">{isExpired ? 'Expired' : 'Valid until'}</span>
      <p class="note">
        <Time at={end} />
      </p>
    </>
  );
}
