import { Injectable } from '@nestjs/common';
import { Prisma, type QueryField } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { QueryDefinition } from './query-definition.js';

export type QueryScope = QueryField['scope'];

export interface NewQueryField extends Pick<QueryField, 'tenantId' | 'name' | 'scope' | 'metadata'> {
  readonly definition: QueryDefinition;
}

const columns = Prisma.sql`
  id, tenant_id as "tenantId", name, scope, definition, metadata,
  counted_at as "countedAt", created_at as "createdAt", updated_at as "updatedAt"`;

@Injectable()
export class QueryFieldRepository {
  constructor(private readonly database: Database) {}

  /**
   * Creates the field or replaces the one of that name. Its counts stay valid only while definition and companies' share in
   * the scope stay; one statement decides it, so that two processes cannot leave the counts of one definition with the other.
   */
  async put({ tenantId, name, scope, definition, metadata }: NewQueryField): Promise<QueryField> {
    const [field] = await this.database.prisma.$queryRaw<QueryField[]>`
      insert into query_field as old (tenant_id, name, scope, definition, metadata, updated_at)
      values (${tenantId}, ${name}, ${scope}::query_scope, ${JSON.stringify(definition)}::jsonb, ${metadata}, now())
      on conflict (tenant_id, name) do update set
        scope = excluded.scope, definition = excluded.definition, metadata = excluded.metadata, updated_at = now(),
        counted_at = case
          when old.definition = excluded.definition and old.scope <> 'person' and excluded.scope <> 'person'
          then old.counted_at
        end
      returning ${columns}`;
    if (field === undefined) throw new Error('the field was not stored');
    return field;
  }

  async byName(tenantId: string, name: string): Promise<QueryField | null> {
    return this.database.prisma.queryField.findUnique({ where: { tenantId_name: { tenantId, name } } });
  }

  /** In the order in which they were configured. */
  async ofTenant(tenantId: string): Promise<QueryField[]> {
    return this.database.prisma.queryField.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  }

  /** With its counts. Null when there is no such field. */
  async remove(tenantId: string, name: string): Promise<QueryField | null> {
    try {
      return await this.database.prisma.queryField.delete({ where: { tenantId_name: { tenantId, name } } });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return null;
      throw error;
    }
  }
}
