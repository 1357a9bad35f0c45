import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

@Injectable()
export class QueryFieldRepository {
  constructor(private readonly database: Database) {}

  /** The names that `include_metadata` appends to a request of a tenant, in the order in which they were configured. */
  async metadataNames(tenantId: string, scope: 'company' | 'person'): Promise<string[]> {
    const fields = await this.database.prisma.queryField.findMany({
      where: { tenantId, metadata: true, scope: { in: [scope, 'both'] } },
      orderBy: { id: 'asc' },
      select: { name: true },
    });
    return fields.map((field) => field.name);
  }
}
