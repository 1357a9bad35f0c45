import { CreditGrantsRepository } from '../../../src/billing/credits/credit-grants.repository.js';
import { type CreditFeature, creditFeatures } from '../../../src/billing/credits/credit-amounts.js';
import type { Database } from '../../../src/platform/database/database.js';

/** Grants a tenant credits of one feature. */
export async function grantCredits(
  database: Database,
  tenant: string,
  feature: CreditFeature,
  amount: number,
): Promise<void> {
  await new CreditGrantsRepository(database).grant(tenant, feature, amount);
}

/** Grants a new tenant a billion credits of each feature, in one statement. */
export async function grantPlenty({ pool }: Database, tenant: string): Promise<void> {
  await pool.query(
    `with account as (
       insert into credit_account (tenant_id, feature, granted) select $1, unnest($2::credit_feature[]), 1000000000
       returning tenant_id, feature, granted)
     insert into credit_entry (tenant_id, feature, kind, granted_delta) select tenant_id, feature, 'grant', granted from account`,
    [tenant, creditFeatures],
  );
}

/** The charged and reserved credits of a tenant by feature. A feature without an account is left out. */
export async function usedCredits(
  database: Database,
  tenant: string,
): Promise<Partial<Record<CreditFeature, { readonly charged: number; readonly reserved: number }>>> {
  const accounts = await new CreditGrantsRepository(database).accounts(tenant);
  return Object.fromEntries(
    accounts.map(({ feature, posted, pending }) => [feature, { charged: posted, reserved: pending }]),
  );
}
