import { Injectable } from '@nestjs/common';
import { CodedCommandError, CommandError } from '../../platform/errors/command-error.js';
import { isoDateFlaw } from '../../platform/http/validation/iso-date.js';
import { assertPrintable } from '../../platform/database/operator-text.js';
import { TenantService } from '../../tenancy/tenants/tenant.service.js';
import { type CreditFeature, creditFeatures } from './credit-amounts.js';
import { type CreditEntry, CreditEntryRepository } from './credit-entry.repository.js';
import { type AccountState, CreditGrantsRepository } from './credit-grants.repository.js';
import { type GrantTerms, LapsingGrantsRepository, type StoredGrant } from './lapsing-grants.repository.js';

/** The maximum number of credits in one grant or revocation. A higher number is probably a typing error. */
const maxGrant = 1_000_000_000_000;

const maxNoteLength = 1_000;

const idPattern = /^[\w.:-]{1,128}$/;

/** Which ledger entries to read: the newest ones, at most `limit`. */
interface EntrySelection {
  /** The X-Request-Id of the request whose entries are read; null for the entries of all requests. */
  readonly requestId: string | null;
  readonly limit: number;
}

/** What an operator can say about a grant. */
export interface GivenTerms {
  /** The idempotency id: of several grants with the same id only the first has an effect. */
  readonly id?: string | undefined;
  /** A remark for operators. */
  readonly note?: string | undefined;
  /** The last day on which the credits can be used, in UTC as `YYYY-MM-DD`. */
  readonly expires?: string | undefined;
}

/** Grants, revokes and lists the credits of a tenant for the commands of operators, and checks the arguments of these commands. */
@Injectable()
export class CreditGrantService {
  constructor(
    private readonly tenants: TenantService,
    private readonly grants: CreditGrantsRepository,
    private readonly lapsing: LapsingGrantsRepository,
    private readonly ledger: CreditEntryRepository,
  ) {}

  /**
   * Adds credits to an account, or removes or restores the account's limit.
   * @param amount an integer from 1 to 10^12; or `unlimited` to remove the limit, or `limited` to restore it
   * @throws CommandError when the tenant or feature does not exist, the amount, the note or the last day is invalid, the id belongs to
   *   another operation, or the limit cannot be restored because the account already uses more credits than it was granted
   */
  async grant(tenantId: string, feature: string, amount: string, given: GivenTerms = {}): Promise<void> {
    const known = knownFeature(feature);
    const change = readAmount(amount);
    const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (typeof change === 'string' && option !== undefined) {
      throw new CommandError(`--${option} can only be used with an amount, not with ${change}`);
    }
    const operationId = readId(given.id);
    const terms = readTerms(given);
    await this.tenants.existing(tenantId);
    if (change === 'unlimited') await this.grants.lift(tenantId, known);
    else if (change === 'limited') await this.limit(tenantId, known);
    else await this.grants.grant(tenantId, known, change, operationId, terms);
  }

  /**
   * Revokes granted credits that are neither consumed nor reserved.
   * @param amount an integer from 1 to 10^12
   * @param id the idempotency id of the revocation: of several revocations with one id only the first has an effect
   * @throws CommandError when the tenant or feature does not exist, the amount is invalid or higher than what is left, or the id
   *   belongs to another operation
   */
  async revoke(tenantId: string, feature: string, amount: string, id?: string): Promise<void> {
    const known = knownFeature(feature);
    const revoked = readCreditNumber(amount);
    const operationId = readId(id);
    await this.tenants.existing(tenantId);
    if ((await this.grants.revoke(tenantId, known, revoked, operationId)) !== null) return;
    const account = (await this.accounts(tenantId)).find((each) => each.feature === known) ?? unopened(known);
    const most = Math.max(0, account.granted - account.posted - account.pending);
    throw new CodedCommandError({ code: 'CREDITS_IN_USE', values: { tenant: tenantId, feature: known, most } });
  }

  /**
   * The accounts of a tenant, one for each feature, in the order of `creditFeatures`. A feature that was never granted has an
   * account with zeros.
   * @throws CommandError when the tenant does not exist
   */
  async accounts(tenantId: string): Promise<AccountState[]> {
    await this.tenants.existing(tenantId);
    return everyAccount(await this.grants.accounts(tenantId));
  }

