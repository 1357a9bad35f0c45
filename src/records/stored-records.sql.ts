// SQL for the expressions of the catalogues, for lists that are null (Prisma reads them as empty lists), and for the lock of imports.
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { companyCatalogue } from '../catalogue/company-catalogue.js';
import { personCatalogue } from '../catalogue/person-catalogue.js';
import { followersOf } from '../follows/follow-tables.sql.js';
import { Database } from '../platform/database/database.js';
import { inTransaction, unlimited } from '../platform/database/transaction.js';

/** All stored data of a company, under the names that the import gives them. */
export type StoredCompany = Readonly<Record<string, unknown>>;

/**
 * How many rows were deleted with a company, and how many persons and positions lost their link to the company. The persons and positions
 * themselves are not deleted.
 */
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
         (select count(*) from person where company_id = c.id)::int as employees_on_record,
         ${followersOf('company', 'c.id')} as followed_by,
         c.sources
    from company c where c.id = $1`;

const countRelatedRows = `
  select (select count(*) from company_domain where company_id = $1)::int as domains,
         (select count(*) from company_former_name where company_id = $1)::int as former_names,
         (select count(*) from company_alias where company_id = $1)::int as aliases,
         (select count(*) from company_technology where company_id = $1)::int as technologies,
         (select count(*) from company_headcount where company_id = $1)::int as headcount_months,
         (select count(*) from person where company_id = $1)::int as employees_unlinked,
         (select count(*) from person_experience where company_id = $1)::int as positions_unlinked`;

/** Reads and deletes stored companies. */
@Injectable()
export class StoredCompanySql {
  constructor(private readonly database: Database) {}

  async byId(id: string): Promise<StoredCompany | null> {
    const { rows } = await this.database.pool.query<StoredCompany>(selectCompany, [id]);
    return rows[0] ?? null;
  }

  /**
   * Deletes a company and its rows in other tables. The persons whom it employs are not deleted. They keep what their own records say about
   * the employer, and requests find them by that.
   * @returns null when the company does not exist
   */
  async delete(id: string): Promise<CompanyDeletion | null> {
    const remove = async (client: ClientBase): Promise<CompanyDeletion | null> => {
      const { rowCount } = await client.query('select from company where id = $1 for update', [id]);
      if (rowCount === 0) return null;
      const { rows } = await client.query<CompanyDeletion>(countRelatedRows, [id]);
      await client.query(`delete from person_block where employer = 'c' || $1::text`, [id]);
      await client.query('delete from company where id = $1', [id]);
      return rows[0] ?? null;
    };
    // Imports wait during the deletion. Otherwise an import that read the company before could store its data again.
    return inTransaction(this.database.pool, remove, {
      lock: { name: 'import', mode: 'alone' },
      local: unlimited,
    });
  }
}

/** All stored data of a person, under the names that the catalogue and the import give them. */
export type StoredPerson = Readonly<Record<string, unknown>>;

const profile = [...personCatalogue.values()].map(({ name, expression }) => `${expression} as ${name}`).join(', ');

const selectPersons = `
  select ${profile}, p.company_name, p.company_id is not null as is_employer_on_record, p.personas, p.seniority,
         (select coalesce(json_agg(json_build_object('address', address, 'type', type) order by place, address), '[]')
            from person_email where person_id = p.id) as emails,
         array(select number from person_phone where person_id = p.id order by place, number) as phones,
         array(select name from person_skill where person_id = p.id order by name) as skills,
         (select coalesce(json_agg(json_build_object('school', school, 'start_year', start_year, 'end_year', end_year)
                 order by id), '[]') from person_education where person_id = p.id) as education,
         (select coalesce(json_agg(json_build_object('title', title, 'company_name', company_name,
                 'company_website', company_website, 'company_network_url', company_network_url,
                 'start_date', start_date, 'end_date', end_date) order by id), '[]')
            from person_experience where person_id = p.id) as experience,
         ${followersOf('person', 'p.id')} as followed_by,
         p.sources
    from person p left join company c on c.id = p.company_id`;

@Injectable()
export class StoredPersonSql {
  constructor(private readonly database: Database) {}

  /** Reads persons in the order of their profile pages. @param ids values of `person.id` */
  async byIds(ids: readonly string[]): Promise<StoredPerson[]> {
    const sql = `${selectPersons} where p.id = any($1::bigint[]) order by p.network_url`;
    return (await this.database.pool.query<StoredPerson>(sql, [ids])).rows;
  }
}

/** The number of signals that one statement deletes. It is small, so that a statement does not take long. */
const deletionBatchSize = 10_000;

@Injectable()
export class StoredSignalSql {
  constructor(private readonly database: Database) {}

  /**
   * Deletes the signals of a tenant whose date is before a day, in batches, the oldest first.
   * @param date the day, `YYYY-MM-DD`
   * @param signal when it aborts, the deletion stops after the current batch
   * @returns the number of deleted signals
   */
  async deleteBefore(tenantId: string, date: string, signal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (;;) {
      const { rowCount } = await this.database.pool.query(
        `delete from signal where id in (
           select id from signal where tenant_id = $1 and date < $2::date order by date limit ${deletionBatchSize})`,
        [tenantId, date],
      );
      deleted += rowCount ?? 0;
      if (signal.aborted || (rowCount ?? 0) < deletionBatchSize) return deleted;
    }
  }
}
