import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { DueCallback } from './callback.sql.js';

/** Stores the outcomes of announcements. */
@Injectable()
export class CallbackRepository {
  constructor(private readonly database: Database) {}

  /** Marks the callback as delivered, also if another process has claimed it meanwhile. */
  async delivered({ jobId }: Pick<DueCallback, 'jobId'>): Promise<void> {
    await this.database.prisma.callbackDelivery.updateMany({
      where: { jobId },
      data: { deliveredAt: new Date(), givenUpAt: null, lastFailure: null },
    });
  }

  /**
   * Changes nothing when another process has made another attempt meanwhile.
   * @param waitSeconds null to give up
   */
  async failed({ jobId, attempts }: DueCallback, failure: string, waitSeconds: number | null): Promise<void> {
    const now = Date.now();
    const next =
      waitSeconds === null
        ? { givenUpAt: new Date(now) }
        : { givenUpAt: null, nextAt: new Date(now + waitSeconds * 1_000) };
    await this.database.prisma.callbackDelivery.updateMany({
      where: { jobId, attempts, deliveredAt: null },
      data: { lastFailure: failure, ...next },
    });
  }
}
