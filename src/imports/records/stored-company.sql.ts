// SQL for the columns of the catalogue, and a deletion that imports wait for.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { companyCatalogue } from '../../catalogue/company-catalogue.js';
import { Database } from '../../platform/database/database.js';
import { inTransaction, unlimited } from '../../platform/database/transaction.js';

/** One way to name a company on record. */
export type CompanyKey =
  | { readonly kind: 'domain'; readonly value: string }
  | { readonly kind: 'network_url' | 'network_id'; readonly value: string };

/** Everything that is stored of a company, by the names of the import. */
export type StoredCompany = Readonly<Record<string, unknown>>;

/** How many records of each kind went with a company, and how many people are without it now. */
export interface CompanyDeletion {
  readonly domains: number;
  readonly former_names: number;
  readonly aliases: number;
  readonly technologies: number;
  readonly headcount_months: number;
  readonly employees_unlinked: number;
  readonly positions_unlinked: number;
}

const columns = [...new Set([...companyCatalogue.values()].map(({ column }) => `c.${column}`))].join(', ');

const selectCompany = `
  select ${columns},
         array(select domain from company_domain where company_id = c.id order by not is_primary, domain) as domains,
         array(select name from company_former_name where company_id = c.id order by name) as former_names,
         array(select name from company_alias where company_id = c.id order by name) as aliases,
         (select coalesce(json_agg(json_build_object('name', name, 'first_seen', first_seen) order by name), '[]')
            from company_technology where company_id = c.id) as technologies,
         (select coalesce(json_agg(json_build_object('month', to_char(month, 'YYYY-MM'), 'total', total, 'tech', tech)
                 order by month), '[]') from company_headcount where company_id = c.id) as headcount_history,
         (select count(*) from person where company_id = c.id)::int as employees_on_record
    from company c where c.id = $1`;

const countBelongings = `
  select (select count(*) from company_domain where company_id = $1)::int as domains,
         (select count(*) from company_former_name where company_id = $1)::int as former_names,
         (select count(*) from company_alias where company_id = $1)::int as aliases,
         (select count(*) from company_technology where company_id = $1)::int as technologies,
         (select count(*) from company_headcount where company_id = $1)::int as headcount_months,
         (select count(*) from person where company_id = $1)::int as employees_unlinked,
         (select count(*) from person_experience where company_id = $1)::int as positions_unlinked`;

/** Companies as operators look at them and take them away. */
@Injectable()
export class StoredCompanySql {
  constructor(private readonly database: Database) {}

  /** The id of the company that has exactly this key, an alias included; null when there is none. */
  async idOf({ kind, value }: CompanyKey): Promise<string | null> {
    const sql =
      kind === 'domain'
        ? 'select company_id as id from company_domain where domain = $1'
        : `select id from company where ${kind} = $1`;
    const { rows } = await this.database.pool.query<{ id: string }>(sql, [value]);
    return rows[0]?.id ?? null;
  }

  async byId(id: string): Promise<StoredCompany | null> {
    const { rows } = await this.database.pool.query<StoredCompany>(selectCompany, [id]);
    return rows[0] ?? null;
  }

  /**
   * Deletes a company with what hangs on it. People keep what they say of their employer themselves, and are found by it.
   * @returns null when it is gone already
   */
  async delete(id: string): Promise<CompanyDeletion | null> {
    const remove = async (client: ClientBase): Promise<CompanyDeletion | null> => {
      const { rowCount } = await client.query('select from company where id = $1 for update', [id]);
      if (rowCount === 0) return null;
      const { rows } = await client.query<CompanyDeletion>(countBelongings, [id]);
      await client.query(`delete from person_block where employer = 'c' || $1::text`, [id]);
      await client.query('delete from company where id = $1', [id]);
      return rows[0] ?? null;
    };
    // Imports wait, so that none brings back what it read before.
    return inTransaction(this.database.pool, remove, {
      lock: { name: 'import', mode: 'alone' },
      local: unlimited,
    });
  }
}
