import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

/** A stored company with one of its names. */
interface NamedEmployer {
  /** `company.id` */
  readonly id: string;
  /** The current name, a former name or an alias. */
  readonly name: string;
}

/** The stored companies that may be the employers that a request names. */
export interface Employers {
  /** The `company.id` of each domain. */
  readonly byDomain: ReadonlyMap<string, string>;
  /** The companies of each name key. */
  readonly byNameKey: ReadonlyMap<string, readonly NamedEmployer[]>;
}

/** The maximum number of companies with one name key. A name that more companies share does not identify an employer. */
const maxCompaniesPerName = 5;

/** Reads the stored companies that may be the employers in identifiers of persons. One statement reads those of a whole request. */
@Injectable()
export class EmployerReader {
  constructor(private readonly database: Database) {}

  /**
   * Reads the companies that have one of the domains or names. Alias domains, former names and aliases count, too.
   * @param domains normalised hosts
   * @param nameKeys keys of names; a key that more than five companies share gives no company
   */
  async find(domains: readonly string[], nameKeys: readonly string[], tenantId: string): Promise<Employers> {
    if (domains.length === 0 && nameKeys.length === 0) return { byDomain: new Map(), byNameKey: new Map() };
    const reads = this.database.readsOf(tenantId, domains.length + nameKeys.length);
    const { rows } = await reads.query<[kind: 'domain' | 'name', key: string, id: string, name: string]>({
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
