import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Balances, isLow } from '../credits/credit-amounts.js';

/** The minimum time between two warnings about one account, in milliseconds. Without it, every request would log a warning. */
const warningIntervalMs = 60 * 60_000;

/**
 * Logs a warning when a tenant has few credits left. Each process logs it at most once an hour for each account. If the account
 * gets enough credits in between, the next shortage is logged at once.
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
