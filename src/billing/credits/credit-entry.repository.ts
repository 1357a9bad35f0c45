import { Injectable } from '@nestjs/common';
import type { CreditEntry as Row } from '../../generated/prisma/client.js';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './credit-amounts.js';

/**
 * The kind of a ledger entry.
 * - `grant` and `revoke` change the granted credits.
 * - `lapse` takes back what is left of a grant after its last day.
 * - `unlimited` and `limited` remove and restore the limit of an account, and change no amount.
 * - `reserve` reserves credits, `post` charges some of them and releases the rest, `void` and `expire` release all.
 * - `opening` stands for entries that were archived.
 */
type CreditEntryKind =
  | 'grant'
  | 'reserve'
  | 'post'
  | 'void'
  | 'expire'
  | 'unlimited'
  | 'limited'
  | 'revoke'
  | 'lapse'
  | 'opening';

/** A ledger entry: how it changed the amounts of an account, and which request or operator caused it. */
export interface CreditEntry {
  readonly id: number;
  readonly feature: CreditFeature;
  readonly kind: CreditEntryKind;
  /** The change of the granted credits; negative for a revocation. */
  readonly granted: number;
  /** The change of the charged credits. */
  readonly posted: number;
  /** The change of the reserved credits; negative when a hold ends. */
  readonly pending: number;
  /**
   * The X-Request-Id of the request that caused the entry. This, `keyId` and `endpoint` are null for an entry without a request,
   * such as a grant by an operator.
   */
  readonly requestId: string | null;
  readonly keyId: string | null;
  readonly endpoint: string | null;
  /** The idempotency id that an operator gave to a grant or revocation; null if the operator gave none. */
  readonly operationId: string | null;
  /**
   * Which identifiers of the request were charged, as `explanationOf` writes it; null for an entry without identifiers, such as a
   * reservation.
   */
  readonly explanation: string | null;
  readonly createdAt: Date;
}

/** A reservation of credits: its id, and when it was made. */
export interface Reservation {
  readonly holdId: string;
  readonly at: Date;
}

/**
 * The maximum time between the start of a run and the reservation of its credit. Both are in one transaction of a few statements, each of
 * which takes at most the time of `DATABASE_TIMEOUT_MS`.
 */
export const reservationWindowMs = 3_600_000;

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** Reads the newest entries of a tenant's ledger. Every read takes a limit, because a ledger can have any number of entries. */
@Injectable()
export class CreditEntryRepository {
  constructor(private readonly database: Database) {}

  /** The newest entries of a tenant, at most `limit`, sorted from old to new. */
  async newest(tenantId: string, limit: number): Promise<CreditEntry[]> {
    return this.find({ tenantId }, limit);
  }

  /** The newest entries of the requests with this X-Request-Id, at most `limit`, sorted from old to new. */
  async newestOfRequest(tenantId: string, requestId: string, limit: number): Promise<CreditEntry[]> {
    return this.find({ tenantId, requestId }, limit);
  }

  /** The newest reservations of a feature by the requests with this X-Request-Id, at most `limit`. */
  async reservationsOf(
    tenantId: string,
    requestId: string,
    feature: CreditFeature,
    limit: number,
  ): Promise<Reservation[]> {
    const rows = await this.database.prisma.creditEntry.findMany({
      where: { tenantId, requestId, feature, kind: 'reserve', holdId: { not: null } },
      orderBy: [...newestFirst],
      take: limit,
    });
    return rows.map(({ holdId, createdAt }) => ({ holdId: holdId ?? '', at: createdAt }));
  }

  private async find(where: { tenantId: string; requestId?: string }, limit: number): Promise<CreditEntry[]> {
    const rows = await this.database.prisma.creditEntry.findMany({ where, orderBy: [...newestFirst], take: limit });
    return rows.map(entryOf).reverse();
  }
}

function entryOf({ id, grantedDelta, postedDelta, pendingDelta, ...row }: Row): CreditEntry {
  const { feature, kind, requestId, keyId, endpoint, operationId, explanation, createdAt } = row;
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
    explanation,
    createdAt,
  };
}
