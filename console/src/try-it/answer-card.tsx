import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { FieldsResponse, Match, SignalRecord } from 'data-access-client';
import { type AnyResult, type Kind, valueText } from '../enrichment/choice.js';
import { grouped, plainWords } from '../enrichment/field-groups.js';
import type { Previewed } from '../enrichment/preview.js';
import { reasonOf } from '../enrichment/reason.js';
import { ChargedText, costText } from '../enrichment/cost.js';
import { MatchTag } from '../enrichment/match-tag.js';
import { textOf } from '../../../src/platform/tables/csv.js';
import { personaLabel } from '../../../src/prospecting/assessment/persona-label.js';
import { counted, date, percent } from '../format.js';
import { CopyButton, CopyCommand } from '../parts/copy.js';
import { ExternalLink } from '../parts/external-link.js';
import { FoldedTags, FoldedText } from '../parts/folded.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Tabs } from '../parts/tabs.js';
import { SignalEntries } from '../signals/signal-entries.js';
import type { Asked } from './ask.js';

interface AnswerCardProps {
  readonly asked: Asked;
  readonly kind: Kind;
  readonly catalogue: FieldsResponse;
}

/** Shows the answer to the last request, as a card and as JSON. */
export function AnswerCard({ asked, ...known }: AnswerCardProps): JSX.Element {
  const answer = useRef<HTMLDivElement>(null);
  const first = useRef(asked);
  // On a phone the answer stands below the form, so the page scrolls to a new answer. It does not scroll to an answer that was already
  // there when the screen was opened.
  useEffect(() => {
    const isNew = asked !== first.current && asked.state !== 'waiting' && asked.state !== 'refused';
    if (isNew) answer.current?.scrollIntoView({ block: 'nearest' });
  }, [asked]);
  return (
    <Card title={asked.state === 'previewed' ? 'Free preview' : 'Answer'}>
      <div aria-live="polite" ref={answer}>
        <Answer asked={asked} {...known} />
      </div>
    </Card>
  );
}

function Answer({ asked, ...known }: AnswerCardProps): JSX.Element {
  if (asked.state === 'waiting') return <Loading what="the answer" lines={6} />;
  if (asked.state === 'failed') return <Failed error={asked.error} retry={asked.retry} />;
  if (asked.state === 'previewed') return <PreviewedAnswer previewed={asked} kind={known.kind} />;
  if (asked.state !== 'answered')
    return (
      <Empty title={asked.state === 'refused' ? 'The request is not valid' : 'No request yet'}>
        {asked.state === 'refused' ? 'Correct what the form marks.' : 'Fill in the form and send the request.'}
      </Empty>
    );
  const { result, response } = asked;
  const json = <CopyCommand label="Result" text={JSON.stringify(result, null, 2)} />;
  return (
    <div class="answer">
      <div>
        <Outcome result={result} kind={known.kind} />
        <ChargedText credits={response.credits} />
        <p class="note request-id">
          <span>
            Request <code>{response.requestId}</code>
          </span>
          <CopyButton text={response.requestId} />
        </p>
      </div>
      {result.matched || result.match !== undefined ? (
        <Tabs
          label="Form of the answer"
          tabs={[
            { name: 'Card', content: () => <RecordValues result={result} {...known} /> },
            { name: 'JSON', content: () => json },
          ]}
        />
      ) : (
        <details>
          <summary>JSON</summary>
          {json}
        </details>
      )}
    </div>
  );
}

/** Says whether a record matches, and if none does, why, and what the user can do. */
function Outcome({
  result,
  kind,
}: {
  readonly result: Pick<AnyResult, 'identifier' | 'matched' | 'faults' | 'unmatched_reason'>;
  readonly kind: Kind;
}): JSX.Element {
  const reason = reasonOf(result, kind);
  return (
    <>
      <MatchTag state={result.matched ? 'matched' : 'missed'} />
      {reason !== null && <p>{reason}. Check the request, or add another identifier.</p>}
    </>
  );
}

/** What the request would match and cost, and which of the requested fields have a value. */
function PreviewedAnswer({
  previewed: { results, credits },
  kind,
}: {
  readonly previewed: Previewed;
  readonly kind: Kind;
}): JSX.Element {
  const [result] = results;
  if (result === undefined) return <Empty title="No answer">The service did not look up the identifier.</Empty>;
  const names = Object.keys(result.has);
  return (
    <div class="answer">
      <div>
        <Outcome result={result} kind={kind} />
        <p class="note">Nothing was charged for this preview. The request itself costs {costText(credits)}.</p>
      </div>
      <div>
        {result.match !== undefined && <Evidence match={result.match} />}
        {result.matched && (
          <>
            <FieldNames how="with" names={names.filter((name) => result.has[name])} />
            <FieldNames how="without" names={names.filter((name) => !result.has[name])} />
          </>
        )}
      </div>
    </div>
  );
}

