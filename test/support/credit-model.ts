import type { Balance, Charges, CreditFeature } from '../../src/billing/credits/credit-amounts.js';

/** What the ledger is asked, with small numbers for the ids. */
export interface Asked {
  readonly hold: number;
  readonly tenant: number;
  readonly amounts: Charges;
}

export interface Answered {
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

/** The ledger as slow and plain as it can be said: one call after the other, in memory. */
export class CreditModel {
  private readonly open = new Map<string, ModelAccount>();
  private readonly holds = new Map<number, ModelHold>();

  /** By tenant and feature. */
  get accounts(): ReadonlyMap<string, ModelAccount> {
    return this.open;
  }

  grant(tenant: number, feature: CreditFeature, amount: number): void {
    this.opened(tenant, feature).granted += amount;
  }

  lift(tenant: number, feature: CreditFeature): void {
    this.opened(tenant, feature).isUnlimited = true;
  }

  /** @returns whether it fits */
  limit(tenant: number, feature: CreditFeature): boolean {
    const account = this.opened(tenant, feature);
    if (account.posted + account.pending > account.granted) return false;
    account.isUnlimited = false;
    return true;
  }

  reserve({ hold, tenant, amounts }: Asked): Answered {
    const wanted = new Map([...amounts].filter(([, amount]) => amount > 0));
    // Who names nothing is not even looked up.
    const outcome = amounts.size === 0 ? 'reserved' : this.decide(hold, tenant, wanted);
    if (outcome === 'reserved' && wanted.size > 0) {
      this.holds.set(hold, { tenant, amounts: wanted, state: 'pending', isOver: false });
      for (const [feature, amount] of wanted) this.opened(tenant, feature).pending += amount;
    }
    return { outcome, balances: this.balances(tenant, amounts.keys()) };
  }

  /** Reserves and settles at once. */
  charge(asked: Asked, costs: Charges): Answered {
    const { outcome } = this.reserve(asked);
    if (outcome === 'reserved' && asked.amounts.size > 0) this.resolve({ ...asked, amounts: costs });
    return { outcome, balances: this.balances(asked.tenant, asked.amounts.keys()) };
  }

  settle(asked: Asked): Answered {
    return { outcome: this.resolve(asked), balances: this.settledBalances(asked) };
  }

  /** Several in one batch: each hears the balances after all of them. */
  settleTogether(batch: readonly Asked[]): Answered[] {
    const outcomes = batch.map((asked) => this.resolve(asked));
    return batch.map((asked, index) => ({ outcome: outcomes[index] ?? '', balances: this.settledBalances(asked) }));
  }

  /** Lets the time of a hold pass. */
  outlive(hold: number): void {
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

  private resolve({ hold, tenant, amounts }: Asked): string {
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

  private settledBalances({ hold, tenant, amounts }: Asked): ReadonlyMap<CreditFeature, Balance> {
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
