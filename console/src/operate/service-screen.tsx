import type { JSX } from 'preact';
import { count } from '../format.js';
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
  if (member === 'database_size_bytes') return sizeOf(Number(value));
  return typeof value === 'number' ? count(value) : String(value);
}

/** `1288490189` → `1.2 GiB`. */
function sizeOf(bytes: number): string {
  const units = ['MiB', 'GiB', 'TiB'];
  const power = Math.min(Math.max(Math.floor(Math.log2(Math.max(bytes, 1)) / 10) - 2, 0), units.length - 1);
  const size = bytes / 2 ** (20 + 10 * power);
  return `${count(size < 10 ? Math.round(size * 10) / 10 : Math.round(size))} ${units[power] ?? ''}`;
}
