import type { JSX } from 'preact';
import { ApiError, type CreditEntry, type ListedRequest, type ProspectingJob } from 'data-access-client';
import { count, featureNames, features, pageName, time } from '../format.js';
import { CopyButton } from '../parts/copy.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Clamped } from '../parts/clamped.js';
import { Pairs } from '../parts/pairs.js';
import { chargedFor, creditsText, Endpoint, RequestStatus } from '../parts/request-parts.js';
import { RunStatus } from '../parts/run-status.js';
import { Empty, Failed, Loading, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { FindRequest } from './requests.js';

const columns: readonly Column<CreditEntry>[] = [
  { title: 'What happened', cell: stepOf },
  { title: 'Time', cell: ({ created_at }) => time(created_at) },
];

/** What an entry of the ledger did, in words: `Data access: 2 charged, 1 given back`. */
function stepOf({ feature, kind, reserved, charged, released }: CreditEntry): string {
  const steps = [
    [reserved, 'reserved'],
    [charged, 'charged'],
    [released, kind === 'expire' ? 'given back, because the request did not end' : 'given back'],
  ] as const;
  const taken = steps.filter(([credits]) => credits > 0).map(([credits, verb]) => `${count(credits)} ${verb}`);
  return `${featureNames[feature]}: ${taken.join(', ')}`;
}

/** Shows what one request has found and cost, and how it changed the credits step by step, as the ledger records it. */
export function RequestScreen({ id }: { readonly id: string }): JSX.Element {
  const usage = useResource((signal) => client().requestUsage(id, { signal }), [id]);
  return (
    <Screen
      title="Request"
      lead={<code>{id}</code>}
      actions={
        <>
          <CopyButton text={id} label="Copy the id" />
          <Link to="usage" class="button">
            All usage
          </Link>
        </>
      }
    >
      {usage.state === 'loading' && (
        <Card title="Summary">
          <Loading what="the request" />
        </Card>
      )}
      {usage.state === 'failed' &&
        (usage.error instanceof ApiError && usage.error.status === 404 ? (
          <Empty title="No credits were reserved for a request with this id">
            <div class="stack">
              <p>One of these is the reason:</p>
              <ul class="steps">
                <li>The id may be wrong. Each answer has the id of its request in the header X-Request-Id.</li>
                <li>The request asked for nothing that costs credits, or it found nothing.</li>
                <li>The request failed before the lookup.</li>
                <li>The request belongs to another tenant.</li>
              </ul>
              <FindRequest />
            </div>
          </Empty>
        ) : (
          <Failed what="The console could not read the request." error={usage.error} retry={usage.reload} />
        ))}
      {usage.state === 'ready' && <Entries id={id} entries={usage.value.entries} />}
    </Screen>
  );
}

function Entries({ id, entries }: { readonly id: string; readonly entries: readonly CreditEntry[] }): JSX.Element {
  const charged = features.map((feature) => ({ feature, charged: chargedFor(feature, entries) }));
  const [first] = entries;
  const asked = entries.find(({ identifiers }) => identifiers !== undefined)?.identifiers;
  const keys = useResource((signal) => client().keys({ signal }), []);
  const label = keys.value?.keys.find((key) => key.id === first?.key_id)?.label;
  return (
    <>
      <Card title="Summary">
        <Pairs
          as="facts"
          pairs={[
            ['Status', <RequestStatus status={statusOf(entries)} credits={entries} />],
            ['Time', first === undefined ? '–' : time(first.created_at)],
            ...(asked === undefined
              ? []
              : [['Matched', `${count(asked.filter(isMatched).length)} of ${count(asked.length)}`] as const]),
            ['Charged credits', creditsText(charged)],
            ['Endpoint', <Endpoint endpoint={first?.endpoint ?? null} />],
            ['API key', <Clamped text={label ?? first?.key_id ?? 'An operator'} />],
            ...(entries.some(({ feature }) => feature === 'prospecting')
              ? [['Run', <RunOf requestId={id} />] as const]
              : []),
          ]}
        />
      </Card>
      <Card title="How the credits changed">
        <Table
          caption="How the credits changed"
          columns={columns}
          rows={entries}
          keyOf={(entry) => `${entry.created_at} ${entry.feature} ${entry.kind}`}
        />
      </Card>
    </>
  );
}

type Identifier = NonNullable<CreditEntry['identifiers']>[number];

/** Whether a record was found for an identifier of the request. A record may cost nothing, for example because it was found twice. */
const isMatched = ({ charged, reason }: Identifier): boolean =>
  charged || reason === 'same_company' || reason === 'no_value';

/** The status that the list of requests shows for a request with these entries. */
function statusOf(entries: readonly CreditEntry[]): ListedRequest['status'] {
  const has = (kind: CreditEntry['kind']): boolean => entries.some((entry) => entry.kind === kind);
  if (has('post')) return 'charged';
  if (has('expire')) return 'expired';
  if (!has('void')) return 'pending';
  return entries.some(({ identifiers }) => identifiers !== undefined) ? 'free' : 'failed';
}

/** A link to the run that a request has started. */
function RunOf({ requestId }: { readonly requestId: string }): JSX.Element {
  const job = useResource((signal) => jobStartedBy(requestId, signal), [requestId]);
  return (
    <Read resource={job} what="the run" lines={1}>
      {(found) =>
        found === null ? (
          'No run of this request is stored'
        ) : (
          <span>
            <Link to={`prospects/${found.job_id}`}>{pageName(found.company_network_url)}</Link>{' '}
            <RunStatus job={found} />
          </span>
        )
      }
    </Read>
  );
}

async function jobStartedBy(requestId: string, signal: AbortSignal): Promise<ProspectingJob | null> {
  const { value } = await client().prospecting.jobs({ request_id: requestId }, { signal }).next();
  return value ?? null;
}
