import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Meter } from '../parts/chart.js';
import { focusHeading } from '../parts/focus.js';
import { Card, Screen } from '../parts/layout.js';
import { Failed, Read } from '../parts/states.js';
import { percent } from '../format.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { DropZone } from './drop-zone.js';
import { KeptListsCard } from './kept-lists-card.js';
import { beginAnew, leaveList, listState, openFile } from './list-store.js';
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
  if (step === 'run') return <RunView key={state.run.setup.id} run={state.run} />;
  if (step === 'none')
    return (
      <Screen title="Lists" lead="Drop a file with companies or persons, choose fields, and download the answers.">
        {catalogue.state === 'failed' && (
          <Failed error={catalogue.error} what="The console could not read the fields." retry={catalogue.reload} />
        )}
        <DropZone {...state} onFile={(file) => void openFile(file, catalogue.value)} />
        <KeptListsCard catalogue={catalogue.value} />
      </Screen>
    );
  const kept = step === 'setup' && state.setup.requests.length > 0 ? state.kept : null;
  return (
    <Screen
      title="Lists"
      actions={
        <>
          {step === 'setup' && kept !== null && (
            <button type="button" onClick={() => beginAnew(state)}>
              Make a new list instead
            </button>
          )}
          <button type="button" onClick={leaveList}>
            Choose another file
          </button>
        </>
      }
      {...(kept !== null && {
        heading: (
          <>
            Change “<bdi>{kept.name}</bdi>”
          </>
        ),
        lead: 'The list keeps its answers. If you add fields, only these are requested for the rows that were matched.',
      })}
    >
      {step === 'reading' ? (
        <Card title={state.name}>
          <Meter label="Reading the file" share={state.share} text={percent(state.share)} />
        </Card>
      ) : (
        <Read resource={catalogue} what="the fields" lines={6}>
          {(fields) => <SetupForm state={state} catalogue={fields} />}
        </Read>
      )}
    </Screen>
  );
}
