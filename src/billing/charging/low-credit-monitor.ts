import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Balances, isLow } from '../credits/credit-amounts.js';

/** The minimum time between two warnings for one account: an operator needs one, not one for each request. */
const warningIntervalMs = 60 * 60_000;

/** Logs a warning when a tenant runs low on credits, at most once an hour for each account and process. */
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
