import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from '../action.js';
import { type Kind, wordsFor } from '../enrichment/choice.js';
import { plainName } from '../enrichment/field-groups.js';
import { costText } from '../enrichment/cost.js';
import { preview, type Previewed } from '../enrichment/preview.js';
import { count, counted, percent } from '../format.js';
import { Meter } from '../parts/chart.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Failed } from '../parts/states.js';
import { client } from '../session.js';
import type { ListAnswers } from './list-answers.js';
import { requestSize } from './list-run.js';

/** The confidence from which the preview counts a match as sure. */
const sure = 0.9;

interface PreviewCardProps {
  readonly kind: Kind;
  readonly answers: ListAnswers;
  /** The groups of rows that are still to be requested, as `ListAnswers.rest` returns them. */
  readonly rest: readonly number[];
}

/** Lets the user ask what the next companies or persons of a list would match and cost, before anything is charged. */
export function PreviewCard({ kind, answers, rest }: PreviewCardProps): JSX.Element {
  const { isUnderWay, error, run } = useAction();
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  // When the user chooses other columns or fields, the outcome of the last preview no longer applies, so it is not shown.
  const [askedFor, setAskedFor] = useState<ListAnswers | null>(null);
  const isCurrent = askedFor === answers;
  const asking = useRef(new AbortController());
  useEffect(() => () => asking.current.abort(), [answers]);
  const next = answers.take([...rest], requestSize());
  const ask = async (): Promise<void> => {
    asking.current = new AbortController();
    const { signal } = asking.current;
    if (next === null) return;
    setAskedFor(answers);
    setPreviewed(null);
    // With the evidence, the service says how sure each match is.
    const found = preview(client(), { ...next.choice, evidence: true }, next.identifiers, { signal });
    await found.then(setPreviewed).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  };
  const number = next?.identifiers.length ?? 0;
  return (
    <Card title="Preview">
      <p class="note">See what the list would match, and which fields would have values. It is free.</p>
      <div class="actions">
        <button type="button" disabled={number === 0} aria-disabled={isUnderWay} onClick={() => run(ask)}>
          {isUnderWay
            ? 'Looking …'
            : `Preview ${number < rest.length ? 'the first ' : ''}${counted(number, ...wordsFor[kind])}`}
        </button>
      </div>
      <div class="stack" aria-live="polite">
        {isCurrent && error !== null && !isUnderWay && <Failed error={error} />}
        {isCurrent && previewed !== null && <Found previewed={previewed} kind={kind} />}
      </div>
    </Card>
  );
}

interface FoundProps {
  readonly previewed: Previewed;
  readonly kind: Kind;
}

function Found({ previewed: { results, credits }, kind }: FoundProps): JSX.Element {
  const asked = results.length;
  const matched = results.filter((result) => result.matched);
  const sureOnes = matched.filter(({ match }) => match !== undefined && match.confidence >= sure).length;
  const fields = Object.keys(matched[0]?.has ?? {});
  return (
    <>
      <Meter
        label={`${count(matched.length)} of ${counted(asked, ...wordsFor[kind])} would match`}
        share={matched.length / asked}
        text={percent(matched.length / asked)}
      />
      <p class="note">
        {matched.length > 0 && `${count(sureOnes)} of them with a confidence of at least ${percent(sure)}. `}
        {asked === 1 ? 'It' : 'They'} would cost {costText(credits)}. Nothing was charged for the preview.
      </p>
      {matched.length > 0 && (
        <Pairs
          as="values"
          pairs={fields.map((name) => [
            plainName(name),
            valuesText(matched.filter(({ has }) => has[name]).length, matched.length),
          ])}
        />
      )}
    </>
  );
}

function valuesText(known: number, matched: number): string {
  return `${count(known)} of ${count(matched)} have a value, ${percent(known / matched)}`;
}
