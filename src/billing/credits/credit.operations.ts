import type { Task } from '../../operations/operation.js';
import { CreditGrantService, describeAccounts } from './credit-grant.service.js';

/** A change of the credits of a tenant, as an operator writes it. */
interface GivenChange {
  readonly feature: string;
  /** A whole number, `unlimited` or `limited`. */
  readonly amount: string;
  readonly id?: string | undefined;
}

/** Grants or revokes credits. The answer is the accounts of the tenant after the change. */
export function changeCredits(
  change: 'grant' | 'revoke',
  tenant: string,
  { feature, amount, id }: GivenChange,
): Task<CreditGrantService, Record<string, object>> {
  return {
    operation: { kind: `credits ${change}`, details: { tenant, feature, amount, id } },
    service: CreditGrantService,
    run: async (credits) => {
      await credits[change](tenant, feature, amount, id);
      return describeAccounts(await credits.accounts(tenant));
    },
  };
}
