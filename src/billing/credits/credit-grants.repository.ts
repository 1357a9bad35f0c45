import { Injectable } from '@nestjs/common';
import { type CreditAccount, type CreditEntry, Prisma } from '../../generated/prisma/client.js';
import type { CreditFeature } from './credit-amounts.js';
import { Database } from '../../platform/database/database.js';
import { Refusal } from '../../platform/errors/command-error.js';

/** A tenant's credits of one feature. Without a limit they are counted all the same. */
export interface AccountState {
  readonly feature: CreditFeature;
  readonly granted: number;
  /** Used up. */
  readonly posted: number;
  /** Reserved by requests that are under way. */
  readonly pending: number;
  readonly isUnlimited: boolean;
}

/** What operators do to accounts. Everything that they do is an entry of the ledger, in the same transaction. */
@Injectable()
export class CreditGrantsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Adds credits to a tenant's account, which comes to be with the first.
   * @param amount a whole number from 1 on
   * @param operationId under which it may be repeated without effect; null for none
   * @throws Refusal when the account would have more than a client can read as a number, or the id is that of another operation
   */
  async grant(
    tenantId: string,
    feature: CreditFeature,
    amount: number,
    operationId: string | null = null,
  ): Promise<AccountState> {
    assertAmount(amount);
    const operation = { tenantId, feature, delta: amount, operationId };
    const account = await this.once(operation, () =>
      this.enter('grant', operation, ({ granted }) => granted + amount <= Number.MAX_SAFE_INTEGER),
    );
    if (account === null) throw new Refusal(`an account cannot have more than ${Number.MAX_SAFE_INTEGER} credits`);
    return account;
  }

  /**
   * Takes credits back that were granted and are neither used nor reserved.
   * @param amount a whole number from 1 on
   * @param operationId as for `grant`
   * @returns null when fewer are left, and nothing changes
   * @throws Refusal when the id is that of another operation
   */
  async revoke(
    tenantId: string,
    feature: CreditFeature,
    amount: number,
    operationId: string | null = null,
  ): Promise<AccountState | null> {
    assertAmount(amount);
    const operation = { tenantId, feature, delta: -amount, operationId };
    return this.once(operation, () =>
      this.enter('revoke', operation, ({ granted, posted, pending }) => granted - amount >= posted + pending),
    );
  }

  /** Lets a tenant use a feature without a limit. */
  async lift(tenantId: string, feature: CreditFeature): Promise<AccountState> {
    const account = await this.enter('unlimited', unchanged(tenantId, feature), () => true);
    if (account === null) throw new Error('An account was neither made nor changed');
    return account;
  }

  /** Limits a tenant to what was granted; null when more than that is used or reserved already, and nothing changes. */
  async limit(tenantId: string, feature: CreditFeature): Promise<AccountState | null> {
    return this.enter(
      'limited',
      unchanged(tenantId, feature),
      ({ granted, posted, pending }) => posted + pending <= granted,
    );
  }

  /** A tenant's accounts; a feature without one has no credits. */
  async accounts(tenantId: string): Promise<AccountState[]> {
    const accounts = await this.database.prisma.creditAccount.findMany({
      where: { tenantId },
      orderBy: { feature: 'asc' },
    });
    return accounts.map(stateOf);
  }

  /** Does it unless it was done under the same id; two processes that do it at the same moment do it once. */
  private async once(operation: Operation, work: () => Promise<AccountState | null>): Promise<AccountState | null> {
    const before = await this.repeated(operation);
    if (before !== null) return before;
    try {
      return (await work()) ?? (await this.repeated(operation));
    } catch (error) {
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      const meanwhile = isTaken ? await this.repeated(operation) : null;
      if (meanwhile !== null) return meanwhile;
      throw error;
    }
  }

  /** The account, when the operation was done before; null when there is none under its id. */
  private async repeated({ tenantId, feature, delta, operationId }: Operation): Promise<AccountState | null> {
    if (operationId === null) return null;
    const known = await this.database.prisma.creditEntry.findFirst({
      where: { tenantId, operationId },
      select: { feature: true, grantedDelta: true },
    });
    if (known === null) return null;
    if (known.feature !== feature || Number(known.grantedDelta) !== delta) {
      const what =
        known.grantedDelta < 0 ? `a revocation of ${-known.grantedDelta}` : `a grant of ${known.grantedDelta}`;
      throw new Refusal(`"${operationId}" is the id of ${what} ${known.feature} credits already; nothing was changed`);
    }
    return (await this.accounts(tenantId)).find((account) => account.feature === feature) ?? null;
  }

  /**
   * Changes an account and writes down that it was changed; null when that is not possible, and nothing changes.
   * @param isPossible of the account as it is before, which nothing else changes meanwhile
   */
  private async enter(
    kind: Extract<CreditEntry['kind'], 'grant' | 'revoke' | 'unlimited' | 'limited'>,
    { tenantId, feature, delta, operationId }: Operation,
    isPossible: (account: AccountState) => boolean,
  ): Promise<AccountState | null> {
    const where = { tenantId_feature: { tenantId, feature } };
    try {
      return await this.database.prisma.$transaction(async ({ creditAccount, creditEntry }) => {
        // Opens the account, or locks it.
        const account = await creditAccount.upsert({
          where,
          create: { tenantId, feature },
          update: { granted: { increment: 0 } },
        });
        if (!isPossible(stateOf(account))) throw new Impossible();
        const limit = kind === 'limited' || kind === 'unlimited' ? { isUnlimited: kind === 'unlimited' } : {};
        const changed = await creditAccount.update({ where, data: { granted: { increment: delta }, ...limit } });
        await creditEntry.create({ data: { tenantId, feature, kind, grantedDelta: delta, operationId } });
        return stateOf(changed);
      });
    } catch (error) {
      if (error instanceof Impossible) return null;
      throw error;
    }
  }
}

/** Rolls a transaction back. */
class Impossible extends Error {}

function stateOf({ feature, granted, posted, pending, isUnlimited }: CreditAccount): AccountState {
  return { feature, granted: Number(granted), posted: Number(posted), pending: Number(pending), isUnlimited };
}

/** What is done to an account, by how much it changes what was granted, and under which id. */
interface Operation {
  readonly tenantId: string;
  readonly feature: CreditFeature;
  readonly delta: number;
  readonly operationId: string | null;
}

function unchanged(tenantId: string, feature: CreditFeature): Operation {
  return { tenantId, feature, delta: 0, operationId: null };
}

function assertAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError('An amount is a whole number from 1 on');
}
