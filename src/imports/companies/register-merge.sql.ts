// SQL for statements over many rows in the session of an import.
import { companyNameKey, compareCompanyNames } from '../../matching/companies/company-name.js';
import type { RowKeys } from '../merging/batch-locks.js';
import type { MergeCounts } from '../merging/batch-merge.js';
import type { ImportSession } from '../merging/import-session.sql.js';
import { countryCode } from '../reading/country-code.js';
import type { RegisterRow } from './register-record.js';

const findNamed = `
  with named as (
    select key, c.id from unnest($1::text[]) as key join company c on c.name_key = key
    union
    select key, f.company_id from unnest($1::text[]) as key join company_former_name f on f.name_key = key
    union
    select key, a.company_id from unnest($1::text[]) as key join company_alias a on a.name_key = key)
  select named.key, c.id, c.name, c.location_country,
    array(select name from company_former_name where company_id = c.id)
      || array(select name from company_alias where company_id = c.id)
    from named join company c on c.id = named.id`;

/** A name that a company already has, as its name, former name or alias, is not added again. */
function addTo(table: 'company_alias' | 'company_former_name'): string {
  return `
    insert into ${table} (company_id, name, name_key)
    select n.* from unnest($1::bigint[], $2::text[], $3::text[]) as n(company_id, name, name_key)
    on conflict do nothing
    returning company_id`;
}

type Row = [key: string, id: string, name: string | null, country: string | null, otherNames: string[]];

interface NamedCompany {
  readonly id: string;
  readonly names: ReadonlySet<string>;
  /** The code of the company's country; null if the company has no country, or an unknown one. */
  readonly country: string | null;
}

/** A name to add to a company. */
interface NewName {
  readonly companyId: string;
  readonly name: string;
}

/** Below this similarity, two names with the same key belong to different companies: Merck & Co. and Merck KGaA. */
const minNameSimilarity = 0.9;

/**
 * Adds the names of registers to stored companies, and never stores a new company. A record adds its names to the stored
 * company with the same name and country, if there is exactly one.
 */
export class RegisterMerge {
  constructor(private readonly session: ImportSession) {}

  /** An import of a register always has one job, so these keys, which only imports with several jobs use, can be simple. */
  keysOf(rows: readonly RegisterRow[]): Promise<readonly RowKeys[]> {
    return Promise.resolve(rows.map(({ nameKey }) => ({ own: [nameKey] })));
  }

  /** Merges rows in one transaction. Merging the same rows again changes nothing. */
  async merge(rows: readonly RegisterRow[]): Promise<MergeCounts> {
    return this.session.transaction(async () => {
      const companies = await this.companiesNamed(rows.map(({ nameKey }) => nameKey));
      const found = { matched: 0, ambiguous: 0, unknown: 0 };
      const aliases: NewName[] = [];
      const formerNames: NewName[] = [];
      for (const row of rows) {
        const company = companyOf(row, companies.get(row.nameKey) ?? []);
        if (typeof company === 'string') {
          found[company] += 1;
          continue;
        }
        found.matched += 1;
        const isNew = (name: string): boolean => !company.names.has(name);
        const toAdd = (name: string): NewName => ({ companyId: company.id, name });
        aliases.push(...[row.name, ...row.otherNames].filter(isNew).map(toAdd));
        formerNames.push(...row.formerNames.filter((name) => name !== row.name && isNew(name)).map(toAdd));
      }
      const changed = [
        ...(await this.add('company_alias', aliases)),
        ...(await this.add('company_former_name', formerNames)),
      ];
      return { inserted: 0, updated: new Set(changed).size, contested: 0, found };
    });
  }

  private async companiesNamed(keys: readonly string[]): Promise<ReadonlyMap<string, readonly NamedCompany[]>> {
    const byKey = new Map<string, NamedCompany[]>();
    for (const row of (await this.session.rows(findNamed, [[...new Set(keys)]])) as Row[]) {
      const [key, id, name, country, otherNames] = row;
      const company = {
        id,
        names: new Set([...(name === null ? [] : [name]), ...otherNames]),
        country: country === null ? null : countryCode(country),
      };
      byKey.set(key, [...(byKey.get(key) ?? []), company]);
    }
    return byKey;
  }

  /**
   * Adds aliases or former names to stored companies.
   * @returns the companies that got a name
   */
  private async add(table: 'company_alias' | 'company_former_name', names: readonly NewName[]): Promise<string[]> {
    if (names.length === 0) return [];
    return this.session.column(addTo(table), [
      names.map(({ companyId }) => companyId),
      names.map(({ name }) => name),
      names.map(({ name }) => companyNameKey(name)),
    ]);
  }
}

/**
 * The company that a row names. The result is ambiguous if several companies have the name in this country, or if the country of a company
 * with this name is not known.
 */
function companyOf(row: RegisterRow, named: readonly NamedCompany[]): NamedCompany | 'ambiguous' | 'unknown' {
  const candidates = named.filter(
    ({ names, country }) =>
      (country === null || country === row.country) &&
      [...names].some((name) => compareCompanyNames(row.name, name) >= minNameSimilarity),
  );
  const [first, ...others] = candidates;
  if (first === undefined) return 'unknown';
  return others.length > 0 || first.country === null ? 'ambiguous' : first;
}
