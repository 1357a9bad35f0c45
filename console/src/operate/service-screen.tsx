import type { JSX } from 'preact';
import { count, dataSize } from '../format.js';
import { DegradedNotice, Service, useHealth } from '../operation/service.js';
import { Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { ReadCard } from '../parts/read-card.js';
import { ReadAll } from '../parts/states.js';
import { useResource } from '../resource.js';
import { ask } from './door.js';

type Status = Readonly<Record<string, unknown>>;

/** The members of the status report that the screen shows, each with its name for the operator. */
const facts: readonly (readonly [member: string, name: string])[] = [
  ['tenants', 'Tenants'],
  ['suspended_tenants', 'Suspended tenants'],
  ['companies', 'Companies'],
  ['persons', 'Persons'],
  ['signals', 'Signals'],
  ['prospecting_running', 'Runs under way'],
  ['prospecting_success', 'Successful runs'],
  ['prospecting_failed', 'Failed runs'],
  ['serving_processes', 'Serving processes'],
  ['workers', 'Workers'],
  ['database_size_bytes', 'Size of the database'],
  ['database_version', 'PostgreSQL'],
  ['node_version', 'Node.js'],
  ['migrations', 'Applied migrations'],
];

/** The screen that shows how many records the installation has, and how healthy the service is. */
export function ServiceScreen(): JSX.Element {
  const status = useResource((signal) => ask<Status>('GET', 'status', undefined, signal), []);
  const health = useHealth();
  return (
    <Screen title="Service" lead="What this installation has, and how healthy it is.">
      <ReadAll of={[status, health]}>
        <DegradedNotice report={health.value} />
        <ReadCard title="Installation" resource={status} what="the status">
          {(report) => (
            <Pairs as="facts" pairs={facts.map(([member, name]) => [name, textOf(member, report[member])])} />
          )}
        </ReadCard>
        <Service health={health} />
      </ReadAll>
    </Screen>
  );
}

function textOf(member: string, value: unknown): string {
  if (member === 'database_size_bytes') return dataSize(Number(value));
  return typeof value === 'number' ? count(value) : String(value);
}
