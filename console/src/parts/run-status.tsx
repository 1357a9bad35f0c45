import type { JSX } from 'preact';
import type { ProspectingJob } from 'data-access-client';

const shown = {
  running: { name: 'Running', tone: '' },
  success: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
} as const;

/** Shows the state of a run as a word and a colour. */
export function RunStatus({ status }: Pick<ProspectingJob, 'status'>): JSX.Element {
  const { name, tone } = shown[status];
  return <span class={`tag ${tone}`}>{name}</span>;
}
