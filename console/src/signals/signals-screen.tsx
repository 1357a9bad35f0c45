import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SignalFilter } from 'data-access-client';
import { count, counted, dayFromToday } from '../format.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card, Screen } from '../parts/layout.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { useResource } from '../resource.js';
import { query, setQuery } from '../router.js';
import { client } from '../session.js';
import { asSignalType, kindOf, typesByKind } from '../signal-types.js';
import { saveSignals } from './sheet.js';
import { useWebsitesOf, websiteIn } from './account-names.js';
import { countsOf, readSignals, type Signals, total, typeName } from './accounts.js';
import { SignalCharts } from './signal-charts.js';
import { TimeLines } from './time-lines.js';

const defaultDays = 90;

/** The screen for the signals of a range of days. It shows charts, and a time line for each account. */
export function SignalsScreen(): JSX.Element {
  const filter = filterOf(query.value);
  const [progress, setProgress] = useState(0);
  const search = query.value.get('account') ?? '';
  const fault = faultOf(filter);
  const signals = useResource(
    async (signal) => {
      setProgress(0);
      if (fault !== undefined) return null;
      const streams = typesOf(filter).map((type) => client().signals({ ...filter, type }, { signal }));
      return readSignals(streams, setProgress);
    },
    [filter.start_time, filter.end_time, filter.type ?? null],
  );
  const { value } = signals;
  return (
    <Screen
      title="Signals"
      lead="What happened at your accounts, and who showed interest. Reading signals costs nothing."
    >
      <Card title="Filter">
        <Filter filter={filter} fault={fault} search={search} />
      </Card>
      {signals.state === 'failed' && (
        <Failed what="The console could not read the signals." error={signals.error} retry={signals.reload} />
      )}
      {signals.state === 'loading' && (
        <>
          <Loading what="the signals" lines={2} />
          {progress > 0 && <p class="note">{count(progress)} signals were read so far.</p>}
        </>
      )}
      {signals.state === 'ready' && value !== null && <Found signals={value} filter={filter} search={search.trim()} />}
    </Screen>
  );
}

interface FilterProps {
  readonly filter: SignalFilter;
  readonly fault: string | undefined;
  readonly search: string;
}

function Filter({ filter, fault, search }: FilterProps): JSX.Element {
  return (
    <div class="filters">
      <TextField
        label="From"
        type="date"
        value={filter.start_time}
        fault={fault}
        onInput={(from) => setQuery({ from })}
      />
      <TextField label="To" type="date" value={filter.end_time} onInput={(to) => setQuery({ to })} />
      <SelectField
        label="Type"
        value={filter.type === undefined || filter.type === null ? '' : kindOf(filter.type)}
        options={[['', 'All types'], ...kinds]}
        onChange={(kind) => setQuery({ type: typesByKind.get(kind)?.[0] ?? null })}
      />
      <TextField
        label="Account"
        type="search"
        value={search}
        placeholder="example.com or Example"
        hint="A part of the website, its address, or the name of the company."
        onInput={(account) => setQuery({ account })}
      />
    </div>
  );
}

interface FoundProps extends Pick<FilterProps, 'filter' | 'search'> {
  readonly signals: Signals;
}

function Found({ signals, filter, search }: FoundProps): JSX.Element {
  const { accounts, droppedAccounts } = signals;
  if (accounts.length === 0) return <NoSignals />;
  const named = useWebsitesOf(search);
  const part = websiteIn(search);
  const found = accounts.filter(({ website }) => website.includes(part) || named.has(website));
  const counts = search === '' ? signals.counts : countsOf(found);
  return (
    <>
      {found.length > 0 && <SignalCharts counts={counts} from={filter.start_time} to={filter.end_time} />}
      <div class={found.length === 0 ? 'hidden' : 'screen-head'}>
        <p role="status">
          {counted(total(counts), 'signal')} at{' '}
          {counted(search === '' ? accounts.length + droppedAccounts : found.length, 'account')}, newest first.
          {droppedAccounts > 0 &&
            ` Only the ${count(accounts.length)} accounts with the newest signals are shown. Choose fewer days or one type to see others.`}
        </p>
        {found.length > 0 && (
          <button type="button" onClick={() => saveSignals(found)}>
            Download as CSV
          </button>
        )}
      </div>
      {found.length === 0 ? (
        <Empty title="No account fits">
          <div class="stack">
            <p>
              No account with signals in these days has “<bdi>{search}</bdi>” in its website or name.
            </p>
            <button type="button" class="more" onClick={() => setQuery({ account: null })}>
              Show all accounts
            </button>
          </div>
        </Empty>
      ) : (
        <TimeLines key={search} accounts={found} />
      )}
    </>
  );
}

function NoSignals(): JSX.Element {
  return (
    <Empty title="No signals in these days">
      <div class="stack">
        <p>Choose more days, or all types. If your tenant never had signals, ask an operator to import them.</p>
        <button type="button" class="more" onClick={() => setQuery({ from: dayFromToday(-730), to: null, type: null })}>
          Show all types of the last two years
        </button>
      </div>
    </Empty>
  );
}

/** The kinds of signals that the filter offers, each with its name. */
const kinds = Array.from(typesByKind, ([kind, [first = '']]) => [kind, typeName(first)] as const);

/** The types to request for the chosen kind: all its spellings, such as `New Hire` and `new_hire`. Null stands for all types. */
function typesOf({ type }: SignalFilter): readonly SignalFilter['type'][] {
  return type === undefined || type === null ? [null] : (typesByKind.get(kindOf(type)) ?? [type]);
}

function filterOf(values: URLSearchParams): SignalFilter {
  return {
    start_time: values.get('from') ?? dayFromToday(1 - defaultDays),
    end_time: values.get('to') ?? dayFromToday(0),
    type: asSignalType(values.get('type') ?? ''),
  };
}

function faultOf({ start_time: from, end_time: to }: SignalFilter): string | undefined {
  if (![from, to].every((date) => /^\d{4}-\d\d-\d\d$/.test(date))) return 'Choose both days.';
  return from > to ? 'The first day is after the last day. Choose an earlier first day.' : undefined;
}
