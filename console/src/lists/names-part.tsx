import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FoundCompany } from 'data-access-client';
import { inOrder } from '../../../client/src/in-order.js';
import type { Identifier } from '../enrichment/choice.js';
import { count, counted, isolated } from '../format.js';
import { Meter } from '../parts/chart.js';
import { useLostFocus } from '../parts/focus.js';
import { SelectField } from '../parts/form.js';
import { Failed } from '../parts/states.js';
import { client } from '../session.js';
import { nameKey, type NamedRows, namesWithoutIdentifier } from './columns.js';
import type { ListSetup } from './list-setup.js';

/** How many searches for names may be under way at the same time. */
const concurrency = 4;

/** The number of names that are shown at first. Each click on "Show more" adds as many. */
const page = 20;

/** How many of the names without a company are shown. */
const mostUnknown = 200;

/** A name of the list, with the companies that the service has found for the name. */
interface FoundName extends NamedRows {
  readonly companies: readonly FoundCompany[];
  /** The company that has exactly this name. Null if no company has it, or several have. */
  readonly sure: FoundCompany | null;
}

interface NamesProps {
  readonly setup: ListSetup;
  readonly onChange: (names: ListSetup['names']) => void;
}

/**
 * Searches for the companies of rows with nothing but a name, and lets the user choose which company each name means. The search
 * costs nothing.
 */
export function NamesPart({ setup: { table, choice, mapping, names }, onChange }: NamesProps): JSX.Element | null {
  const wanted = useMemo(() => namesWithoutIdentifier(table, choice.kind, mapping), [table, choice.kind, mapping]);
  const [found, setFound] = useState<readonly FoundName[]>([]);
  const [isFinding, setFinding] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const search = useRef(new AbortController());
  useEffect(() => {
    setFound([]);
    return () => search.current.abort();
  }, [wanted]);
  const heading = useLostFocus<HTMLHeadingElement>(!isFinding && found.length === wanted.length);
  if (wanted.length === 0) return null;
  const find = async (): Promise<void> => {
    const { signal } = (search.current = new AbortController());
    setFinding(true);
    setError(null);
    const results = [...found];
    const chosen = { ...names };
    try {
      const answers = inOrder(from(wanted, found.length), concurrency, (row) => foundFor(row, signal));
      for await (const result of answers) {
        if (signal.aborted) break;
        results.push(result);
        if (result.sure !== null) chosen[nameKey(result.name)] ??= identifierOf(result.sure);
        setFound([...results]);
      }
    } catch (thrown) {
      if (!signal.aborted) setError(thrown);
      // The other searches end, so that they do not go on while the screen says that the search has failed.
      search.current.abort();
    }
    setFinding(false);
    onChange(chosen);
  };
  const known = wanted.filter(({ name }) => names[nameKey(name)] !== undefined).length;
  const sure = found.filter((each) => each.sure !== null);
  const unknown = found.filter(({ companies }) => companies.length === 0);
  const open = found.filter((each) => each.sure === null && each.companies.length > 0);
  const left = wanted.length - found.length;
  return (
    <section class="names" aria-label="Companies by name">
      <h3 ref={heading} tabIndex={-1}>
        Companies by name
      </h3>
      <p class="note">
        {counted(wanted.length, 'name has', 'names have')} nothing else that identifies a company. The search is free.{' '}
        {known + found.length > 0 && `A company is chosen for ${count(known)} of ${counted(wanted.length, 'name')}.`}
      </p>
      {error !== null && <Failed error={error} />}
      {isFinding && (
        <Meter
          label="Finding companies"
          share={found.length / wanted.length}
          text={`${count(found.length)} of ${count(wanted.length)}`}
        />
      )}
      <div class="actions">
        {left > 0 && (
          <button type="button" onClick={() => (isFinding ? search.current.abort() : void find())}>
            {isFinding ? 'Stop' : `Find ${counted(left, 'company', 'companies')} by name`}
          </button>
        )}
      </div>
      {!isFinding && found.length > 0 && (
        <div class="names-list">
          {open.length > 0 && <h3>Choose the company for {counted(open.length, 'name')}</h3>}
          <Choices found={open} names={names} onChange={onChange} />
          {unknown.length > 0 && (
            <details>
              <summary>No company was found for {counted(unknown.length, 'name')}</summary>
              <p class="note">
                {unknown
                  .slice(0, mostUnknown)
                  .map(({ name }) => isolated(name))
                  .join(', ')}
                {unknown.length > mostUnknown &&
                  ` and ${count(unknown.length - mostUnknown)} more. The results of the list show all of them.`}
              </p>
            </details>
          )}
          {sure.length > 0 && (
            <details>
              <summary>{counted(sure.length, 'company was', 'companies were')} found</summary>
              <Choices found={sure} names={names} onChange={onChange} />
            </details>
          )}
        </div>
      )}
    </section>
  );
}

interface ChoicesProps extends Pick<NamesProps, 'onChange'> {
  readonly found: readonly FoundName[];
  readonly names: ListSetup['names'];
}

/** The names of `found`, each with a choice of companies. It shows a few at first, because a list may have thousands of names. */
function Choices({ found, ...rest }: ChoicesProps): JSX.Element {
  const [shown, setShown] = useState(page);
  return (
    <div class="names-list">
      {found.slice(0, shown).map((each) => (
        <CompanyChoice key={each.name} found={each} {...rest} />
      ))}
      {found.length > shown && (
        <button type="button" class="small" onClick={() => setShown(shown + page)}>
          Show more
        </button>
      )}
    </div>
  );
}

interface CompanyChoiceProps extends Omit<ChoicesProps, 'found'> {
  readonly found: FoundName;
}

function CompanyChoice({ found: { name, rows, companies }, names, onChange }: CompanyChoiceProps): JSX.Element {
  const key = nameKey(name);
  const chosen = JSON.stringify(names[key]);
  const index = companies.findIndex((company) => JSON.stringify(identifierOf(company)) === chosen);
  return (
    <div title={name}>
      <SelectField
        label={`“${isolated(name)}”${rows === 1 ? '' : ` (${counted(rows, 'row')})`}`}
        value={index === -1 ? '' : String(index)}
        options={[
          [
            '',
            `Not chosen: ${counted(companies.length, 'company has a similar name', 'companies have similar names')}`,
          ],
          ...companies.map((company, place): [string, string] => [String(place), aboutCompany(company)]),
        ]}
        onChange={(value) => {
          const { [key]: _, ...others } = names;
          const company = value === '' ? undefined : companies[Number(value)];
          onChange(company === undefined ? others : { ...others, [key]: identifierOf(company) });
        }}
      />
    </div>
  );
}

function* from(rows: readonly NamedRows[], start: number): Generator<NamedRows, void, undefined> {
  yield* rows.slice(start);
}

async function foundFor(row: NamedRows, signal: AbortSignal): Promise<FoundName> {
  const { companies: all } = await client().findCompanies(row.name, { signal });
  const companies = all.filter(({ website, network_url: page }) => (website ?? page) !== null);
  const namesakes = companies.filter(({ name }) => name !== null && nameKey(name) === nameKey(row.name));
  return { ...row, companies, sure: namesakes.length === 1 ? (namesakes[0] ?? null) : null };
}

/** A company is identified by its profile page if it has one, because several companies can have the same website. */
function identifierOf({ network_url: page, website }: FoundCompany): Identifier {
  return page === null ? { website: website ?? '' } : { network_url: page };
}

function aboutCompany({ name, website, industry, location_country: country }: FoundCompany): string {
  return [name, website, industry, country].flatMap((part) => (part === null ? [] : [isolated(part)])).join(' · ');
}
