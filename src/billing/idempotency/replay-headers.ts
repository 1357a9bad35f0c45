import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { charges, type Balance, type CreditFeature } from '../credits/charges.js';
import { CreditGrantsRepository } from '../credits/credit-grants.repository.js';
import { creditHeaders } from '../credits/credit-headers.js';

const unlimited: Balance = { remaining: 'unlimited', granted: 0 };

/** What a stored answer says of credits when it is sent again: that this cost nothing, and what is left by now. */
@Injectable()
export class ReplayHeaders {
  constructor(
    private readonly grants: CreditGrantsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async of(tenantId: string, features: readonly CreditFeature[]): Promise<Readonly<Record<string, string>>> {
    if (features.length === 0) return {};
    const accounts = this.config.credits === 'off' ? [] : await this.grants.accounts(tenantId);
    const balances = features.map((feature) => {
      if (this.config.credits === 'off') return [feature, unlimited] as const;
      const account = accounts.find((each) => each.feature === feature);
      if (account === undefined) return [feature, { remaining: 0, granted: 0 }] as const;
      const { granted, posted, pending, isUnlimited } = account;
      return [feature, { remaining: isUnlimited ? 'unlimited' : granted - posted - pending, granted }] as const;
    });
    return creditHeaders(charges({}), new Map<CreditFeature, Balance>(balances));
  }
}
