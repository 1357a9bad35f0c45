import { Module } from '@nestjs/common';
import { SignalController } from './signal.controller.js';
import { SignalReader } from './signal.reader.js';
import { SignalService } from './signal.service.js';

@Module({
  controllers: [SignalController],
  providers: [SignalService, SignalReader],
  exports: [SignalService],
})
export class SignalsModule {}
