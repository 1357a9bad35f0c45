import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { CallbackService } from './callback.service.js';

/**
 * Sends the callbacks that are due, every two seconds. The interval can be so short, because a search that finds no callback only
 * reads an index.
 */
@Injectable()
export class CallbackTimer extends IntervalTimer {
  constructor(private readonly callbacks: CallbackService) {
    super(2_000, 10 * 60_000);
  }

  override round(signal: AbortSignal): Promise<void> {
    return this.callbacks.deliverDue(signal);
  }
}
