import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { FoundCompany } from 'data-access-client';
import { counted } from '../format.js';
import { client } from '../session.js';
import { keyshortcuts } from '../shortcut-keys.js';

/** A company with a profile page. A run can be started only for such a company, because it names the company by that page. */
export type ChosenCompany = FoundCompany & { readonly network_url: string };

interface CompanyFieldProps {
  /** The text that the field searches for when the screen opens, such as a website from a link to this screen. */
  readonly initial: string;
  readonly chosen: ChosenCompany | null;
  readonly onChange: (company: ChosenCompany | null) => void;
}

/** How long the console waits after the last typed letter before it searches for companies, in milliseconds. */
const delay = 250;

/**
 * A field that searches for companies while the user types. The user chooses one from the list with the mouse, or with the arrow
 * keys and Enter; Escape closes the list.
 */
export function CompanyField({ initial, chosen, onChange }: CompanyFieldProps): JSX.Element {
  const id = useId();
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const { companies, spoken } = useCompanies(chosen === null ? text.trim() : '');
  useEffect(() => setActive(0), [companies]);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  const choose = (company: ChosenCompany | undefined): void => {
    if (company === undefined) return;
    setText(company.name ?? company.website ?? company.network_url);
    setOpen(false);
    onChange(company);
  };
  // If a link to this screen names a website, the company with exactly this website is chosen, without a choice by the user.
  useEffect(() => {
    if (text === initial && chosen === null) choose(companies.find(({ website }) => website === initial));
  }, [companies]);
  const press = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && companies.length > 0) {
      event.preventDefault();
      if (isShown) setActive((active + step + companies.length) % companies.length);
      setOpen(true);
    } else if (event.key === 'Enter' && isShown) {
      event.preventDefault();
      choose(companies[active]);
    } else if (event.key === 'Escape' && isShown) setOpen(false);
  };
  const isShown = isOpen && companies.length > 0;
  return (
    <div class="field finder">
      <label for={id}>Company</label>
      <input
        id={id}
        type="text"
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown ? `${id}-${active}` : undefined}
        aria-describedby={`${id}-hint`}
        aria-keyshortcuts={keyshortcuts('/')}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          onChange(null);
        }}
        onKeyDown={press}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Companies" hidden={!isShown}>
        {companies.map((company, index) => (
          <li
            key={company.network_url}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // The list closes when the field loses the focus. So a click on the list must not take the focus away, or it would
            // close the list before the choice.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(company)}
          >
            <strong>{company.name ?? company.website}</strong>
            <span class="note">{aboutCompany(company)}</span>
          </li>
        ))}
      </ul>
      <span id={`${id}-hint`} class="hint">
        {chosen === null
          ? 'Type the website, the profile page or the beginning of the name of a company.'
          : aboutCompany(chosen)}
      </span>
      <span class={companies.length === 0 ? 'note' : 'hidden'} role="status">
        {spoken}
      </span>
    </div>
  );
}

function aboutCompany({ website, industry, location_country: country }: FoundCompany): string {
  return [website, industry, country].filter(Boolean).join(' · ');
}

interface Found {
  readonly companies: readonly ChosenCompany[];
  /** What screen readers say about the result of the search. */
  readonly spoken: string;
}

const nothing: Found = { companies: [], spoken: '' };

function useCompanies(text: string): Found {
  const [found, setFound] = useState<Found>(nothing);
  useEffect(() => {
    if (text.length < 2) {
      setFound(nothing);
      return undefined;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      client()
        .findCompanies(text, { signal: abort.signal })
        .then(
          ({ companies }) => setFound(foundOf(companies)),
          () =>
            abort.signal.aborted ||
            setFound({ companies: [], spoken: 'The search for companies failed. Change the text to try again.' }),
        );
    }, delay);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return found;
}

function foundOf(all: readonly FoundCompany[]): Found {
  const companies = all.filter((company): company is ChosenCompany => company.network_url !== null);
  const spoken =
    companies.length === 0
      ? 'No company with a profile page matches. Try another spelling or its website.'
      : `${counted(companies.length, 'company', 'companies')} found.`;
  return { companies, spoken };
}
