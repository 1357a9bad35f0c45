import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../platform/async/interval-timer.js';
import { UploadService } from './upload.service.js';

/** Deletes old uploads every hour, because their files may contain personal data. */
@Injectable()
export class UploadCleaningTimer extends IntervalTimer {
  constructor(private readonly uploads: UploadService) {
    super(60 * 60_000, 10 * 60_000);
  }

  override round(): Promise<void> {
    return this.uploads.forgetOld();
  }
}
