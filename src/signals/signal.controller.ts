import { Body, Controller } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentExchange, type Exchange } from '../platform/http/exchange.js';
import { Endpoint } from '../platform/http/openapi/endpoint.js';
import { GetSignalsRequest, getSignalsResponse } from './signal.dto.js';
import { SignalService } from './signal.service.js';

@ApiTags('Signals')
@Controller()
export class SignalController {
  constructor(private readonly signals: SignalService) {}

  @Endpoint('POST /v1/signals/get-signals', {
    summary: 'List signals',
    description:
      "Returns the tenant's intent signals of a range of days, grouped by account website. The answer has no size limit and is " +
      'streamed; a failure during the stream closes the connection, so that the JSON is incomplete. So does a client that takes ' +
      'nothing for 30 seconds or needs more than 10 minutes: ask for fewer days.',
    answer: { description: 'The signals by account website.', schema: getSignalsResponse },
  })
  getSignals(@Body() request: GetSignalsRequest, @CurrentExchange() exchange: Exchange) {
    return this.signals.bySite(request, exchange);
  }
}
