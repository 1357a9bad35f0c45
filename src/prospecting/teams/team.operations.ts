import type { Task } from '../../operations/operation.js';
import { describeTeam, TeamService } from './team.service.js';

type ShownTeam = ReturnType<typeof describeTeam>;

/** @param schema the JSON that an operator wrote, which the service checks */
export function setTeam(tenant: string, team: string, schema: unknown): Task<TeamService, ShownTeam> {
  return {
    operation: { kind: 'team set', details: { tenant, team } },
    service: TeamService,
    run: async (teams) => describeTeam(await teams.set(tenant, team, schema)),
  };
}

export function deleteTeam(tenant: string, team: string): Task<TeamService, ShownTeam> {
  return {
    operation: { kind: 'team delete', details: { tenant, team } },
    service: TeamService,
    run: async (teams) => describeTeam(await teams.remove(tenant, team)),
  };
}
