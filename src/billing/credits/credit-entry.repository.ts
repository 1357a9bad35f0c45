import { Injectable } from '@nestjs/common';
import type { CreditEntry as Row } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';

/** The kind of a ledger entry; `unlimited` and `limited` change no amount, and `opening` stands for archived entries. */
type CreditEntryKind =
  | 'grant'
  | 'reserve'
  | 'post'
  | 'void'
  | 'expire'
  | 'unlimited'
  | 'limited'
  | 'revoke'
  | 'opening';

/** A ledger entry: the changes of an account's amounts, and the request that caused them. */
export interface CreditEntry {
  readonly id: number;
  readonly feature: CreditFeature;
  readonly kind: CreditEntryKind;
  readonly granted: number;
  readonly posted: number;
  readonly pending: number;
  /** This and the next two are null in an operator's entry. */
  readonly requestId: string | null;
  readonly keyId: string | null;
  readonly endpoint: string | null;
  /** The id that an operator gave to a grant or a revocation; null without one. */
  readonly operationId: string | null;
  readonly createdAt: Date;
}

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** Reads the newest entries of a tenant's ledger; every read has a limit because the ledger grows without one. */
@Injectable()
export class CreditEntryRepository {
  constructor(private readonly database: Database) {}

  /** The newest entries of a tenant, oldest first. */
  async newest(tenantId: string, limit: number): Promise<CreditEntry[]> {
    return this.find({ tenantId }, limit);
  }

  /** The newest entries of requests with this id, oldest first. */
  async newestOfRequest(tenantId: string, requestId: string, limit: number): Promise<CreditEntry[]> {
    return this.find({ tenantId, requestId }, limit);
  }

  private async find(where: { tenantId: string; requestId?: string }, limit: number): Promise<CreditEntry[]> {
    const rows = await this.database.prisma.creditEntry.findMany({ where, orderBy: [...newestFirst], take: limit });
    return rows.map(entryOf).reverse();
  }
}

function entryOf({ id, grantedDelta, postedDelta, pendingDelta, ...row }: Row): CreditEntry {
  const { feature, kind, requestId, keyId, endpoint, operationId, createdAt } = row;
  return {
    id: Number(id),
    feature,
    kind,
    granted: Number(grantedDelta),
    posted: Number(postedDelta),
    pending: Number(pendingDelta),
    requestId,
    keyId,
    endpoint,
    operationId,
    createdAt,
  };
}
