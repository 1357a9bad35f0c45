import { Injectable } from '@nestjs/common';
import { Refusal } from '../../platform/errors/command-error.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { type CreditFeature, creditFeatures } from './credit-amounts.js';
import { type CreditEntry, CreditEntryRepository } from './credit-entry.repository.js';
import { type AccountState, CreditGrantsRepository } from './credit-grants.repository.js';

/** More at once is rather a slip of the hand. */
const mostGranted = 1_000_000_000_000;

const acceptableId = /^[\w.:-]{1,128}$/;

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
    private readonly ledger: CreditEntryRepository,
  ) {}

  /**
   * Grants credits on top of those granted before, or changes whether there is a limit at all.
   * @param amount a whole number from 1 to 10^12; `unlimited` lifts the limit, `limited` brings it back
   * @param id under which the same grant may be repeated without effect
   * @throws Refusal when there is no such tenant, feature or amount, the account cannot be changed so, or the id is that of
   *   another grant
   */
  async grant(tenantId: string, feature: string, amount: string, id?: string): Promise<void> {
    const known = knownFeature(feature);
    const change = readAmount(amount);
    if (typeof change === 'string' && id !== undefined) throw new Refusal('--id goes with an amount only');
    const operationId = readId(id);
    await this.tenants.existing(tenantId);
    if (change === 'unlimited') await this.grants.lift(tenantId, known);
    else if (change === 'limited') await this.limit(tenantId, known);
    else await this.grants.grant(tenantId, known, change, operationId);
  }

  /**
   * Takes credits back that were granted, as far as they are neither used nor reserved.
   * @param amount a whole number from 1 to 10^12
   * @param id as for `grant`
   * @throws Refusal when there is no such tenant, feature or amount, fewer are left, or the id is that of another operation
   */
  async revoke(tenantId: string, feature: string, amount: string, id?: string): Promise<void> {
    const known = knownFeature(feature);
    const revoked = readNumber(amount);
    if (revoked === null) throw new Refusal(`The amount must be a whole number from 1 to ${mostGranted}`);
    const operationId = readId(id);
    await this.tenants.existing(tenantId);
    if ((await this.grants.revoke(tenantId, known, revoked, operationId)) !== null) return;
    const account = (await this.accounts(tenantId)).find((each) => each.feature === known) ?? unopened(known);
    const possible = Math.max(0, account.granted - account.posted - account.pending);
    throw new Refusal(
      `At most ${possible} ${known} credits of tenant "${tenantId}" can be revoked: so many are neither used nor reserved`,
    );
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

function knownFeature(feature: string): CreditFeature {
  const known = creditFeatures.find((name) => name === feature);
  if (known === undefined) throw new Refusal(`The feature must be one of ${creditFeatures.join(', ')}`);
  return known;
}

function readAmount(text: string): number | 'unlimited' | 'limited' {
  const amount = text === 'unlimited' || text === 'limited' ? text : readNumber(text);
  if (amount !== null) return amount;
  throw new Refusal(`The amount must be a whole number from 1 to ${mostGranted}, or unlimited, or limited`);
}

function readNumber(text: string): number | null {
  const amount = /^[1-9]\d{0,12}$/.test(text) ? Number(text) : Infinity;
  return amount <= mostGranted ? amount : null;
}

function readId(id: string | undefined): string | null {
  if (id === undefined) return null;
  if (acceptableId.test(id)) return id;
  throw new Refusal('--id must have 1 to 128 letters, digits, full stops, underscores, colons or hyphens');
}
