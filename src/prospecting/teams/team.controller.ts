import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { ApiFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { teamsResponse, type TeamsResponse } from './team.dto.js';
import { TeamService } from './team.service.js';

@ApiTags('Prospecting')
@Controller('v1/teams')
export class TeamController {
  constructor(private readonly teams: TeamService) {}

  @Get()
  @ApiOperation({
    operationId: 'listTeams',
    summary: 'List teams',
    description: 'Returns the names of the teams that have prospecting schemas. Free of charge.',
  })
  @ApiOkResponse({ description: 'The teams of the tenant.', headers: commonHeaders, standardSchema: teamsResponse })
  @ApiFailures('INTERNAL_ERROR')
  list(@CurrentCaller() caller: Caller): Promise<TeamsResponse> {
    return this.teams.namesOf(caller);
  }
}
