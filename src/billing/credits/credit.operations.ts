import type { Task } from '../../operations/operation.js';
import { CreditGrantService, describeAccounts, type GivenTerms } from './credit-grant.service.js';
import { CreditPlanService, describePlan } from './credit-plan.service.js';

/** A change of the credits of a tenant, as an operator writes it. */
interface GivenChange extends GivenTerms {
  readonly feature: string;
  /** A whole number, `unlimited` or `limited`. */
  readonly amount: string;
}

type Accounts = Record<string, object>;

/** Grants credits. The answer is the accounts of the tenant after the change. */
export function grantCredits(
  tenant: string,
  { feature, amount, ...terms }: GivenChange,
): Task<CreditGrantService, Accounts> {
  const { id, expires } = terms;
  return {
    operation: { kind: 'credits grant', details: { tenant, feature, amount, id, expires } },
    service: CreditGrantService,
    run: async (credits) => {
      await credits.grant(tenant, feature, amount, terms);
      return describeAccounts(await credits.accounts(tenant));
    },
  };
}

/** Revokes credits. The answer is the accounts of the tenant after the change. */
export function revokeCredits(
  tenant: string,
  { feature, amount, id }: Omit<GivenChange, 'note' | 'expires'>,
): Task<CreditGrantService, Accounts> {
  return {
    operation: { kind: 'credits revoke', details: { tenant, feature, amount, id } },
    service: CreditGrantService,
    run: async (credits) => {
      await credits.revoke(tenant, feature, amount, id);
      return describeAccounts(await credits.accounts(tenant));
    },
  };
}

interface Plans {
  readonly tenant: string;
  readonly plans: ReturnType<typeof describePlan>[];
}

/** Sets the credits of a feature that a tenant gets each month. The answer is all plans of the tenant. */
export function setCreditPlan(
  tenant: string,
  { feature, amount, lapses }: { readonly feature: string; readonly amount: string; readonly lapses: boolean },
): Task<CreditPlanService, Plans> {
  const lapse = lapses ? (true as const) : undefined;
  return {
    operation: { kind: 'credits plan', details: { tenant, feature, amount, monthly: true, lapse } },
    service: CreditPlanService,
    run: async (plans) => {
      const all = await plans.set(tenant, feature, amount, lapses ? 'lapses' : 'stays');
      return { tenant, plans: all.map(describePlan) };
    },
  };
}

/** Ends the plan of a feature. The answer is all other plans of the tenant. */
export function removeCreditPlan(tenant: string, feature: string): Task<CreditPlanService, Plans> {
  return {
    operation: { kind: 'credits plan', details: { tenant, feature, remove: true } },
    service: CreditPlanService,
    run: async (plans) => ({ tenant, plans: (await plans.remove(tenant, feature)).map(describePlan) }),
  };
}
