import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentExchange, type Exchange } from '../platform/http/exchange.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  commonHeaders,
  postLimits,
} from '../platform/http/openapi/openapi-failures.js';
import type { StreamedAnswer } from '../platform/http/streamed-answer.js';
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
      'streamed; a failure during the stream closes the connection, so that the JSON is incomplete. So does a client that takes ' +
      'nothing for 30 seconds or needs more than 10 minutes: ask for fewer days. Free of charge. ' +
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
  getSignals(@Body() request: GetSignalsRequest, @CurrentExchange() exchange: Exchange): Promise<StreamedAnswer> {
    return this.signals.bySite(request, exchange);
  }
}
