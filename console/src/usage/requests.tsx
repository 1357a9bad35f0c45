import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { KeysResponse, ListedRequest, RequestFilter } from 'data-access-client';
import { pageName, timeZone } from '../format.js';
import { lists } from '../lists/list-store.js';
import { SelectField, TextField } from '../parts/form.js';
import { Card, Link } from '../parts/layout.js';
import {
  Endpoint,
  endpointName,
  matchedOf,
  RequestStatus,
  ShortCredits,
  startedByOperator,
  statuses,
} from '../parts/request-parts.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Clamped } from '../parts/clamped.js';
import { type Column, Table } from '../parts/table.js';
import { Time } from '../parts/time.js';
import { useResource } from '../resource.js';
import { navigate } from '../router.js';
import { client } from '../session.js';
import type { Period } from './period.js';

const pageSize = 25;

/** The endpoints whose requests can cost credits. */
const endpoints = [
  'POST /v1/company/enrich',
  'POST /v1/person/enrich',
  'POST /v1/prospecting/start',
  'POST /mcp',
  startedByOperator,
];

interface RequestsProps {
  readonly requests: RequestList;
}

/** Lists the requests of a period that reserved credits, the newest first. */
export function Requests({ requests }: RequestsProps): JSX.Element {
  const keys = useResource((signal) => client().keys({ signal }), []);
  const { filter, setFilter, items, error, isEnded, isLoading, more, reload } = requests;
  const change = (name: keyof RequestFilter, value: string): void =>
    setFilter({ ...filter, [name]: value === '' ? undefined : value });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const isEmpty = items.length === 0 && isEnded;
  return (
    <Card title="Requests of the period" class="lines requests" actions={<FindRequest />}>
      <p class="note">
        This list has the enrichments and runs that reserved credits. Unused credits were given back. The times are in{' '}
        {timeZone}. Days are days in UTC.
      </p>
      {(!isEmpty || isFiltered) && (
        <div class="filters">
          <SelectField
            label="Endpoint"
            value={filter.endpoint ?? ''}
            options={[['', 'All'], ...endpoints.map((each) => [each, endpointName(each)] as const)]}
            onChange={(value) => change('endpoint', value)}
          />
          <SelectField
            label="API key"
            value={filter.key_id ?? ''}
            options={[['', 'All'], ...namesOf(keys.value)]}
            onChange={(value) => change('key_id', value)}
          />
          <SelectField
            label="Status"
            value={filter.status ?? ''}
            options={[['', 'All'], ...Object.entries(statuses).map(([value, { name }]) => [value, name] as const)]}
            onChange={(value) => change('status', value)}
          />
        </div>
      )}
      {items.length > 0 && (
        <Table
          caption="Requests of the period"
          columns={columnsFor(new Map(namesOf(keys.value)), items)}
          rows={items}
          keyOf={({ request_id }) => request_id}
        />
      )}
      {isLoading && <Loading what="the requests" />}
      {error !== null && <Failed what="The console could not read the requests." error={error} retry={reload} />}
      {isEmpty && (
        <Empty title={isFiltered ? 'No request of this period fits the filter' : 'No request in this period'}>
          <div class="stack">
            <p>Requests that were refused, or failed before anything was reserved, are only counted as errors.</p>
            {isFiltered && (
              <button type="button" class="more" onClick={() => setFilter({})}>
                Show all requests of the period
              </button>
            )}
          </div>
        </Empty>
      )}
      {items.length > 0 && !isEnded && !isLoading && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </Card>
  );
}

function namesOf(keys: KeysResponse | null): (readonly [string, string])[] {
  return (keys?.keys ?? []).map(({ id, label }) => [id, label ?? id] as const);
}

/** The name of the list that each request was sent for, by the id of the request. Only lists that this browser has stored are known. */
function listsOf(items: readonly ListedRequest[]): ReadonlyMap<string, string> {
  const names = new Map((lists.value ?? []).flatMap(({ name, requestIds }) => requestIds.map((id) => [id, name])));
  return new Map(
    items.flatMap(({ request_id: id }) => {
      const name = names.get(id);
      return name === undefined ? [] : [[id, name]];
    }),
  );
}

function columnsFor(keyNames: ReadonlyMap<string, string>, items: readonly ListedRequest[]): Column<ListedRequest>[] {
  const listNames = listsOf(items);
  const reasonOf = (item: ListedRequest): JSX.Element | string => {
    const name = listNames.get(item.request_id);
    return name === undefined ? runOf(item) : <Clamped text={name} />;
  };
  return [
    {
      title: 'Time',
      cell: ({ request_id, started_at }) => (
        <Link to={`usage/${encodeURIComponent(request_id)}`}>
          <Time at={started_at} />
        </Link>
      ),
    },
    { title: 'Status', cell: RequestStatus },
    { title: 'Matched', align: 'end', cell: matchedOf },
    { title: 'Credits', align: 'end', cell: ShortCredits },
    {
      title: 'API key',
      cell: ({ key_id }) => (key_id === null ? 'An operator' : <Clamped text={keyNames.get(key_id) ?? key_id} />),
    },
    {
      title: 'Endpoint',
      cell: ({ endpoint }) => <Endpoint endpoint={endpoint?.replace('POST ', '') ?? null} />,
    },
    ...(items.some((item) => reasonOf(item) !== '') ? [{ title: 'List or run', cell: reasonOf }] : []),
  ];
}

/** A link to the run that a request has started. Its text is the name of the company in the URL of its profile page. */
function runOf({ run }: ListedRequest): JSX.Element | string {
  if (run === undefined) return '';
  return (
    <Link to={`prospects/${run.job_id}`}>
      <Clamped text={pageName(run.company_network_url)} />
    </Link>
  );
}

/** A field for the id of a request. It opens the screen of this request. */
export function FindRequest(): JSX.Element {
  const [id, setId] = useState('');
  const find = (event: Event): void => {
    event.preventDefault();
    if (id.trim() !== '') navigate(`usage/${encodeURIComponent(id.trim())}`);
  };
  return (
    <form class="find" role="search" onSubmit={find}>
      <TextField label="Request id" type="search" value={id} onInput={setId} placeholder="X-Request-Id" />
      <button type="submit">Find</button>
    </form>
  );
}

/** The requests that were read so far, and the filter with which they are read. */
export interface RequestList {
  readonly filter: RequestFilter;
  readonly setFilter: (filter: RequestFilter) => void;
  readonly items: readonly ListedRequest[];
  readonly error: unknown;
  readonly isEnded: boolean;
  readonly isLoading: boolean;
  /** Reads the next page. */
  readonly more: () => void;
  /** Reads the list again from its first page, also after a failure. */
  readonly reload: () => void;
}

const noRequests = { items: [], error: null, isEnded: false, isLoading: true };

/** Reads the requests of a period, page by page. */
export function useRequests(period: Period): RequestList {
  const [filter, setFilter] = useState<RequestFilter>({});
  const [round, setRound] = useState(0);
  const [list, setList] = useState<Pick<RequestList, 'items' | 'error' | 'isEnded' | 'isLoading'>>(noRequests);
  const reader = useRef<AsyncGenerator<ListedRequest> | null>(null);
  const more = (): void => {
    const source = reader.current;
    if (source === null) return;
    setList((last) => ({ ...last, error: null, isLoading: true }));
    void nextOf(source).then(({ items, ...state }) => {
      if (reader.current === source)
        setList((last) => ({ ...state, items: [...last.items, ...items], isLoading: false }));
    });
  };
  useEffect(() => {
    const abort = new AbortController();
    reader.current = client().requests({ ...filter, ...period }, { signal: abort.signal });
    setList(noRequests);
    more();
    return () => {
      reader.current = null;
      abort.abort();
    };
  }, [JSON.stringify([filter, period]), round]);
  return { ...list, filter, setFilter, more, reload: () => setRound(round + 1) };
}

async function nextOf(
  source: AsyncGenerator<ListedRequest>,
): Promise<Pick<RequestList, 'items' | 'error' | 'isEnded'>> {
  const items: ListedRequest[] = [];
  try {
    while (items.length < pageSize) {
      const next = await source.next();
      if (next.done === true) return { items, error: null, isEnded: true };
      items.push(next.value);
    }
    return { items, error: null, isEnded: false };
  } catch (error) {
    return { items, error, isEnded: false };
  }
}
