import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { Endpoint } from '../../platform/http/openapi/endpoint.js';
import { creditsResponse } from './credit.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Controller()
export class CreditController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint('GET /v1/credits', {
    summary: 'Get credits',
    description:
      'Returns the credit accounts of the tenant, one for each feature. A service that counts no credits has no limits.',
    answer: { description: 'The accounts.', schema: creditsResponse },
  })
  getCredits(@CurrentCaller() caller: Caller) {
    return this.usage.credits(caller);
  }
}
