import { Inject, Injectable } from '@nestjs/common';
import { configToken, type Config } from '../config/config.js';
import { Database } from '../database/database.js';
import type { Caller } from './caller.js';

/**
 * A key as it is stored. It is not revoked, and its tenant is not suspended. `expiresAt` is in milliseconds since the epoch; null
 * means that the key never expires.
 */
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
  previews: boolean;
  search: boolean;
  follows_enriched: boolean;
}

@Injectable()
export class KeyReader {
  constructor(
    private readonly database: Database,
    @Inject(configToken)
    private readonly config: Pick<Config, 'rateBurstLimit' | 'rateBurstWindowSeconds' | 'ratePerSecond'>,
  ) {}

  /** Reads the key with this digest. It returns null if there is no such key, it was revoked, or its tenant is suspended. */
  async byDigest(digest: Buffer): Promise<StoredKey | null> {
    const { rows } = await this.database.pool.query<KeyRow>({
      name: 'key-by-digest',
      text: `select k.id as key_id, k.tenant_id, k.expires_at, t.burst_limit, t.burst_window_seconds, t.per_second, t.previews, t.search,
                    t.follows_enriched
               from api_key k join tenant t on t.id = k.tenant_id
              where k.digest = $1 and k.revoked_at is null and t.suspended_at is null`,
      values: [digest],
    });
    const [row] = rows;
    return row === undefined ? null : { caller: this.callerOf(row), expiresAt: row.expires_at?.getTime() ?? null };
  }

  /** Builds the caller. For each rate limit that the tenant does not set itself, the service's configuration gives the value. */
  private callerOf(row: KeyRow): Caller {
    const { burst_limit: burstLimit, burst_window_seconds: windowSeconds, per_second: perSecond } = row;
    const { rateBurstLimit, rateBurstWindowSeconds, ratePerSecond } = this.config;
    const hasOwnLimits = burstLimit !== null || windowSeconds !== null || perSecond !== null;
    const ratePolicy = {
      burstLimit: burstLimit ?? rateBurstLimit,
      burstWindowMs: (windowSeconds ?? rateBurstWindowSeconds) * 1_000,
      perSecond: perSecond ?? ratePerSecond,
    };
    const {
      tenant_id: tenantId,
      key_id: keyId,
      previews: mayPreview,
      search: maySearch,
      follows_enriched: followsEnriched,
    } = row;
    return { tenantId, keyId, ratePolicy: hasOwnLimits ? ratePolicy : null, mayPreview, maySearch, followsEnriched };
  }
}
