import { Injectable } from '@nestjs/common';
import { Refusal } from '../platform/refusal.js';
import { TenantService } from '../tenancy/tenant.service.js';
import { creditFeatures, type CreditFeature } from './charges.js';
import { CreditEntryReader, type CreditEntry } from './credit-entry.reader.js';
import { CreditGrantsRepository, type AccountState } from './credit-grants.repository.js';

/** More at once is rather a slip of the hand. */
const mostGranted = 1_000_000_000_000;

/** Which entries to read: the newest, of all requests or of those of one id. */
export interface EntrySelection {
  readonly requestId: string | null;
  readonly limit: number;
}

/** What operators do with the credits of tenants; it is told in their words, and checks them. */
@Injectable()
export class CreditGrantService {
  constructor(
    private readonly tenants: TenantService,
    private readonly grants: CreditGrantsRepository,
    private readonly ledger: CreditEntryReader,
  ) {}

  /**
   * Grants credits on top of those granted before, or changes whether there is a limit at all.
   * @param amount a whole number from 1 to 10^12; `unlimited` lifts the limit, `limited` brings it back
   * @throws Refusal when there is no such tenant, feature or amount, or the account cannot be changed so
   */
  async grant(tenantId: string, feature: string, amount: string): Promise<void> {
    const known = creditFeatures.find((name) => name === feature);
    if (known === undefined) throw new Refusal(`The feature must be one of ${creditFeatures.join(', ')}`);
    const change = readAmount(amount);
    await this.tenants.existing(tenantId);
    if (change === 'unlimited') await this.grants.lift(tenantId, known);
    else if (change === 'limited') await this.limit(tenantId, known);
    else await this.grants.grant(tenantId, known, change);
  }

  /**
   * The accounts of a tenant, one for each feature in the order of the catalogue, whether or not anything was granted.
   * @throws Refusal when there is no such tenant
   */
  async accounts(tenantId: string): Promise<AccountState[]> {
    await this.tenants.existing(tenantId);
    const accounts = await this.grants.accounts(tenantId);
    return creditFeatures.map(
      (feature) => accounts.find((account) => account.feature === feature) ?? unopened(feature),
    );
  }

  /**
   * What was written of a tenant's credits, in the order of writing.
   * @throws Refusal when there is no such tenant
   */
  async entries(tenantId: string, { requestId, limit }: EntrySelection): Promise<CreditEntry[]> {
    await this.tenants.existing(tenantId);
    return requestId === null
      ? this.ledger.newest(tenantId, limit)
      : this.ledger.newestOfRequest(tenantId, requestId, limit);
  }

  private async limit(tenantId: string, feature: CreditFeature): Promise<void> {
    const account = await this.grants.limit(tenantId, feature);
    if (account !== null) return;
    throw new Refusal(`Tenant "${tenantId}" uses more ${feature} credits than it was granted: grant the rest first`);
  }
}

function unopened(feature: CreditFeature): AccountState {
  return { feature, granted: 0, posted: 0, pending: 0, isUnlimited: false };
}

function readAmount(text: string): number | 'unlimited' | 'limited' {
  if (text === 'unlimited' || text === 'limited') return text;
  const amount = /^[1-9]\d{0,12}$/.test(text) ? Number(text) : Infinity;
  if (amount <= mostGranted) return amount;
  throw new Refusal(`The amount must be a whole number from 1 to ${mostGranted}, or unlimited, or limited`);
}
