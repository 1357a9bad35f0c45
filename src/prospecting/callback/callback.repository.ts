import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { DueCallback } from './callback.sql.js';

/** Stores the outcomes of attempts at callbacks. */
@Injectable()
export class CallbackRepository {
  constructor(private readonly database: Database) {}

  /** Marks a callback as delivered, even if another process has claimed it in the meantime. */
  async delivered({ id }: Pick<DueCallback, 'id'>): Promise<void> {
    await this.database.prisma.callbackDelivery.updateMany({
      where: { id },
      data: { deliveredAt: new Date(), givenUpAt: null, lastFailure: null },
    });
  }

  /**
   * Stores that an attempt has failed. Nothing changes if another process has begun a newer attempt or delivered the callback.
   * @param failure the reason, which operators see
   * @param waitSeconds the delay before the next attempt; null to give the callback up
   */
  async failed({ id, attempts }: DueCallback, failure: string, waitSeconds: number | null): Promise<void> {
    const now = Date.now();
    const next =
      waitSeconds === null
        ? { givenUpAt: new Date(now) }
        : { givenUpAt: null, nextAt: new Date(now + waitSeconds * 1_000) };
    await this.database.prisma.callbackDelivery.updateMany({
      where: { id, attempts, deliveredAt: null },
      data: { lastFailure: failure, ...next },
    });
  }
}
