import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type Caller } from '../../platform/auth/caller.js';
import { ApiFailures, ApiQueryFailures, commonHeaders } from '../../platform/http/openapi/openapi-failures.js';
import {
  UsageRequest,
  badDay,
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
    summary: 'What became of the credits of the tenant, by day and feature',
    description: 'Free of charge. Where `from` is after `to` there is nothing to report.',
  })
  @ApiOkResponse({ description: 'The usage of each day', headers: commonHeaders, standardSchema: usageResponse })
  @ApiFailures('INTERNAL_ERROR')
  @ApiQueryFailures(badDay)
  byDay(@Query() request: UsageRequest, @CurrentCaller() caller: Caller): Promise<UsageResponse> {
    return this.usage.byDay(request, caller);
  }

  @Get('requests/:request_id')
  @ApiOperation({
    operationId: 'readRequestUsage',
    summary: 'What a request has cost, and why',
    description: 'Free of charge. A request that reserved no credits is not found; nor is one of another tenant.',
  })
  @ApiParam({ name: 'request_id', description: 'The `X-Request-Id` of its answer', schema: { type: 'string' } })
  @ApiOkResponse({
    description: 'What was written of its credits',
    headers: commonHeaders,
    standardSchema: requestUsageResponse,
  })
  @ApiFailures('REQUEST_NOT_FOUND', 'INTERNAL_ERROR')
  ofRequest(@Param('request_id') requestId: string, @CurrentCaller() caller: Caller): Promise<RequestUsageResponse> {
    return this.usage.ofRequest(requestId, caller);
  }
}
