import { Injectable } from '@nestjs/common';
import type { CreditFeature } from './charges.js';
import { Database } from '../platform/database/database.js';
import { Refusal } from '../platform/refusal.js';

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
   * @throws Refusal when the account would have more than a client can read as a number
   */
  async grant(tenantId: string, feature: CreditFeature, amount: number): Promise<AccountState> {
    if (!Number.isSafeInteger(amount) || amount < 1) throw new RangeError('A grant is a whole number from 1 on');
    const change = `
      insert into credit_account as account (tenant_id, feature, granted) values ($1, $2::credit_feature, $3::bigint)
      on conflict (tenant_id, feature) do update set granted = account.granted + excluded.granted
       where account.granted + excluded.granted <= ${Number.MAX_SAFE_INTEGER}`;
    const account = await this.enter('grant', '$3::bigint', change, [tenantId, feature, amount]);
    if (account === null) throw new Refusal(`an account cannot have more than ${Number.MAX_SAFE_INTEGER} credits`);
    return account;
  }

  /** Lets a tenant use a feature without a limit. */
  async lift(tenantId: string, feature: CreditFeature): Promise<AccountState> {
    const change = `
      insert into credit_account (tenant_id, feature, is_unlimited) values ($1, $2::credit_feature, true)
      on conflict (tenant_id, feature) do update set is_unlimited = true`;
    const account = await this.enter('unlimited', '0', change, [tenantId, feature]);
    if (account === null) throw new Error('An account was neither made nor changed');
    return account;
  }

  /** Limits a tenant to what was granted; null when more than that is used or reserved already, and nothing changes. */
  async limit(tenantId: string, feature: CreditFeature): Promise<AccountState | null> {
    const change = `
      insert into credit_account as account (tenant_id, feature) values ($1, $2::credit_feature)
      on conflict (tenant_id, feature) do update set is_unlimited = false
       where account.posted + account.pending <= account.granted`;
    return this.enter('limited', '0', change, [tenantId, feature]);
  }

  /** A tenant's accounts; a feature without one has no credits. */
  async accounts(tenantId: string): Promise<AccountState[]> {
    const { rows } = await this.database.pool.query<AccountState>(
      `select ${state} from credit_account where tenant_id = $1 order by feature`,
      [tenantId],
    );
    return rows;
  }

  /** Changes an account and writes down that it was changed; null when the change did not apply. */
  private async enter(
    kind: 'grant' | 'unlimited' | 'limited',
    grantedDelta: string,
    change: string,
    values: readonly unknown[],
  ): Promise<AccountState | null> {
    const { rows } = await this.database.pool.query<AccountState>(
      `with changed as (${change} returning tenant_id, feature, granted, posted, pending, is_unlimited),
            entered as (insert into credit_entry (tenant_id, feature, kind, granted_delta)
                        select tenant_id, feature, '${kind}', ${grantedDelta} from changed)
       select ${state} from changed`,
      [...values],
    );
    return rows[0] ?? null;
  }
}
