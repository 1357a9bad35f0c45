import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { FoundCompany } from 'data-access-client';
import { counted } from '../format.js';
import { client } from '../session.js';

/** A company that has a profile page. Only for such a company a run can be started. */
export type ChosenCompany = FoundCompany & { readonly network_url: string };

interface CompanyFieldProps {
  /** The text that is searched for at first, such as the website in a link to the screen. */
  readonly initial: string;
  readonly chosen: ChosenCompany | null;
  readonly onChange: (company: ChosenCompany | null) => void;
}

/** How long the user has to stop typing before companies are searched for, in milliseconds. */
const delay = 250;

/** A field that finds companies while the user types. Arrow keys, Enter and Escape, or the mouse, choose from the list. */
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
  // A link to this screen can name a website. It then means the company that has this website.
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
            // A click must not take the focus from the field, because the list closes without the focus.
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
