import { Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../../platform/auth/caller.js';
import { Endpoint } from '../../platform/http/openapi/endpoint.js';
import { keysResponse, meResponse } from './me.dto.js';
import { MeService } from './me.service.js';

@ApiTags('Tenant')
@Controller()
export class MeController {
  constructor(private readonly me: MeService) {}

  @Endpoint('GET /v1/me', {
    summary: 'Get the tenant and the key',
    description: 'Returns the tenant and the API key of the request, and the limits in force.',
    answer: { description: 'The tenant, the key and the limits.', schema: meResponse },
  })
  getMe(@CurrentCaller() caller: Caller) {
    return this.me.describe(caller);
  }

  @Endpoint('GET /v1/keys', {
    summary: 'List API keys',
    description:
      'Returns the API keys of the tenant. Of the keys themselves, it returns only the last four characters.',
    answer: { description: 'The keys of the tenant.', schema: keysResponse },
  })
  listKeys(@CurrentCaller() caller: Caller) {
    return this.me.keysOf(caller);
  }
}