/** The names of fields or of parts of an identifier in plain words. The part `company` of a person's identifier is the employer. */
const inWords = (parts: readonly string[]): string =>
  parts.map((part) => (part === 'company' ? 'employer' : plainWords(part))).join(', ');

/**
 * Shows why the record matches: the parts of the identifier that lead to this record, the parts that lead to another record, and
 * the confidence.
 */
function Evidence({ match: { by, confidence, conflicts } }: { readonly match: Match }): JSX.Element {
  const parts: readonly (readonly [string, string])[] = [
    ['Found by', inWords(by)],
    ...(conflicts.length === 0 ? [] : [['Leads to another record', inWords(conflicts)] as const]),
    ['Confidence', percent(confidence)],
  ];
  return (
    <>
      <h3>Why this record</h3>
      <Pairs as="values" pairs={parts} />
    </>
  );
}

/** Shows the values of a record, why it matches, and where the values come from. */
function RecordValues({
  result: { matched, data, match, sources },
  ...known
}: { readonly result: AnyResult } & Omit<AnswerCardProps, 'asked'>): JSX.Element {
  return (
    <>
      {matched && <Values data={data} {...known} />}
      {match !== undefined && <Evidence match={match} />}
      {sources !== undefined && Object.keys(sources).length > 0 && (
        <>
          <h3>Where the values come from</h3>
          <Pairs
            as="values"
            pairs={Object.entries(sources).map(([group, { source, confirmed }]) => [
              group.replace('.', ', '),
              <>
                {source} <span class="note">confirmed on {date(confirmed)}</span>
              </>,
            ])}
          />
        </>
      )}
    </>
  );
}

/** Says how many of the requested fields have a value, or have none, and names them. */
function FieldNames({
  how,
  of = '',
  names,
}: {
  readonly how: 'with' | 'without';
  readonly of?: string;
  readonly names: readonly string[];
}): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <details open={how === 'with'}>
      <summary>
        {of}
        {counted(names.length, 'field')} {how} a value
      </summary>
      <p>{inWords(names)}</p>
    </details>
  );
}

interface ValuesProps {
  readonly data: Readonly<Record<string, unknown>>;
  readonly kind: Kind;
  readonly catalogue: FieldsResponse;
  /** Stands before the headings: `Employer: `. */
  readonly of?: string;
}

/**
 * Shows the values of a company or person under the headings that the form has, and folds the fields without a value away. The employer
 * and the signals come last.
 */
function Values({ data, kind, catalogue, of = '' }: ValuesProps): JSX.Element {
  const { company, signals, ...fields } = data;
  const names = Object.keys(fields);
  const hasValue = (name: string): boolean => fields[name] !== null;
  return (
    <>
      {grouped(catalogue, kind, names.filter(hasValue)).map(([title, here]) => (
        <section key={title}>
          <h3>
            {of}
            {title}
          </h3>
          <Pairs
            as="values"
            pairs={here.map((name) => [inWords([name]), <Value name={name} value={fields[name]} />])}
          />
        </section>
      ))}
      <FieldNames how="without" of={of} names={names.filter((name) => !hasValue(name))} />
      {typeof company === 'object' && company !== null && (
        <Values data={{ ...company }} kind="companies" catalogue={catalogue} of="Employer: " />
      )}
      {Array.isArray(signals) && (
        <section>
          <h3>Signals</h3>
          {signals.length === 0 ? (
            'No signals.'
          ) : (
            <SignalEntries signals={(signals as readonly SignalRecord[]).toReversed()} />
          )}
        </section>
      )}
    </>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  if (Array.isArray(value) && value.length > 0)
    return <FoldedTags tags={value.map(textOf).map(name === 'personas' ? personaLabel : String)} />;
  const text = valueText(name, value);
  if (name === 'seniority') {
    const seniority = text.replace('seniority_', '').replace('teamlead', 'team_lead');
    return <>{personaLabel(seniority.replace(/^ic$/, 'individual_contributor'))}</>;
  }
  if (name === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  if (name.endsWith('website')) return <ExternalLink page={`https://${text}`} text={text} />;
  if (/^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/.test(text)) return <>{date(text)}</>;
  return /^https?:/.test(text) ? <ExternalLink page={text} text={text} /> : <FoldedText text={text || 'none'} />;
}
