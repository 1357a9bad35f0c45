import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ConnectionLost, type StartProspectingRequest } from 'data-access-client';
import { count } from '../format.js';
import { SelectField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Failed } from '../parts/states.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { client } from '../session.js';
import { useAction } from './action.js';
import { type ChosenCompany, CompanyField } from './company-field.js';

/** The form that starts a run. */
export function StartRun(): JSX.Element {
  const [company, setCompany] = useState<ChosenCompany | null>(null);
  const [team, setTeam] = useState('');
  const teams = useResource((signal) => client().teams({ signal }), []);
  const credits = useResource((signal) => client().credits({ signal }), []);
  const { start, isUnderWay, error } = useStart();
  const account = credits.value?.credits.find(({ feature }) => feature === 'prospecting');
  const isWithoutCredits = account?.available === 0;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (company !== null) start({ network_url: company.network_url, team_name: team || null });
  };
  return (
    <Card title="Start a run" class="start">
      <form onSubmit={submit}>
        <CompanyField chosen={company} onChange={setCompany} />
        <SelectField
          label="Team"
          value={team}
          options={[
            ['', 'None (leaders of any field)'],
            ...(teams.value?.teams ?? []).map(({ name }) => [name, name] as const),
          ]}
          hint={
            teams.state === 'failed'
              ? 'The teams could not be read. Reload the page to try again.'
              : 'The team decides which prospects are good.'
          }
          onChange={setTeam}
        />
        <div class="order">
          <button type="submit" class="primary" disabled={company === null || isUnderWay || isWithoutCredits}>
            {isUnderWay ? 'Starting…' : 'Start the run'}
          </button>
          <span class="note">
            Costs 1 prospecting credit if it succeeds, and nothing if it fails.
            {account !== undefined && ` ${count(account.available ?? Infinity)} left.`}
            {isWithoutCredits && ' An operator can grant more.'}
          </span>
        </div>
      </form>
      {error !== null && <Failed error={error} />}
    </Card>
  );
}

interface Start {
  readonly start: (order: StartProspectingRequest) => void;
  readonly isUnderWay: boolean;
  readonly error: unknown;
}

/**
 * Starts runs and shows their screens. Each press of the button gets an idempotency key of its own. If the connection was lost
 * before an answer came, the next press for the same company and team repeats the key, so that no second run is started.
 */
export function useStart(): Start {
  const { run, ...state } = useAction();
  const unanswered = useRef<{ readonly order: string; readonly key: string } | null>(null);
  const start = async (request: StartProspectingRequest): Promise<void> => {
    const order = JSON.stringify(request);
    const { key } = unanswered.current?.order === order ? unanswered.current : { key: crypto.randomUUID() };
    unanswered.current = { order, key };
    try {
      const { job_id: jobId } = await client().prospecting.start(request, { idempotencyKey: key });
      navigate(`prospects/${jobId}`);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) unanswered.current = null;
      throw error;
    }
  };
  return { ...state, start: (order) => run(() => start(order)) };
}
