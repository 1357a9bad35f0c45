import { Body, Controller, HttpCode, Post, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller } from '../platform/auth/caller.js';
import {
  ApiBodyFailures,
  ApiFailures,
  ApiIdempotent,
  commonHeaders,
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
    summary: "The tenant's intent signals of a range of days, by account website",
    description:
      'Streamed, however long: a failure on the way breaks the connection off, so that what arrived is no complete JSON.',
  })
  @ApiOkResponse({
    description: 'The signals of each site that has any',
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
