import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { CheckField } from '../parts/form.js';
import { ExternalLink } from '../parts/external-link.js';
import { useLostFocus } from '../parts/focus.js';
import { type Contact, contactCost, type Contacts } from './contacts.js';
import { ProspectDetails } from './prospect-details.js';
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
        <Composite value={prospect.composite_score} />
        <div>
          <h2 id={id}>
            <span class="rank">{rank}.</span> <bdi>{prospect.full_name}</bdi>
          </h2>
          <p>
            <bdi>{prospect.title_name}</bdi>
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
        <p>{reasons.get('SUMMARY')}</p>
        <ContactOf contact={contacts.of(ranked)} />
      </div>
      <div class="order screen-only">
        <button type="button" aria-expanded={isOpen} aria-controls={`${id}-more`} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Reasons, introduction, talking points'}
          <span class="hidden"> about {prospect.full_name}</span>
        </button>
        {contacts.of(ranked) === undefined && (
          <button type="button" aria-disabled={contacts.isUnderWay} onClick={() => contacts.ask([ranked])}>
            Get e-mail and phone {contactCost(1)}
            <span class="hidden"> for {prospect.full_name}</span>
          </button>
        )}
        <CheckField
          label={
            <>
              Select<span class="hidden"> {prospect.full_name}</span>
            </>
          }
          isChecked={isChosen}
          onChange={onChoice}
        />
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
  if (email === null && phone === null)
    return (
      <p class="note" ref={line} tabIndex={-1}>
        No e-mail address and no telephone number is on record.
      </p>
    );
  return (
    <p class="order" ref={line} tabIndex={-1}>
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
      {phone !== null && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>}
    </p>
  );
}
