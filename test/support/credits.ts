import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { type CreditFeature, creditFeatures } from '../../src/billing/credits/credit-amounts.js';
import type { Database } from '../../src/platform/database/database.js';

/** Gives a tenant credits of one feature. */
export async function grantCredits(
  database: Database,
  tenant: string,
  feature: CreditFeature,
  amount: number,
): Promise<void> {
  await new CreditGrantsRepository(database).grant(tenant, feature, amount);
}

/** For tests that are not about credits. */
export async function grantPlenty(database: Database, tenant: string): Promise<void> {
  for (const feature of creditFeatures) await grantCredits(database, tenant, feature, 1_000_000_000);
}

/** Credits that are charged, and those that are reserved, by feature; an account that was never opened is left out. */
export async function usedCredits(
  database: Database,
  tenant: string,
): Promise<Partial<Record<CreditFeature, { readonly charged: number; readonly reserved: number }>>> {
  const accounts = await new CreditGrantsRepository(database).accounts(tenant);
  return Object.fromEntries(
    accounts.map(({ feature, posted, pending }) => [feature, { charged: posted, reserved: pending }]),
  );
}
