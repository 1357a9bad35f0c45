import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Balances, isLow } from '../credits/credit-amounts.js';

/** The minimum time between two warnings about one account, so that not every request logs one. */
const warningIntervalMs = 60 * 60_000;

/**
 * Logs a warning when few credits of a tenant are left, at most once an hour for each account and process. After a grant that ends
 * the shortage, the next shortage is logged at once.
 */
@Injectable()
export class LowCreditMonitor {
  private readonly logger = new Logger(LowCreditMonitor.name);
  private readonly warned = new LRUCache<string, true>({ max: 10_000, ttl: warningIntervalMs });

  check(tenantId: string, balances: Balances): void {
    for (const [feature, balance] of balances) {
      const account = `${tenantId}/${feature}`;
      if (!isLow(balance)) this.warned.delete(account);
      else if (!this.warned.has(account)) {
        this.warned.set(account, true);
        const { remaining, granted } = balance;
        this.logger.warn(`Tenant ${tenantId} has ${remaining} of ${granted} ${feature} credits left`);
      }
    }
  }
}
