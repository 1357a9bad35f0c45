import type { JSX } from 'preact';
import type { CreditAccount, ProspectingJob, UsageOfGroup, UsageResponse } from 'data-access-client';
import { count, counted, day, dayFromToday, featureNames, pageName, percent, shortCount } from '../format.js';
import { BarChart, Meter } from '../parts/chart.js';
import { AdminCommand } from '../parts/copy.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Empty, Read, ReadAll } from '../parts/states.js';
import { type Resource, useResource } from '../resource.js';
import { client, session } from '../session.js';
import { RunStatus } from '../parts/run-status.js';
import { Time } from '../parts/time.js';
import { chargedFor } from '../parts/request-parts.js';
import { newestRuns } from '../prospects/prospects-screen.js';

const days = 14;

/** The usage report over the days that this screen shows. */
const usageOfDays = `usage?from=${dayFromToday(1 - days)}&to=${dayFromToday(0)}`;

/** The first screen: the credits that are left, the requests of the last days, and the latest prospecting runs. */
export function OverviewScreen(): JSX.Element {
  const usage = useResource(
    (signal) => client().usage({ from: dayFromToday(1 - days), group_by: 'day' }, { signal }),
    [],
  );
  const credits = useResource((signal) => client().credits({ signal }), []);
  const runs = useResource((signal) => newestRuns('', 5, signal), []);
  const isNew = usage.value !== null && !hasUsage(usage.value);
  return (
    <Screen title="Overview" lead={`The credits that are left, and the requests of the last ${days} days.`}>
      <ReadAll of={[credits, usage, runs]}>
        {isNew && <FirstSteps />}
        <Credits credits={credits} usage={usage.value} />
        {!isNew && (
          <Read resource={usage} what="the usage" lines={2}>
            {({ groups = [] }) => <Requests groups={groups} />}
          </Read>
        )}
        <Card title="Last runs" actions={<Link to="prospects">All runs</Link>}>
          <Read resource={runs} what="the runs">
            {(jobs) => <Runs jobs={jobs} />}
          </Read>
        </Card>
      </ReadAll>
    </Screen>
  );
}

interface CreditsProps {
  readonly credits: Resource<{ readonly credits: readonly CreditAccount[] }>;
  readonly usage: UsageResponse | null;
}

function Credits({ credits, usage }: CreditsProps): JSX.Element {
  return (
    <Read resource={credits} what="the credits">
      {({ credits: accounts }) =>
        accounts.every(({ granted, available }) => granted === 0 && available === 0) ? (
          <Card title="No credits were granted yet">
            <p>Answers with data cost credits. Ask an operator of this service to grant you some.</p>
            <div class="commands">
              {accounts.map(({ feature }) => (
                <AdminCommand
                  key={feature}
                  label={`For an operator: ${featureNames[feature].toLowerCase()}`}
                  words={grantWords(feature)}
                />
              ))}
            </div>
          </Card>
        ) : (
          <div class="grid credits">
            {accounts.map((account) => (
              <CreditCard key={account.feature} account={account} usage={usage} />
            ))}
          </div>
        )
      }
    </Read>
  );
}

/** The arguments of the admin command that grants credits to the signed-in tenant. */
const grantWords = (feature: string): string =>
  `credits grant ${session.value?.me.tenant_id ?? '<tenant>'} ${feature} 10000`;

function CreditCard({
  account,
  usage,
}: {
  readonly account: CreditAccount;
  readonly usage: UsageResponse | null;
}): JSX.Element {
  const { feature, available, granted, consumed, reserved, low } = account;
  const rows = (usage?.usage ?? []).filter((row) => row.feature === feature && row.charged > 0);
  const charged = chargedFor(feature, rows);
  // Half of what was charged in 14 days is enough for a week.
  const isLow = available !== null && (low || available <= charged / 2);
  const tone = available === 0 ? 'bad' : 'warn';
  return (
    <Card
      title={featureNames[feature]}
      actions={isLow && available > 0 && <span class="tag warn">Few credits left</span>}
    >
      {available === null ? (
        <p class="figure">Unlimited</p>
      ) : (
        <p>
          <span class="figure" title={count(available)}>
            {(available < 1e7 ? count : shortCount)(available)}
          </span>{' '}
          {available === 1 ? 'credit' : 'credits'} left
        </p>
      )}
      <div class="read">
        {available !== null && (
          <Meter
            label={granted === 0 ? 'None were granted' : `${count(consumed)} of ${count(granted)} used`}
            text={reserved === 0 ? '' : `${count(reserved)} reserved`}
            share={granted === 0 ? 0 : consumed / granted}
            {...(isLow ? { tone } : {})}
          />
        )}
        {usage !== null && available !== 0 && <p class="note">{lastsText(available, charged, rows.length)}</p>}
        {isLow && (
          <>
            <p>
              {available === 0 && 'Requests that need these credits are refused. '}Ask an operator to grant you more.
            </p>
            <AdminCommand label="For an operator" words={grantWords(feature)} />
          </>
        )}
      </div>
      <p>
        <Link to={usageOfDays}>What was charged</Link>
      </p>
    </Card>
  );
}

