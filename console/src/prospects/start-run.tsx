import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, type ProspectingJob, type StartProspectingRequest } from 'data-access-client';
import { asDate, count } from '../format.js';
import { AdminCommand } from '../parts/copy.js';
import { focusHeading } from '../parts/focus.js';
import { SelectField } from '../parts/form.js';
import { Card, Link } from '../parts/layout.js';
import { Failed, Notice } from '../parts/states.js';
import { Time } from '../parts/time.js';
import { randomId } from '../random-id.js';
import { useResource } from '../resource.js';
import { navigate, query } from '../router.js';
import { client, session } from '../session.js';
import { useAction } from '../action.js';
import { type ChosenCompany, CompanyField } from './company-field.js';

/** The form that starts a run. */
export function StartRun(): JSX.Element {
  const [company, setCompany] = useState<ChosenCompany | null>(null);
  const [chosenTeam, setTeam] = useState<string | null>(null);
  const teams = useResource((signal) => client().teams({ signal }), []);
  const names = (teams.value?.teams ?? []).map(({ name }) => name);
  // Most tenants have one team. It is chosen for them, so that a run looks for the persons whom this team needs.
  const team = chosenTeam ?? (names.length === 1 ? (names[0] ?? '') : '');
  const credits = useResource((signal) => client().credits({ signal }), []);
  const { start, isUnderWay, error } = useStart();
  const { run: look, isUnderWay: isLooking, error: lookError } = useAction();
  const [earlier, setEarlier] = useState<ProspectingJob | null>(null);
  useEffect(() => setEarlier(null), [company, team]);
  const account = credits.value?.credits.find(({ feature }) => feature === 'prospecting');
  const isWithoutCredits = account?.available === 0;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (company === null) return;
    const order = { network_url: company.network_url, team_name: team || null };
    if (earlier !== null) start(order);
    else
      look(async () => {
        const found = await earlierRun(order);
        if (found === undefined) start(order);
        else setEarlier(found);
      });
  };
  return (
    <Card title="Start a run" class="start">
      {isWithoutCredits && (
        <Notice tone="warn">
          <strong>A run needs 1 prospecting credit, and none is left.</strong>
          <p>Let an operator grant credits.</p>
          <AdminCommand
            label="Command for an operator"
            words={`credits grant ${session.value?.me.tenant_id ?? ''} prospecting 100`}
          />
        </Notice>
      )}
      <form onSubmit={submit}>
        <CompanyField initial={query.value.get('company') ?? ''} chosen={company} onChange={setCompany} />
        <SelectField
          label="Team"
          value={team}
          options={
            teams.value === null
              ? [['', teams.state === 'failed' ? 'Not known' : 'Loading …']]
              : [['', 'No team (leaders of any field)'], ...names.map((name) => [name, name] as const)]
          }
          hint="The team decides which prospects are good."
          fault={teams.state === 'failed' ? <TeamsFault reload={teams.reload} /> : undefined}
          onChange={setTeam}
        />
        {earlier !== null && (
          <Notice tone="warn">
            <p>
              A run for this company and team was started on <Time at={earlier.run_start_time} />.
            </p>
          </Notice>
        )}
        <div class="order">
          {earlier !== null && (
            <Link class="button primary" to={`prospects/${earlier.job_id}`}>
              Show this run, free of charge
            </Link>
          )}
          <button
            type="submit"
            class={earlier === null ? 'primary' : ''}
            disabled={company === null || teams.state !== 'ready' || isWithoutCredits}
            aria-disabled={isLooking || isUnderWay}
          >
            {isUnderWay ? 'Starting…' : earlier === null ? 'Start the run' : 'Start another run anyway'}
          </button>
          <span class="note">
            {company === null && !isWithoutCredits && 'Choose a company first. '}Costs 1 prospecting credit if it
            succeeds, and nothing if it fails.
            {account !== undefined && ` ${count(account.available ?? Infinity)} left.`}
          </span>
        </div>
      </form>
      {(error ?? lookError) !== null && <Failed what="The run could not be started." error={error ?? lookError} />}
    </Card>
  );
}

function TeamsFault({ reload }: { readonly reload: () => void }): JSX.Element {
  const retry = (): void => {
    // The button disappears, so it cannot keep the focus.
    focusHeading();
    reload();
  };
  return (
    <>
      <span role="alert">The teams could not be read.</span>{' '}
      <button type="button" class="small" onClick={retry}>
        Try again
      </button>
    </>
  );
}

const dayMs = 86_400_000;

/** Finds a run that was started for the same company and team within the last 24 hours and has not failed. */
async function earlierRun(order: StartProspectingRequest): Promise<ProspectingJob | undefined> {
  for await (const job of client().prospecting.jobs()) {
    if (Date.now() - asDate(job.run_start_time).getTime() > dayMs) return undefined;
    const isSame = job.company_network_url === order.network_url && job.team === order.team_name;
    if (isSame && job.status !== 'failed') return job;
  }
  return undefined;
}

interface Start {
  readonly start: (order: StartProspectingRequest) => void;
  readonly isUnderWay: boolean;
  readonly error: unknown;
}

/**
 * Starts runs and opens their screens. Each press of the button has a new idempotency key. The exception: if the last press got no
 * answer or only a 503, the next press for the same company and team has the same key. If the run was started after all, no second
 * run is then started and charged.
 */
export function useStart(): Start {
  const { run, ...state } = useAction();
  const unanswered = useRef<{ readonly order: string; readonly key: string } | null>(null);
  const start = async (request: StartProspectingRequest): Promise<void> => {
    const order = JSON.stringify(request);
    const { key } = unanswered.current?.order === order ? unanswered.current : { key: randomId() };
    unanswered.current = { order, key };
    try {
      const { job_id: jobId } = await client().prospecting.start(request, { idempotencyKey: key });
      navigate(`prospects/${jobId}`);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) unanswered.current = null;
      throw error;
    }
  };
  return { ...state, start: (order) => run(() => start(order)) };
}
