import type { JSX } from 'preact';
import type { ProspectingJob } from 'data-access-client';
import { failureReasons } from '../../../src/prospecting/run/run-result.js';
import { AdminCommand } from '../parts/copy.js';
import { useLostFocus } from '../parts/focus.js';
import { Icon } from '../parts/icons.js';
import { Link } from '../parts/layout.js';
import { isCancelled } from '../parts/run-status.js';
import { Failed } from '../parts/states.js';
import { useStart } from './start-run.js';

interface Advice {
  /** The heading, if it is not the reason that the service has stored. */
  readonly title?: string;
  /** Says why the run failed and what the user can do. */
  readonly text: string;
  /** Whether a new run with the same company and team can succeed. */
  readonly canRepeat: boolean;
  /** The arguments of an admin command with which an operator can see the cause: `prospecting show 12`. */
  readonly command?: string;
}

/** Says why a run failed and what the user can do. */
export function FailedRun({ job }: { readonly job: ProspectingJob }): JSX.Element {
  const { start, isUnderWay, error } = useStart();
  const reason = useLostFocus<HTMLElement>(true);
  const { title = job.failure_reason ?? 'The run failed', text, canRepeat, command } = adviceFor(job);
  const order = { network_url: job.company_network_url, team_name: job.team };
  return (
    <div class="stack">
      <div class={isCancelled(job) ? 'notice' : 'notice bad'}>
        {!isCancelled(job) && <Icon name="warning" />}
        <div>
          <strong ref={reason} tabIndex={-1}>
            {title}
          </strong>
          <p role="status">{text} Nothing was charged.</p>
          {command !== undefined && <AdminCommand label="For an operator" words={command} />}
          <div class="order">
            {canRepeat && (
              <button type="button" class="primary" aria-disabled={isUnderWay} onClick={() => start(order)}>
                {isUnderWay ? 'Starting…' : 'Start the run again'}
              </button>
            )}
            <Link to="prospects" class={`button ${canRepeat ? '' : 'primary'}`}>
              {canRepeat ? 'Choose another company' : 'Start another run'}
            </Link>
            {canRepeat && <span class="note">A run costs 1 credit if it succeeds.</span>}
          </div>
          <p class="note">
            Run <code>{job.job_id}</code>
          </p>
        </div>
      </div>
      {error !== null && <Failed what="The run could not be started." error={error} />}
    </div>
  );
}

function adviceFor(job: ProspectingJob): Advice {
  const { failure_reason: reason, job_id: jobId, tenant_id: tenant, team } = job;
  if (reason === failureReasons.companyNotFound)
    return {
      text: 'No company on record has this profile page. Start another run and find the company by its name.',
      canRepeat: false,
    };
  if (reason === failureReasons.noEmployees)
    return { text: 'No person on record works at this company now. Try its parent company.', canRepeat: false };
  if (isCancelled(job)) return { title: 'The run was cancelled', text: '', canRepeat: true };
  const canRepeat = reason !== failureReasons.unusableSchema;
  return canRepeat
    ? {
        text: 'Start the run again. If it fails again, ask an operator to look for the cause in the log.',
        canRepeat,
        command: `prospecting show ${jobId}`,
      }
    : {
        title: 'The team cannot be used',
        text: `${reason}. Ask an operator to correct the schema and to store it again.`,
        canRepeat,
        command: `team show ${tenant} '${team ?? ''}'`,
      };
}
