import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { count, counted } from '../format.js';
import { Card, Link } from '../parts/layout.js';
import { useCompany, useReadableWebsite } from './account-names.js';
import { type Account, total } from './accounts.js';
import { SignalEntries } from './signal-entries.js';

/** The number of accounts that are shown at first. Each press of the button adds as many. */
const accountsAtOnce = 20;

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
  const name = useCompany(website)?.name;
  const readable = useReadableWebsite(website);
  const all = total(counts);
  return (
    <Card title={name ?? readable} actions={<span class="tag">{counted(all, 'signal')}</span>}>
      <p class="order note">
        {(name ?? website) !== readable && (
          <span class="clamp" title={website}>
            {name ? readable : website}
          </span>
        )}
        <Link to={`prospects?company=${encodeURIComponent(website)}`}>
          Find whom to contact<span class="hidden"> at {name ?? readable}</span>
        </Link>
      </p>
      <SignalEntries
        signals={signals}
        of={website}
        end={
          all > signals.length && (
            <p class="note">Only the newest {count(signals.length)} are shown. Choose fewer days to see older ones.</p>
          )
        }
      />
    </Card>
  );
}
