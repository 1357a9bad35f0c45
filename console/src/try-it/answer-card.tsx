import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Match, SignalRecord } from 'data-access-client';
import type { AnyResult } from '../enrichment/choice.js';
import type { Previewed } from '../enrichment/preview.js';
import { reasonOf } from '../enrichment/reason.js';
import { ChargedText, costText } from '../enrichment/cost.js';
import { MatchTag } from '../enrichment/match-tag.js';
import { textOf } from '../../../src/platform/tables/csv.js';
import { count, counted, percent } from '../format.js';
import { CopyCommand } from '../parts/copy.js';
import { Card } from '../parts/layout.js';
import { Pairs } from '../parts/pairs.js';
import { Empty, Failed, Loading } from '../parts/states.js';
import { Tabs } from '../parts/tabs.js';
import type { Asked } from './ask.js';

/** Shows the answer to the last request, as a card and as JSON. */
export function AnswerCard({ asked }: { readonly asked: Asked }): JSX.Element {
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
        <Answer asked={asked} />
      </div>
    </Card>
  );
}

function Answer({ asked }: { readonly asked: Asked }): JSX.Element {
  if (asked.state === 'waiting') return <Loading what="the answer" lines={6} />;
  if (asked.state === 'failed') return <Failed error={asked.error} retry={asked.retry} />;
  if (asked.state === 'previewed') return <PreviewedAnswer previewed={asked} />;
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
        <Outcome result={result} />
        <ChargedText credits={response.credits} />
        <p class="note">
          Request <code>{response.requestId}</code>
        </p>
      </div>
      <Tabs
        label="Form of the answer"
        tabs={[
          { name: 'Card', content: () => <RecordValues result={result} /> },
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
}: {
  readonly result: Pick<AnyResult, 'matched' | 'faults' | 'unmatched_reason'>;
}): JSX.Element {
  const reason = reasonOf(result);
  return (
    <>
      <MatchTag state={result.matched ? 'matched' : 'missed'} />
      {reason !== null && <p>{reason}.</p>}
    </>
  );
}

/** What the request would match and cost, and which of the requested fields have a value. */
function PreviewedAnswer({ previewed: { results, credits } }: { readonly previewed: Previewed }): JSX.Element {
  const [result] = results;
  if (result === undefined) return <Empty title="No answer">The service did not look up the identifier.</Empty>;
  const names = Object.keys(result.has);
  return (
    <div class="answer">
      <div>
        <Outcome result={result} />
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
  parts.map((part) => evidenceNames[part] ?? part.replaceAll('_', ' ')).join(', ');

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
function RecordValues({ result: { matched, data, match, sources } }: { readonly result: AnyResult }): JSX.Element {
  return (
    <>
      {matched ? <Values data={data} /> : <p>Check the request, or add another identifier.</p>}
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
  names,
}: {
  readonly how: 'with' | 'without';
  readonly names: readonly string[];
}): JSX.Element {
  return (
    <details open={how === 'with'} hidden={names.length === 0}>
      <summary>
        {counted(names.length, 'field')} {how} a value
      </summary>
      <p>{inWords(names)}</p>
    </details>
  );
}

/** Shows the values of a company or person, and folds the fields without a value away. */
function Values({ data }: { readonly data: Readonly<Record<string, unknown>> }): JSX.Element {
  const names = Object.keys(data);
  const shown = names.filter((name) => data[name] !== null);
  return (
    <>
      <Pairs as="values" pairs={shown.map((name) => [inWords([name]), <Value name={name} value={data[name]} />])} />
      <FieldNames how="without" names={names.filter((name) => data[name] === null)} />
    </>
  );
}

function Value({ name, value }: { readonly name: string; readonly value: unknown }): JSX.Element {
  if (name === 'signals' && Array.isArray(value)) return <Signals records={value as readonly SignalRecord[]} />;
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
  if (typeof value === 'object' && !Array.isArray(value))
    return <Values data={value as Readonly<Record<string, unknown>>} />;
  if (typeof value === 'number' && !name.endsWith('year')) return <>{count(value)}</>;
  if (typeof value === 'boolean') return <>{value ? 'yes' : 'no'}</>;
  const text = textOf(value);
  if (name === 'seniority')
    return (
      <>{text.replace('seniority_', '').replace('teamlead', 'team lead').replace(/^ic$/, 'individual contributor')}</>
    );
  // A time at midnight stands for a day.
  return <>{text.replace('T00:00:00.000Z', '') || 'none'}</>;
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
