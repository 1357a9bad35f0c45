import type { JSX } from 'preact';
import type { SignalRecord } from 'data-access-client';
import { date } from '../format.js';
import { ExternalLink } from '../parts/external-link.js';
import { FoldedText } from '../parts/folded.js';
import { typeName, typeOf } from './accounts.js';

/** Shows signals one below the other, each with its day, its type and its message. */
export function SignalEntries({ signals }: { readonly signals: readonly SignalRecord[] }): JSX.Element {
  return (
    <ol class="time-line">
      {signals.map((signal, index) => (
        <Entry key={index} signal={signal} />
      ))}
    </ol>
  );
}

function Entry({ signal }: { readonly signal: SignalRecord }): JSX.Element {
  const type = typeName(typeOf(signal));
  const { date: day, message_text: text, intent_holder_network_url: page, source_type: source } = signal;
  return (
    <li>
      <p class="when">
        {day === null ? 'Without date' : <time dateTime={day.slice(0, 10)}>{date(day)}</time>}
        <strong class="clamp" title={type}>
          {type}
        </strong>
      </p>
      {text !== null && <FoldedText text={text} />}
      <p class="note source">
        {source !== null && (
          <span class="clamp" title={source}>
            {typeName(source)}
          </span>
        )}
        {page !== null && <ExternalLink page={page} text="Profile of the person" />}
      </p>
    </li>
  );
}
