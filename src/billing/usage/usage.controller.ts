import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { ApiFailures, ApiQueryFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import { invalidLimit } from '../../platform/http/validation/page-request.js';
import { ListRequestsRequest, requestListResponse, type RequestListResponse } from './request-list.dto.js';
import {
  UsageRequest,
  invalidDay,
  requestUsageResponse,
  usageResponse,
  type RequestUsageResponse,
  type UsageResponse,
} from './usage.dto.js';
import { UsageService } from './usage.service.js';

@ApiTags('Usage')
@Controller('v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @ApiOperation({
    operationId: 'readUsage',
    summary: 'Get credit usage',
    description:
      'Returns the credits that the tenant reserved, was charged and got back, by UTC day and feature. The period has at most ' +
      '366 days and is empty if `from` is after `to`. With `group_by`, it also returns the requests, identifiers and matches of ' +
      'each group, on the day of the answer: failed requests and replayed answers of an idempotency key do not count; requests ' +
      'that reserve no credits count after some seconds. `matched` divided by `identifiers` is the match rate. Free of charge.',
  })
  @ApiOkResponse({
    description: 'The usage by day and feature.',
    headers: commonHeaders,
    standardSchema: usageResponse,
  })
  @ApiFailures('INTERNAL_ERROR', 'SERVICE_BUSY')
  @ApiQueryFailures(invalidDay)
  byDay(@Query() request: UsageRequest, @CurrentCaller() caller: Caller): Promise<UsageResponse> {
    return this.usage.byDay(request, caller);
  }

  @Get('requests')
  @ApiOperation({
    operationId: 'listRequests',
    summary: 'List requests',
    description:
      'Returns the requests of the tenant that reserved credits in pages, the newest first; others are only counted, in `groups` ' +
      'of the usage. With a filter, a page may be short or empty before the last one. Free of charge.',
  })
  @ApiOkResponse({ description: 'A page of requests.', headers: commonHeaders, standardSchema: requestListResponse })
  @ApiFailures('INTERNAL_ERROR', 'SERVICE_BUSY')
  @ApiQueryFailures(invalidLimit)
  list(@Query() request: ListRequestsRequest, @CurrentCaller() caller: Caller): Promise<RequestListResponse> {
    return this.usage.list(request, caller);
  }

  @Get('requests/:request_id')
  @ApiOperation({
    operationId: 'readRequestUsage',
    summary: 'Get credit usage of a request',
    description:
      'Returns the ledger entries of one request, oldest first. The answer is 404 for a request that reserved no credits and ' +
      'for a request of another tenant. Free of charge.',
  })
  @ApiParam({
    name: 'request_id',
    description: 'The `X-Request-Id` header of the answer.',
    schema: { type: 'string', example: '5a2f6c1e-8f0b-4f0e-9d53-2f8d1c7b6a90' },
  })
  @ApiOkResponse({
    description: 'The ledger entries of the request.',
    headers: commonHeaders,
    standardSchema: requestUsageResponse,
  })
  @ApiFailures('REQUEST_NOT_FOUND', 'INTERNAL_ERROR')
  ofRequest(@Param('request_id') requestId: string, @CurrentCaller() caller: Caller): Promise<RequestUsageResponse> {
    return this.usage.ofRequest(requestId, caller);
  }
}