  /**
   * The newest ledger entries of a tenant, sorted from old to new.
   * @throws CommandError when the tenant does not exist
   */
  async entries(tenantId: string, { requestId, limit }: EntrySelection): Promise<CreditEntry[]> {
    await this.tenants.existing(tenantId);
    return requestId === null
      ? this.ledger.newest(tenantId, limit)
      : this.ledger.newestOfRequest(tenantId, requestId, limit);
  }

  /** The newest grants of a tenant, at most `limit`, the newest first. @throws CommandError when the tenant does not exist */
  async newestGrants(tenantId: string, limit: number): Promise<StoredGrant[]> {
    await this.tenants.existing(tenantId);
    return this.lapsing.newest(tenantId, limit);
  }

  private async limit(tenantId: string, feature: CreditFeature): Promise<void> {
    const account = await this.grants.limit(tenantId, feature);
    if (account !== null) return;
    throw new CommandError(
      `Tenant "${tenantId}" uses more ${feature} credits than it was granted; grant the missing credits first`,
    );
  }
}

/** One account for each feature, in the order of `creditFeatures`. A feature that was never granted has an account with zeros. */
export function everyAccount(accounts: readonly AccountState[]): AccountState[] {
  return creditFeatures.map((feature) => accounts.find((account) => account.feature === feature) ?? unopened(feature));
}

function unopened(feature: CreditFeature): AccountState {
  return { feature, granted: 0, posted: 0, pending: 0, isUnlimited: false };
}

/** @throws CommandError when there is no such feature */
export function knownFeature(feature: string): CreditFeature {
  const known = creditFeatures.find((name) => name === feature);
  if (known === undefined) throw new CommandError(`The feature must be one of ${creditFeatures.join(', ')}`);
  return known;
}

function readAmount(text: string): number | 'unlimited' | 'limited' {
  const amount = text === 'unlimited' || text === 'limited' ? text : readNumber(text);
  if (amount !== null) return amount;
  throw new CommandError(
    `The amount must be a whole number from 1 to ${maxGrant}, or the word "unlimited" or "limited"`,
  );
}

/** Reads a number of credits. @throws CommandError when it is no integer from 1 to 10^12 */
export function readCreditNumber(text: string): number {
  const amount = readNumber(text);
  if (amount === null) throw new CommandError(`The amount must be a whole number from 1 to ${maxGrant}`);
  return amount;
}

function readNumber(text: string): number | null {
  const amount = /^[1-9]\d{0,12}$/.test(text) ? Number(text) : Infinity;
  return amount <= maxGrant ? amount : null;
}

function readId(id: string | undefined): string | null {
  if (id === undefined) return null;
  if (idPattern.test(id)) return id;
  throw new CommandError('--id must have 1 to 128 letters, digits, full stops, underscores, colons or hyphens');
}

function readTerms({ note = '', expires }: GivenTerms): GrantTerms {
  const text = note.trim();
  if (text.length > maxNoteLength) throw new CommandError(`A note may have at most ${maxNoteLength} characters`);
  assertPrintable('The note', text);
  if (expires !== undefined && isoDateFlaw(expires) !== null)
    throw new CommandError('The last day of the credits must be a date, YYYY-MM-DD');
  if (expires !== undefined && expires < new Date().toISOString().slice(0, 10))
    throw new CommandError(`The last day of the credits, ${expires}, has passed`);
  return { note: text === '' ? null : text, lastDay: expires ?? null, month: null };
}

/** A grant in the form that commands and the API for operators show. */
export function describeGrant({ feature, amount, note, lastDay, month, left, lapsed, createdAt }: StoredGrant) {
  return {
    feature,
    amount,
    note,
    expires: lastDay,
    month: month?.slice(0, 7) ?? null,
    left,
    lapsed,
    created_at: createdAt,
  };
}

/** The accounts of a tenant, by feature, in the form that commands and the API for operators show. */
export function describeAccounts(accounts: readonly AccountState[]): Record<string, object> {
  return Object.fromEntries(
    accounts.map(({ feature, granted, posted, pending, isUnlimited }) => {
      const used = { granted, consumed: posted, reserved: pending };
      const left = isUnlimited ? { available: null, unlimited: true } : { available: granted - posted - pending };
      return [feature, { ...used, ...left }];
    }),
  );
}
