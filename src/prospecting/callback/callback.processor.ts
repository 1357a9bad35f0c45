import { Injectable } from '@nestjs/common';
import { JobHandlers } from '../../platform/queue/job-handlers.js';
import { CallbackService } from './callback.service.js';

@Injectable()
export class CallbackProcessor {
  constructor(handlers: JobHandlers, callbacks: CallbackService) {
    handlers.register('deliver-callbacks', (_payload, signal) => callbacks.deliverDue(signal));
  }
}
