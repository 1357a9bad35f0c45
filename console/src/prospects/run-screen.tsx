import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ProspectingJob, ProspectingResults } from 'data-access-client';
import { asDate, counted, duration, pageName, time } from '../format.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { RunStatus } from '../parts/run-status.js';
import { Empty, Failed, Loading, Read } from '../parts/states.js';
import { type Resource, useResource } from '../resource.js';
import { client } from '../session.js';
import { FailedRun } from './failed-run.js';
import { useNow, usePolling } from './polling.js';
import { type Ranked, rankedOf } from './ranked.js';
import { Ranking } from './ranking.js';
import { saveSheet } from './sheet.js';

/** One run: its state while it works, and then its prospects. */
export function RunScreen({ jobId }: { readonly jobId: number }): JSX.Element {
  const run = useResource((signal) => client().prospecting.job(jobId, { signal }), [jobId]);
  usePolling(run.state === 'ready' && run.value.status === 'running', run.reload);
  const job = run.value;
  if (job === null)
    return run.state === 'failed' ? (
      <Screen title="Prospects" actions={<AllRuns />}>
        <Failed error={run.error} retry={run.reload} />
      </Screen>
    ) : (
      <Loading what="the run" lines={5} />
    );
  return job.status === 'success' ? (
    <FinishedRun job={job} />
  ) : (
    <Screen title={titleOf(job)} lead={<Facts job={job} />} actions={<AllRuns />}>
      {run.state === 'failed' && <Failed error={run.error} retry={run.reload} />}
      {job.status === 'failed' ? <FailedRun job={job} /> : <RunningRun job={job} reload={run.reload} />}
    </Screen>
  );
}

function titleOf({ company_network_url: page }: ProspectingJob): string {
  return `Prospects at ${pageName(page)}`;
}

function AllRuns(): JSX.Element {
  return (
    <Link to="prospects" class="button">
      All runs
    </Link>
  );
}

function Facts({ job }: { readonly job: ProspectingJob }): JSX.Element {
  const { status, team, run_start_time: start } = job;
  return (
    <>
      <RunStatus status={status} /> {team === null ? 'Without a team' : `For the team ${team}`}, started {time(start)}
    </>
  );
}

function RunningRun({ job, reload }: { readonly job: ProspectingJob; readonly reload: () => void }): JSX.Element {
  const [cancel, setCancel] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null });
  const seconds = Math.max(0, (useNow(true) - asDate(job.run_start_time).getTime()) / 1_000);
  const end = async (): Promise<void> => {
    setCancel({ isUnderWay: true, error: null });
    try {
      await client().prospecting.cancel(job.job_id);
    } catch (error) {
      setCancel({ isUnderWay: false, error });
    }
    reload();
  };
  return (
    <Card title="The run is under way" class="running">
      <p role="status">Everyone who works there is looked at and scored. The list appears here when it is done.</p>
      <svg class="progress" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="4" />
        <rect class="runner" width="30" height="4" />
      </svg>
      <div class="order">
        <button type="button" disabled={cancel.isUnderWay} onClick={() => void end()}>
          {cancel.isUnderWay ? 'Cancelling…' : 'Cancel the run'}
        </button>
        <span class="note">Running for {duration(seconds)}. A cancelled run costs nothing.</span>
      </div>
      {cancel.error !== null && <Failed error={cancel.error} />}
    </Card>
  );
}

function FinishedRun({ job }: { readonly job: ProspectingJob }): JSX.Element {
  const results = useResource((signal) => client().prospecting.results(job.job_id, { signal }), [job.job_id]);
  const ranked = results.value === null ? [] : rankedOf(results.value);
  return (
    <Screen title={titleOf(job)} lead={<Facts job={job} />} actions={<FinishedActions job={job} ranked={ranked} />}>
      <Finished results={results} ranked={ranked} />
    </Screen>
  );
}

function FinishedActions({ job, ranked }: { readonly job: ProspectingJob; readonly ranked: Ranked[] }): JSX.Element {
  return (
    <>
      {ranked.length > 0 && (
        <>
          <button type="button" onClick={() => saveSheet(job.company_network_url, job.job_id, ranked)}>
            Download CSV
          </button>
          <button type="button" onClick={() => print()}>
            Print
          </button>
        </>
      )}
      <AllRuns />
    </>
  );
}

interface FinishedProps {
  readonly results: Resource<ProspectingResults>;
  readonly ranked: readonly Ranked[];
}

function Finished({ results, ranked }: FinishedProps): JSX.Element {
  return (
    <Read resource={results} what="the prospects" lines={6}>
      {({ metadata }) => (
        <div class="stack">
          <p role="status">{countText(ranked, metadata)}</p>
          {ranked.length === 0 ? (
            <Empty title="Nobody there is whom the team looks for">
              <p>Run it for another team, or let an operator widen the personas and regions in the team’s schema.</p>
            </Empty>
          ) : (
            <Ranking ranked={ranked} />
          )}
        </div>
      )}
    </Read>
  );
}

/** As in `4 prospects at Acme, the best first, among 12 employees on record.` */
function countText(ranked: readonly Ranked[], metadata: ProspectingResults['metadata']): string {
  const { employees } = Object(metadata?.candidates) as Readonly<Record<string, unknown>>;
  const company = ranked[0]?.prospect.company_name ?? '';
  const among = typeof employees === 'number' ? `, among ${counted(employees, 'employee')} on record` : '';
  return `${counted(ranked.length, 'prospect')}${company === '' ? '' : ` at ${company}`}, the best first${among}.`;
}
