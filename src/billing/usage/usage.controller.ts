import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { ApiFailures, ApiQueryFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
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
      '366 days and is empty if `from` is after `to`. Free of charge.',
  })
  @ApiOkResponse({
    description: 'The usage by day and feature.',
    headers: commonHeaders,
    standardSchema: usageResponse,
  })
  @ApiFailures('INTERNAL_ERROR')
  @ApiQueryFailures(invalidDay)
  byDay(@Query() request: UsageRequest, @CurrentCaller() caller: Caller): Promise<UsageResponse> {
    return this.usage.byDay(request, caller);
  }

  @Get('requests/:request_id')
  @ApiOperation({
    operationId: 'readRequestUsage',
    summary: 'Get credit usage of a request',
    description:
      'Returns the ledger entries of one request, oldest first. The answer is 404 for a request that reserved no credits and ' +
      'for a request of another tenant. Free of charge.',
  })
  @ApiParam({ name: 'request_id', description: 'The `X-Request-Id` header of the answer.', schema: { type: 'string' } })
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
