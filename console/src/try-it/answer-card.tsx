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
import { counted, percent } from '../format.js';
import { CopyButton, CopyCommand } from '../parts/copy.js';
import { ExternalLink } from '../parts/external-link.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Tabs } from '../parts/tabs.js';
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
    <Card title="Answer">
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
  return (
    <div class="answer">
      <div>
        <Outcome result={result} kind={known.kind} />
        <ChargedText credits={response.credits} />
        <p class="note">
          Request <code>{response.requestId}</code> <CopyButton text={response.requestId} />
        </p>
      </div>
      <Tabs
        label="Form of the answer"
        tabs={[
          { name: 'Card', content: () => <RecordValues result={result} {...known} /> },
          {
            name: 'JSON',
            content: () => <CopyCommand label="Result" text={JSON.stringify(result, null, 2)} />,
          },
        ]}
      />
    </div>
  );
}

/** Says whether a record matches, and if none does, why. */
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
      {reason !== null && <p>{reason}.</p>}
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
      {result.match !== undefined && <Evidence match={result.match} />}
      {result.matched && (
        <>
          <FieldNames how="with" names={names.filter((name) => result.has[name])} />
          <FieldNames how="without" names={names.filter((name) => !result.has[name])} />
        </>
      )}
    </div>
  );
}

/** What parts of an identifier are called on the screen, if their names in the API are not plain words. */
const evidenceNames: Readonly<Record<string, string>> = {
  network_url: 'profile page',
  network_id: 'numeric id',
  email: 'e-mail address',
  company: 'employer',
};

const inWords = (parts: readonly string[]): string =>
  parts.map((part) => evidenceNames[part] ?? plainWords(part)).join(', ');

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
      {matched ? <Values data={data} {...known} /> : <p>Check the request, or add another identifier.</p>}
      {match !== undefined && <Evidence match={match} />}
      {sources !== undefined && Object.keys(sources).length > 0 && (
        <>
          <h3>Where the values come from</h3>
          <Pairs
            as="values"
            pairs={Object.entries(sources).map(([group, { source, confirmed }]) => [
              group.replace('.', ', '),
              <>
                {source} <span class="note">confirmed on {confirmed}</span>
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
          <Signals records={signals as readonly SignalRecord[]} />
        </section>
      )}
    </>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  if (Array.isArray(value) && value.length > 0)
    return (
      <ul class="tags">
        {value.map((each) => (
          <li key={textOf(each)} class="tag">
            <bdi>{textOf(each)}</bdi>
          </li>
        ))}
      </ul>
    );
  const text = valueText(name, value);
  if (name === 'seniority')
    return (
      <>{text.replace('seniority_', '').replace('teamlead', 'team lead').replace(/^ic$/, 'individual contributor')}</>
    );
  if (name === 'email') return <a href={`mailto:${text}`}>{text}</a>;
  if (name.endsWith('website')) return <ExternalLink page={`https://${text}`} text={text} />;
  // A time at midnight stands for a day. A text that is no URL is shown without a link.
  return <ExternalLink page={text} text={text.replace('T00:00:00.000Z', '') || 'none'} />;
}

function Signals({ records }: { readonly records: readonly SignalRecord[] }): JSX.Element {
  if (records.length === 0) return <>none</>;
  return (
    <ol class="signal-list">
      {records.toReversed().map(({ date, signal_type: type, message_text: text }, index) => (
        <li key={index}>
          <span class="note">
            {date} · {type}
          </span>
          <span dir="auto">{text}</span>
        </li>
      ))}
    </ol>
  );
}
