// SQL for reading and adding the names of many companies at once in the database session of an import.
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

/** SQL that adds names to companies. A name that the company already has in this table is skipped. */
function addTo(table: 'company_alias' | 'company_former_name'): string {
  return `
    insert into ${table} (company_id, name, name_key)
    select n.* from unnest($1::bigint[], $2::text[], $3::text[]) as n(company_id, name, name_key)
    on conflict do nothing
    returning company_id, name`;
}

type Row = [key: string, id: string, name: string | null, country: string | null, otherNames: string[]];

interface NamedCompany {
  readonly id: string;
  readonly names: ReadonlySet<string>;
  /** The code of the company's country; null if no country is stored, or if the stored text is not a known country. */
  readonly country: string | null;
}

/** A name to add to a company. */
interface NewName {
  /** The index of the row that has the name. */
  readonly row: number;
  readonly companyId: string;
  readonly name: string;
}

/**
 * Two names with the same key belong to different companies if their similarity is less than this. For example, `Merck & Co.` and
 * `Merck KGaA` have the same key, but are two companies.
 */
const minNameSimilarity = 0.9;

/**
 * Adds names from registers of companies to stored companies. A record adds its names to the stored company with the same name and
 * country, if there is exactly one such company. It never creates a company.
 */
export class RegisterMerge {
  constructor(private readonly session: ImportSession) {}

  /** Only imports in several threads use the keys. An import of a register always runs in one thread, so its keys can be simple. */
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
      for (const [index, row] of rows.entries()) {
        const company = companyOf(row, companies.get(row.nameKey) ?? []);
        if (typeof company === 'string') {
          found[company] += 1;
          continue;
        }
        found.matched += 1;
        const isNew = (name: string): boolean => !company.names.has(name);
        const toAdd = (name: string): NewName => ({ row: index, companyId: company.id, name });
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
   * @returns the indexes of the rows that added a name. A name that several rows have is added by the first of them.
   */
  private async add(table: 'company_alias' | 'company_former_name', names: readonly NewName[]): Promise<number[]> {
    if (names.length === 0) return [];
    const added = await this.session.rows(addTo(table), [
      names.map(({ companyId }) => companyId),
      names.map(({ name }) => name),
      names.map(({ name }) => companyNameKey(name)),
    ]);
    const unattributed = new Set(added.map(([companyId, name]) => `${String(companyId)} ${String(name)}`));
    return names.flatMap(({ row, companyId, name }) => (unattributed.delete(`${companyId} ${name}`) ? [row] : []));
  }
}

/**
 * Finds the stored company that a row of a register names. The result is `ambiguous` if several companies may be meant, or if the
 * country of the only one is not known. A company whose country is not known may be meant by a row of any country.
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
