import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Balances } from './charges.js';
import { isLow } from './credit-headers.js';

/** An operator has to hear it once, not with every request. */
const silenceMs = 60 * 60_000;

/** Warns in the log when a tenant runs low on credits, at most once an hour for each account and process. */
@Injectable()
export class LowCreditWatch {
  private readonly logger = new Logger(LowCreditWatch.name);
  private readonly told = new LRUCache<string, true>({ max: 10_000, ttl: silenceMs });

  look(tenantId: string, balances: Balances): void {
    for (const [feature, balance] of balances) {
      const account = `${tenantId}/${feature}`;
      if (!isLow(balance)) this.told.delete(account);
      else if (!this.told.has(account)) {
        this.told.set(account, true);
        const { remaining, granted } = balance;
        this.logger.warn(`Tenant ${tenantId} has ${remaining} of ${granted} ${feature} credits left`);
      }
    }
  }
}
