import { Injectable } from '@nestjs/common';
import { Prisma, type Team } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';

export type { Team };

@Injectable()
export class TeamRepository {
  constructor(private readonly database: Database) {}

  /** Creates a team, or replaces the schema of the team that has this name. */
  async put(tenantId: string, name: string, schema: Prisma.InputJsonObject): Promise<Team> {
    return this.database.prisma.team.upsert({
      where: { tenantId_name: { tenantId, name } },
      create: { tenantId, name, schema },
      update: { schema },
    });
  }

  async byName(tenantId: string, name: string): Promise<Team | null> {
    return this.database.prisma.team.findUnique({ where: { tenantId_name: { tenantId, name } } });
  }

  /** Deletes a team. @returns the deleted team, or null when the tenant has none with this name */
  async remove(tenantId: string, name: string): Promise<Team | null> {
    try {
      return await this.database.prisma.team.delete({ where: { tenantId_name: { tenantId, name } } });
    } catch (error) {
      if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025') return null;
      throw error;
    }
  }

  /** The names of the tenant's teams, in alphabetical order. */
  async namesOfTenant(tenantId: string): Promise<string[]> {
    const rows = await this.database.prisma.team.findMany({
      where: { tenantId },
      orderBy: { name: 'asc' },
      select: { name: true },
    });
    return rows.map(({ name }) => name);
  }

  /** The teams of a tenant with their schemas, in the alphabetical order of their names. */
  async ofTenant(tenantId: string): Promise<Team[]> {
    return this.database.prisma.team.findMany({ where: { tenantId }, orderBy: { name: 'asc' } });
  }
}
