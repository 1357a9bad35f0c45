import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import type { Caller } from './caller.js';

/** A key that may be used, until it expires (milliseconds since the epoch; null for never). */
export interface StoredKey {
  readonly caller: Caller;
  readonly expiresAt: number | null;
}

interface KeyRow {
  key_id: string;
  tenant_id: string;
  expires_at: Date | null;
  burst_limit: number | null;
  burst_window_seconds: number | null;
  per_second: number | null;
}

@Injectable()
export class KeyReader {
  constructor(
    private readonly database: Database,
    @Inject(configToken)
    private readonly config: Pick<Config, 'rateBurstLimit' | 'rateBurstWindowSeconds' | 'ratePerSecond'>,
  ) {}

  /** The key with this digest; null when there is none, it has been revoked, or its tenant is suspended. */
  async byDigest(digest: Buffer): Promise<StoredKey | null> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'key-by-digest',
      text: `select k.id as key_id, k.tenant_id, k.expires_at, t.burst_limit, t.burst_window_seconds, t.per_second
               from api_key k join tenant t on t.id = k.tenant_id
              where k.digest = $1 and k.revoked_at is null and t.suspended_at is null`,
      values: [digest],
    });
    const [row] = rows;
    return row === undefined ? null : { caller: this.callerOf(row), expiresAt: row.expires_at?.getTime() ?? null };
  }

  /** A limit that the tenant does not have itself is the service's. */
  private callerOf(row: KeyRow): Caller {
    const { burst_limit: burstLimit, burst_window_seconds: windowSeconds, per_second: perSecond } = row;
    const { rateBurstLimit, rateBurstWindowSeconds, ratePerSecond } = this.config;
    const hasOwnLimits = burstLimit !== null || windowSeconds !== null || perSecond !== null;
    const ratePolicy = {
      burstLimit: burstLimit ?? rateBurstLimit,
      burstWindowMs: (windowSeconds ?? rateBurstWindowSeconds) * 1_000,
      perSecond: perSecond ?? ratePerSecond,
    };
    return { tenantId: row.tenant_id, keyId: row.key_id, ratePolicy: hasOwnLimits ? ratePolicy : null };
  }
}
