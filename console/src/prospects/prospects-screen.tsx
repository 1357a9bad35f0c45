import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ProspectingJob } from 'data-access-client';
import { asDate, duration } from '../format.js';
import { SelectField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { isCancelled, RunStatus } from '../parts/run-status.js';
import { Empty, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { query, setQuery } from '../router.js';
import { client } from '../session.js';
import { useCompanyName } from './company-name.js';
import { usePolling } from './polling.js';
import { RunScreen } from './run-screen.js';
import { StartRun } from './start-run.js';

const pageSize = 20;
const statuses: readonly (readonly [value: string, text: string])[] = [
  ['', 'All'],
  ['running', 'Running'],
  ['success', 'Done'],
  ['failed', 'Failed'],
];

/** Shows the prospecting runs of the tenant. If the path has a job id, it shows only this run. */
export function ProspectsScreen({ rest }: { readonly rest: string }): JSX.Element {
  if (rest !== '') return <RunScreen key={rest} jobId={Number(rest)} />;
  return (
    <Screen
      title="Prospects"
      lead="Find out whom to contact at a company. A run scores all employees of the company for your team. It shows the best ones, with the reasons and with colleagues who can introduce you."
    >
      <StartRun />
      <Runs />
    </Screen>
  );
}

function Runs(): JSX.Element {
  const status = statuses.find(([value]) => value === query.value.get('status'))?.[0] ?? '';
  const [limit, setLimit] = useState(pageSize);
  const runs = useResource((signal) => newestRuns(status, limit + 1, signal), [status]);
  usePolling(runs.state === 'ready' && runs.value.some((job) => job.status === 'running'), runs.reload);
  const more = (): void => {
    setLimit(limit + pageSize);
    runs.reload();
  };
  return (
    <Card title="Runs" class="lines runs">
      {(status !== '' || runs.value?.length !== 0) && (
        <div class="filters">
          <SelectField
            label="State"
            value={status}
            options={statuses}
            onChange={(value) => {
              setLimit(pageSize);
              setQuery({ status: value });
            }}
          />
        </div>
      )}
      <Read resource={runs} what="the runs">
        {(jobs) =>
          jobs.length === 0 ? (
            <NoRuns isFiltered={status !== ''} />
          ) : (
            <div class="stack">
              <Table caption="Runs" columns={columns} rows={jobs.slice(0, limit)} keyOf={(job) => job.job_id} />
              {jobs.length > limit && (
                <button type="button" class="more" onClick={more}>
                  Show {pageSize} more
                </button>
              )}
            </div>
          )
        }
      </Read>
    </Card>
  );
}

/** The newest runs. @param status only runs in this state are read; empty for all runs */
export async function newestRuns(status: string, limit: number, signal: AbortSignal): Promise<ProspectingJob[]> {
  const filter = status === '' ? {} : { status: status as ProspectingJob['status'] };
  const jobs: ProspectingJob[] = [];
  for await (const job of client().prospecting.jobs(filter, { signal })) {
    jobs.push(job);
    if (jobs.length === limit) break;
  }
  return jobs;
}

const columns: readonly Column<ProspectingJob>[] = [
  {
    title: 'Company',
    cell: (job) => (
      <Link to={`prospects/${job.job_id}`}>
        <CompanyName page={job.company_network_url} />
      </Link>
    ),
  },
  {
    title: 'State',
    cell: (job) => (
      <>
        <RunStatus job={job} />{' '}
        {job.failure_reason !== null && !isCancelled(job) && <span class="note">{job.failure_reason}</span>}
      </>
    ),
  },
  { title: 'Team', cell: ({ team }) => (team === null ? <span class="note">No team</span> : <Name>{team}</Name>) },
  { title: 'Started', cell: (job) => <Time at={job.run_start_time} /> },
  { title: 'Took', cell: tookText },
];

function CompanyName({ page }: { readonly page: string }): JSX.Element {
  return <Name>{useCompanyName(page)}</Name>;
}

/** Cuts a long name after two lines. */
function Name({ children }: { readonly children: string }): JSX.Element {
  return (
    <bdi class="clamp" title={children}>
      {children}
    </bdi>
  );
}

function tookText({ run_start_time: start, run_end_time: end }: ProspectingJob): string {
  if (end === null) return '–';
  const seconds = (asDate(end).getTime() - asDate(start).getTime()) / 1_000;
  return seconds < 1 ? 'under 1 s' : duration(seconds);
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }): JSX.Element {
  return isFiltered ? (
    <Empty title="No run is in this state">
      <button type="button" onClick={() => setQuery({ status: null })}>
        Show all runs
      </button>
    </Empty>
  ) : (
    <Empty title="No run yet">
      <p>All runs of your tenant appear here. A run takes a few seconds.</p>
    </Empty>
  );
}
