import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { CreditFeature } from './charges.js';
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

const state = `feature, granted::float8, posted::float8, pending::float8, is_unlimited as "isUnlimited"`;

/** What operators do to accounts. Everything that they do is an entry of the ledger, in the same statement. */
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
    const change = `
      insert into credit_account as account (tenant_id, feature, granted) values ($1, $2::credit_feature, $3::bigint)
      on conflict (tenant_id, feature) do update set granted = account.granted + excluded.granted
       where account.granted + excluded.granted <= ${Number.MAX_SAFE_INTEGER}`;
    const operation = { tenantId, feature, delta: amount, operationId };
    const account = await this.once(operation, () => this.enter('grant', change, operation));
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
    const change = `
      update credit_account set granted = granted + $3::bigint
       where tenant_id = $1 and feature = $2::credit_feature and granted + $3::bigint >= posted + pending`;
    const operation = { tenantId, feature, delta: -amount, operationId };
    return this.once(operation, () => this.enter('revoke', change, operation));
  }

  /** Lets a tenant use a feature without a limit. */
  async lift(tenantId: string, feature: CreditFeature): Promise<AccountState> {
    const change = `
      insert into credit_account (tenant_id, feature, is_unlimited) values ($1, $2::credit_feature, true)
      on conflict (tenant_id, feature) do update set is_unlimited = true`;
    const account = await this.enter('unlimited', change, unchanged(tenantId, feature));
    if (account === null) throw new Error('An account was neither made nor changed');
    return account;
  }

  /** Limits a tenant to what was granted; null when more than that is used or reserved already, and nothing changes. */
  async limit(tenantId: string, feature: CreditFeature): Promise<AccountState | null> {
    const change = `
      insert into credit_account as account (tenant_id, feature) values ($1, $2::credit_feature)
      on conflict (tenant_id, feature) do update set is_unlimited = false
       where account.posted + account.pending <= account.granted`;
    return this.enter('limited', change, unchanged(tenantId, feature));
  }

  /** A tenant's accounts; a feature without one has no credits. */
  async accounts(tenantId: string): Promise<AccountState[]> {
    const { rows } = await this.database.pool.query<AccountState>(
      `select ${state} from credit_account where tenant_id = $1 order by feature`,
      [tenantId],
    );
    return rows;
  }

  /** Does it unless it was done under the same id; two processes that do it at the same moment do it once. */
  private async once(operation: Operation, work: () => Promise<AccountState | null>): Promise<AccountState | null> {
    const before = await this.repeated(operation);
    if (before !== null) return before;
    try {
      return (await work()) ?? (await this.repeated(operation));
    } catch (error) {
      const isTaken = error instanceof pg.DatabaseError && error.constraint === 'credit_entry_operation_id_idx';
      const meanwhile = isTaken ? await this.repeated(operation) : null;
      if (meanwhile !== null) return meanwhile;
      throw error;
    }
  }

  /** The account, when the operation was done before; null when there is none under its id. */
  private async repeated({ tenantId, feature, delta, operationId }: Operation): Promise<AccountState | null> {
    if (operationId === null) return null;
    const { rows } = await this.database.pool.query<{ feature: CreditFeature; delta: number }>(
      `select feature, granted_delta::float8 as delta from credit_entry where tenant_id = $1 and operation_id = $2`,
      [tenantId, operationId],
    );
    const [known] = rows;
    if (known === undefined) return null;
    if (known.feature !== feature || known.delta !== delta) {
      const what = known.delta < 0 ? `a revocation of ${-known.delta}` : `a grant of ${known.delta}`;
      throw new Refusal(`"${operationId}" is the id of ${what} ${known.feature} credits already; nothing was changed`);
    }
    return (await this.accounts(tenantId)).find((account) => account.feature === feature) ?? null;
  }

  /** Changes an account and writes down that it was changed; null when the change did not apply. */
  private async enter(
    kind: 'grant' | 'revoke' | 'unlimited' | 'limited',
    change: string,
    { tenantId, feature, delta, operationId }: Operation,
  ): Promise<AccountState | null> {
    const { rows } = await this.database.pool.query<AccountState>(
      `with changed as (${change} returning tenant_id, feature, granted, posted, pending, is_unlimited),
            entered as (insert into credit_entry (tenant_id, feature, kind, granted_delta, operation_id)
                        select tenant_id, feature, '${kind}', $3::bigint, $4::text from changed)
       select ${state} from changed`,
      [tenantId, feature, delta, operationId],
    );
    return rows[0] ?? null;
  }
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
