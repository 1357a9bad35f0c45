import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { FieldsResponse } from 'data-access-client';
import { Meter } from '../parts/chart.js';
import { focusHeading } from '../parts/focus.js';
import { Card, Screen } from '../parts/layout.js';
import { Read } from '../parts/states.js';
import { percent } from '../format.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { DropZone } from './drop-zone.js';
import { KeptListsCard } from './kept-lists-card.js';
import { leaveList, type ListState, listState, openFile } from './list-store.js';
import { RunView } from './run-view.js';
import { SetupForm } from './setup-form.js';

/**
 * Enriches all companies or persons of a file. The user chooses the file, its columns and the fields, and gets the answers as a
 * table and as a file.
 */
export function ListsScreen(): JSX.Element {
  const catalogue = useResource((signal) => client().fields({ signal }), []);
  const state = listState.value;
  const { step } = state;
  // The button that leads to the next step disappears, so it cannot keep the focus.
  useEffect(focusHeading, [step]);
  if (state.step === 'run') return <RunView key={state.run.setup.id} run={state.run} />;
  return (
    <Screen
      title="Lists"
      {...(step === 'none'
        ? {
            lead: 'Drop a file with companies or persons, choose what you want to know, and download it with the answers.',
          }
        : {
            actions: (
              <button type="button" onClick={leaveList}>
                Choose another file
              </button>
            ),
          })}
    >
      <Read resource={catalogue} what="the fields" lines={6}>
        {(fields) => <Step state={state} catalogue={fields} />}
      </Read>
    </Screen>
  );
}

interface StepProps {
  readonly state: Exclude<ListState, { readonly step: 'run' }>;
  readonly catalogue: FieldsResponse;
}

function Step({ state, catalogue }: StepProps): JSX.Element {
  switch (state.step) {
    case 'none':
      return (
        <>
          <DropZone error={state.error} onFile={(file) => void openFile(file, catalogue)} />
          <KeptListsCard catalogue={catalogue} />
        </>
      );
    case 'reading':
      return (
        <Card title={state.name}>
          <Meter label="Reading the file" share={state.share} text={percent(state.share)} />
        </Card>
      );
    case 'setup':
      return <SetupForm state={state} catalogue={catalogue} />;
  }
}
