import { Injectable } from '@nestjs/common';
import type { QueryArrayConfig } from 'pg';
import { Database } from '../platform/database/database.js';
import { SharedRead, StatementNames } from '../platform/database/statements.js';
import type { CompanyHits, CompanyKey, CompanyKeyKind, CompanyKeys } from './company-match.js';
import type { CompanyValues } from './company-selection.js';

/** The parts of an SQL statement that reads companies by one kind of key. */
interface Lookup {
  readonly kind: CompanyKeyKind;
  readonly column: string;
  readonly from: string;
  /**
   * An SQL expression for the way in which the key leads to the company. It is null for the primary domain, by which most companies are
   * found, because the driver then has nothing to decode. The domain of a company that was merged into this one counts as primary.
   */
  readonly way: string;
}

/** The way in which a key leads to its company, as the rows of a result have it. */
type Way = 'alias' | 'network_url' | 'network_id' | null;

const lookups: readonly Lookup[] = [
  {
    kind: 'domain',
    column: 'd.domain',
    from: 'company_domain d join company c on c.id = d.company_id',
    way: "case when not d.is_primary then 'alias' end",
  },
  { kind: 'network_url', column: 'c.network_url', from: 'company c', way: "'network_url'" },
  { kind: 'network_id', column: 'c.network_id', from: 'company c', way: "'network_id'" },
];

/** The lookup of the same keys among those of companies that were merged into others. */
const formerly = ({ kind }: Lookup): Lookup => ({
  kind,
  column: 'f.key',
  from: `company_former_key f join company c on c.id = f.company_id and f.kind = '${kind}'`,
  way: kind === 'domain' ? 'null' : `'${kind}'`,
});

/** Reads companies for requests. One prepared statement reads the companies of all identifiers of a request. */
@Injectable()
export class CompanyReader {
  private readonly names = new StatementNames('company');
  private readonly shared = new SharedRead((keys: readonly CompanyKeys[], columns, tenantId) =>
    this.read(keys, columns, tenantId),
  );

  constructor(private readonly database: Database) {}

  /**
   * Looks up companies by keys. The result may also have companies of concurrent requests, which share the statement.
   * @param columns columns of the table `company`, from the catalogue only, because they are not escaped
   */
  byKeys(
    keys: readonly CompanyKeys[],
    columns: readonly string[],
    tenantId?: string,
  ): Promise<CompanyHits<CompanyValues>> {
    return this.shared.find(keys, columns, tenantId);
  }

  private async read(
    keys: readonly CompanyKeys[],
    columns: readonly string[],
    tenantId: string | undefined,
  ): Promise<CompanyIndex> {
    const hits = new CompanyIndex();
    const usedLookups = lookups
      .map((lookup) => ({ lookup, values: valuesOf(lookup.kind, keys) }))
      .filter(({ values }) => values.length > 0);
    if (usedLookups.length === 0) return hits;
    const own = usedLookups.map(({ lookup }, index) => selectFrom(lookup, columns, index + 1));
    // A key that no company has may be that of a company that was merged into another one.
    const former = usedLookups.map(({ lookup }, index) => selectFrom(formerly(lookup), columns, index + 1));
    const text = [...own, ...former].join(' union all ');
    const values = usedLookups.map((part) => part.values);
    const query: QueryArrayConfig = { ...this.names.prepare(text), values, rowMode: 'array' };
    const { rows } = await this.database.readsOf(tenantId, keys.length).query<unknown[]>(query);
    for (const row of rows) hits.add(row, columns.length);
    return hits;
  }

  /**
   * Finds companies by their names, former names and aliases. Companies that have exactly one of the keys `nameKeys` come
   * first, then companies with a key that begins with one of them. Of each table, at most `rowsPerKey` rows are read for a key.
   * @returns at most `limit` values of `company.id`
   */
  async idsByName(nameKeys: readonly string[], limit: number): Promise<string[]> {
    if (nameKeys.length === 0) return [];
    const query = { name: 'company-names', text: companiesByName, values: [nameKeys, limit] };
    const { rows } = await this.database.reads.query<{ id: string }>(query);
    return rows.map(({ id }) => id);
  }

