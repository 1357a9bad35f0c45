import { Injectable } from '@nestjs/common';
import { type CreditAccount, type CreditEntry, Prisma } from '../../generated/prisma/client.js';
import { type CreditFeature, creditsText } from './credit-amounts.js';
import { Database } from '../../platform/database/database.js';
import { CommandError } from '../../platform/errors/command-error.js';
import { attributeCharges, dateOf, dayText, type GrantTerms, lockAccount } from './lapsing-grants.repository.js';

/** A tenant's account for one feature. The charged and reserved credits are also counted for an unlimited account. */
export interface AccountState {
  readonly feature: CreditFeature;
  readonly granted: number;
  /** The charged credits. */
  readonly posted: number;
  /** The credits that pending holds have reserved. */
  readonly pending: number;
  readonly isUnlimited: boolean;
}

const noTerms: GrantTerms = { note: null, lastDay: null, month: null };

/** Changes accounts on behalf of operators. Each change also writes a ledger entry, in the same transaction. */
@Injectable()
export class CreditGrantsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds credits to a tenant's account; the first grant creates the account.
   * @param amount an integer, 1 or more
   * @param operationId the idempotency id; null for none. If the same grant was made with this id before, nothing changes.
   * @throws CommandError when the grants would exceed `Number.MAX_SAFE_INTEGER`, or the id belongs to another operation
   */
  async grant(
    tenantId: string,
    feature: CreditFeature,
    amount: number,
    operationId: string | null = null,
    terms: GrantTerms = noTerms,
  ): Promise<AccountState> {
    assertAmount(amount);
    const operation = { tenantId, feature, delta: amount, operationId, terms };
    const account = await this.runOnce(operation, () =>
      this.changeAccount('grant', operation, ({ granted }) => granted + amount <= Number.MAX_SAFE_INTEGER),
    );
    if (account === null) throw new CommandError(`An account cannot have more than ${Number.MAX_SAFE_INTEGER} credits`);
    return account;
  }

  /**
   * Grants the credits of a month, unless they were granted before. If several processes try at the same time, the unique index on the
   * month lets only one of them succeed.
   */
  async grantMonth(
    tenantId: string,
    feature: CreditFeature,
    amount: number,
    terms: Pick<GrantTerms, 'lastDay'> & { readonly month: string },
  ): Promise<void> {
    try {
      await this.grant(tenantId, feature, amount, null, { note: null, ...terms });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
  }

  /**
   * Revokes granted credits that are neither consumed nor reserved.
   * @param amount an integer, 1 or more
   * @param operationId the idempotency id; null for none. If the same revocation was made with this id before, nothing changes.
   * @returns the account; null if fewer credits are left than the amount, and then nothing is changed
   * @throws CommandError when the id belongs to another operation
   */
  async revoke(
    tenantId: string,
    feature: CreditFeature,
    amount: number,
    operationId: string | null,
  ): Promise<AccountState | null> {
    assertAmount(amount);
    const operation = { tenantId, feature, delta: -amount, operationId };
    return this.runOnce(operation, () =>
      this.changeAccount('revoke', operation, ({ granted, posted, pending }) => granted - amount >= posted + pending),
    );
  }

  /** Makes a tenant's account unlimited. */
  async lift(tenantId: string, feature: CreditFeature): Promise<AccountState> {
    const account = await this.changeAccount('unlimited', unchanged(tenantId, feature), () => true);
    if (account === null) throw new Error('The account was changed, but the database did not return it');
    return account;
  }

  /**
   * Makes an account limited again.
   * @returns the account; null if the charged and reserved credits together are more than the granted ones, and then nothing is changed
   */
  async limit(tenantId: string, feature: CreditFeature): Promise<AccountState | null> {
    return this.changeAccount(
      'limited',
      unchanged(tenantId, feature),
      ({ granted, posted, pending }) => posted + pending <= granted,
    );
  }

  /** The accounts of a tenant. A feature of which credits were never granted has no account. */
  async accounts(tenantId: string): Promise<AccountState[]> {
    const accounts = await this.database.prisma.creditAccount.findMany({
      where: { tenantId },
      orderBy: { feature: 'asc' },
    });
    return accounts.map(stateOf);
  }

  /**
   * Runs `work` unless an operation with the same idempotency id was done before. If two processes try at the same time, the unique
   * index on the id lets only one of them succeed.
   */
  private async runOnce(operation: Operation, work: () => Promise<AccountState | null>): Promise<AccountState | null> {
    const before = await this.accountOfOperation(operation);
    if (before !== null) return before;
    try {
      return (await work()) ?? (await this.accountOfOperation(operation));
    } catch (error) {
      const meanwhile = isUniqueViolation(error) ? await this.accountOfOperation(operation) : null;
      if (meanwhile !== null) return meanwhile;
      throw error;
    }
  }

  /**
   * Looks for an earlier operation with the same idempotency id.
   * @returns the account if the operation was done before, otherwise null
   * @throws CommandError when the idempotency id belongs to another operation
   */
  private async accountOfOperation({
    tenantId,
    feature,
    delta,
    operationId,
    terms,
  }: Operation): Promise<AccountState | null> {
    if (operationId === null) return null;
    const known = await this.database.prisma.creditEntry.findFirst({
      where: { tenantId, operationId },
      select: { id: true, feature: true, grantedDelta: true },
    });
    if (known === null) return null;
    if (known.feature !== feature || Number(known.grantedDelta) !== delta) {
      const amount = known.grantedDelta < 0 ? -known.grantedDelta : known.grantedDelta;
      const operationText = known.grantedDelta < 0 ? 'a revocation' : 'a grant';
      throw new CommandError(
        `"${operationId}" is the id of ${operationText} of ${creditsText(amount, known.feature)} already; nothing was changed. Choose another id`,
      );
    }
    const granted = await this.database.prisma.creditGrant.findUnique({ where: { entryId: known.id } });
    if (dayText(granted?.lastDay ?? null) !== (terms?.lastDay ?? null)) {
      throw new CommandError(
        `"${operationId}" is the id of a grant with another last day already; nothing was changed. Choose another id`,
      );
    }
    return (await this.accounts(tenantId)).find((account) => account.feature === feature) ?? null;
  }

  /**
   * Changes an account and writes a ledger entry.
   * @param isPossible is called with the locked account, and returns whether the change may be made
   * @returns the changed account; null if `isPossible` returned false, and then nothing is changed
   */
  private async changeAccount(
    kind: Extract<CreditEntry['kind'], 'grant' | 'revoke' | 'unlimited' | 'limited'>,
    { tenantId, feature, delta, operationId, terms }: Operation,
    isPossible: (account: AccountState) => boolean,
  ): Promise<AccountState | null> {
    const where = { tenantId_feature: { tenantId, feature } };
    try {
      return await this.database.prisma.$transaction(async (tx) => {
        const account = await lockAccount(tx, tenantId, feature);
        if (!isPossible(stateOf(account))) throw new ImpossibleChange();
        const limit = kind === 'limited' || kind === 'unlimited' ? { isUnlimited: kind === 'unlimited' } : {};
        if (terms !== undefined && terms.lastDay !== null) await attributeCharges(tx, account);
        const changed = await tx.creditAccount.update({ where, data: { granted: { increment: delta }, ...limit } });
        const entry = await tx.creditEntry.create({
          data: { tenantId, feature, kind, grantedDelta: delta, operationId },
        });
        if (terms !== undefined)
          await tx.creditGrant.create({
            data: {
              ...{ tenantId, feature, amount: delta, entryId: entry.id, note: terms.note },
              ...{ lastDay: dateOf(terms.lastDay), month: dateOf(terms.month) },
            },
          });
        return stateOf(changed);
      });
    } catch (error) {
      if (error instanceof ImpossibleChange) return null;
      throw error;
    }
  }
}

/** The change of the account is not possible. The error is thrown inside the transaction, so that the transaction is rolled back. */
class ImpossibleChange extends Error {}

function stateOf({ feature, granted, posted, pending, isUnlimited }: CreditAccount): AccountState {
  return { feature, granted: Number(granted), posted: Number(posted), pending: Number(pending), isUnlimited };
}

interface Operation {
  readonly tenantId: string;
  readonly feature: CreditFeature;
  /** The change of the granted credits; negative for a revocation. */
  readonly delta: number;
  /** The idempotency id; null for none. */
  readonly operationId: string | null;
  /** What is stored of a grant; undefined for all other changes. */
  readonly terms?: GrantTerms;
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

function unchanged(tenantId: string, feature: CreditFeature): Operation {
  return { tenantId, feature, delta: 0, operationId: null };
}

function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError('An amount must be an integer, 1 or more');
}
