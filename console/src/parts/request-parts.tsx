import type { JSX } from 'preact';
import type { FeatureUsage, ListedRequest } from 'data-access-client';
import { count, featureNames } from '../format.js';

export const statuses = {
  pending: { name: 'Under way', tone: '' },
  charged: { name: 'Charged', tone: 'good' },
  free: { name: 'Free', tone: '' },
  failed: { name: 'Failed', tone: 'bad' },
  expired: { name: 'Expired', tone: 'warn' },
} as const;

/** What the service calls the endpoint of a run that an operator has started. */
export const startedByOperator = 'admin prospecting enqueue';

/** What the screens call an endpoint: `POST /mcp`, or `Run by an operator`. */
export const endpointName = (endpoint: string): string =>
  endpoint === startedByOperator ? 'Run by an operator' : endpoint;

/** The credits of a feature that were charged in all rows of a report. */
export function chargedFor(feature: string, rows: readonly Pick<FeatureUsage, 'feature' | 'charged'>[]): number {
  return rows.reduce((sum, row) => sum + (row.feature === feature ? row.charged : 0), 0);
}

/** The charged credits, separately for each kind: `9 data access, 10 contact data`. */
export function creditsText(credits: readonly Pick<FeatureUsage, 'feature' | 'charged'>[]): string {
  const charged = credits.filter((each) => each.charged > 0);
  if (charged.length === 0) return '0';
  return charged.map((each) => `${count(each.charged)} ${featureNames[each.feature].toLowerCase()}`).join(', ');
}

/** The charged credits of a row, whose endpoint says their usual kind. Only contact data, which costs extra, is named: `9 + 4 contact`. */
export function ShortCredits({ credits }: ListedRequest): JSX.Element {
  const contact = chargedFor('contact_data', credits);
  const others = credits.reduce((sum, { charged }) => sum + charged, 0) - contact;
  if (contact > 0) return <>{`${count(others)} + ${count(contact)} contact`}</>;
  return (
    <>
      {count(others)}
      <span class="unit"> {others === 1 ? 'credit' : 'credits'}</span>
    </>
  );
}

/** How many identifiers of a request were matched: `9 of 10`. Null for a run. */
export function matchedOf({ identifiers, matched }: ListedRequest): string | null {
  return identifiers === null || matched === null ? null : `${count(matched)} of ${count(identifiers)}`;
}

interface RequestStatusProps extends Pick<ListedRequest, 'status'> {
  readonly credits: readonly Pick<FeatureUsage, 'feature'>[];
}

/**
 * The status of a request. A request that starts a run succeeds, even if the run fails or is cancelled later. The text then says that the
 * run has no result, because such a request does not count as an error of the period.
 */
export function RequestStatus({ status, credits }: RequestStatusProps): JSX.Element {
  const { name, tone } = statuses[status];
  const isRun = credits.some(({ feature }) => feature === 'prospecting');
  return <span class={`tag ${tone}`}>{isRun && status === 'failed' ? 'Run without result' : name}</span>;
}

/** The endpoint of a request in words, or a dash if the service has not recorded it. */
export function Endpoint({ endpoint }: Pick<ListedRequest, 'endpoint'>): JSX.Element {
  return endpoint === startedByOperator ? <span>{endpointName(endpoint)}</span> : <code>{endpoint ?? '–'}</code>;
}
