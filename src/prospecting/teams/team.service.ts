import { Injectable } from '@nestjs/common';
import type { Prisma } from '../../generated/prisma/client.js';
import type { Caller } from '../../platform/auth/caller.js';
import { isStorable, isTypeable } from '../../platform/database/text.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { TeamRepository, type Team as StoredTeam } from './team.repository.js';
import type { TeamsResponse } from './team.dto.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { readTeamSchema, type TeamSchema } from '../assessment/team/team-schema.js';

const maxNameLength = 200;

@Injectable()
export class TeamService {
  constructor(
    private readonly teams: TeamRepository,
    private readonly tenants: TenantService,
  ) {}

  /**
   * Creates a team, or replaces the schema of the team with this name. A run that has already begun may still use the old schema.
   * @param schema the JSON that an operator wrote. It is checked here, and stored as it was written.
   * @throws CommandError when there is no such tenant, or the name or the schema is invalid
   */
  async set(tenantId: string, name: string, schema: unknown): Promise<StoredTeam> {
    if (name === '' || name.length > maxNameLength || !isTypeable(name)) {
      throw new CommandError(
        `A team's name must have 1 to ${maxNameLength} visible characters, without space before or after them`,
      );
    }
    readTeamSchema(schema);
    await this.tenants.existing(tenantId);
    return this.teams.put(tenantId, name, schema as Prisma.InputJsonObject);
  }

  /**
   * Returns the teams of a tenant.
   * @throws CommandError when there is no such tenant
   */
  async list(tenantId: string): Promise<StoredTeam[]> {
    await this.tenants.existing(tenantId);
    return this.teams.ofTenant(tenantId);
  }

  /** The names of the teams of the caller's tenant. The caller can use them as `team_name` when it starts a run. */
  async namesOf({ tenantId }: Pick<Caller, 'tenantId'>): Promise<TeamsResponse> {
    const names = await this.teams.namesOfTenant(tenantId);
    return { teams: names.map((name) => ({ name })) };
  }

  async has(tenantId: string, team: string): Promise<boolean> {
    return isStorable(team) && (await this.teams.byName(tenantId, team)) !== null;
  }

  /**
   * Returns a team.
   * @throws CommandError when there is no such tenant or team
   */
  async existing(tenantId: string, name: string): Promise<StoredTeam> {
    await this.tenants.existing(tenantId);
    return found(tenantId, name, isStorable(name) ? await this.teams.byName(tenantId, name) : null);
  }

  /**
   * Deletes a team and returns it.
   * @throws CommandError when there is no such tenant or team
   */
  async remove(tenantId: string, name: string): Promise<StoredTeam> {
    await this.existing(tenantId, name);
    return found(tenantId, name, await this.teams.remove(tenantId, name));
  }

  /**
   * The schema of a team. It is null if `team` is null or the tenant has no team with this name.
   * @throws CommandError when the stored schema is invalid
   */
  async schemaOf(tenantId: string, team: string | null): Promise<TeamSchema | null> {
    if (team === null || !isStorable(team)) return null;
    const stored = await this.teams.byName(tenantId, team);
    return stored === null ? null : readTeamSchema(stored.schema);
  }
}

function found(tenantId: string, name: string, team: StoredTeam | null): StoredTeam {
  if (team === null)
    throw new CommandError(
      `Tenant "${tenantId}" has no team ${JSON.stringify(name)}; list its teams to see their names`,
    );
  return team;
}

/** A team in the form that commands and the API for operators show. */
export function describeTeam({ tenantId, name, schema, createdAt, updatedAt }: StoredTeam) {
  return { tenant: tenantId, team: name, schema, created_at: createdAt, updated_at: updatedAt };
}
