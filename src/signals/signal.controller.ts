import { Body, Controller, HttpCode, Post, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  commonHeaders,
  postLimits,
} from '../platform/http/openapi/openapi-failures.js';
import { GetSignalsRequest, getSignalsResponse } from './signal.dto.js';
import { SignalService } from './signal.service.js';

@ApiTags('Signals')
@Controller('v1/signals')
export class SignalController {
  constructor(private readonly signals: SignalService) {}

  @Post('get-signals')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'getSignals',
    summary: 'List signals',
    description:
      "Returns the tenant's intent signals of a range of days, grouped by account website. The answer has no size limit and is " +
      'streamed; a failure during the stream closes the connection, so that the JSON is incomplete. Free of charge. ' +
      postLimits,
  })
  @ApiOkResponse({
    description: 'The signals by account website.',
    headers: commonHeaders,
    standardSchema: getSignalsResponse,
  })
  @ApiIdempotent()
  @ApiFailures('BODY_NOT_GZIP', 'GET_SIGNALS_FAILED')
  @ApiBodyFailures()
  async getSignals(@Body() request: GetSignalsRequest, @CurrentCaller() caller: Caller): Promise<StreamableFile> {
    return new StreamableFile(await this.signals.bySite(request, caller), { type: 'application/json; charset=utf-8' });
  }
}
