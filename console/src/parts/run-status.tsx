import type { JSX } from 'preact';
import type { ProspectingJob } from 'data-access-client';
import { failureReasons } from '../../../src/prospecting/run/run-result.js';

const shown = {
  running: { name: 'Running', tone: 'current' },
  success: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: '' },
} as const;

/** Shows the state of a run as a word and a colour. */
export function RunStatus({ job }: { readonly job: ProspectingJob }): JSX.Element {
  const { name, tone } = shown[isCancelled(job) ? 'cancelled' : job.status];
  return <span class={`tag ${tone}`}>{name}</span>;
}

/** The service stores a cancelled run as a failed one whose reason says that it was cancelled. */
export function isCancelled({ failure_reason: reason }: ProspectingJob): boolean {
  return reason === failureReasons.cancelled || reason === failureReasons.cancelledByClient;
}
