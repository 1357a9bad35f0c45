import { Injectable } from '@nestjs/common';
import { Prisma, type QueryField } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';

export type QueryScope = QueryField['scope'];

@Injectable()
export class QueryFieldRepository {
  constructor(private readonly database: Database) {}

  async byName(tenantId: string, name: string): Promise<QueryField | null> {
    return this.database.prisma.queryField.findUnique({ where: { tenantId_name: { tenantId, name } } });
  }

  /** The query fields of a tenant, in the order of their creation. */
  async ofTenant(tenantId: string): Promise<QueryField[]> {
    return this.database.prisma.queryField.findMany({ where: { tenantId }, orderBy: { id: 'asc' } });
  }

  /**
   * Deletes a field and its counts.
   * @returns the deleted field; null if the field does not exist
   */
  async remove(tenantId: string, name: string): Promise<QueryField | null> {
    try {
      return await this.database.prisma.queryField.delete({ where: { tenantId_name: { tenantId, name } } });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return null;
      throw error;
    }
  }
}
