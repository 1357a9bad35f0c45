import { Injectable } from '@nestjs/common';
import { IntervalTimer } from '../platform/async/interval-timer.js';
import { UploadService } from './upload.service.js';

/** Deletes old uploads, and the files of lost imports, every minute, because these files may contain personal data. */
@Injectable()
export class UploadCleaningTimer extends IntervalTimer {
  constructor(private readonly uploads: UploadService) {
    super(60_000, 10 * 60_000);
  }

  override async round(): Promise<void> {
    await this.uploads.endLost();
    await this.uploads.forgetOld();
  }
}
