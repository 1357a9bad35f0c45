import type { JSX } from 'preact';
import type { ProspectingJob } from 'data-access-client';

const shown = {
  running: { name: 'Running', tone: '' },
  success: { name: 'Done', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
} as const;

/** The state of a run, in words and colour. */
export function RunStatus({ status }: Pick<ProspectingJob, 'status'>): JSX.Element {
  const { name, tone } = shown[status];
  return <span class={`tag ${tone}`}>{name}</span>;
}
