import type { JSX } from 'preact';
import { badAnswer, noAnswer, ToldFailure } from '../failures.js';
import { count, dataSize, duration, percent } from '../format.js';
import { Pairs } from '../parts/pairs.js';
import { ReadCard } from '../parts/read-card.js';
import { type Column, Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { Notice } from '../parts/states.js';
import { type Resource, useResource } from '../resource.js';
import { serviceUrl } from '../router.js';

/** The members of the answer to `GET /health` that the screen shows. */
interface Health {
  readonly status: 'ok' | 'degraded';
  readonly version: string;
  readonly uptime_seconds: number;
  readonly database: Probe;
  readonly database_replica?: Probe;
  readonly queue: Probe & { readonly backend: 'postgres' | 'redis' };
  readonly workers: {
    readonly living: number | null;
    readonly last_seen_at: string | null;
    readonly oldest_waiting_seconds: number | null;
  };
  readonly endpoints: Readonly<Record<string, Endpoint>>;
  readonly memory_bytes: { readonly rss: number };
}

interface Probe {
  readonly status: string;
  readonly latency_ms: number | null;
}

interface Endpoint {
  readonly requests: number;
  readonly error_rate: number;
  readonly latency_ms: { readonly p50: number; readonly p95: number };
}

type Row = Endpoint & { readonly name: string };

const columns: readonly Column<Row>[] = [
  { title: 'Endpoint', cell: ({ name }) => <code>{name}</code> },
  { title: 'Requests', align: 'end', cell: ({ requests }) => count(requests) },
  { title: 'Failed', align: 'end', cell: ({ error_rate }) => percent(error_rate) },
  { title: 'Median', align: 'end', cell: ({ latency_ms }) => milliseconds(latency_ms.p50) },
  { title: '95% within', align: 'end', cell: ({ latency_ms }) => milliseconds(latency_ms.p95) },
];

export const useHealth = (): Resource<Health> => useResource(readHealth, []);

/** Says what a user notices while the service is degraded. It shows nothing while the service is healthy. */
export function DegradedNotice({ report }: { readonly report: Health | null }): JSX.Element | null {
  if (report === null || report.status === 'ok') return null;
  return (
    <Notice tone="warn">
      <strong>The service is degraded.</strong> {isDown(report) ? downText : degradedText} Nothing is charged for a
      request that fails. Operators find the cause below.
    </Notice>
  );
}

const downText = 'Its database cannot be used, so most requests fail until it can be used again.';
const degradedText = 'Some requests may be slow or fail, and runs may start later.';

const isDown = ({ database }: Health): boolean => !['ok', 'unsteady'].includes(database.status);

interface ServiceProps {
  readonly health: Resource<Health>;
}

/**
 * Shows the version, health and response times of the service. With several processes, the numbers are those of the one process
 * that answers the request.
 */
export function Service({ health }: ServiceProps): JSX.Element {
  return (
    <ReadCard title="Service" resource={health} what="the health of the service">
      {(report) => (
        <>
          <Pairs
            as="facts"
            pairs={[
              [
                'State',
                <span class={`tag ${report.status === 'ok' ? 'good' : isDown(report) ? 'bad' : 'warn'}`}>
                  {report.status === 'ok' ? 'Healthy' : 'Degraded'}
                </span>,
              ],
              ['Version', report.version],
              ['Running for', duration(report.uptime_seconds)],
              ['Memory', dataSize(report.memory_bytes.rss)],
              ['Database', probeText(report.database)],
              ...(report.database_replica === undefined
                ? []
                : [['Read replica', probeText(report.database_replica)] as const]),
              [`Job queue in ${backends[report.queue.backend]}`, probeText(report.queue)],
              ['Workers', <WorkersText {...report.workers} />],
            ]}
          />
          {rowsOf(report).length === 0 ? (
            <p class="note">The process that answered had no requests in the last two minutes.</p>
          ) : (
            <>
              <p class="note">The table covers the last two minutes of the process that answered this request.</p>
              <div class="lines">
                <Table
                  caption="Requests to this process in the last two minutes"
                  columns={columns}
                  rows={rowsOf(report)}
                  keyOf={({ name }) => name}
                />
              </div>
            </>
          )}
        </>
      )}
    </ReadCard>
  );
}

/** Says how many processes run jobs; if none does, since when, and how long a run has been waiting. */
function WorkersText({
  living,
  last_seen_at: seenAt,
  oldest_waiting_seconds: waiting,
}: Health['workers']): JSX.Element {
  if (living === null) return <>Not known</>;
  if (living > 0) return <>{count(living)}</>;
  return (
    <>
      <span class="tag bad">None</span>{' '}
      {seenAt === null ? (
        'Never seen.'
      ) : (
        <>
          Last seen <Time at={seenAt} />.
        </>
      )}{' '}
      {waiting !== null && waiting > 0 && `A run has been waiting for ${duration(waiting)}.`}
    </>
  );
}

const backends = { postgres: 'PostgreSQL', redis: 'Redis' } as const;

/** Reads the report on the health. @throws ToldFailure if there is no report, for example because a proxy answers with a page of its own */
async function readHealth(signal: AbortSignal): Promise<Health> {
  const answer = await fetch(`${serviceUrl}/health`, { signal }).catch(() => null);
  if (answer === null) throw noAnswer('Try again.', null);
  const report = (await answer.json().catch(() => null)) as Health | { readonly endpoints?: undefined } | null;
  if (report?.endpoints === undefined)
    throw new ToldFailure({ ...badAnswer, requestId: answer.headers.get('X-Request-Id') });
  return report;
}

/** The routes of the API. The routes for the files of the console and those for operators are left out. */
function rowsOf({ endpoints }: Health): Row[] {
  const rows = Object.entries(endpoints).map(([name, endpoint]) => ({ name, ...endpoint }));
  return rows.filter(({ name }) => !/ \/(console|operator)/.test(name));
}

function probeText({ status, latency_ms }: Probe): JSX.Element {
  return status === 'ok' && latency_ms !== null ? (
    <>answers in {milliseconds(latency_ms)}</>
  ) : (
    <span class="tag bad">{status.replaceAll('_', ' ')}</span>
  );
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : count(Math.round(value))}\u00a0ms`;
}
