import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { GetSignalsDto } from './signals.dto.js';
import { SignalsService } from './signals.service.js';

@Controller('v1/signals')
export class SignalsController {
  constructor(private readonly signals: SignalsService) {}

  @Post('get-signals')
  @HttpCode(200)
  find(@Body() body: GetSignalsDto): Promise<object> {
    return this.signals.find(body);
  }
}
