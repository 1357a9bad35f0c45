import { Injectable } from '@nestjs/common';
import type { QueryArrayConfig } from 'pg';
import { Database } from '../platform/database/database.js';
import { StatementNames } from '../platform/database/statement-names.js';
import type { CompanyHits, CompanyKeys } from './company-match.js';

/** A stored company with the columns that were asked for, in the order in which they were asked for. */
export interface StoredCompany {
  /** The database's own id: two identifiers mean the same company when it is equal. */
  readonly id: string;
  readonly values: readonly unknown[];
}

interface Lookup {
  readonly key: 'domain' | 'network_url' | 'network_id';
  readonly from: string;
  readonly isPrimary: string;
  readonly keysOf: (keys: CompanyKeys) => readonly string[];
}

const lookups: readonly Lookup[] = [
  {
    key: 'domain',
    from: 'company_domain d join company c on c.id = d.company_id where d.domain',
    isPrimary: 'd.is_primary',
    keysOf: (keys) => keys.domains,
  },
  {
    key: 'network_url',
    from: 'company c where c.network_url',
    isPrimary: 'true',
    keysOf: (keys) => keys.networkUrls,
  },
  {
    key: 'network_id',
    from: 'company c where c.network_id',
    isPrimary: 'true',
    keysOf: (keys) => keys.networkIds,
  },
];

/** Finds companies on the request path: one prepared statement, however many identifiers a request has. */
@Injectable()
export class CompanyReader {
  private readonly names = new StatementNames('company');

  constructor(private readonly database: Database) {}

  /**
   * Everything that is stored under any of the keys.
   * @param columns columns of table `company`; they come from the catalogue, never from a caller
   */
  async byKeys(keys: readonly CompanyKeys[], columns: readonly string[]): Promise<CompanyHits<StoredCompany>> {
    const asked = lookups
      .map((lookup) => ({ lookup, values: distinct(keys.flatMap(lookup.keysOf)) }))
      .filter(({ values }) => values.length > 0);
    const hits = new CompanyIndex();
    if (asked.length === 0) return hits;
    const text = asked.map(({ lookup }, index) => selectFrom(lookup, columns, index + 1)).join(' union all ');
    const values = asked.map((part) => part.values);
    const query: QueryArrayConfig = { ...this.names.prepare(text), values, rowMode: 'array' };
    const { rows } = await this.database.pool.query<unknown[]>(query);
    for (const row of rows) hits.add(row);
    return hits;
  }
}

function selectFrom(lookup: Lookup, columns: readonly string[], parameter: number): string {
  const key = lookup.key === 'domain' ? 'd.domain' : `c.${lookup.key}`;
  const selected = columns.map((column) => `, c.${column}`).join('');
  return `select '${lookup.key}', ${key}, ${lookup.isPrimary}, c.id${selected} from ${lookup.from} = any($${parameter}::text[])`;
}

/** The rows of a lookup by the key that found them; rows of one company share one object. */
class CompanyIndex implements CompanyHits<StoredCompany> {
  private readonly companies = new Map<string, StoredCompany>();
  private readonly found = {
    domain: new Map<string, { company: StoredCompany; isPrimary: boolean }>(),
    network_url: new Map<string, { company: StoredCompany; isPrimary: boolean }>(),
    network_id: new Map<string, { company: StoredCompany; isPrimary: boolean }>(),
  };

  add(row: readonly unknown[]): void {
    const [kind, key, isPrimary, id, ...values] = row as [Lookup['key'], string, boolean, string, ...unknown[]];
    const company = this.companies.get(id) ?? { id, values };
    this.companies.set(id, company);
    this.found[kind].set(key, { company, isPrimary });
  }

  byDomain(domain: string): { company: StoredCompany; isPrimary: boolean } | undefined {
    return this.found.domain.get(domain);
  }

  byNetworkUrl(url: string): StoredCompany | undefined {
    return this.found.network_url.get(url)?.company;
  }

  byNetworkId(id: string): StoredCompany | undefined {
    return this.found.network_id.get(id)?.company;
  }
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