/**
 * Says how many days the credits will last if the tenant goes on using as many a day as it did on average in the last days.
 * @param daysOfUse the number of days on which credits were charged; a few days are too few for a forecast
 */
function lastsText(available: number | null, charged: number, daysOfUse: number): string {
  if (charged === 0) return `Nothing was charged in the last ${days} days.`;
  const perDay = charged / days;
  if (available === null || daysOfUse < 4) return `${count(charged)} charged in the last ${days} days.`;
  const left = Math.floor(available / perDay);
  return left > 2 * 365
    ? `The credits last for years if you use as many as in the last ${days} days.`
    : `The credits last for ${counted(left, 'day')} if you use as many as in the last ${days} days.`;
}

/**
 * Whether the tenant itself has sent a request. The run that an operator starts in a new tenant with the demo data does not count.
 * That run is one request without identifiers.
 */
function hasUsage({ groups = [] }: UsageResponse): boolean {
  return groups.some(({ requests, identifiers, errors }) => identifiers > 0 || errors > 0 || requests > 1);
}

function Requests({ groups }: { readonly groups: readonly UsageOfGroup[] }): JSX.Element {
  const byDay = new Map(groups.map((group) => [group.group, group]));
  const dates = Array.from({ length: days }, (_, index) => dayFromToday(index + 1 - days));
  const of = (measure: (group: UsageOfGroup) => number): number[] =>
    dates.map((date) => {
      const group = byDay.get(date);
      return group === undefined ? 0 : measure(group);
    });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const matched = of((group) => group.matched);
  const missed = of((group) => group.identifiers - group.matched);
  const requests = of((group) => group.requests);
  const errors = of((group) => group.errors);
  const asked = sum(matched) + sum(missed);
  return (
    <div class="grid wide">
      <Card
        title="Companies and persons by day"
        actions={<Link to={`${usageOfDays}&group=endpoint`}>By endpoint</Link>}
      >
        <p>
          <span class="figure">{asked === 0 ? '–' : percent(sum(matched) / asked)}</span> of {count(asked)} matched
        </p>
        <BarChart
          title="Companies and persons by day: matched and not matched"
          labels={dates.map(day)}
          series={[
            { name: 'Matched', colour: 1, values: matched },
            { name: 'Not matched', colour: 3, values: missed },
          ]}
        />
      </Card>
      <Card title="Requests by day" actions={<Link to={`${usageOfDays}&group=key`}>By API key</Link>}>
        <p>
          <span class="figure">{count(sum(requests))}</span> answered, {counted(sum(errors), 'error')}
        </p>
        <BarChart
          title="Requests by day: answered and errors"
          labels={dates.map(day)}
          series={[
            { name: 'Answered', colour: 2, values: requests },
            { name: 'Errors', colour: 4, values: errors },
          ]}
        />
      </Card>
    </div>
  );
}

function Runs({ jobs }: { readonly jobs: readonly ProspectingJob[] }): JSX.Element {
  if (jobs.length === 0)
    return (
      <Empty title="No prospecting run yet">
        <Link to="prospects" class="button">
          Start a run
        </Link>
      </Empty>
    );
  return (
    <ul class="rows">
      {jobs.map((job) => (
        <li key={job.job_id}>
          <Link to={`prospects/${job.job_id}`}>{pageName(job.company_network_url)}</Link>
          <RunStatus job={job} />
          <span class="note">
            <Time at={job.run_start_time} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function FirstSteps(): JSX.Element {
  return (
    <Card title={`No requests in the last ${days} days`}>
      <ol class="steps">
        <li>
          <Link to="try">Try a company or a person</Link> and see what comes back.
        </li>
        <li>
          <Link to="lists">Enrich a list</Link>: drop a CSV file, map its columns, download the result.
        </li>
        <li>
          <Link to="prospects">Start a run</Link> to find out whom to contact at a company.
        </li>
      </ol>
    </Card>
  );
}
