import { Controller, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { Endpoint } from '../../platform/http/openapi/endpoint.js';
import { invalidLimit } from '../../platform/http/validation/page-request.js';
import { ListRequestsRequest, requestListResponse } from './request-list.dto.js';
import { UsageRequest, invalidDay, requestUsageResponse, usageResponse } from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Controller()
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint('GET /v1/usage', {
    summary: 'Get credit usage',
    description:
      'Returns the credits that the tenant reserved, was charged and got back, by UTC day and feature. The period has at most ' +
      '366 days and is empty if `from` is after `to`. With `group_by`, it also returns the requests, identifiers and matches of ' +
      'each group, on the day of the answer: failed requests and replayed answers of an idempotency key do not count; requests ' +
      'that reserve no credits count after some seconds. `matched` divided by `identifiers` is the match rate.',
    answer: { description: 'The usage by day and feature.', schema: usageResponse },
    errors: ['SERVICE_BUSY'],
    fault: invalidDay,
  })
  readUsage(@Query() request: UsageRequest, @CurrentCaller() caller: Caller) {
    return this.usage.byDay(request, caller);
  }

  @Endpoint('GET /v1/usage/requests', {
    summary: 'List requests',
    description:
      'Returns the requests of the tenant that reserved credits, in pages, the newest first. All other requests are only counted, in ' +
      '`groups` of the usage. With a filter, a page may be short or empty before the last one.',
    answer: { description: 'A page of requests.', schema: requestListResponse },
    errors: ['SERVICE_BUSY'],
    fault: invalidLimit,
  })
  listRequests(@Query() request: ListRequestsRequest, @CurrentCaller() caller: Caller) {
    return this.usage.list(request, caller);
  }

  @Endpoint('GET /v1/usage/requests/:request_id', {
    summary: 'Get credit usage of a request',
    description:
      'Returns the ledger entries of one request, oldest first. Those that settle an enrichment tell which of its identifiers were ' +
      'charged. The answer is 404 for a request that reserved no credits and ' +
      'for a request of another tenant.',
    parameters: [
      {
        name: 'request_id',
        description: 'The `X-Request-Id` header of the answer.',
        schema: { type: 'string', example: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90' },
      },
    ],
    answer: { description: 'The ledger entries of the request.', schema: requestUsageResponse },
    errors: ['REQUEST_NOT_FOUND'],
  })
  readRequestUsage(@Param('request_id') requestId: string, @CurrentCaller() caller: Caller) {
    return this.usage.ofRequest(requestId, caller);
  }
}
