import type { ComponentChildren, JSX } from 'preact';
import { duration, percent } from '../format.js';
import { Card } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { serviceUrl } from '../router.js';

/** The members of the answer to `GET /health` that the screen shows. */
interface Health {
  readonly status: 'ok' | 'degraded';
  readonly version: string;
  readonly uptime_seconds: number;
  readonly database: Probe;
  readonly database_replica?: Probe;
  readonly queue: Probe & { readonly backend: 'postgres' | 'redis' };
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
  { title: 'Requests', align: 'end', cell: ({ requests }) => requests },
  { title: 'Failed', align: 'end', cell: ({ error_rate }) => percent(error_rate) },
  { title: 'Median', align: 'end', cell: ({ latency_ms }) => milliseconds(latency_ms.p50) },
  { title: '95th percentile', align: 'end', cell: ({ latency_ms }) => milliseconds(latency_ms.p95) },
];

/**
 * Shows the version, health and response times of the service. With several processes, the numbers are those of the one process
 * that answers the request.
 */
export function Service({ children }: { readonly children?: ComponentChildren }): JSX.Element {
  const health = useResource(readHealth, []);
  return (
    <Card
      title="Service"
      actions={
        <button type="button" class="small" onClick={health.reload}>
          Refresh
        </button>
      }
    >
      <Read resource={health} what="the health of the service">
        {(report) => (
          <>
            <dl class="facts">
              <div>
                <dt>State</dt>
                <dd>
                  <span class={`tag ${report.status === 'ok' ? 'good' : 'warn'}`}>
                    {report.status === 'ok' ? 'Healthy' : 'Degraded'}
                  </span>
                </dd>
              </div>
              <Fact name="Version" value={report.version} />
              <Fact name="Running for" value={duration(report.uptime_seconds)} />
              <Fact name="Memory" value={`${Math.round(report.memory_bytes.rss / 2 ** 20)} MiB`} />
              <Fact name="Database" value={probeText(report.database)} />
              {report.database_replica !== undefined && (
                <Fact name="Read replica" value={probeText(report.database_replica)} />
              )}
              <Fact name="Job queue" value={`${backends[report.queue.backend]}, ${probeText(report.queue)}`} />
            </dl>
            <p class="note">The table covers the last two minutes of the process that answered this request.</p>
            <Table
              caption="Requests to this process in the last two minutes"
              columns={columns}
              rows={rowsOf(report)}
              keyOf={({ name }) => name}
            />
            {children}
          </>
        )}
      </Read>
    </Card>
  );
}

const backends = { postgres: 'PostgreSQL', redis: 'Redis' } as const;

async function readHealth(signal: AbortSignal): Promise<Health> {
  const answer = await fetch(`${serviceUrl}/health`, { signal });
  return (await answer.json()) as Health;
}

/** The routes of the API. The routes that serve the files of the console are left out. */
function rowsOf({ endpoints }: Health): Row[] {
  const rows = Object.entries(endpoints).map(([name, endpoint]) => ({ name, ...endpoint }));
  return rows.filter(({ name }) => !name.includes(' /console'));
}

function Fact({ name, value }: { readonly name: string; readonly value: string }): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function probeText({ status, latency_ms }: Probe): string {
  const state = status === 'ok' ? 'answers' : status.replaceAll('_', ' ');
  return latency_ms === null ? state : `${state} in ${milliseconds(latency_ms)}`;
}

function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
