import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { wordsFor } from '../enrichment/choice.js';
import { chargedText, CostText } from '../enrichment/cost.js';
import { count, counted, creditOf, duration, percent } from '../format.js';
import { Meter } from '../parts/chart.js';
import { AdminCommand } from '../parts/copy.js';
import { useLostFocus } from '../parts/focus.js';
import { Card } from '../parts/layout.js';
import { Failed, Notice } from '../parts/states.js';
import { session } from '../session.js';
import { saveResults } from './download.js';
import type { ListRun, Phase } from './list-run.js';
import { change, hasLosses } from './list-store.js';
import { ResultTable } from './result-table.js';

const titles: Readonly<Record<Phase, string>> = {
  paused: 'Paused',
  running: 'Running',
  pausing: 'Pausing',
  short: 'Out of credits',
  failed: 'Stopped',
  cancelled: 'Cancelled',
  done: 'All rows are answered',
};

/** Shows the progress, cost and results of a list, with the buttons to pause, continue and download it. */
export function RunView({ run }: { readonly run: ListRun }): JSX.Element {
  const phase = run.phase.value;
  const { answered, known } = run;
  const total = run.setup.table.rows.length;
  const { matched } = run.counts.value;
  return (
    <>
      <Card
        title={run.setup.name}
        actions={
          <span class={`tag ${phase === 'done' ? 'good' : phase === 'short' ? 'warn' : ''}`}>
            {run.isPreview ? 'First rows' : titles[phase]}
          </span>
        }
      >
        <Meter
          label={`${count(answered)} of ${counted(total, 'row')}`}
          share={answered / total}
          text={throughputText(run)}
          {...(phase === 'done' ? { tone: 'good' as const } : {})}
        />
        {known > 0 && (
          <p>
            <span class="figure">{percent(matched / known)}</span> matched
          </p>
        )}
        {phase === 'failed' && <Failed error={run.error.value} />}
        {phase === 'short' && <ShortNotice run={run} />}
        {hasLosses.value && !run.isSaved.value && (
          <Notice tone="warn">
            This browser cannot keep the list, for example because the window is private or the disk is full. Download
            the answers before you close the page.
          </Notice>
        )}
        <Spent run={run} />
        <div class="actions">
          <Buttons run={run} />
        </div>
        <p class="hidden" role="status">
          {announcement(phase, answered / total)}
        </p>
      </Card>
      {known > 0 && <ResultTable run={run} />}
    </>
  );
}

/**
 * What a screen reader announces. While the list runs, the text changes only after each quarter of the rows, so that the screen
 * reader does not speak all the time.
 */
function announcement(phase: Phase, share: number): string {
  return phase === 'running' ? `${Math.floor(share * 4) * 25} % of the rows are answered` : titles[phase];
}

function throughputText(run: ListRun): string {
  const { rate } = run.throughput;
  if (run.phase.value !== 'running' || rate === null) return '';
  const rest = duration((run.setup.table.rows.length - run.answered) / rate);
  return `${count(Math.round(rate))} rows a second, ${rest} left`;
}

/** Tells the user that all credits are spent, and which command an operator can run to grant more. */
function ShortNotice({ run }: { readonly run: ListRun }): JSX.Element {
  const { unasked, lacking, setup, costOfRest } = run;
  const [one, many] = wordsFor[setup.choice.kind];
  return (
    <Notice tone="warn">
      <strong>The {lacking.value.map((feature) => `${creditOf(feature)}s`).join(' and ')} are used up</strong>
      <p>
        {counted(unasked, `${one} is`, `${many} are`)} not requested yet. Let an operator grant credits, and continue
        the list.
      </p>
      {lacking.value.map((feature) => (
        <AdminCommand
          key={feature}
          label="Grant credits"
          words={`credits grant ${session.value?.me.tenant_id ?? ''} ${feature} ${costOfRest[feature] ?? unasked}`}
        />
      ))}
    </Notice>
  );
}

function Spent({ run }: { readonly run: ListRun }): JSX.Element | null {
  const { known, unanswered } = run;
  const { identifiers, matchedIdentifiers, repeats } = run.counts.value;
  const [one, many] = wordsFor[run.setup.choice.kind];
  const repeated = run.repeated.value;
  const left = Object.entries(run.left.value).map(([feature, { remaining }]) =>
    Number.isFinite(remaining)
      ? `${counted(remaining, creditOf(feature as keyof typeof run.left.value))} left`
      : `no limit of ${creditOf(feature as keyof typeof run.left.value)}s`,
  );
  const isAtRest = run.phase.value !== 'running' && run.phase.value !== 'pausing';
  const expired = isAtRest ? run.expired : 0;
  return (
    <div>
      {known > 0 && <p class="note">{[chargedText(run.charged.value), ...left].join(', ')}.</p>}
      {repeats > 0 && (
        <p class="note">
          {count(identifiers + repeats)} rows have the answers for {counted(identifiers, one, many)},{' '}
          {count(matchedIdentifiers)} of them matched. More rows of one {one} cost nothing more.
        </p>
      )}
      {repeated > 0 && (
        <p class="note">
          {counted(repeated, 'row was', 'rows were')} answered before; stored answers are not charged again.
        </p>
      )}
      {expired > 0 && (
        <p class="note">
          {counted(expired, one, many)} were sent more than a day ago, but no answer came. The service stores answers
          for one day only, so these may be charged again.
        </p>
      )}
      {isAtRest && unanswered > 0 && (
        <p class="note">
          {counted(unanswered, one, many)} were sent, but no answer came. They are sent again unchanged, so that nothing
          is charged twice.
        </p>
      )}
    </div>
  );
}

function Buttons({ run }: { readonly run: ListRun }): JSX.Element {
  const phase = run.phase.value;
  const { known, unasked } = run;
  if (phase === 'running' || phase === 'pausing')
    return (
      <>
        <button
          type="button"
          class={phase === 'running' ? 'primary' : ''}
          aria-disabled={phase === 'pausing'}
          onClick={() => run.pause()}
        >
          {phase === 'running' ? 'Pause' : 'Waiting for the last answers …'}
        </button>
        <button type="button" onClick={() => run.cancel()}>
          Cancel
        </button>
      </>
    );
  return (
    <>
      {unasked > 0 && (
        <button type="button" class="primary" onClick={() => run.resume()}>
          {run.isPreview ? `Enrich the other ${counted(unasked, ...wordsFor[run.setup.choice.kind])}` : 'Continue'}
        </button>
      )}
      {known > 0 && <Download run={run} />}
      <button type="button" onClick={() => change(run)}>
        Change columns or fields
      </button>
      {unasked > 0 && <CostText cost={run.costOfRest} />}
    </>
  );
}

function Download({ run }: { readonly run: ListRun }): JSX.Element {
  const [isWriting, setWriting] = useState(false);
  const button = useLostFocus<HTMLButtonElement>(true);
  const download = async (): Promise<void> => {
    if (isWriting) return;
    setWriting(true);
    await saveResults(run);
    setWriting(false);
    run.isSaved.value = true;
  };
  return (
    <button
      type="button"
      ref={button}
      class={run.phase.value === 'done' ? 'primary' : ''}
      aria-disabled={isWriting}
      onClick={() => void download()}
    >
      {isWriting ? 'Writing …' : 'Download as CSV'}
    </button>
  );
}
