import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountSignal } from 'data-access-client';
import { count, counted } from '../format.js';
import { Card, Link } from '../parts/layout.js';
import { ExternalLink } from '../parts/external-link.js';
import { useCompany } from './account-names.js';
import { type Account, total, typeName, typeOf } from './accounts.js';

/** The number of accounts that are shown at first. Each press of the button adds as many. */
const accountsAtOnce = 20;
/** The number of signals of an account that are shown at first. */
const signalsAtOnce = 4;
/** A message with more letters is cut until the user opens it. */
const longText = 400;

const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Shows a time line of signals for each account. */
export function TimeLines({ accounts }: { readonly accounts: readonly Account[] }): JSX.Element {
  const [shown, setShown] = useState(accountsAtOnce);
  return (
    <>
      <div class="time-lines">
        {accounts.slice(0, shown).map((account) => (
          <TimeLine key={account.website} account={account} />
        ))}
      </div>
      {accounts.length > shown && (
        <div class="order">
          <button type="button" onClick={() => setShown(shown + accountsAtOnce)}>
            Show {accountsAtOnce} more accounts
          </button>
          <span class="note">
            {count(shown)} of {count(accounts.length)} are shown.
          </span>
        </div>
      )}
    </>
  );
}

function TimeLine({ account: { website, counts, signals } }: { readonly account: Account }): JSX.Element {
  const [shown, setShown] = useState(signalsAtOnce);
  const company = useCompany(website);
  const all = total(counts);
  return (
    <Card title={company?.name ?? website} actions={<span class="tag">{counted(all, 'signal')}</span>}>
      <p class="order note">
        {company?.name && (
          <span class="clamp" title={website}>
            {website}
          </span>
        )}
        <Link to={`prospects?company=${encodeURIComponent(website)}`}>
          Find whom to contact<span class="hidden"> at {company?.name ?? website}</span>
        </Link>
      </p>
      <ol class="time-line">
        {signals.slice(0, shown).map((signal, index) => (
          <Signal key={index} signal={signal} />
        ))}
      </ol>
      {signals.length > shown && (
        <button type="button" class="small more" onClick={() => setShown(signals.length)}>
          Show {count(signals.length - shown)} older signals<span class="hidden"> of {website}</span>
        </button>
      )}
      {signals.length <= shown && all > signals.length && (
        <p class="note">Only the newest {count(signals.length)} are shown. Choose fewer days to see older ones.</p>
      )}
    </Card>
  );
}

function Signal({ signal }: { readonly signal: AccountSignal }): JSX.Element {
  const type = typeName(typeOf(signal));
  const { date, message_text: text, intent_holder_network_url: page, source_type: source } = signal;
  return (
    <li>
      <p class="when">
        {date === null ? (
          'Without date'
        ) : (
          <time dateTime={date.slice(0, 10)}>{dates.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))}</time>
        )}
        <strong class="clamp" title={type}>
          {type}
        </strong>
      </p>
      {text !== null && (text.length > longText ? <LongText text={text} /> : <p>{text}</p>)}
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

function LongText({ text }: { readonly text: string }): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p class={isOpen ? '' : 'clamp'} title={text}>
        {text}
      </p>
      <button type="button" class="small more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Show less' : 'Show the whole message'}
      </button>
    </>
  );
}
