import { Injectable } from '@nestjs/common';
import { type CreditAccount, type CreditEntry, Prisma } from '../../generated/prisma/client.js';
import { type CreditFeature, creditsText } from './credit-amounts.js';
import { Database } from '../../platform/database/database.js';
import { CommandError } from '../../platform/errors/command-error.js';

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
  ): Promise<AccountState> {
    assertAmount(amount);
    const operation = { tenantId, feature, delta: amount, operationId };
    const account = await this.runOnce(operation, () =>
      this.changeAccount('grant', operation, ({ granted }) => granted + amount <= Number.MAX_SAFE_INTEGER),
    );
    if (account === null) throw new CommandError(`An account cannot have more than ${Number.MAX_SAFE_INTEGER} credits`);
    return account;
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
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      const meanwhile = isTaken ? await this.accountOfOperation(operation) : null;
      if (meanwhile !== null) return meanwhile;
      throw error;
    }
  }

  /**
   * Looks for an earlier operation with the same idempotency id.
   * @returns the account if the operation was done before, otherwise null
   * @throws CommandError when the idempotency id belongs to another operation
   */
  private async accountOfOperation({ tenantId, feature, delta, operationId }: Operation): Promise<AccountState | null> {
    if (operationId === null) return null;
    const known = await this.database.prisma.creditEntry.findFirst({
      where: { tenantId, operationId },
      select: { feature: true, grantedDelta: true },
    });
    if (known === null) return null;
    if (known.feature !== feature || Number(known.grantedDelta) !== delta) {
      const amount = known.grantedDelta < 0 ? -known.grantedDelta : known.grantedDelta;
      const operationText = known.grantedDelta < 0 ? 'a revocation' : 'a grant';
      throw new CommandError(
        `"${operationId}" is the id of ${operationText} of ${creditsText(amount, known.feature)} already; nothing was changed. Choose another id`,
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
    { tenantId, feature, delta, operationId }: Operation,
    isPossible: (account: AccountState) => boolean,
  ): Promise<AccountState | null> {
    const where = { tenantId_feature: { tenantId, feature } };
    try {
      return await this.database.prisma.$transaction(async ({ creditAccount, creditEntry }) => {
        // This update changes no value. It only locks the account, so that no other transaction changes its amounts before the
        // commit.
        const account = await creditAccount.upsert({
          where,
          create: { tenantId, feature },
          update: { granted: { increment: 0 } },
        });
        if (!isPossible(stateOf(account))) throw new ImpossibleChange();
        const limit = kind === 'limited' || kind === 'unlimited' ? { isUnlimited: kind === 'unlimited' } : {};
        const changed = await creditAccount.update({ where, data: { granted: { increment: delta }, ...limit } });
        await creditEntry.create({ data: { tenantId, feature, kind, grantedDelta: delta, operationId } });
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
}

function unchanged(tenantId: string, feature: CreditFeature): Operation {
  return { tenantId, feature, delta: 0, operationId: null };
}

function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError('An amount must be an integer, 1 or more');
}
