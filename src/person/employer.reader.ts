import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

/** A current name, former name or alias of a company, with `company.id`. */
interface NamedEmployer {
  readonly id: string;
  readonly name: string;
}

/** Companies by domain and by name key. */
export interface Employers {
  readonly byDomain: ReadonlyMap<string, string>;
  readonly byNameKey: ReadonlyMap<string, readonly NamedEmployer[]>;
}

/** A name that more companies share does not identify an employer. */
const maxCompaniesPerName = 5;

/** Finds the employers for person identifiers, with one statement for a request. */
@Injectable()
export class EmployerReader {
  constructor(private readonly database: Database) {}

  /**
   * @param domains normalised hosts, aliases included
   * @param nameKeys keys of names; a key that more than five companies share finds none
   */
  async find(domains: readonly string[], nameKeys: readonly string[]): Promise<Employers> {
    if (domains.length === 0 && nameKeys.length === 0) return { byDomain: new Map(), byNameKey: new Map() };
    const { rows } = await this.database.reads.query<[kind: 'domain' | 'name', key: string, id: string, name: string]>({
      name: 'employers',
      text: `select 'domain', domain, company_id, '' from company_domain where domain = any($1::text[])
             union all
             select 'name', name_key, id, name from company where name_key = any($2::text[])
             union
             select 'name', name_key, company_id, name from company_former_name where name_key = any($2::text[])
             union
             select 'name', name_key, company_id, name from company_alias where name_key = any($2::text[])`,
      values: [domains, nameKeys],
      rowMode: 'array',
    });
    const byDomain = new Map<string, string>();
    const byNameKey = new Map<string, NamedEmployer[]>();
    for (const [kind, key, id, name] of rows) {
      if (kind === 'domain') byDomain.set(key, id);
      else byNameKey.set(key, [...(byNameKey.get(key) ?? []), { id, name }]);
    }
    for (const [key, named] of byNameKey) {
      if (new Set(named.map(({ id }) => id)).size > maxCompaniesPerName) byNameKey.delete(key);
    }
    return { byDomain, byNameKey };
  }
}
