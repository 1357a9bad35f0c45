import { CreditGrantsRepository } from '../../src/billing/credits/credit-grants.repository.js';
import { type CreditFeature, creditFeatures } from '../../src/billing/credits/credit-amounts.js';
import type { Database } from '../../src/platform/database/database.js';

/** Grants a tenant credits of one feature. */
export async function grantCredits(
  database: Database,
  tenant: string,
  feature: CreditFeature,
  amount: number,
): Promise<void> {
  await new CreditGrantsRepository(database).grant(tenant, feature, amount);
}

/** Grants more credits than a test uses. */
export async function grantPlenty(database: Database, tenant: string): Promise<void> {
  for (const feature of creditFeatures) await grantCredits(database, tenant, feature, 1_000_000_000);
}

/** The charged and reserved credits by feature; missing accounts are omitted. */
export async function usedCredits(
  database: Database,
  tenant: string,
): Promise<Partial<Record<CreditFeature, { readonly charged: number; readonly reserved: number }>>> {
  const accounts = await new CreditGrantsRepository(database).accounts(tenant);
  return Object.fromEntries(
    accounts.map(({ feature, posted, pending }) => [feature, { charged: posted, reserved: pending }]),
  );
}
