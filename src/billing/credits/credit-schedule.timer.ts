import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../../platform/async/interval-timer.js';
import { CreditScheduleService } from './credit-schedule.service.js';

@Injectable()
export class CreditScheduleTimer extends IntervalTimer {
  constructor(private readonly schedule: CreditScheduleService) {
    super(30_000, 60_000);
  }

  override async round(signal: AbortSignal): Promise<void> {
    await this.schedule.lapseAll(signal);
    await this.schedule.grantMonth(null, signal);
  }
}
