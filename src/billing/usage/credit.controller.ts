import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { ApiFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { creditsResponse, type CreditsResponse } from './credit.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Controller('v1/credits')
export class CreditController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({
    operationId: 'getCredits',
    summary: 'Get credits',
    description:
      'Returns the credit accounts of the tenant, one for each feature. A service that counts no credits has no limits. ' +
      'Free of charge.',
  })
  @ApiOkResponse({ description: 'The accounts.', headers: commonHeaders, standardSchema: creditsResponse })
  @ApiFailures('INTERNAL_ERROR')
  credits(@CurrentCaller() caller: Caller): Promise<CreditsResponse> {
    return this.usage.credits(caller);
  }
}
