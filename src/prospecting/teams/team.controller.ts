import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { Endpoint } from '../../platform/http/openapi/endpoint.js';
import { teamsResponse } from './team.dto.js';
import { TeamService } from './team.service.js';

@ApiTags('Prospecting')
@Controller()
export class TeamController {
  constructor(private readonly teams: TeamService) {}

  @Endpoint('GET /v1/teams', {
    summary: 'List teams',
    description: 'Returns the names of the teams that have prospecting schemas.',
    answer: { description: 'The teams of the tenant.', schema: teamsResponse },
  })
  listTeams(@CurrentCaller() caller: Caller) {
    return this.teams.namesOf(caller);
  }
}
