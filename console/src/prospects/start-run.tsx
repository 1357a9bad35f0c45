import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ConnectionLost, type CreditsResponse, type StartProspectingRequest } from 'data-access-client';
import { count } from '../format.js';
import { SelectField } from '../parts/form.js';
import { Card } from '../parts/layout.js';
import { Failed } from '../parts/states.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { client } from '../session.js';
import { type ChosenCompany, CompanyField } from './company-field.js';

/** The form that starts a run. */
export function StartRun(): JSX.Element {
  const [company, setCompany] = useState<ChosenCompany | null>(null);
  const [team, setTeam] = useState('');
  const teams = useResource((signal) => client().teams({ signal }), []);
  const credits = useResource((signal) => client().credits({ signal }), []);
  const { start, isUnderWay, error } = useStart();
  const left = credits.value === null ? null : creditsLeft(credits.value);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (company !== null) start({ network_url: company.network_url, team_name: team === '' ? null : team });
  };
  const options = (teams.value?.teams ?? []).map(({ name }) => [name, name] as const);
  return (
    <Card title="Start a run" class="start">
      <form onSubmit={submit}>
        <CompanyField chosen={company} onChange={setCompany} />
        <SelectField
          label="Team"
          value={team}
          options={[['', 'None (leaders of any field)'], ...options]}
          hint={teams.state === 'failed' ? 'The teams could not be read.' : 'Whose idea of a good prospect counts'}
          onChange={setTeam}
        />
        <div class="order">
          <button type="submit" class="primary" disabled={company === null || isUnderWay || left === 0}>
            {isUnderWay ? 'Starting…' : 'Start the run'}
          </button>
          <span class="note">
            Costs 1 prospecting credit if it succeeds, nothing otherwise.
            {left !== null && ` ${left === Infinity ? 'Credits are unlimited.' : `${count(left)} left.`}`}
            {left === 0 && ' An operator can grant more.'}
          </span>
        </div>
      </form>
      {error !== null && <Failed error={error} />}
    </Card>
  );
}

function creditsLeft({ credits }: CreditsResponse): number {
  const account = credits.find(({ feature }) => feature === 'prospecting');
  return account === undefined || account.available === null ? Infinity : account.available;
}

interface Start {
  readonly start: (order: StartProspectingRequest) => void;
  readonly isUnderWay: boolean;
  readonly error: unknown;
}

/** Starts runs and opens them. Each press has its own idempotency key; one without an answer is repeated with the same. */
export function useStart(): Start {
  const [state, setState] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null });
  const unanswered = useRef<{ order: string; key: string } | null>(null);
  const start = async (order: StartProspectingRequest): Promise<void> => {
    setState({ isUnderWay: true, error: null });
    const text = JSON.stringify(order);
    const last = unanswered.current;
    const idempotencyKey = last?.order === text ? last.key : crypto.randomUUID();
    unanswered.current = { order: text, key: idempotencyKey };
    try {
      const { job_id: jobId } = await client().prospecting.start(order, { idempotencyKey });
      navigate(`prospects/${jobId}`);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) unanswered.current = null;
      setState({ isUnderWay: false, error });
    }
  };
  return { ...state, start: (order) => void start(order) };
}
