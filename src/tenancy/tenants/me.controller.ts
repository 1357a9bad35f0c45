import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { ApiFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { keysResponse, type KeysResponse, meResponse, type MeResponse } from './me.dto.js';
import { MeService } from './me.service.js';

@ApiTags('Tenant')
@Controller('v1')
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get('me')
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

  @Get('keys')
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'List API keys',
    description: 'Returns the API keys of the tenant without the keys themselves. Free of charge.',
  })
  @ApiOkResponse({ description: 'The keys of the tenant.', headers: commonHeaders, standardSchema: keysResponse })
  @ApiFailures('INTERNAL_ERROR')
  keys(@CurrentCaller() caller: Caller): Promise<KeysResponse> {
    return this.me.keysOf(caller);
  }
}
