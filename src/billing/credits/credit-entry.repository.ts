import { Injectable } from '@nestjs/common';
import type { CreditEntry as Row } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';

/** What an entry of the ledger is about; `unlimited` and `limited` change no number. */
export type CreditEntryKind = 'grant' | 'reserve' | 'post' | 'void' | 'expire' | 'unlimited' | 'limited' | 'revoke';

/** One line of the ledger: by how much it changed an account, and on whose behalf. */
export interface CreditEntry {
  readonly id: number;
  readonly feature: CreditFeature;
  readonly kind: CreditEntryKind;
  readonly granted: number;
  readonly posted: number;
  readonly pending: number;
  /** The three are null where an operator wrote it. */
  readonly requestId: string | null;
  readonly keyId: string | null;
  readonly endpoint: string | null;
  /** Which an operator has given a grant or a revocation; null without one. */
  readonly operationId: string | null;
  readonly createdAt: Date;
}

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** Reads the ledger of a tenant, never further back than it is told: nobody knows how long it is. */
@Injectable()
export class CreditEntryRepository {
  constructor(private readonly database: Database) {}

  /** The newest entries of a tenant, in the order of writing. */
  async newest(tenantId: string, limit: number): Promise<CreditEntry[]> {
    return this.find({ tenantId }, limit);
  }

  /** The newest entries that requests of this id have caused, in the order of writing. */
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
