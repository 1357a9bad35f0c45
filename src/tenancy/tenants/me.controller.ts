import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { ApiFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { meResponse, type MeResponse } from './me.dto.js';
import { MeService } from './me.service.js';

@ApiTags('Tenant')
@Controller('v1/me')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  @ApiOperation({
    operationId: 'getMe',
    summary: 'Get the tenant and the key',
    description: 'Returns the tenant and the API key of the request, and the limits in force. Free of charge.',
  })
  @ApiOkResponse({
    description: 'The tenant, the key and the limits.',
    headers: commonHeaders,
    standardSchema: meResponse,
  })
  @ApiFailures('INTERNAL_ERROR')
  describe(@CurrentCaller() caller: Caller): Promise<MeResponse> {
    return this.me.describe(caller);
  }
}
