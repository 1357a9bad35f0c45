import { LRUCache } from 'lru-cache';
import type { Balance, Balances, Charges, CreditFeature } from '../credits/credit-amounts.js';

/**
 * A tenant has plenty of credits for a request if it has at least this many times the cost of the request. Then ten such requests
 * at the same time can all be charged, although each of them relies on the same old balance.
 */
const plenty = 10;

/**
 * The balances of the tenants after the last charge or reservation that this process made. They only show whether a charge will
 * probably succeed, because other processes charge the tenants, too. Only the ledger decides whether the charge succeeds.
 */
export class LastBalances {
  private readonly accounts = new LRUCache<string, Balance['remaining']>({ max: 10_000 });

  note(tenantId: string, balances: Balances): void {
    for (const [feature, { remaining }] of balances) this.accounts.set(accountOf(tenantId, feature), remaining);
  }

  /** Whether the last known balance of each feature is at least ten times the amount; false if a balance is unknown. */
  hasPlenty(tenantId: string, amounts: Charges): boolean {
    return [...amounts].every(([feature, amount]) => {
      const remaining = this.accounts.get(accountOf(tenantId, feature)) ?? 0;
      return remaining === 'unlimited' || remaining >= plenty * amount;
    });
  }
}

function accountOf(tenantId: string, feature: CreditFeature): string {
  return `${feature} ${tenantId}`;
}
