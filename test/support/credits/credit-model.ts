import type { Balance, Charges, CreditFeature } from '../../../src/billing/credits/credit-amounts.js';

/** A call of the ledger, with small numbers as ids. */
export interface LedgerCall {
  readonly hold: number;
  readonly tenant: number;
  readonly amounts: Charges;
}

export interface LedgerResult {
  readonly outcome: string;
  readonly balances: ReadonlyMap<CreditFeature, Balance>;
}

export interface ModelAccount {
  granted: number;
  posted: number;
  pending: number;
  isUnlimited: boolean;
}

interface ModelHold {
  readonly tenant: number;
  readonly amounts: Charges;
  state: 'pending' | 'settled' | 'expired';
  isOver: boolean;
}

/** A simple ledger in memory that does one call after the other. Tests compare the results of the real ledger with it. */
export class CreditModel {
  private readonly open = new Map<string, ModelAccount>();
  private readonly holds = new Map<number, ModelHold>();

  /** The accounts by tenant and feature: `1 data_access`. */
  get accounts(): ReadonlyMap<string, ModelAccount> {
    return this.open;
  }

  grant(tenant: number, feature: CreditFeature, amount: number): void {
    this.opened(tenant, feature).granted += amount;
  }

  lift(tenant: number, feature: CreditFeature): void {
    this.opened(tenant, feature).isUnlimited = true;
  }

  /** Gives an unlimited account its limit again. @returns false if more credits are used than granted */
  limit(tenant: number, feature: CreditFeature): boolean {
    const account = this.opened(tenant, feature);
    if (account.posted + account.pending > account.granted) return false;
    account.isUnlimited = false;
    return true;
  }

  reserve({ hold, tenant, amounts }: LedgerCall): LedgerResult {
    const wanted = new Map([...amounts].filter(([, amount]) => amount > 0));
    // A call without features succeeds without a look at the hold, as in the real ledger.
    const outcome = amounts.size === 0 ? 'reserved' : this.decide(hold, tenant, wanted);
    if (outcome === 'reserved' && wanted.size > 0) {
      this.holds.set(hold, { tenant, amounts: wanted, state: 'pending', isOver: false });
      for (const [feature, amount] of wanted) this.opened(tenant, feature).pending += amount;
    }
    return { outcome, balances: this.balances(tenant, amounts.keys()) };
  }

  /** Reserves and settles at once. */
  charge(call: LedgerCall, costs: Charges): LedgerResult {
    const { outcome } = this.reserve(call);
    if (outcome === 'reserved' && call.amounts.size > 0) this.resolve({ ...call, amounts: costs });
    return { outcome, balances: this.balances(call.tenant, call.amounts.keys()) };
  }

  settle(call: LedgerCall): LedgerResult {
    return { outcome: this.resolve(call), balances: this.settledBalances(call) };
  }

  /** Settles several holds. Each result has the balances after all of them. */
  settleTogether(batch: readonly LedgerCall[]): LedgerResult[] {
    const outcomes = batch.map((call) => this.resolve(call));
    return batch.map((call, index) => ({ outcome: outcomes[index] ?? '', balances: this.settledBalances(call) }));
  }

  /** Expires a hold. */
  expire(hold: number): void {
    const held = this.holds.get(hold);
    if (held !== undefined) held.isOver = true;
  }

  sweep(): void {
    for (const held of this.holds.values()) {
      if (held.state !== 'pending' || !held.isOver) continue;
      held.state = 'expired';
      for (const [feature, amount] of held.amounts) this.opened(held.tenant, feature).pending -= amount;
    }
  }

  private decide(hold: number, tenant: number, wanted: Charges): string {
    if (this.holds.has(hold)) return 'known';
    const fits = [...wanted].every(([feature, amount]) => {
      const { remaining } = this.balance(tenant, feature);
      return remaining === 'unlimited' || amount <= remaining;
    });
    return fits ? 'reserved' : 'refused';
  }

  private resolve({ hold, tenant, amounts }: LedgerCall): string {
    const held = this.holds.get(hold);
    if (held?.tenant !== tenant || held.state !== 'pending' || held.isOver) return 'gone';
    if ([...amounts].some(([feature, amount]) => amount > (held.amounts.get(feature) ?? 0))) return 'excess';
    held.state = 'settled';
    for (const [feature, amount] of held.amounts) {
      const account = this.opened(tenant, feature);
      account.pending -= amount;
      account.posted += amounts.get(feature) ?? 0;
    }
    return 'settled';
  }

  private settledBalances({ hold, tenant, amounts }: LedgerCall): ReadonlyMap<CreditFeature, Balance> {
    const held = this.holds.get(hold);
    const own = held?.tenant === tenant ? held.amounts.keys() : [];
    return this.balances(tenant, new Set([...amounts.keys(), ...own]));
  }

  private balances(tenant: number, features: Iterable<CreditFeature>): Map<CreditFeature, Balance> {
    return new Map([...features].map((feature) => [feature, this.balance(tenant, feature)]));
  }

  private balance(tenant: number, feature: CreditFeature): Balance {
    const account = this.open.get(`${tenant} ${feature}`);
    if (account === undefined) return { remaining: 0, granted: 0 };
    const { granted, posted, pending, isUnlimited } = account;
    return { remaining: isUnlimited ? 'unlimited' : granted - posted - pending, granted };
  }

  private opened(tenant: number, feature: CreditFeature): ModelAccount {
    const name = `${tenant} ${feature}`;
    const account = this.open.get(name) ?? { granted: 0, posted: 0, pending: 0, isUnlimited: false };
    this.open.set(name, account);
    return account;
  }
}
