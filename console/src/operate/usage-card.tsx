import type { JSX } from 'preact';
import type { ListedRequest } from 'data-access-client';
import { count, counted, day, dayFromToday, featureNames, features } from '../format.js';
import type { UsageGroup } from '../generated/operator.js';
import { BarChart } from '../parts/chart.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { chargedFor, Endpoint, matchedOf, RequestStatus, ShortCredits } from '../parts/request-parts.js';
import { Empty } from '../parts/states.js';
import type { Column } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { ask } from './door.js';
import { Part, Records } from './records.js';

const shownDays = 30;
const shownRequests = 10;

interface Follows {
  readonly all_enriched: boolean;
  readonly companies: number;
  readonly persons: number;
}

interface UsageCardProps {
  readonly id: string;
  /** The path of the tenant in the API for operators, such as `tenants/acme`. */
  readonly address: string;
}

/** Shows what a tenant used in the last 30 days, its newest requests, and how much it follows. */
export function UsageCard({ id, address }: UsageCardProps): JSX.Element {
  const usage = useResource(
    (signal) =>
      ask<{ readonly groups: readonly UsageGroup[] }>(
        'GET',
        `usage?group_by=day&tenant=${encodeURIComponent(id)}`,
        undefined,
        signal,
      ),
    [id],
  );
  const requests = useResource(
    (signal) =>
      ask<{ readonly requests: readonly ListedRequest[] }>(
        'GET',
        `${address}/requests?limit=${shownRequests}`,
        undefined,
        signal,
      ),
    [address],
  );
  const follows = useResource((signal) => ask<Follows>('GET', `${address}/follows`, undefined, signal), [address]);
  return (
    <Card title="Use in the last 30 days">
      <Part resource={usage} what="the usage">
        {({ groups }) => <Days groups={groups} follows={follows.value} />}
      </Part>
      <h3>Newest requests</h3>
      <Part resource={requests} what="the requests">
        {({ requests: items }) =>
          items.length === 0 ? (
            <Empty title="No request yet">Requests that cost nothing are only counted.</Empty>
          ) : (
            <Records caption="Newest requests" columns={columns} rows={items} keyOf={({ request_id }) => request_id} />
          )
        }
      </Part>
    </Card>
  );
}

interface DaysProps {
  readonly groups: readonly UsageGroup[];
  /** Null until it is read. */
  readonly follows: Follows | null;
}

function Days({ groups, follows }: DaysProps): JSX.Element {
  const usageOf = new Map(groups.map((group) => [group.group, group]));
  const days = Array.from({ length: shownDays }, (_, index) => dayFromToday(index - shownDays + 1));
  const sum = (of: (group: UsageGroup) => number): number => groups.reduce((total, group) => total + of(group), 0);
  const isSpent = sum(({ credits }) => credits.reduce((total, { charged }) => total + charged, 0)) > 0;
  return (
    <>
      <Pairs
        as="facts"
        pairs={[
          ['Requests', count(sum(({ requests }) => requests))],
          ['Errors', count(sum(({ errors }) => errors))],
          ...features.map(
            (feature) =>
              [
                featureNames[feature],
                counted(
                  sum(({ credits }) => chargedFor(feature, credits)),
                  'credit',
                ),
              ] as const,
          ),
          ...(follows === null ? [] : [['Follows', followed(follows)] as const]),
        ]}
      />
      {isSpent && (
        <BarChart
          title="Credits charged by day and feature"
          labels={days.map(day)}
          series={features.map((feature, index) => ({
            name: featureNames[feature],
            colour: ([1, 2, 3] as const)[index] ?? 4,
            values: days.map((date) => chargedFor(feature, usageOf.get(date)?.credits ?? [])),
          }))}
        />
      )}
    </>
  );
}

function followed({ all_enriched: all, companies, persons }: Follows): string {
  const counts = `${counted(companies, 'company', 'companies')}, ${counted(persons, 'person')}`;
  return all ? `${counts}, and all it enriches` : counts;
}

const columns: readonly Column<ListedRequest>[] = [
  { title: 'Time', cell: ({ started_at }) => <Time at={started_at} /> },
  { title: 'Status', cell: RequestStatus },
  { title: 'Matched', align: 'end', cell: matchedOf },
  { title: 'Credits', align: 'end', cell: ShortCredits },
  { title: 'Endpoint', cell: ({ endpoint }) => <Endpoint endpoint={endpoint?.replace('POST ', '') ?? null} /> },
  { title: 'Request id', as: 'extra', cell: ({ request_id }) => <code>{request_id}</code> },
];
