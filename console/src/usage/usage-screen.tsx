import type { JSX } from 'preact';
import type { UsageOfGroup, UsageResponse } from 'data-access-client';
import { csvRow } from '../../../src/platform/tables/csv.js';
import { saveCsv } from '../files.js';
import { alignedPercent, count, counted, day, featureNames, features, month } from '../format.js';
import { BarChart, Meter } from '../parts/chart.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { chargedFor, Endpoint, endpointName } from '../parts/request-parts.js';
import { Empty, Read, ReadAll } from '../parts/states.js';
import { Clamped } from '../parts/clamped.js';
import { type Column, Table } from '../parts/table.js';
import { type Resource, useResource } from '../resource.js';
import { query, setQuery } from '../router.js';
import { client } from '../session.js';
import { daysOf, faultOf, type Period, periodOf, presets } from './period.js';
import { RequestScreen } from './request-screen.js';
import { Requests, useRequests } from './requests.js';

const groupings = [
  ['day', 'Day'],
  ['endpoint', 'Endpoint'],
  ['key', 'API key'],
] as const;

type Grouping = (typeof groupings)[number][0];

/** Reports the credits and requests of a period. If the path has a request id, only that request is shown. */
export function UsageScreen({ rest }: { readonly rest: string }): JSX.Element {
  return rest === '' ? <Report /> : <RequestScreen id={decodeURIComponent(rest)} />;
}

function Report(): JSX.Element {
  const period = periodOf(query.value);
  const grouping = groupings.find(([name]) => name === query.value.get('group'))?.[0] ?? 'day';
  const fault = faultOf(period);
  return (
    <Screen title="Usage" lead="What your requests found and cost. Refused and failed requests count only as errors.">
      <div class="presets" role="group" aria-label="Periods">
        {presets().map(([name, { from, to }]) => (
          <button
            key={name}
            type="button"
            class="small"
            aria-pressed={from === period.from && to === period.to}
            onClick={() => setQuery({ from, to })}
          >
            {name}
          </button>
        ))}
      </div>
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="From"
          type="date"
          value={period.from}
          fault={fault ?? undefined}
          onInput={(from) => setQuery({ from })}
        />
        <TextField label="To" type="date" value={period.to} onInput={(to) => setQuery({ to })} />
        <SelectField
          label="Group by"
          value={grouping}
          options={groupings}
          onChange={(group) => setQuery({ group: group === 'day' ? null : group })}
        />
      </form>
      {fault === null && <Found period={period} grouping={grouping} />}
    </Screen>
  );
}

interface ReportProps {
  readonly period: Period;
  readonly grouping: Grouping;
}

/** Shows what was read for a valid period: the report with its groups, and the requests. */
function Found({ period, grouping }: ReportProps): JSX.Element {
  const report = useResource(
    (signal) => client().usage({ ...period, group_by: grouping }, { signal }),
    [period.from, period.to, grouping],
  );
  const requests = useRequests(period);
  const { items, error, reload } = requests;
  const list = { state: error !== null && items.length === 0 ? 'failed' : 'ready', error, reload } as const;
  return (
    <ReadAll of={[report, list]}>
      <Groups period={period} grouping={grouping} report={report} />
      <Requests requests={requests} />
    </ReadAll>
  );
}

function Groups({ period, grouping, report }: ReportProps & { readonly report: Resource<UsageResponse> }): JSX.Element {
  return (
    <Read resource={report} what="the usage" lines={2}>
      {(usage) => (
        <>
          {usage.usage.length > 0 && <Charges usage={usage} />}
          <GroupTable grouping={grouping} period={period} groups={usage.groups ?? []} />
        </>
      )}
    </Read>
  );
}

/** The credits of each feature that were charged in the whole period. */
function Totals({ usage: { usage } }: { readonly usage: UsageResponse }): JSX.Element {
  return (
    <Pairs
      as="facts"
      pairs={features.map((feature) => [featureNames[feature], counted(chargedFor(feature, usage), 'credit')])}
    />
  );
}

/** The maximum number of bars for single days. In a longer period, a bar stands for a week, so that it can be hit with a finger. */
const mostDays = 62;