  /**
   * Reads the companies with the given values of `company.id`, in any order.
   * @param columns columns of the table `company`, from the catalogue only, because they are not escaped
   */
  async byIds(ids: readonly string[], columns: readonly string[]): Promise<CompanyValues[]> {
    if (ids.length === 0) return [];
    const text = `select ${selectedOf(columns)} from company c where c.id = any($1::bigint[])`;
    const query: QueryArrayConfig = { ...this.names.prepare(text), values: [ids], rowMode: 'array' };
    const { rows } = await this.database.reads.query<unknown[]>(query);
    return rows.map((values) => ({ id: String(values[columns.length]), values }));
  }
}

/** The maximum number of rows that are read from each table for one key. Several rows can belong to one company. */
const rowsPerKey = 20;

const namesFrom = [
  ['company', 'id'],
  ['company_former_name', 'company_id'],
  ['company_alias', 'company_id'],
].map(
  ([table, id]) =>
    `(select ${id} as id, name_key from ${table} where name_key >= wanted.key order by name_key limit ${rowsPerKey})`,
);

// The condition has a start of the range of keys (`name_key >=`), but no end. The right end would depend on the collation of
// the database. If the collation sorts two letters as one, a name that begins with the key could be sorted behind the end.
const companiesByName = `
  select id from (
    select named.id, bool_or(named.name_key = wanted.key) as is_equal, min(named.name_key) as name_key
      from unnest($1::text[]) as wanted(key)
     cross join lateral (${namesFrom.join(' union all ')}) as named
     where starts_with(named.name_key, wanted.key)
     group by named.id
  ) as found order by is_equal desc, name_key, id limit $2`;

function selectFrom({ column, from, way }: Lookup, columns: readonly string[], parameter: number): string {
  return `select ${selectedOf(columns)}, ${column}, ${way} from ${from} where ${column} = any($${parameter}::text[])`;
}

/** The columns, followed by the id. A row of the result then begins with the values of the columns, and need not be copied. */
function selectedOf(columns: readonly string[]): string {
  return [...columns, 'id'].map((name) => `c.${name}`).join(', ');
}

/** The values of the keys of one kind. They may repeat, because PostgreSQL itself looks up equal elements of an array once. */
function valuesOf(kind: CompanyKeyKind, keys: readonly CompanyKeys[]): string[] {
  const values: string[] = [];
  for (const { inOrder } of keys) {
    for (const key of inOrder) if (key.kind === kind) values.push(key.value);
  }
  return values;
}

/**
 * The companies that a lookup found, by kind and value of their keys. If a company has several of the keys, all of them lead to
 * the same object.
 */
class CompanyIndex implements CompanyHits<CompanyValues> {
  private readonly companies = new Map<string, CompanyValues>();
  private readonly found = {
    domain: new Map<string, { company: CompanyValues; isPrimary: boolean }>(),
    network_url: new Map<string, { company: CompanyValues; isPrimary: boolean }>(),
    network_id: new Map<string, { company: CompanyValues; isPrimary: boolean }>(),
  };

  /**
   * Adds a row that the statement has returned.
   * @param columns the number of requested columns, which stand in front of the id, the key and its way
   */
  add(row: readonly unknown[], columns: number): void {
    const id = row[columns] as string;
    const value = row[columns + 1] as string;
    const way = row[columns + 2] as Way;
    let company = this.companies.get(id);
    if (company === undefined) {
      company = { id, values: row };
      this.companies.set(id, company);
    }
    const kind = way === null || way === 'alias' ? 'domain' : way;
    // The company that has a key itself is added before one that a merge has given the key. The same company may have both.
    const known = this.found[kind].get(value);
    if (known === undefined || known.company === company)
      this.found[kind].set(value, { company, isPrimary: way !== 'alias' });
  }

  find({ kind, value }: CompanyKey): { company: CompanyValues; isPrimary: boolean } | undefined {
    return this.found[kind].get(value);
  }
}
