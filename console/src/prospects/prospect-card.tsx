import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ChargedText } from '../enrichment/cost.js';
import { counted } from '../format.js';
import { CheckField } from '../parts/form.js';
import { ExternalLink } from '../parts/external-link.js';
import { useLostFocus } from '../parts/focus.js';
import { Failed, Notice } from '../parts/states.js';
import { type Contact, contactCost, type Contacts } from './contacts.js';
import { Prose, ProspectDetails } from './prospect-details.js';
import type { Ranked } from './ranked.js';
import { Composite, ScoreBars } from './score-bars.js';

interface ProspectCardProps {
  readonly ranked: Ranked;
  readonly isChosen: boolean;
  readonly onChoice: () => void;
  readonly contacts: Contacts;
}

/** A prospect in the list, with its scores and a summary. A button shows the reasons for the scores and the facts. */
export function ProspectCard({ ranked, isChosen, onChoice, contacts }: ProspectCardProps): JSX.Element {
  const { rank, prospect, scores, reasons } = ranked;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="card prospect">
      <div class="who">
        <div class="screen-only">
          <CheckField
            label={<span class="hidden">Select {prospect.full_name}</span>}
            isChecked={isChosen}
            onChange={onChoice}
          />
        </div>
        <Composite value={prospect.composite_score} />
        <div>
          <h2 id={id} class="clamp" title={prospect.full_name}>
            <span class="rank">{rank}.&nbsp;</span>
            <bdi>{prospect.full_name}</bdi>
          </h2>
          <p>
            <bdi class="clamp" title={prospect.title_name}>
              {prospect.title_name}
            </bdi>
          </p>
          <p class="note">
            <bdi>{[prospect.location_name, prospect.region].filter((part) => part !== '').join(' · ')}</bdi>{' '}
            <ExternalLink page={prospect.network_url} text="Profile" about={prospect.full_name} />
          </p>
        </div>
      </div>
      <ScoreBars scores={scores} />
      <div class="why">
        <ul class="tags">
          {prospect.prospect_tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
            </li>
          ))}
        </ul>
        <p>
          <Prose text={reasons.get('SUMMARY')} />
        </p>
        <ContactOf contact={contacts.of(ranked)} />
        <Outcome contacts={contacts} place={rank} />
      </div>
      <div class="order screen-only">
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-more`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Show'} reasons
          <span class="hidden"> for {prospect.full_name}</span>
        </button>
        {contacts.of(ranked) === undefined && (
          <>
            <button type="button" aria-disabled={contacts.isUnderWay} onClick={() => contacts.ask([ranked], rank)}>
              Get e-mail and phone<span class="hidden"> of {prospect.full_name}</span>
            </button>
            <span class="note">{contactCost(1)}</span>
          </>
        )}
      </div>
      <div id={`${id}-more`} class="details">
        {isOpen && <ProspectDetails ranked={ranked} />}
      </div>
    </li>
  );
}

function ContactOf({ contact }: { readonly contact: Contact | undefined }): JSX.Element | null {
  const line = useLostFocus<HTMLParagraphElement>(contact !== undefined);
  if (contact === undefined) return null;
  const { email, phone } = contact;
  return (
    <p class="order" ref={line} tabIndex={-1}>
      {email === null ? <span class="note">No e-mail address</span> : <a href={`mailto:${email}`}>{email}</a>}
      {phone === null ? (
        <span class="note">No phone number</span>
      ) : (
        <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
      )}
    </p>
  );
}

/** Shows what the last request for contact data brought and cost, or that it failed, at the place where the user asked. */
export function Outcome({
  contacts,
  place,
}: {
  readonly contacts: Contacts;
  readonly place: number;
}): JSX.Element | null {
  const { error, receipt } = contacts;
  if (contacts.place !== place) return null;
  if (error !== null) return <Failed what="No contact data was received." error={error} />;
  return (
    receipt && (
      <Notice tone="good">
        Contact data was found for {counted(receipt.found, 'prospect')}.
        <ChargedText credits={receipt.credits} free={receipt.found > 0 ? 'this data was bought before' : undefined} />
      </Notice>
    )
  );
}
