import type { JSX } from 'preact';
import { ApiError, type ProspectingJob, type ProspectingResults } from 'data-access-client';
import { asDate, counted, duration } from '../format.js';
import { useLostFocus } from '../parts/focus.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { RunStatus } from '../parts/run-status.js';
import { Empty, Failed, Loading, Notice, Read } from '../parts/states.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { CopyButton } from '../parts/copy.js';
import { useAction } from '../action.js';
import { useCompanyName } from './company-name.js';
import { type Contacts, useContacts } from './contacts.js';
import { FailedRun } from './failed-run.js';
import { useNow, usePolling } from './polling.js';
import { type Ranked, rankedOf } from './ranked.js';
import { Ranking } from './ranking.js';
import { saveSheet } from './sheet.js';
import { writersOf } from './writers.js';

/** The screen of one run. It shows the progress while the run is under way, and then the prospects or the reason why the run failed. */
export function RunScreen({ jobId }: { readonly jobId: number }): JSX.Element {
  const run = useResource((signal) => client().prospecting.job(jobId, { signal }), [jobId]);
  const job = run.value;
  const status = job?.status ?? null;
  const results = useResource(
    async (signal) => (status === 'success' ? foundOf(await client().prospecting.results(jobId, { signal })) : null),
    [jobId, status],
  );
  usePolling(run.state === 'ready' && status === 'running', run.reload);
  const isMissing = run.state === 'failed' && isRefusal(run.error, 404);
  const cancelling = useAction();
  // The run may have ended just before; the service then refuses to cancel it. Whether it refuses or not, the run is read again, so
  // that the screen shows how it ended.
  const cancel = (): void => cancelling.run(() => client().prospecting.cancel(jobId).finally(run.reload).then());
  const isTooLate = isRefusal(cancelling.error, 409);
  const tooLate = useLostFocus<HTMLParagraphElement>(isTooLate && status !== 'running');
  const ranked = results.value?.ranked ?? [];
  const contacts = useContacts();
  const save = (chosen: readonly Ranked[]): void => {
    if (job !== null) saveSheet(job.company_network_url, jobId, chosen, contacts.of);
  };
  const name = useCompanyName(job?.company_network_url ?? '');
  const company = ranked[0]?.prospect.company_name ?? name;
  return (
    <Screen
      title={company ? `Prospects at ${company}` : 'Prospects'}
      heading={
        <>
          Prospects {company && 'at '}
          <bdi>{company}</bdi>
        </>
      }
      lead={
        <>
          {job !== null && <Facts job={job} />}
          {!isMissing && <Link to="prospects">All runs</Link>}
        </>
      }
      actions={
        job !== null &&
        ranked.length > 0 && (
          <>
            <CopyButton text={location.href} label="Copy link" />
            <button type="button" onClick={() => print()}>
              Print
            </button>
            <button type="button" class="primary" onClick={() => save(ranked)}>
              Download CSV
            </button>
          </>
        )
      }
    >
      {isMissing && (
        <Empty title="There is no such run">
          <div class="stack">
            <p>It does not exist, or it belongs to another tenant.</p>
            <Link to="prospects" class="button more">
              All runs
            </Link>
          </div>
        </Empty>
      )}
      {run.state === 'failed' && !isMissing && (
        <Failed what="The run could not be read." error={run.error} retry={run.reload} />
      )}
      {run.state === 'loading' && job === null && <Loading what="the run" />}
      {isTooLate && (
        <Notice tone="plain">
          <p ref={tooLate} tabIndex={-1}>
            The run was not cancelled, because it had already ended.
          </p>
        </Notice>
      )}
      {job?.status === 'running' && <RunningRun job={job} cancelling={cancelling} onCancel={cancel} />}
      {job?.status === 'failed' && <FailedRun job={job} />}
      {status === 'success' && (
        <div class="ranking">
          <Read resource={results} what="the prospects" lines={3}>
            {(found) => found !== null && <Prospects found={found} contacts={contacts} onSave={save} />}
          </Read>
        </div>
      )}
    </Screen>
  );
}

function Facts({ job }: { readonly job: ProspectingJob }): JSX.Element {
  return (
    <>
      <RunStatus job={job} /> {job.team === null ? 'No team' : 'For the team '}
      <bdi>{job.team}</bdi>, started <Time at={job.run_start_time} /> ·{' '}
    </>
  );
}

function isRefusal(error: unknown, status: number): boolean {
  return error instanceof ApiError && error.status === status;
}

interface RunningRunProps {
  readonly job: ProspectingJob;
  readonly cancelling: ReturnType<typeof useAction>;
  readonly onCancel: () => void;
}

function RunningRun({ job, cancelling: { isUnderWay, error }, onCancel }: RunningRunProps): JSX.Element {
  const seconds = Math.max(0, (useNow() - asDate(job.run_start_time).getTime()) / 1_000);
  return (
    <Card title="The run is under way">
      <p role="status">Everyone who works at the company is scored. The prospects appear here when the run is done.</p>
      <svg class="progress" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="track" width="100" height="4" />
        <rect class="runner" x="35" width="30" height="4" />
      </svg>
      <div class="order">
        <button type="button" aria-disabled={isUnderWay} onClick={onCancel}>
          {isUnderWay ? 'Cancelling…' : 'Cancel the run'}
        </button>
        <span class="note">Running for {duration(seconds)}. A cancelled run costs nothing.</span>
      </div>
      {error !== null && !isRefusal(error, 409) && <Failed what="The run could not be cancelled." error={error} />}
    </Card>
  );
}

interface Found {
  readonly ranked: readonly Ranked[];
  /** The first line above the prospects: `4 prospects, the best first, among 12 employees on record.` */
  readonly summary: string;
  /** How much of the reasons the language model wrote; null if there is no language model. */
  readonly writers: string | null;
}

function foundOf(results: ProspectingResults): Found {
  const ranked = rankedOf(results);
  const { employees } = Object(results.metadata?.candidates) as Readonly<Record<string, unknown>>;
  const among = typeof employees === 'number' ? `, among ${counted(employees, 'employee')} on record` : '';
  return {
    ranked,
    summary: `${counted(ranked.length, 'prospect')}, the best first${among}.`,
    writers: writersOf(results.metadata),
  };
}

interface ProspectsProps {
  readonly found: Found;
  readonly contacts: Contacts;
  readonly onSave: (chosen: readonly Ranked[]) => void;
}

function Prospects({ found: { ranked, summary, writers }, contacts, onSave }: ProspectsProps): JSX.Element {
  return (
    <div class="stack">
      {ranked.length > 0 && <p role="status">{summary}</p>}
      {writers !== null && <p class="note">{writers}</p>}
      {ranked.length === 0 ? (
        <Empty title="No employee of the company fits the team">
          <div class="stack">
            <p>
              The run took 1 prospecting credit. Start a run for another team, or ask an operator to add personas and
              regions to the schema of this team.
            </p>
            <Link to="prospects" class="button primary more">
              Start another run
            </Link>
          </div>
        </Empty>
      ) : (
        <Ranking ranked={ranked} contacts={contacts} onSave={onSave} />
      )}
    </div>
  );
}
