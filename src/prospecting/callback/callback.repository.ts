import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { DueCallback } from './callback.sql.js';

/** A callback of a tenant, and the outcome of the attempts to deliver it. */
export interface CallbackState {
  readonly id: bigint;
  /** The run that has ended; null for a callback about changes of records. */
  readonly jobId: bigint | null;
  readonly attempts: number;
  readonly nextAt: Date;
  readonly deliveredAt: Date | null;
  readonly givenUpAt: Date | null;
  readonly lastFailure: string | null;
}

/** Lists callbacks, stores the outcomes of attempts to deliver them, and makes callbacks due again. */
@Injectable()
export class CallbackRepository {
  constructor(private readonly database: Database) {}

  /** The newest callbacks of a tenant, the newest first. */
  newestOf(tenantId: string, limit: number): Promise<CallbackState[]> {
    return this.database.prisma.callbackDelivery.findMany({
      where: ownedBy(tenantId),
      omit: { tenantId: true },
      orderBy: { id: 'desc' },
      take: limit,
    });
  }

  /**
   * Makes callbacks of a tenant due now, as if no attempt had been made yet.
   * @param chosen `given up` for all callbacks that were given up; otherwise the id of one callback, or the id of the run that a
   *   callback is about
   * @returns the number of these callbacks
   */
  async repeat(tenantId: string, chosen: 'given up' | { id: bigint } | { jobId: bigint }): Promise<number> {
    const { count } = await this.database.prisma.callbackDelivery.updateMany({
      where: { ...ownedBy(tenantId), ...(chosen === 'given up' ? { givenUpAt: { not: null } } : chosen) },
      data: { attempts: 0, nextAt: new Date(), deliveredAt: null, givenUpAt: null, lastFailure: null },
    });
    return count;
  }

  /** Marks a callback as delivered, even if another process has claimed it again in the meantime. */
  async delivered({ id }: Pick<DueCallback, 'id'>): Promise<void> {
    await this.database.prisma.callbackDelivery.updateMany({
      where: { id },
      data: { deliveredAt: new Date(), givenUpAt: null, lastFailure: null },
    });
  }

  /**
   * Stores that an attempt has failed. If another process has begun a newer attempt or delivered the callback, nothing is changed.
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

/** The condition for the callbacks of a tenant. A callback about a run does not state its tenant; the run does. */
function ownedBy(tenantId: string) {
  return { OR: [{ tenantId }, { job: { tenantId } }] };
}