/** Shows how many credits were charged on each day. In a long period a bar stands for a week, and only the first one may be shorter. */
function Charges({ usage }: { readonly usage: UsageResponse }): JSX.Element {
  const charged = new Map(usage.usage.map((row) => [`${row.date} ${row.feature}`, row.charged]));
  const days = daysOf(usage);
  const isLong = days.length > mostDays;
  const size = isLong ? 7 : 1;
  const length = Math.ceil(days.length / size);
  const bars = Array.from({ length }, (_, index) => {
    const end = days.length - (length - 1 - index) * size;
    return days.slice(Math.max(end - size, 0), end);
  });
  const title = `Credits charged by ${isLong ? 'week' : 'day'}`;
  return (
    <Card title={title}>
      <Totals usage={usage} />
      <BarChart
        title={`${title} and feature`}
        labels={bars.map((bar) => [...new Set([bar[0], bar.at(-1)])].map((date = '') => day(date)).join(' – '))}
        {...(isLong
          ? {
              ticks: bars.map((bar) =>
                bar
                  .filter((date) => date.endsWith('-01'))
                  .map(month)
                  .join(''),
              ),
            }
          : {})}
        series={features.map((feature, index) => ({
          name: featureNames[feature],
          colour: ([1, 2, 3] as const)[index] ?? 4,
          values: bars.map((bar) => bar.reduce((sum, date) => sum + (charged.get(`${date} ${feature}`) ?? 0), 0)),
        }))}
      />
    </Card>
  );
}

interface GroupTableProps extends ReportProps {
  readonly groups: readonly UsageOfGroup[];
}

function GroupTable({ grouping, period, groups }: GroupTableProps): JSX.Element {
  const name = groupings.find(([each]) => each === grouping)?.[1] ?? '';
  const columns: Column<UsageOfGroup>[] = [
    {
      title: name,
      cell: (group) => {
        if (grouping === 'day') return nameOf(group, grouping);
        if (grouping === 'endpoint') return <Endpoint endpoint={group.group} />;
        return <Clamped text={nameOf(group, grouping)} />;
      },
    },
    { title: 'Requests', align: 'end', cell: ({ requests }) => count(requests) },
    { title: 'Errors', align: 'end', cell: ({ errors }) => count(errors) },
    { title: 'Identifiers', align: 'end', cell: ({ identifiers }) => count(identifiers) },
    { title: 'Matched', align: 'end', cell: matchRate },
    ...features.map((feature): Column<UsageOfGroup> => ({
      title: featureNames[feature],
      align: 'end',
      cell: (group) => count(chargedFor(feature, group.credits)),
    })),
  ];
  const download = (): void => {
    const head = [grouping, 'label', 'requests', 'errors', 'identifiers', 'matched', ...features];
    const rows = groups.map((group) => [
      group.group,
      group.label,
      group.requests,
      group.errors,
      group.identifiers,
      group.matched,
      ...features.map((feature) => chargedFor(feature, group.credits)),
    ]);
    saveCsv(`usage-by-${grouping}-${period.from}-${period.to}.csv`, [head, ...rows].map(csvRow));
  };
  return (
    <Card
      class="lines"
      title={`Usage by ${name.toLowerCase().replace('api', 'API')}`}
      actions={
        groups.length > 0 && (
          <button type="button" class="small" onClick={download}>
            Download as CSV
          </button>
        )
      }
    >
      {groups.length === 0 ? (
        <Empty title="No usage in this period">
          Choose an earlier first day, or <Link to="try">send a request</Link>.
        </Empty>
      ) : (
        <>
          {grouping !== 'day' && groups.length > 1 && <Shares groups={groups} grouping={grouping} />}
          <Table
            caption={`Usage by ${name}`}
            columns={columns}
            rows={grouping === 'day' ? groups.toReversed() : groups}
            keyOf={({ group }) => group ?? 'an operator'}
          />
        </>
      )}
    </Card>
  );
}

/** Shows which share of all charged credits each group has. */
function Shares({ groups, grouping }: Pick<GroupTableProps, 'groups' | 'grouping'>): JSX.Element {
  const chargedIn = ({ credits }: UsageOfGroup): number => credits.reduce((sum, { charged }) => sum + charged, 0);
  const all = groups.reduce((sum, group) => sum + chargedIn(group), 0);
  return (
    <div class="shares">
      {groups.map((group) => (
        <Meter
          key={group.group}
          label={nameOf(group, grouping)}
          share={all === 0 ? 0 : chargedIn(group) / all}
          text={counted(chargedIn(group), 'credit')}
        />
      ))}
    </div>
  );
}

function nameOf({ group, label }: UsageOfGroup, grouping: Grouping): string {
  if (group === null) return 'An operator';
  if (grouping === 'day') return day(group);
  return label ?? endpointName(group);
}

function matchRate({ identifiers, matched }: UsageOfGroup): string {
  return identifiers === 0 ? '–' : alignedPercent(matched / identifiers);
}
