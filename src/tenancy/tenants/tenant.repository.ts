import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Prisma, type Tenant } from '../../generated/prisma/client.js';
import type { TenantRecordCounts } from './tenant-deletion.sql.js';

type NewTenant = Pick<Tenant, 'id' | 'name' | 'burstLimit' | 'burstWindowSeconds' | 'perSecond'>;
type TenantChanges = Partial<Omit<Tenant, 'id' | 'createdAt'>>;

@Injectable()
export class TenantRepository {
  constructor(private readonly database: Database) {}

  /**
   * Stores a new tenant.
   * @returns the stored tenant; null if a tenant with this id exists
   */
  async insert(tenant: NewTenant): Promise<Tenant | null> {
    try {
      return await this.database.prisma.tenant.create({ data: tenant });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return null;
      throw error;
    }
  }

  /** Changes a tenant. A database trigger notifies all processes, which then read the keys again. */
  async update(id: string, changes: TenantChanges): Promise<Tenant> {
    return this.database.prisma.tenant.update({ where: { id }, data: changes });
  }

  async byId(id: string): Promise<Tenant | null> {
    return this.database.prisma.tenant.findUnique({ where: { id } });
  }

  async all(): Promise<Tenant[]> {
    return this.database.prisma.tenant.findMany({ orderBy: { id: 'asc' } });
  }

  async recordCounts(tenantId: string): Promise<TenantRecordCounts> {
    const { prisma } = this.database;
    const where = { tenantId };
    return {
      prospects: await prisma.prospect.count({ where: { job: where } }),
      prospecting_jobs: await prisma.prospectingJob.count({ where }),
      stored_answers: await prisma.storedAnswer.count({ where }),
      signals: await prisma.signal.count({ where }),
      query_fields: await prisma.queryField.count({ where }),
      teams: await prisma.team.count({ where }),
      keys: await prisma.apiKey.count({ where }),
      credit_entries: await prisma.creditEntry.count({ where }),
    };
  }
}
