import type { JSX } from 'preact';
import { ApiError, type CreditEntry, type ProspectingJob } from 'data-access-client';
import { count, featureNames, features, pageName, time } from '../format.js';
import { Card, Link, Screen } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { RunStatus } from '../parts/run-status.js';
import { Empty, Failed, Loading, Read } from '../parts/states.js';
import { type Column, Table } from '../parts/table.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { chargedFor, creditsText } from './requests.js';

const kinds = {
  reserve: 'Reserved',
  post: 'Charged',
  void: 'Released',
  expire: 'Expired',
} as const;

const columns: readonly Column<CreditEntry>[] = [
  { title: 'Entry', cell: ({ kind }) => kinds[kind] },
  { title: 'Reserved', align: 'end', cell: ({ reserved }) => count(reserved) },
  { title: 'Charged', align: 'end', cell: ({ charged }) => count(charged) },
  { title: 'Released', align: 'end', cell: ({ released }) => count(released) },
  { title: 'Feature', cell: ({ feature }) => featureNames[feature] },
  { title: 'Time', cell: ({ created_at }) => time(created_at) },
];

/** Shows what one request has cost, and how it changed the credits step by step, as the ledger records it. */
export function RequestScreen({ id }: { readonly id: string }): JSX.Element {
  const usage = useResource((signal) => client().requestUsage(id, { signal }), [id]);
  const lead = (
    <>
      <code>{id}</code> · <Link to="usage">All usage</Link>
    </>
  );
  return (
    <Screen title="Request" lead={lead}>
      {usage.state === 'loading' && <Loading what="the request" />}
      {usage.state === 'failed' &&
        (usage.error instanceof ApiError && usage.error.status === 404 ? (
          <Empty title="No credits were reserved for a request with this id">
            There are four possible reasons: the request asked for nothing that costs credits, it found nothing, it
            failed before the lookup, or it belongs to another tenant.
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
  const keys = useResource((signal) => client().keys({ signal }), []);
  const label = keys.value?.keys.find((key) => key.id === first?.key_id)?.label;
  return (
    <>
      <Card title="Summary">
        <Pairs
          as="facts"
          pairs={[
            ['Time', first === undefined ? '–' : time(first.created_at)],
            ['Charged credits', creditsText(charged)],
            ['Endpoint', <code>{first?.endpoint ?? '–'}</code>],
            ['API key', label ?? first?.key_id ?? 'An operator'],
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
