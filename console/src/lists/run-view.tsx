import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { costAtMost } from '../enrichment/choice.js';
import { ChargedText, CostText } from '../enrichment/cost.js';
import { count, counted, duration, percent } from '../format.js';
import { Meter } from '../parts/chart.js';
import { Card } from '../parts/layout.js';
import { Failed } from '../parts/states.js';
import { saveResults } from './download.js';
import { forgetInterrupted, interruptedList } from './interrupted.js';
import type { ListRun, Phase } from './list-run.js';
import { change } from './list-store.js';
import { ResultTable } from './result-table.js';

const titles: Readonly<Record<Phase, string>> = {
  paused: 'Paused',
  running: 'Running',
  pausing: 'Pausing',
  failed: 'Stopped',
  cancelled: 'Cancelled',
  done: 'All rows are answered',
};

/** Shows the progress, cost and results of a list, with the buttons to pause, continue and download it. */
export function RunView({ run }: { readonly run: ListRun }): JSX.Element {
  const phase = run.phase.value;
  const { answered } = run;
  const total = run.list.rows.length;
  const { matched } = run.counts.value;
  const isPreview = phase === 'paused' && run.isPreviewed;
  return (
    <>
      <Card
        title={run.list.name}
        actions={
          <span class={`tag ${phase === 'done' ? 'good' : ''}`}>{isPreview ? 'First rows' : titles[phase]}</span>
        }
      >
        <Meter
          label={`${count(answered)} of ${counted(total, 'row')}`}
          share={answered / total}
          text={throughputText(run)}
          {...(phase === 'done' ? { tone: 'good' as const } : {})}
        />
        {answered > 0 && (
          <p>
            <span class="figure">{percent(matched / answered)}</span> matched
          </p>
        )}
        {phase === 'failed' && <Failed error={run.error.value} />}
        <Spent run={run} />
        <div class="actions">
          <Buttons run={run} />
        </div>
        <p class="hidden" role="status">
          {announcement(phase, answered / total)}
        </p>
      </Card>
      {answered > 0 && <ResultTable run={run} />}
    </>
  );
}

/** What a screen reader says. While the list runs it changes only with each quarter, so that it does not speak all the time. */
function announcement(phase: Phase, share: number): string {
  return phase === 'running' ? `${Math.floor(share * 4) * 25} % of the rows are answered` : titles[phase];
}

function throughputText(run: ListRun): string {
  const { rate } = run.throughput;
  if (run.phase.value !== 'running' || rate === null) return '';
  const rest = duration((run.list.rows.length - run.answered) / rate);
  return `${count(Math.round(rate))} rows a second, ${rest} left`;
}

function Spent({ run }: { readonly run: ListRun }): JSX.Element | null {
  if (run.version.value === 0) {
    const before = interruptedList();
    return before === null ? null : (
      <p>
        {counted(before.answered, 'row was', 'rows were')} answered before the interruption. They are not charged again.
      </p>
    );
  }
  const credits = Object.entries(run.left.value).map(([feature, use]) => [
    feature,
    { ...use, charged: run.charged.value[feature as keyof typeof run.left.value] ?? 0 },
  ]);
  const repeated = run.repeated.value;
  return (
    <div>
      <ChargedText credits={Object.fromEntries(credits) as typeof run.left.value} />
      {repeated > 0 && (
        <p class="note">
          {counted(repeated, 'row was', 'rows were')} answered before; stored answers are not charged again.
        </p>
      )}
    </div>
  );
}

function Buttons({ run }: { readonly run: ListRun }): JSX.Element {
  const phase = run.phase.value;
  const { answered } = run;
  const rest = run.list.rows.length - answered;
  const cancel = (
    <button type="button" onClick={() => run.cancel()}>
      Cancel
    </button>
  );
  if (phase === 'running')
    return (
      <>
        <button type="button" class="primary" onClick={() => run.pause()}>
          Pause
        </button>
        {cancel}
      </>
    );
  if (phase === 'pausing')
    return (
      <>
        <button type="button" disabled>
          Waiting for the last answers …
        </button>
        {cancel}
      </>
    );
  return (
    <>
      {rest > 0 && (
        <button type="button" class="primary" onClick={() => run.resume()}>
          {run.isPreviewed ? `Enrich the other ${counted(rest, 'row')}` : 'Continue'}
        </button>
      )}
      {answered > 0 && <Download run={run} />}
      <button type="button" onClick={() => change(run)}>
        Change columns or fields
      </button>
      {rest > 0 && <CostText cost={costAtMost(run.choice, run.unasked)} />}
    </>
  );
}

function Download({ run }: { readonly run: ListRun }): JSX.Element {
  const [isWriting, setWriting] = useState(false);
  const download = async (): Promise<void> => {
    setWriting(true);
    await saveResults(run);
    setWriting(false);
    run.isSaved.value = true;
    if (run.phase.value === 'done') forgetInterrupted();
  };
  return (
    <button
      type="button"
      class={run.phase.value === 'done' ? 'primary' : ''}
      disabled={isWriting}
      onClick={() => void download()}
    >
      {isWriting ? 'Writing …' : 'Download as CSV'}
    </button>
  );
}
