import { LRUCache } from 'lru-cache';
import type { Balance, Balances, Charges, CreditFeature } from '../credits/credit-amounts.js';

/** So many concurrent requests of a tenant can each find that there is plenty, and all be charged. */
const plenty = 10;

/**
 * The balances after the last booking of this process. Other processes book, too, so they only tell whether a request will
 * probably be charged; the ledger decides.
 */
export class LastBalances {
  private readonly accounts = new LRUCache<string, Balance['remaining']>({ max: 10_000 });

  note(tenantId: string, balances: Balances): void {
    for (const [feature, { remaining }] of balances) this.accounts.set(accountOf(tenantId, feature), remaining);
  }

  /** Whether ten times the amounts were left; false for unknown balances. */
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
