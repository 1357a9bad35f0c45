import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { wordsFor } from '../enrichment/choice.js';
import { chargedText, CostText } from '../enrichment/cost.js';
import { count, counted, creditOf, duration, percent } from '../format.js';
import { Meter } from '../parts/chart.js';
import { AdminCommand } from '../parts/copy.js';
import { useLostFocus } from '../parts/focus.js';
import { Screen } from '../parts/layout.js';
import { Failed, Notice } from '../parts/states.js';
import { session } from '../session.js';
import { saveResults } from './download.js';
import type { ListRun, Phase } from './list-run.js';
import { change, hasLosses, leaveList } from './list-store.js';
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

const tones: Readonly<Partial<Record<Phase, 'good' | 'warn' | 'bad'>>> = { done: 'good', short: 'warn', failed: 'bad' };

/** Shows the progress, cost and results of a list, with the buttons to pause, continue and download it. */
export function RunView({ run }: { readonly run: ListRun }): JSX.Element {
  const phase = run.phase.value;
  const { answered, known, setup } = run;
  const total = setup.table.rows.length;
  const { matched } = run.counts.value;
  const tone = tones[phase];
  // While the list is not done, the share does not stand beside the bar, because it is not what the bar shows.
  const matchedShare = known > 0 && (
    <span>
      <span class="figure">{percent(matched / known)}</span> of the {known < total && 'answered '}rows matched
    </span>
  );
  return (
    <Screen
      title="Lists"
      heading={setup.name}
      actions={
        <>
          {!isBusy(phase) && (
            <>
              {known > 0 && <Download run={run} />}
              <button type="button" onClick={() => change(run)}>
                Change columns or fields
              </button>
            </>
          )}
          <button type="button" onClick={leaveList}>
            Other lists
          </button>
        </>
      }
    >
      <section class="card" aria-label="Progress and results">
        <div class="run-state">
          <span class={`tag ${tone ?? ''}`}>{run.isPreview ? 'First rows' : titles[phase]}</span>
          {phase === 'done' ? (
            matchedShare
          ) : (
            <Meter
              label={`${count(answered)} of ${counted(total, 'row')} answered`}
              share={answered / total}
              text={throughputText(run)}
              {...(tone === undefined ? {} : { tone })}
            />
          )}
          <div class="actions">
            <Buttons run={run} />
          </div>
        </div>
        {phase === 'failed' && <Failed error={run.error.value} />}
        {phase === 'short' && <ShortNotice run={run} />}
        {hasLosses.value && !run.isSaved.value && (
          <Notice tone="warn">
            This browser cannot keep the list, for example because the window is private or the disk is full. Download
            the answers before you close the page.
          </Notice>
        )}
        <div>
          {phase !== 'done' && <div class="run-state">{matchedShare}</div>}
          <Spent run={run} />
        </div>
        <p class="hidden" role="status">
          {announcement(phase, answered / total)}
        </p>
        <ResultTable run={run} />
      </section>
    </Screen>
  );
}

/** Whether requests are under way. */
const isBusy = (phase: Phase): boolean => phase === 'running' || phase === 'pausing';

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

function Spent({ run }: { readonly run: ListRun }): JSX.Element {
  const { known, unanswered } = run;
  const { identifiers, matchedIdentifiers, repeats } = run.counts.value;
  const [one, many] = wordsFor[run.setup.choice.kind];
  const repeated = run.repeated.value;
  const left = Object.entries(run.left.value).map(([feature, { remaining }]) =>
    Number.isFinite(remaining)
      ? `${counted(remaining, creditOf(feature as keyof typeof run.left.value))} left`
      : `no limit of ${creditOf(feature as keyof typeof run.left.value)}s`,
  );
  const isAtRest = !isBusy(run.phase.value);
  const expired = isAtRest ? run.expired : 0;
  const charged = `${[chargedText(run.charged.value), ...left].join(', ')}.`;
  return (
    <>
      {known > 0 &&
        (repeats + repeated === 0 ? (
          <p class="note">{charged}</p>
        ) : (
          <details class="note" open={run.isPreview}>
            <summary>{charged}</summary>
            {repeats > 0 && (
              <p>
                {count(identifiers + repeats)} rows have the answers for {counted(identifiers, one, many)},{' '}
                {count(matchedIdentifiers)} of them matched. More rows of one {one} cost nothing more.
              </p>
            )}
            {repeated > 0 && (
              <p>{counted(repeated, 'row was', 'rows were')} answered before; stored answers are not charged again.</p>
            )}
          </details>
        ))}
      {expired > 0 && (
        <p class="note">
          {counted(expired, one, many)} were sent more than a day ago, but no answer came. The service stores answers
          for one day only, so these may be charged again.
        </p>
      )}
      {isAtRest && unanswered > 0 && (
        <p class="note">
          {counted(unanswered, one, many)} were sent, but no answer came.
          {run.phase.value !== 'failed' &&
            ' If you continue, they are sent again unchanged, and nothing is charged twice.'}
        </p>
      )}
    </>
  );
}

function Buttons({ run }: { readonly run: ListRun }): JSX.Element | null {
  const phase = run.phase.value;
  const { unasked } = run;
  if (isBusy(phase))
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
  if (unasked === 0) return null;
  const words = wordsFor[run.setup.choice.kind];
  const { firstTry } = run;
  const rest = firstTry > 0 ? 'all' : run.isPreview ? 'the other' : null;
  const again = phase === 'failed' ? 'Try again' : 'Continue';
  return (
    <>
      {firstTry > 0 && (
        <>
          <button type="button" class="primary" onClick={() => run.preview()}>
            Try the first {counted(firstTry, ...words)}
          </button>
          <CostText cost={run.costOfFirstTry} />
        </>
      )}
      <button type="button" class={firstTry > 0 || phase === 'short' ? '' : 'primary'} onClick={() => run.resume()}>
        {rest === null ? again : `Enrich ${rest} ${counted(unasked, ...words)}`}
      </button>
      <CostText cost={run.costOfRest} />
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
