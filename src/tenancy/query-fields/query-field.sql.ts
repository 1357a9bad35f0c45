// SQL for one statement that replaces a field and decides whether its counts are still valid.
import { Injectable } from '@nestjs/common';
import type { QueryField } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { QueryDefinition } from '../../queries/query-definition.js';

interface NewQueryField extends Pick<QueryField, 'tenantId' | 'name' | 'scope' | 'metadata'> {
  readonly definition: QueryDefinition;
}

@Injectable()
export class QueryFieldSql {
  constructor(private readonly database: Database) {}

  /**
   * Creates or replaces a field. Its counts stay valid if the definition is unchanged, and both the old and the new scope include
   * companies. All this is one statement. With two statements, another process could change the definition in between, and counts of the
   * wrong definition would be kept.
   */
  async put({ tenantId, name, scope, definition, metadata }: NewQueryField): Promise<QueryField> {
    const { rows } = await this.database.pool.query<QueryField>(
      `insert into query_field as old (tenant_id, name, scope, definition, metadata, updated_at)
       values ($1, $2, $3::query_scope, $4::jsonb, $5, now())
       on conflict (tenant_id, name) do update set
         scope = excluded.scope, definition = excluded.definition, metadata = excluded.metadata, updated_at = now(),
         counted_at = case
           when old.definition = excluded.definition and old.scope <> 'person' and excluded.scope <> 'person'
           then old.counted_at
         end
       returning id, tenant_id as "tenantId", name, scope, definition, metadata,
         counted_at as "countedAt", created_at as "createdAt", updated_at as "updatedAt"`,
      [tenantId, name, scope, JSON.stringify(definition), metadata],
    );
    const [field] = rows;
    if (field === undefined) throw new Error('PostgreSQL returned no row for the query field that it stored');
    return field;
  }

  /**
   * Lets fields be counted again whose last count is a day old, if their definition compares something that changes without an import of
   * the employees: the time in a position, or signals.
   */
  async renewOldCounts(): Promise<void> {
    await this.database.pool.query(`
      with renewed as (
        update query_field set counted_at = now()
         where scope <> 'person' and counted_at < now() - interval '1 day'
           and (jsonb_path_exists(definition, '$.**.months_in_role') or jsonb_path_exists(definition, '$.**.signals'))
        returning id)
      ${markCountsDue('select company_id from person where exists (select from renewed)')}`);
  }
}

/**
 * An SQL statement that marks the changed companies in `$1` as due for counting, if the definition of a query field compares data of
 * companies. It must run in the transaction that changes them.
 */
export const markChangedCompaniesDue = markCountsDue(`
  select id from company where id = any($1::bigint[])
     and exists (select from query_field where scope <> 'person' and jsonb_path_exists(definition, '$.**.company'))`);

/**
 * Returns an SQL statement that marks companies as due for counting. It must run in the transaction that changes their employees. If a
 * company is due already, the upsert at least locks its mark. Without this lock, a count at the same time could remove the mark without
 * having seen the change.
 * @param companyIds an SQL query that selects the ids of the companies in one column
 */
export function markCountsDue(companyIds: string): string {
  return `
    insert into query_count_due (company_id)
    select distinct changed.company_id from (${companyIds}) as changed(company_id)
     where changed.company_id is not null order by changed.company_id
    on conflict (company_id) do update set company_id = excluded.company_id`;
}
