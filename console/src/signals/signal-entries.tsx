import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SignalRecord } from 'data-access-client';
import { count, date } from '../format.js';
import { ExternalLink } from '../parts/external-link.js';
import { FoldedText } from '../parts/folded.js';
import { typeName, typeOf } from './accounts.js';

/** The number of signals that are shown at first. */
const atOnce = 4;

interface SignalEntriesProps {
  /** The signals of a company or person, the newest first. */
  readonly signals: readonly SignalRecord[];
  /** Whose signals they are, for screen readers: `ford.com`. */
  readonly of?: string;
  /** What stands below the oldest signal. */
  readonly end?: ComponentChildren;
}

/** Shows the newest signals one below the other, each with its day, its type and its message, and the others when the user asks. */
export function SignalEntries({ signals, of, end }: SignalEntriesProps): JSX.Element {
  const [shown, setShown] = useState(atOnce);
  return (
    <>
      <ol class="time-line">
        {signals.slice(0, shown).map((signal, index) => (
          <Entry key={index} signal={signal} />
        ))}
      </ol>
      {signals.length > shown ? (
        <button type="button" class="small more" onClick={() => setShown(signals.length)}>
          Show {count(signals.length - shown)} older signals
          {of !== undefined && <span class="hidden"> of {of}</span>}
        </button>
      ) : (
        end
      )}
    </>
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
