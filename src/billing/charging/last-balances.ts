import { LRUCache } from 'lru-cache';
import type { Balance, Balances, Charges, CreditFeature } from '../credits/credit-amounts.js';

/**
 * A tenant has plenty of credits if it has at least ten times the cost of a request. Then ten concurrent requests that rely
 * on the balances of the last booking can all be charged.
 */
const plenty = 10;

/**
 * The balances of the tenants after the last booking of this process. They only tell whether a charge will probably succeed, because
 * other processes book, too. The ledger decides.
 */
export class LastBalances {
  private readonly accounts = new LRUCache<string, Balance['remaining']>({ max: 10_000 });

  note(tenantId: string, balances: Balances): void {
    for (const [feature, { remaining }] of balances) this.accounts.set(accountOf(tenantId, feature), remaining);
  }

  /**
   * Whether the tenant had ten times the amount left for every feature at its last booking; false if a balance is unknown.
   */
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
