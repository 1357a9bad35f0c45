import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { CreditFeature } from './charges.js';

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

/** PostgreSQL's 64-bit numbers arrive as text. */
interface Row extends Omit<CreditEntry, 'id' | 'granted' | 'posted' | 'pending'> {
  readonly id: string;
  readonly granted: string;
  readonly posted: string;
  readonly pending: string;
}

const members = `id, feature, kind, granted_delta as granted, posted_delta as posted, pending_delta as pending,
  request_id as "requestId", key_id as "keyId", endpoint, operation_id as "operationId", created_at as "createdAt"`;

/** Reads the ledger of a tenant, never further back than it is told: nobody knows how long it is. */
@Injectable()
export class CreditEntryReader {
  constructor(private readonly database: Database) {}

  /** The newest entries of a tenant, in the order of writing. */
  async newest(tenantId: string, limit: number): Promise<CreditEntry[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'credit-entries',
      text: `select ${members} from credit_entry where tenant_id = $1
              order by created_at desc, id desc limit $2`,
      values: [tenantId, limit],
    });
    return rows.map(entryOf).reverse();
  }

  /** The newest entries that requests of this id have caused, in the order of writing. */
  async newestOfRequest(tenantId: string, requestId: string, limit: number): Promise<CreditEntry[]> {
    const { rows } = await this.database.pool.query<Row>({
      name: 'credit-entries-of-request',
      text: `select ${members} from credit_entry where tenant_id = $1 and request_id = $2
              order by created_at desc, id desc limit $3`,
      values: [tenantId, requestId, limit],
    });
    return rows.map(entryOf).reverse();
  }
}

function entryOf(row: Row): CreditEntry {
  return {
    ...row,
    id: Number(row.id),
    granted: Number(row.granted),
    posted: Number(row.posted),
    pending: Number(row.pending),
  };
}
