import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { FoundCompany } from 'data-access-client';
import { counted } from '../format.js';
import { useResource } from '../resource.js';
import { client } from '../session.js';
import { keepName } from './company-name.js';
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

const none: readonly ChosenCompany[] = [];

/**
 * A field that searches for companies while the user types. The user chooses one from the list with the mouse, or with the arrow
 * keys and Enter; Escape closes the list.
 */
export function CompanyField({ initial, chosen, onChange }: CompanyFieldProps): JSX.Element {
  const id = useId();
  const [text, setText] = useState(initial);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const wanted = chosen === null ? text.trim() : '';
  const search = useResource((signal) => companiesFor(wanted, signal), [wanted]);
  // While the next search is under way, the list shows what the last one found.
  const last = useRef(none);
  if (search.state !== 'loading') last.current = search.value ?? none;
  const companies = last.current;
  const isNoneFound = search.state === 'ready' && search.value?.length === 0;
  useEffect(() => setActive(0), [companies]);
  useEffect(() => document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' }), [active]);
  const choose = (company: ChosenCompany | undefined): void => {
    if (company === undefined) return;
    setText(company.name ?? company.website ?? company.network_url);
    setOpen(false);
    keepName(company.network_url, company.name);
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
        placeholder="siemens.com or Siemens"
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
            <strong title={company.name ?? undefined}>{company.name ?? company.website}</strong>
            <span class="note" title={aboutCompany(company)}>
              {aboutCompany(company)}
            </span>
          </li>
        ))}
      </ul>
      {search.state === 'failed' ? (
        <p id={`${id}-hint`} class="fault" role="alert">
          The search for companies failed.{' '}
          <button
            type="button"
            class="small"
            onClick={() => {
              document.getElementById(id)?.focus();
              search.reload();
            }}
          >
            Try again
          </button>
        </p>
      ) : (
        <span id={`${id}-hint`} class="hint" role="status">
          {chosen !== null
            ? aboutCompany(chosen)
            : isNoneFound
              ? 'No company was found. Try another spelling or its website.'
              : 'Type the website, the profile page or the beginning of the name of a company.'}
        </span>
      )}
      <span class="hidden" role="status">
        {companies.length > 0 && `${counted(companies.length, 'company', 'companies')} found.`}
      </span>
    </div>
  );
}

function aboutCompany({ website, industry, location_country: country }: FoundCompany): string {
  return [website, industry, country].filter(Boolean).join(' · ');
}

/** Finds companies with a profile page for a text; null for a text that is too short. */
async function companiesFor(text: string, signal: AbortSignal): Promise<readonly ChosenCompany[] | null> {
  if (text.length < 2) return null;
  await new Promise((resolve) => setTimeout(resolve, delay));
  signal.throwIfAborted();
  const { companies } = await client().findCompanies(text, { signal });
  return companies.filter((company): company is ChosenCompany => company.network_url !== null);
}
